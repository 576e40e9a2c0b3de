/// Tolerances as the C interface numbers them and as the oracle has them.
#pragma once

#include <cstdint>

#include "candidates/d3d12fuzz_candidate.h"
#include "oracle/tolerances.h"

namespace d3d12fuzz {

/// Of d3d12fuzz_candidate.tolerances. Bits that mean nothing are left out.
constexpr Tolerances tolerances_of(std::uint32_t declared) {
  return {.illegal = (declared & D3D12FUZZ_TOLERATES_ILLEGAL) != 0,
          .refusals = (declared & D3D12FUZZ_TOLERATES_REFUSALS) != 0};
}

}  // namespace d3d12fuzz
