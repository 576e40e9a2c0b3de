/// Where a generator's choices come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/hash.h"

namespace d3d12fuzz {

/// Counter-based: the choices of case `index` are a function of (seed, index) alone, so that any case can be drawn
/// without those before it. The sequence is the same with every compiler and library.
class ChoiceSource {
 public:
  ChoiceSource(std::uint64_t seed, std::uint64_t index) : key_(mix64(seed ^ mix64(index))) {}

  std::uint64_t bits64() { return mix64(key_ + 0x9E3779B97F4A7C15u * ++counter_); }
  std::uint32_t bits32() { return static_cast<std::uint32_t>(bits64() >> 32); }

  /// Uniform in [0, bound); bound > 0. The bias is below bound / 2^32.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(bits32()) * bound) >> 32);
  }

  /// Uniform in [low, high], both included.
  std::uint32_t between(std::uint32_t low, std::uint32_t high) {
    return high - low == 0xFFFFFFFFu ? bits32() : low + below(high - low + 1);
  }

  /// True once in `n` times.
  bool one_in(std::uint32_t n) { return below(n) == 0; }

  template <class T, std::size_t Extent>
  T& pick(std::span<T, Extent> values) {
    return values[below(static_cast<std::uint32_t>(values.size()))];
  }
  template <class T, std::size_t N>
  const T& pick(const T (&values)[N]) {
    return values[below(static_cast<std::uint32_t>(N))];
  }

 private:
  std::uint64_t key_;
  std::uint64_t counter_ = 0;
};

}  // namespace d3d12fuzz
