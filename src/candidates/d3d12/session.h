/// What the domains have in common that a D3D12 library is asked about: its deserializer, its device.
#pragma once

#include <array>
#include <optional>

#include "candidates/d3d12/com_call.h"
#include "candidates/d3d12/description.h"
#include "candidates/d3d12/library_file.h"
#include "candidates/d3d12/progress.h"

namespace d3d12fuzz::d3d12 {

/// Where descriptions go, and which of them were observed.
struct Descriptions {
  std::uint32_t& observed;
  d3d12fuzz_description& description_1_0;
  d3d12fuzz_description& description_1_1;
  d3d12fuzz_description& description_1_2;
};

template <class Result>
Descriptions descriptions_of(Result& result) {
  return {result.observed, result.description_1_0, result.description_1_1, result.description_1_2};
}

/// A library in use. Its device is made when the first root signature is to be created.
template <CallingConvention convention>
class Session {
 public:
  explicit Session(const LoadedLibrary& library) : library_(library) {}

  const LoadedLibrary& library() const { return library_; }

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

  /// D3D12CreateVersionedRootSignatureDeserializer. \return its HRESULT
  std::int32_t create_deserializer(BlobBytes bytes, ComObject<convention>& out) const {
    return call_export<convention, std::int32_t>(
        library_.create_deserializer, bytes.data, bytes.size,
        static_cast<const void*>(&IID_ID3D12VersionedRootSignatureDeserializer), out.receive());
  }

  /// Copies what a deserializer gives at each version.
  /// \param stage  accepted at call; becomes what one of them is answered with otherwise: a refusal at one version says
  ///               more than that another is not implemented
  void describe(const ComObject<convention>& deserializer, Descriptions result, d3d12fuzz_stage_result& stage) {
    const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* desc = nullptr;
    const auto describe_at = [&](std::uint32_t version) {
      const d3d12fuzz_stage_result answer = describe_at_version(deserializer, version, desc);
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

  /// \param binding_tier  that of the device which the case is meant for: one of another tier has no say
  void create(std::uint32_t binding_tier, BlobBytes bytes, d3d12fuzz_progress& progress) {
    enter(progress, D3D12FUZZ_STAGE_CREATE);
    if (!device_asked_for_) make_device();
    if (!device_) {
      leave(progress, D3D12FUZZ_STAGE_CREATE, D3D12FUZZ_STATUS_UNSUPPORTED, device_hresult_);
      return;
    }
    if (binding_tier != binding_tier_) {
      leave_unsupported(progress, D3D12FUZZ_STAGE_CREATE);
      return;
    }
    ComObject<convention> root_signature;
    const auto hresult = device_.template call<std::int32_t>(
        kDeviceCreateRootSignatureSlot, std::uint32_t{0}, bytes.data, bytes.size,
        static_cast<const void*>(&IID_ID3D12RootSignature), root_signature.receive());
    leave(progress, D3D12FUZZ_STAGE_CREATE, status_of(hresult, static_cast<bool>(root_signature)), hresult);
  }

 private:
  /// \param desc  what the deserializer owns; valid if the status is ACCEPTED
  d3d12fuzz_stage_result describe_at_version(const ComObject<convention>& deserializer, std::uint32_t version,
                                             const D3D12_VERSIONED_ROOT_SIGNATURE_DESC*& desc) {
    desc = nullptr;
    const auto hresult =
        deserializer.template call<std::int32_t>(kDeserializerGetRootSignatureDescAtVersionSlot, version, &desc);
    // The elements of another version have another size.
    const bool has_version = hresult >= 0 && desc != nullptr && number(desc->Version) == version;
    return {status_of(hresult, has_version), hresult};
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
  ComObject<convention> device_;
  bool device_asked_for_ = false;
  std::uint32_t binding_tier_ = 0;  ///< of the device; 0 if it does not say
  std::optional<bool> supports_1_2_;
  std::int32_t device_hresult_ = static_cast<std::int32_t>(kNotImplemented);
};

}  // namespace d3d12fuzz::d3d12
