/// Hashes that are the same on every platform and in every run.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace d3d12fuzz {

/// A bijective mix of 64 bits (the finaliser of SplitMix64).
constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

/// FNV-1a, 64 bits, mixed.
constexpr std::uint64_t stable_hash(std::span<const std::uint8_t> bytes) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001B3u;
  return mix64(hash);
}

constexpr std::uint64_t stable_hash(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001B3u;
  return mix64(hash);
}

}  // namespace d3d12fuzz
