#include "candidates/d3d12/root_signature.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <optional>

#include "candidates/d3d12/com_call.h"
#include "candidates/d3d12/down_conversion.h"

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

std::uint32_t flags_of(const D3D12_ROOT_DESCRIPTOR&) { return 0; }
std::uint32_t flags_of(const D3D12_ROOT_DESCRIPTOR1& descriptor) { return number(descriptor.Flags); }

std::uint32_t flags_of(const D3D12_STATIC_SAMPLER_DESC&) { return 0; }
std::uint32_t flags_of(const D3D12_STATIC_SAMPLER_DESC1& sampler) { return number(sampler.Flags); }

/// Copies a parameter; the ranges of a table go behind those that there are.
template <class Parameter>
void copy_parameter(const Parameter& parameter, d3d12fuzz_described_parameter& to, d3d12fuzz_description& out) {
  to.parameter_type = number(parameter.ParameterType);
  to.shader_visibility = number(parameter.ShaderVisibility);
  switch (to.parameter_type) {
    case D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE:
      to.num_ranges = parameter.DescriptorTable.NumDescriptorRanges;
      copy_ranges(parameter.DescriptorTable.pDescriptorRanges, to.num_ranges, out.num_ranges, out);
      // A sum that wraps would hide that there are too many.
      out.num_ranges += std::min(to.num_ranges, UINT32_MAX - out.num_ranges);
      return;
    case D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS:
      to.shader_register = parameter.Constants.ShaderRegister;
      to.register_space = parameter.Constants.RegisterSpace;
      to.num_32bit_values = parameter.Constants.Num32BitValues;
      return;
    case D3D12_ROOT_PARAMETER_TYPE_CBV:
    case D3D12_ROOT_PARAMETER_TYPE_SRV:
    case D3D12_ROOT_PARAMETER_TYPE_UAV:
      to.shader_register = parameter.Descriptor.ShaderRegister;
      to.register_space = parameter.Descriptor.RegisterSpace;
      to.flags = flags_of(parameter.Descriptor);
      return;
    default:
      return;
  }
}

template <class Sampler>
d3d12fuzz_described_static_sampler described(const Sampler& sampler) {
  return {.filter = number(sampler.Filter),
          .address_u = number(sampler.AddressU),
          .address_v = number(sampler.AddressV),
          .address_w = number(sampler.AddressW),
          .mip_lod_bias = number(sampler.MipLODBias),
          .max_anisotropy = sampler.MaxAnisotropy,
          .comparison_func = number(sampler.ComparisonFunc),
          .border_color = number(sampler.BorderColor),
          .min_lod = number(sampler.MinLOD),
          .max_lod = number(sampler.MaxLOD),
          .shader_register = sampler.ShaderRegister,
          .register_space = sampler.RegisterSpace,
          .shader_visibility = number(sampler.ShaderVisibility),
          .flags = flags_of(sampler)};
}

/// Counts are those that the library gave; elements are read only as far as the caller has room for them.
template <class Desc>
void copy_description(const Desc& desc, d3d12fuzz_description& out) {
  out.flags = number(desc.Flags);
  out.num_parameters = desc.NumParameters;
  out.num_ranges = 0;
  out.num_static_samplers = desc.NumStaticSamplers;
  for (std::uint32_t p = 0; p < std::min(desc.NumParameters, out.parameter_capacity); ++p) {
    out.parameters[p] = {};
    if (desc.pParameters != nullptr) copy_parameter(desc.pParameters[p], out.parameters[p], out);
  }
  for (std::uint32_t i = 0; i < std::min(desc.NumStaticSamplers, out.static_sampler_capacity); ++i) {
    out.static_samplers[i] = {};
    if (desc.pStaticSamplers != nullptr) out.static_samplers[i] = described(desc.pStaticSamplers[i]);
  }
}

template <CallingConvention convention>
class Runner {
 public:
  Runner(const LoadedLibrary& library, std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version)
      : library_(library), max_version_(max_version) {}

