#include "candidates/d3d12/down_conversion.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "candidates/d3d12/com_call.h"

namespace d3d12fuzz::d3d12 {
namespace {

/// What the helper's calls reach: it names the serializers as functions of the program.
struct Reached {
  const LoadedLibrary* library;
  CallingConvention convention;
};
thread_local Reached reached;

template <class... Arguments>
HRESULT reach(void* function, Arguments... arguments) {
  return reached.convention == CallingConvention::ms_abi
             ? call_export<CallingConvention::ms_abi, std::int32_t>(function, arguments...)
             : call_export<CallingConvention::sysv_abi, std::int32_t>(function, arguments...);
}

HRESULT serialize_1_0(const D3D12_ROOT_SIGNATURE_DESC* desc, D3D_ROOT_SIGNATURE_VERSION version, ID3DBlob** blob,
                      ID3DBlob** error) {
  return reach(reached.library->serialize_legacy, static_cast<const void*>(desc), static_cast<std::uint32_t>(version),
               reinterpret_cast<void**>(blob), reinterpret_cast<void**>(error));
}

HRESULT serialize_versioned(const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* desc, ID3DBlob** blob, ID3DBlob** error) {
  return reach(reached.library->serialize, static_cast<const void*>(desc), reinterpret_cast<void**>(blob),
               reinterpret_cast<void**>(error));
}

/// A field of whatever official enumeration, which may hold a value that is none of it.
template <class FieldType>
std::uint32_t number_of(const FieldType& field) {
  return std::bit_cast<std::uint32_t>(field);
}

/// The helper refuses to drop any sampler flag but UINT_BORDER_COLOR, which says nothing of the desc (DT-084); that one
/// goes with integer border colors alone (DT-075).
bool may_drop_sampler_flags(const D3D12_ROOT_SIGNATURE_DESC2& desc) {
  return std::all_of(desc.pStaticSamplers, desc.pStaticSamplers + desc.NumStaticSamplers,
                     [](const D3D12_STATIC_SAMPLER_DESC1& sampler) {
                       const std::uint32_t flags = number_of(sampler.Flags);
                       const bool integer_border =
                           number_of(sampler.BorderColor) >= std::uint32_t{D3D12_STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT};
                       return flags == 0 || (flags == D3D12_SAMPLER_FLAG_UINT_BORDER_COLOR && integer_border);
                     });
}

/// At most one flag, and one that exists: several may exclude each other (DT-036 to DT-044, DT-046).
bool is_harmless(std::uint32_t flags, std::uint32_t known) {
  return std::popcount(flags) <= 1 && (flags & ~known) == 0;
}

bool may_drop_flags(const D3D12_DESCRIPTOR_RANGE1& range) {
  constexpr std::uint32_t known = 0x1000F;
  constexpr std::uint32_t known_of_samplers = 0x1;
  const bool sampler = number_of(range.RangeType) == std::uint32_t{D3D12_DESCRIPTOR_RANGE_TYPE_SAMPLER};
  return is_harmless(number_of(range.Flags), sampler ? known_of_samplers : known);
}

/// Of ranges and root descriptors, which version 1.0 does not have.
bool may_drop_flags(const D3D12_ROOT_SIGNATURE_DESC1& desc) {
  constexpr std::uint32_t known_of_root_descriptors = 0xE;
  for (std::uint32_t p = 0; p < desc.NumParameters; ++p) {
    const D3D12_ROOT_PARAMETER1& parameter = desc.pParameters[p];
    const std::uint32_t type = number_of(parameter.ParameterType);
    if (type == D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE) {
      const D3D12_ROOT_DESCRIPTOR_TABLE1& table = parameter.DescriptorTable;
      for (std::uint32_t r = 0; r < table.NumDescriptorRanges; ++r) {
        if (!may_drop_flags(table.pDescriptorRanges[r])) return false;
      }
    } else if (type >= D3D12_ROOT_PARAMETER_TYPE_CBV && type <= D3D12_ROOT_PARAMETER_TYPE_UAV &&
               !is_harmless(number_of(parameter.Descriptor.Flags), known_of_root_descriptors)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool conversion_keeps_rules(const D3D12_VERSIONED_ROOT_SIGNATURE_DESC& desc, D3D_ROOT_SIGNATURE_VERSION max_version) {
  const std::uint32_t version = number_of(desc.Version);
  if (version == D3D_ROOT_SIGNATURE_VERSION_1_2 && !may_drop_sampler_flags(desc.Desc_1_2)) return false;
  return version == D3D_ROOT_SIGNATURE_VERSION_1_0 || max_version != D3D_ROOT_SIGNATURE_VERSION_1_0 ||
         may_drop_flags(desc.Desc_1_1);  // whose parameters are those of 1.2
}

}  // namespace d3d12fuzz::d3d12

// The header calls the serializers by their names; here those are the library's.
#define D3D12SerializeRootSignature d3d12fuzz::d3d12::serialize_1_0
#define D3D12SerializeVersionedRootSignature d3d12fuzz::d3d12::serialize_versioned
#include <directx/d3dx12_root_signature.h>

namespace d3d12fuzz::d3d12 {

std::int32_t serialize_down(const LoadedLibrary& library, CallingConvention convention,
                            const D3D12_VERSIONED_ROOT_SIGNATURE_DESC& desc, D3D_ROOT_SIGNATURE_VERSION max_version,
                            void** blob, void** error) {
  reached = {&library, convention};
  return D3DX12SerializeVersionedRootSignature(&desc, max_version, reinterpret_cast<ID3DBlob**>(blob),
                                               reinterpret_cast<ID3DBlob**>(error));
}

}  // namespace d3d12fuzz::d3d12
