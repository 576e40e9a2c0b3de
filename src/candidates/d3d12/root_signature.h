/// Domain root_signature on a D3D12 library: serialize, deserialize, create.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>

#include "candidates/d3d12/down_conversion.h"
#include "candidates/d3d12/session.h"

namespace d3d12fuzz::d3d12 {

template <CallingConvention convention>
class RootSignatureRunner {
 public:
  /// \param max_version  if given, descs are serialized through D3DX12SerializeVersionedRootSignature at this version
  /// at
  ///                     most; what a conversion loses is not observed then
  RootSignatureRunner(Session<convention>& session, std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version)
      : session_(session), max_version_(max_version) {}

  void run(const d3d12fuzz_root_signature_input& input, d3d12fuzz_root_signature_result& result) {
    d3d12fuzz_progress& progress = *result.progress;
    if (!supports(input)) {
      enter(progress, D3D12FUZZ_STAGE_SERIALIZE);
      leave_unsupported(progress, D3D12FUZZ_STAGE_SERIALIZE);
      return;
    }
    ComObject<convention> blob;
    BlobBytes bytes{};
    if (!serialize(input, result, blob, bytes)) return;
    const bool goes_on = deserialize(bytes, result);
    forget_what_was_converted(input, result);
    if (goes_on) session_.create(input.resource_binding_tier, bytes, progress);
  }

 private:
  bool supports(const d3d12fuzz_root_signature_input& input) {
    if (input.platform != D3D12FUZZ_PLATFORM_PC) return false;
    if (input.serializer == D3D12FUZZ_SERIALIZER_LEGACY && session_.library().serialize_legacy == nullptr) return false;
    const std::uint32_t version = number(input.desc->Version);
    if (!max_version_) return version != D3D_ROOT_SIGNATURE_VERSION_1_2 || session_.supports_1_2();
    if (input.serializer != D3D12FUZZ_SERIALIZER_VERSIONED || session_.library().serialize_legacy == nullptr)
      return false;
    return conversion_keeps_rules(*input.desc, *max_version_);
  }

  /// The blob of a desc that was converted down, and its descriptions above that version, are not those of the case.
  void forget_what_was_converted(const d3d12fuzz_root_signature_input& input,
                                 d3d12fuzz_root_signature_result& result) const {
    if (!max_version_ || number(input.desc->Version) <= static_cast<std::uint32_t>(*max_version_)) return;
    result.observed &= ~(D3D12FUZZ_OBSERVED_BLOB | D3D12FUZZ_OBSERVED_DESCRIPTION_1_2);
    if (*max_version_ == D3D_ROOT_SIGNATURE_VERSION_1_0) result.observed &= ~D3D12FUZZ_OBSERVED_DESCRIPTION_1_1;
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
      hresult = call_export<convention, std::int32_t>(session_.library().serialize_legacy,
                                                      static_cast<const void*>(&input.desc->Desc_1_0),
                                                      input.legacy_version, &written, error.receive());
    } else if (max_version_) {
      hresult = serialize_down(session_.library(), convention, *input.desc, *max_version_, &written, error.receive());
    } else {
      hresult = call_export<convention, std::int32_t>(session_.library().serialize,
                                                      static_cast<const void*>(input.desc), &written, error.receive());
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
    const std::int32_t hresult = session_.create_deserializer(bytes, deserializer);
    d3d12fuzz_stage_result stage = {status_of(hresult, static_cast<bool>(deserializer)), hresult};
    if (stage.status == D3D12FUZZ_STATUS_ACCEPTED) session_.describe(deserializer, descriptions_of(result), stage);
    leave(progress, D3D12FUZZ_STAGE_DESERIALIZE, stage.status, stage.hresult);
    return stage.status != D3D12FUZZ_STATUS_REJECTED;
  }

  Session<convention>& session_;
  std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version_;
};

}  // namespace d3d12fuzz::d3d12