  void run(const d3d12fuzz_root_signature_input& input, d3d12fuzz_root_signature_result& result) {
    d3d12fuzz_progress& progress = *result.progress;
    if (!supports(input)) {
      enter(progress, D3D12FUZZ_STAGE_SERIALIZE);
      leave(progress, D3D12FUZZ_STAGE_SERIALIZE, D3D12FUZZ_STATUS_UNSUPPORTED, as_hresult(kNotImplemented));
      return;
    }
    ComObject<convention> blob;
    BlobBytes bytes{};
    if (!serialize(input, result, blob, bytes)) return;
    const bool goes_on = deserialize(bytes, result);
    forget_what_was_converted(input, result);
    if (goes_on) create(input.resource_binding_tier, bytes, progress);
  }

 private:
  static std::int32_t as_hresult(std::uint32_t value) { return static_cast<std::int32_t>(value); }

  bool supports(const d3d12fuzz_root_signature_input& input) {
    if (input.platform != D3D12FUZZ_PLATFORM_PC) return false;
    if (input.serializer == D3D12FUZZ_SERIALIZER_LEGACY && library_.serialize_legacy == nullptr) return false;
    const std::uint32_t version = number(input.desc->Version);
    if (!max_version_) return version != D3D_ROOT_SIGNATURE_VERSION_1_2 || supports_1_2();
    if (input.serializer != D3D12FUZZ_SERIALIZER_VERSIONED || library_.serialize_legacy == nullptr) return false;
    return conversion_keeps_rules(*input.desc, *max_version_);
  }

  /// The blob of a desc that was converted down, and its descriptions above that version, are not those of the case.
  void forget_what_was_converted(const d3d12fuzz_root_signature_input& input,
                                 d3d12fuzz_root_signature_result& result) const {
    if (!max_version_ || number(input.desc->Version) <= static_cast<std::uint32_t>(*max_version_)) return;
    result.observed &= ~(D3D12FUZZ_OBSERVED_BLOB | D3D12FUZZ_OBSERVED_DESCRIPTION_1_2);
    if (*max_version_ == D3D_ROOT_SIGNATURE_VERSION_1_0) result.observed &= ~D3D12FUZZ_OBSERVED_DESCRIPTION_1_1;
  }

  /// Version 1.2 came late: a library that refuses an empty desc of it does not know it.
  bool supports_1_2() {
    if (!supports_1_2_) {
      D3D12_VERSIONED_ROOT_SIGNATURE_DESC desc;
      std::memset(static_cast<void*>(&desc), 0, sizeof(desc));
      desc.Version = D3D_ROOT_SIGNATURE_VERSION_1_2;
      ComObject<convention> blob;
      ComObject<convention> error;
      const auto hresult = call_export<convention, std::int32_t>(library_.serialize, static_cast<const void*>(&desc),
                                                                 blob.receive(), error.receive());
      supports_1_2_ = hresult >= 0 && blob;
    }
    return *supports_1_2_;
  }

