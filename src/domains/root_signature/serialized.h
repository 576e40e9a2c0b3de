/// Writes serialized root signatures as Direct3D does.
#pragma once

#include <cstdint>
#include <vector>

#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// The 32-bit words of the serialized form (DT-080): container, RTS0 part and digest, in canonical order. Of the case
/// version, flags, parameters and static samplers count. Nothing is judged: what is illegal is written as it stands; a
/// parameter of unknown type has no payload.
std::vector<std::uint32_t> serialized_words(const RootSignatureCase& value);

/// The same as bytes.
std::vector<std::uint8_t> write_serialized(const RootSignatureCase& value);

}  // namespace d3d12fuzz::root_signature
