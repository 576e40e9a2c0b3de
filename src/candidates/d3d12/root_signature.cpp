#include "candidates/d3d12/root_signature.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "candidates/d3d12/com_call.h"

namespace d3d12fuzz::d3d12 {
namespace {

// By value: the headers that name the DXGI ones are not part of the package.
constexpr std::uint32_t kNotImplemented = 0x80004001;
constexpr std::uint32_t kOutOfMemory = 0x8007000E;
constexpr std::uint32_t kDeviceRemoved = 0x887A0005;
constexpr std::uint32_t kDeviceHung = 0x887A0006;
constexpr std::uint32_t kDeviceReset = 0x887A0007;

/// What a failed call says about the case, if anything.
std::uint32_t failure_status(std::int32_t hresult) {
  switch (static_cast<std::uint32_t>(hresult)) {
    case kNotImplemented:
    case kOutOfMemory:
    case kDeviceRemoved:
    case kDeviceHung:
    case kDeviceReset:
      return D3D12FUZZ_STATUS_UNSUPPORTED;
    default:
      return D3D12FUZZ_STATUS_REJECTED;
  }
}

/// A success that hands nothing out is a refusal; its HRESULT tells it from others.
std::uint32_t status_of(std::int32_t hresult, bool has_result) {
  if (hresult < 0) return failure_status(hresult);
  return has_result ? D3D12FUZZ_STATUS_ACCEPTED : D3D12FUZZ_STATUS_REJECTED;
}

/// The record may outlive this process. The compiler must not move what is written here across the library's calls.
void enter(d3d12fuzz_progress& progress, std::uint32_t stage) {
  progress.running_stage = stage;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// \return whether the stage accepted
bool leave(d3d12fuzz_progress& progress, std::uint32_t stage, std::uint32_t status, std::int32_t hresult) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  progress.stages[stage] = {status, hresult};
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return status == D3D12FUZZ_STATUS_ACCEPTED;
}

/// A number out of a field of whatever official type: what a library wrote need not be a value of its enumeration.
template <class FieldType>
std::uint32_t number(const FieldType& field) {
  static_assert(sizeof(FieldType) == sizeof(std::uint32_t));
  std::uint32_t value;
  std::memcpy(&value, &field, sizeof(value));
  return value;
}

std::uint32_t flags_of(const D3D12_DESCRIPTOR_RANGE&) { return 0; }
std::uint32_t flags_of(const D3D12_DESCRIPTOR_RANGE1& range) { return number(range.Flags); }

/// Copies the ranges of one table that there is room for from `first` on.
template <class Range>
void copy_ranges(const Range* ranges, std::uint32_t count, std::uint32_t first, d3d12fuzz_description& out) {
  const std::uint32_t room = out.range_capacity - std::min(first, out.range_capacity);
  for (std::uint32_t r = 0; r < std::min(count, room); ++r) {
    d3d12fuzz_described_range& to = out.ranges[first + r];
    if (ranges == nullptr) {
      to = {};
      continue;
    }
    const Range& range = ranges[r];
    to = {.range_type = number(range.RangeType),
          .num_descriptors = range.NumDescriptors,
          .base_shader_register = range.BaseShaderRegister,
          .register_space = range.RegisterSpace,
          .flags = flags_of(range),
          .offset_in_descriptors_from_table_start = range.OffsetInDescriptorsFromTableStart};
  }
}

/// Counts are those that the library gave; elements are read only as far as the caller has room for them.
template <class Desc>
void copy_description(const Desc& desc, d3d12fuzz_description& out) {
  out.flags = number(desc.Flags);
  out.num_parameters = desc.NumParameters;
  out.num_ranges = 0;
  for (std::uint32_t p = 0; p < std::min(desc.NumParameters, out.parameter_capacity); ++p) {
    d3d12fuzz_described_parameter& to = out.parameters[p];
    to = {};
    if (desc.pParameters == nullptr) continue;
    const auto& parameter = desc.pParameters[p];
    to.parameter_type = number(parameter.ParameterType);
    to.shader_visibility = number(parameter.ShaderVisibility);
    if (to.parameter_type != D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE) continue;
    to.num_ranges = parameter.DescriptorTable.NumDescriptorRanges;
    copy_ranges(parameter.DescriptorTable.pDescriptorRanges, to.num_ranges, out.num_ranges, out);
    // A sum that wraps would hide that there are too many.
    out.num_ranges += std::min(to.num_ranges, UINT32_MAX - out.num_ranges);
  }
}

template <CallingConvention convention>
class Runner {
 public:
  explicit Runner(const LoadedLibrary& library) : library_(library) {}

  void run(const d3d12fuzz_root_signature_input& input, d3d12fuzz_root_signature_result& result) {
    ComObject<convention> blob;
    BlobBytes bytes{};
    if (!serialize(input, *result.progress, blob, bytes)) return;
    if (!deserialize(bytes, result)) return;
    create(bytes, *result.progress);
  }

 private:
  bool serialize(const d3d12fuzz_root_signature_input& input, d3d12fuzz_progress& progress, ComObject<convention>& blob,
                 BlobBytes& bytes) {
    enter(progress, D3D12FUZZ_STAGE_SERIALIZE);
    ComObject<convention> error;
    const auto hresult = call_export<convention, std::int32_t>(library_.serialize, static_cast<const void*>(input.desc),
                                                               blob.receive(), error.receive());
    if (hresult >= 0 && blob) bytes = bytes_of(blob);
    return leave(progress, D3D12FUZZ_STAGE_SERIALIZE, status_of(hresult, bytes.data != nullptr), hresult);
  }

