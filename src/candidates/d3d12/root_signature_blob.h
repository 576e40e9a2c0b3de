/// Domain root_signature_blob on a D3D12 library: deserialize, create.
#pragma once

#include <algorithm>
#include <cstring>

#include "candidates/d3d12/session.h"

namespace d3d12fuzz::d3d12 {

template <CallingConvention convention>
class RootSignatureBlobRunner {
 public:
  explicit RootSignatureBlobRunner(Session<convention>& session) : session_(session) {}

  void run(const d3d12fuzz_root_signature_blob_input& input, d3d12fuzz_root_signature_blob_result& result) {
    d3d12fuzz_progress& progress = *result.progress;
    enter(progress, D3D12FUZZ_STAGE_DESERIALIZE);
    const bool legacy = input.deserializer == D3D12FUZZ_DESERIALIZER_LEGACY;
    if (input.platform != D3D12FUZZ_PLATFORM_PC ||
        (legacy && session_.library().create_deserializer_legacy == nullptr)) {
      leave_unsupported(progress, D3D12FUZZ_STAGE_DESERIALIZE);
      return;
    }
    const BlobBytes bytes = {input.blob, input.blob_size};
    const d3d12fuzz_stage_result stage = legacy ? deserialize_legacy(bytes, result) : deserialize(bytes, result);
    leave(progress, D3D12FUZZ_STAGE_DESERIALIZE, stage.status, stage.hresult);
    if (stage.status == D3D12FUZZ_STATUS_REJECTED) return;
    session_.create(input.resource_binding_tier, bytes, progress);
  }

 private:
  d3d12fuzz_stage_result deserialize(BlobBytes bytes, d3d12fuzz_root_signature_blob_result& result) {
    ComObject<convention> deserializer;
    const std::int32_t hresult = session_.create_deserializer(bytes, deserializer);
    d3d12fuzz_stage_result stage = {status_of(hresult, static_cast<bool>(deserializer)), hresult};
    if (stage.status != D3D12FUZZ_STATUS_ACCEPTED) return stage;
    session_.describe(deserializer, descriptions_of(result), stage);
    serialize_again(deserializer, result);
    return stage;
  }

  /// Serializes what the deserializer stores.
  void serialize_again(const ComObject<convention>& deserializer, d3d12fuzz_root_signature_blob_result& result) {
    const void* const stored =
        deserializer.template call<const void*>(kDeserializerGetUnconvertedRootSignatureDescSlot);
    if (stored == nullptr) return;
    ComObject<convention> blob;
    ComObject<convention> error;
    const auto hresult =
        call_export<convention, std::int32_t>(session_.library().serialize, stored, blob.receive(), error.receive());
    if (hresult < 0 || !blob) return;
    const BlobBytes again = bytes_of(blob);
    if (again.data == nullptr) return;
    result.blob_size = again.size;
    std::memcpy(result.blob, again.data, std::min<std::size_t>(again.size, result.blob_capacity));
    result.observed |= D3D12FUZZ_OBSERVED_BLOB;
  }

  d3d12fuzz_stage_result deserialize_legacy(BlobBytes bytes, d3d12fuzz_root_signature_blob_result& result) {
    ComObject<convention> deserializer;
    const auto hresult = call_export<convention, std::int32_t>(
        session_.library().create_deserializer_legacy, bytes.data, bytes.size,
        static_cast<const void*>(&IID_ID3D12RootSignatureDeserializer), deserializer.receive());
    const std::uint32_t status = status_of(hresult, static_cast<bool>(deserializer));
    if (status != D3D12FUZZ_STATUS_ACCEPTED) return {status, hresult};
    const auto* const desc =
        deserializer.template call<const D3D12_ROOT_SIGNATURE_DESC*>(kLegacyDeserializerGetRootSignatureDescSlot);
    if (desc == nullptr) return {D3D12FUZZ_STATUS_REJECTED, hresult};
    copy_description(*desc, result.description_1_0);
    result.observed |= D3D12FUZZ_OBSERVED_DESCRIPTION_1_0;
    return {status, hresult};
  }

  Session<convention>& session_;
};

}  // namespace d3d12fuzz::d3d12
