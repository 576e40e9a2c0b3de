/// The helper of the official d3dx12.h that serializes a root signature at a version that a runtime knows.
#pragma once

#include <cstdint>

#include "candidates/d3d12/calling_convention.h"
#include "candidates/d3d12/library_file.h"
#include "domains/d3d12_types.h"

namespace d3d12fuzz::d3d12 {

/// D3DX12SerializeVersionedRootSignature over the library's serializers: a desc above `max_version` is converted down
/// first, and what the lower version does not have is dropped unseen (DT-083, DT-084).
/// \param blob, error  as the serializer's
/// \return an HRESULT
std::int32_t serialize_down(const LoadedLibrary& library, CallingConvention convention,
                            const D3D12_VERSIONED_ROOT_SIGNATURE_DESC& desc, D3D_ROOT_SIGNATURE_VERSION max_version,
                            void** blob, void** error);

/// Whether what a library says of the converted desc says something of the desc: no flag is lost that may break a rule,
/// as the library cannot refuse what it is never shown, and the helper itself does not refuse.
bool conversion_keeps_rules(const D3D12_VERSIONED_ROOT_SIGNATURE_DESC& desc, D3D_ROOT_SIGNATURE_VERSION max_version);

}  // namespace d3d12fuzz::d3d12
