/// Serialized root signatures from elsewhere as cases.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// The case of a serialized root signature, alone in its container or a part of a shader's. Illegal values stay as they
/// are, and the digest is not looked at. The work is linear in the size.
/// \param name  stands for the bytes in errors
/// \throws InputError "NAME: at byte N: found X, expected Y" if the container is truncated, its parts overlap each
/// other
///         or its header, it has no root signature or several, its arrays leave it, or a case cannot hold it
RootSignatureCase import_serialized(std::span<const std::uint8_t> bytes, std::string_view name);

/// What stands in a container, a field a line in the order of offsets: offset, bytes, name, value. Ends with why it
/// cannot be read on, if so.
std::string annotated(std::span<const std::uint8_t> bytes);

}  // namespace d3d12fuzz::root_signature
