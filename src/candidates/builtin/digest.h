/// The hash of a DXBC container: MD5 with a padding of its own (DT-080; published as INF-0004 of the HLSL specs).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "candidates/builtin/builtin.h"

namespace d3d12fuzz::builtin {

using Digest = std::array<std::uint32_t, 4>;

/// The digest of everything behind it in a container, which is whole little-endian words. The padding of MD5 gives the
/// length once, as 64 bits at the end; here the number of bits comes first in the last block, and a quarter of it with
/// the lowest bit set comes last.
Digest container_digest(std::span<const std::uint32_t> words, Fault fault);

}  // namespace d3d12fuzz::builtin
