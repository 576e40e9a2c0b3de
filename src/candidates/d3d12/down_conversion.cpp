#include "candidates/d3d12/down_conversion.h"

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
               static_cast<void*>(blob), static_cast<void*>(error));
}

HRESULT serialize_versioned(const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* desc, ID3DBlob** blob, ID3DBlob** error) {
  return reach(reached.library->serialize, static_cast<const void*>(desc), static_cast<void*>(blob),
               static_cast<void*>(error));
}

}  // namespace
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
