/// Faults of conduct as the C interface numbers them and as the oracle does.
#pragma once

#include <cstdint>

#include "candidates/d3d12fuzz_worker.h"
#include "oracle/conduct.h"

namespace d3d12fuzz {

static_assert(D3D12FUZZ_CONDUCT_WROTE_OUTSIDE == bit_of(Conduct::wrote_outside));
static_assert(D3D12FUZZ_CONDUCT_WROTE_INPUT == bit_of(Conduct::wrote_input));
static_assert(D3D12FUZZ_CONDUCT_FLOATING_POINT == bit_of(Conduct::floating_point));
static_assert(D3D12FUZZ_CONDUCT_LOCALE == bit_of(Conduct::locale));
static_assert(D3D12FUZZ_CONDUCT_SIGNAL_HANDLERS == bit_of(Conduct::signal_handlers));
static_assert(D3D12FUZZ_CONDUCT_DESCRIPTORS == bit_of(Conduct::descriptors));
static_assert(D3D12FUZZ_CONDUCT_LEAK == bit_of(Conduct::leak));
static_assert(D3D12FUZZ_CONDUCT_BITS == kConductCount);

/// Outcome::conduct of what a worker reported. Bits that mean nothing are left out: a worker that was written over may
/// send any.
constexpr std::uint32_t conduct_of(std::uint32_t reported) {
  return reported & ((std::uint32_t{1} << kConductCount) - 1);
}

}  // namespace d3d12fuzz
