/// From a case to the official structs.
#pragma once

#include "base/memory_image.h"
#include "domains/d3d12_types.h"
#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// Adds the desc of `value` to an image, in the form that its `lowering` asks for. Official structs are filled by byte
/// copy: an illegal enum value is never loaded through its official type.
/// \return the block that holds the D3D12_VERSIONED_ROOT_SIGNATURE_DESC
MemoryImage::BlockId lower(const RootSignatureCase& value, MemoryImage& image);

/// Where an image puts what is placed so.
MemoryImage::Placement placement_of(ArrayPlacement array_placement);

}  // namespace d3d12fuzz::root_signature