  bool serialize(const d3d12fuzz_root_signature_input& input, d3d12fuzz_root_signature_result& result,
                 ComObject<convention>& blob, BlobBytes& bytes) {
    d3d12fuzz_progress& progress = *result.progress;
    enter(progress, D3D12FUZZ_STAGE_SERIALIZE);
    // Filled beforehand, so that a pointer that was written can be told from one that was not.
    static std::byte nothing;
    void* const untouched = &nothing;
    void* written = untouched;
    ComObject<convention> error;
    std::int32_t hresult;
    if (input.serializer == D3D12FUZZ_SERIALIZER_LEGACY) {
      hresult = call_export<convention, std::int32_t>(library_.serialize_legacy,
                                                      static_cast<const void*>(&input.desc->Desc_1_0),
                                                      input.legacy_version, &written, error.receive());
    } else if (max_version_) {
      hresult = serialize_down(library_, convention, *input.desc, *max_version_, &written, error.receive());
    } else {
      hresult = call_export<convention, std::int32_t>(library_.serialize, static_cast<const void*>(input.desc),
                                                      &written, error.receive());
    }
    if (hresult >= 0 && written != untouched) {
      *blob.receive() = written;
      if (blob) bytes = bytes_of(blob);
    }
    result.blob_written = written != untouched ? 1 : 0;
    result.error_blob_set = error ? 1 : 0;
    result.observed |= D3D12FUZZ_OBSERVED_OUT_POINTERS;
    if (bytes.data != nullptr && input.observe_blob != 0) {
      result.blob_size = bytes.size;
      std::memcpy(result.blob, bytes.data, std::min<std::size_t>(bytes.size, result.blob_capacity));
      result.observed |= D3D12FUZZ_OBSERVED_BLOB;
    }
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
      // A refusal at one version says more than that another is not implemented.
      const auto describe_at = [&](std::uint32_t version) {
        const d3d12fuzz_stage_result answer = describe(deserializer, version, desc);
        const bool accepted = answer.status == D3D12FUZZ_STATUS_ACCEPTED;
        if (!accepted && stage.status != D3D12FUZZ_STATUS_REJECTED) stage = answer;
        return accepted;
      };
      if (describe_at(D3D_ROOT_SIGNATURE_VERSION_1_0)) {
        copy_description(desc->Desc_1_0, result.description_1_0);
        result.observed |= D3D12FUZZ_OBSERVED_DESCRIPTION_1_0;
      }
      if (describe_at(D3D_ROOT_SIGNATURE_VERSION_1_1)) {
        copy_description(desc->Desc_1_1, result.description_1_1);
        result.observed |= D3D12FUZZ_OBSERVED_DESCRIPTION_1_1;
      }
      if (supports_1_2() && describe_at(D3D_ROOT_SIGNATURE_VERSION_1_2)) {
        copy_description(desc->Desc_1_2, result.description_1_2);
        result.observed |= D3D12FUZZ_OBSERVED_DESCRIPTION_1_2;
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

  /// \param binding_tier  that of the device which the case is meant for: one of another tier has no say
  void create(std::uint32_t binding_tier, BlobBytes bytes, d3d12fuzz_progress& progress) {
    enter(progress, D3D12FUZZ_STAGE_CREATE);
    if (!device_asked_for_) make_device();
    if (!device_) {
      leave(progress, D3D12FUZZ_STAGE_CREATE, D3D12FUZZ_STATUS_UNSUPPORTED, device_hresult_);
      return;
    }
    if (binding_tier != binding_tier_) {
      leave(progress, D3D12FUZZ_STAGE_CREATE, D3D12FUZZ_STATUS_UNSUPPORTED, as_hresult(kNotImplemented));
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
    if (!device_) return;
    D3D12_FEATURE_DATA_D3D12_OPTIONS options;
    std::memset(static_cast<void*>(&options), 0, sizeof(options));
    const auto hresult = device_.template call<std::int32_t>(
        kDeviceCheckFeatureSupportSlot, static_cast<std::uint32_t>(D3D12_FEATURE_D3D12_OPTIONS),
        static_cast<void*>(&options), static_cast<std::uint32_t>(sizeof(options)));
    if (hresult >= 0) binding_tier_ = number(options.ResourceBindingTier);
  }

  LoadedLibrary library_;
  std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version_;
  ComObject<convention> device_;
  bool device_asked_for_ = false;
  std::uint32_t binding_tier_ = 0;  ///< of the device; 0 if it does not say
  std::optional<bool> supports_1_2_;
  std::int32_t device_hresult_ = static_cast<std::int32_t>(kNotImplemented);
};

template <CallingConvention convention>
d3d12fuzz_candidate make(const LoadedLibrary& library, std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version) {
  return {.version = D3D12FUZZ_CANDIDATE_VERSION,
          .context = new Runner<convention>(library, max_version),
          .root_signature =
              [](void* context, const d3d12fuzz_root_signature_input* input, d3d12fuzz_root_signature_result* result) {
                static_cast<Runner<convention>*>(context)->run(*input, *result);
              },
          .destroy = [](void* context) { delete static_cast<Runner<convention>*>(context); }};
}

}  // namespace

d3d12fuzz_candidate make_candidate(const LoadedLibrary& library, CallingConvention convention,
                                   std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version) {
  return convention == CallingConvention::ms_abi ? make<CallingConvention::ms_abi>(library, max_version)
                                                 : make<CallingConvention::sysv_abi>(library, max_version);
}

}  // namespace d3d12fuzz::d3d12
