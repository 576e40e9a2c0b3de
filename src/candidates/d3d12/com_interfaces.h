/// Where the COM methods that the harness calls stand in their interfaces' tables, taken from the official C
/// declarations.
#pragma once

#include <cstddef>

namespace d3d12fuzz::d3d12 {

extern const std::size_t kReleaseSlot;  ///< of every COM object

extern const std::size_t kBlobGetBufferPointerSlot;
extern const std::size_t kBlobGetBufferSizeSlot;
extern const std::size_t kDeserializerGetRootSignatureDescAtVersionSlot;    ///< of the versioned deserializer
extern const std::size_t kDeserializerGetUnconvertedRootSignatureDescSlot;  ///< likewise
extern const std::size_t kLegacyDeserializerGetRootSignatureDescSlot;       ///< of ID3D12RootSignatureDeserializer
extern const std::size_t kDeviceCheckFeatureSupportSlot;
extern const std::size_t kDeviceCreateRootSignatureSlot;

}  // namespace d3d12fuzz::d3d12