  /// \return whether the root signature can go on to creation, which needs the blob alone
  bool deserialize(BlobBytes bytes, d3d12fuzz_root_signature_result& result) {
    d3d12fuzz_progress& progress = *result.progress;
    enter(progress, D3D12FUZZ_STAGE_DESERIALIZE);
    ComObject<convention> deserializer;
    const auto hresult = call_export<convention, std::int32_t>(
        library_.create_deserializer, bytes.data, bytes.size,
        static_cast<const void*>(&IID_ID3D12VersionedRootSignatureDeserializer), deserializer.receive());
    d3d12fuzz_stage_result stage = {status_of(hresult, static_cast<bool>(deserializer)), hresult};
    if (stage.status == D3D12FUZZ_STATUS_ACCEPTED) {
      const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* desc = nullptr;
      const d3d12fuzz_stage_result result_1_0 = describe(deserializer, D3D_ROOT_SIGNATURE_VERSION_1_0, desc);
      if (result_1_0.status == D3D12FUZZ_STATUS_ACCEPTED) {
        copy_description(desc->Desc_1_0, result.description_1_0);
        result.observed |= D3D12FUZZ_OBSERVED_DESCRIPTION_1_0;
      }
      const d3d12fuzz_stage_result result_1_1 = describe(deserializer, D3D_ROOT_SIGNATURE_VERSION_1_1, desc);
      if (result_1_1.status == D3D12FUZZ_STATUS_ACCEPTED) {
        copy_description(desc->Desc_1_1, result.description_1_1);
        result.observed |= D3D12FUZZ_OBSERVED_DESCRIPTION_1_1;
      }
      // A refusal says more than what is not implemented.
      if (result_1_1.status != D3D12FUZZ_STATUS_ACCEPTED) stage = result_1_1;
      if (result_1_0.status != D3D12FUZZ_STATUS_ACCEPTED && stage.status != D3D12FUZZ_STATUS_REJECTED) {
        stage = result_1_0;
      }
    }
    leave(progress, D3D12FUZZ_STAGE_DESERIALIZE, stage.status, stage.hresult);
    return stage.status != D3D12FUZZ_STATUS_REJECTED;
  }

  /// \param desc  what the deserializer owns; valid if the status is ACCEPTED
  d3d12fuzz_stage_result describe(const ComObject<convention>& deserializer, std::uint32_t version,
                                  const D3D12_VERSIONED_ROOT_SIGNATURE_DESC*& desc) {
    desc = nullptr;
    const auto hresult =
        deserializer.template call<std::int32_t>(kDeserializerGetRootSignatureDescAtVersionSlot, version, &desc);
    // The elements of another version have another size.
    const bool has_version = hresult >= 0 && desc != nullptr && number(desc->Version) == version;
    return {status_of(hresult, has_version), hresult};
  }

  void create(BlobBytes bytes, d3d12fuzz_progress& progress) {
    enter(progress, D3D12FUZZ_STAGE_CREATE);
    if (!device_asked_for_) make_device();
    if (!device_) {
      leave(progress, D3D12FUZZ_STAGE_CREATE, D3D12FUZZ_STATUS_UNSUPPORTED, device_hresult_);
      return;
    }
    ComObject<convention> root_signature;
    const auto hresult = device_.template call<std::int32_t>(
        kDeviceCreateRootSignatureSlot, std::uint32_t{0}, bytes.data, bytes.size,
        static_cast<const void*>(&IID_ID3D12RootSignature), root_signature.receive());
    leave(progress, D3D12FUZZ_STAGE_CREATE, status_of(hresult, static_cast<bool>(root_signature)), hresult);
  }

  void make_device() {
    device_asked_for_ = true;
    if (library_.create_device == nullptr) return;
    const auto feature_level = static_cast<std::uint32_t>(D3D_FEATURE_LEVEL_11_0);
    device_hresult_ =
        call_export<convention, std::int32_t>(library_.create_device, static_cast<void*>(nullptr), feature_level,
                                              static_cast<const void*>(&IID_ID3D12Device), device_.receive());
  }

  LoadedLibrary library_;
  ComObject<convention> device_;
  bool device_asked_for_ = false;
  std::int32_t device_hresult_ = static_cast<std::int32_t>(kNotImplemented);
};

template <CallingConvention convention>
d3d12fuzz_candidate make(const LoadedLibrary& library) {
  return {.version = D3D12FUZZ_CANDIDATE_VERSION,
          .context = new Runner<convention>(library),
          .root_signature =
              [](void* context, const d3d12fuzz_root_signature_input* input, d3d12fuzz_root_signature_result* result) {
                static_cast<Runner<convention>*>(context)->run(*input, *result);
              },
          .destroy = [](void* context) { delete static_cast<Runner<convention>*>(context); }};
}

}  // namespace

d3d12fuzz_candidate make_candidate(const LoadedLibrary& library, CallingConvention convention) {
  return convention == CallingConvention::ms_abi ? make<CallingConvention::ms_abi>(library)
                                                 : make<CallingConvention::sysv_abi>(library);
}

}  // namespace d3d12fuzz::d3d12
