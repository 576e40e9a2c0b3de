// The C declarations of the interfaces, whose tables are plain structs. Only this file sees them, as the same names are
// classes elsewhere. It also defines the interface ids that the headers only declare.
#define CINTERFACE
#define INITGUID
#include "domains/d3d12_types.h"
// The switches above must come before any header of D3D12.
#include "candidates/d3d12/com_interfaces.h"

namespace d3d12fuzz::d3d12 {
namespace {

constexpr std::size_t slot(std::size_t offset) { return offset / sizeof(void*); }

}  // namespace

const std::size_t kReleaseSlot = slot(offsetof(IUnknownVtbl, Release));
const std::size_t kBlobGetBufferPointerSlot = slot(offsetof(ID3D10BlobVtbl, GetBufferPointer));
const std::size_t kBlobGetBufferSizeSlot = slot(offsetof(ID3D10BlobVtbl, GetBufferSize));
const std::size_t kDeserializerGetRootSignatureDescAtVersionSlot =
    slot(offsetof(ID3D12VersionedRootSignatureDeserializerVtbl, GetRootSignatureDescAtVersion));
const std::size_t kDeserializerGetUnconvertedRootSignatureDescSlot =
    slot(offsetof(ID3D12VersionedRootSignatureDeserializerVtbl, GetUnconvertedRootSignatureDesc));
const std::size_t kLegacyDeserializerGetRootSignatureDescSlot =
    slot(offsetof(ID3D12RootSignatureDeserializerVtbl, GetRootSignatureDesc));
const std::size_t kDeviceCheckFeatureSupportSlot = slot(offsetof(ID3D12DeviceVtbl, CheckFeatureSupport));
const std::size_t kDeviceCreateRootSignatureSlot = slot(offsetof(ID3D12DeviceVtbl, CreateRootSignature));

}  // namespace d3d12fuzz::d3d12
