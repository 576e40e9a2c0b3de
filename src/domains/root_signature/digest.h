/// The digest of a DXBC container.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace d3d12fuzz::root_signature {

/// The digest over what follows it in the container: MD5 but for the padding (INF-0004 of hlsl-specs, appendix).
/// \param bytes  from the version of the container on
/// \return its four words, in the order in which they are stored
std::array<std::uint32_t, 4> container_digest(std::span<const std::uint8_t> bytes);

}  // namespace d3d12fuzz::root_signature
