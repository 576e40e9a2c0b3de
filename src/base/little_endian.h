/// 32-bit words in bytes, least significant byte first, on any machine and at any offset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace d3d12fuzz {

/// Precondition: 4 bytes are there.
constexpr std::uint32_t load_word(std::span<const std::uint8_t> bytes, std::size_t at = 0) {
  return bytes[at] | std::uint32_t{bytes[at + 1]} << 8 | std::uint32_t{bytes[at + 2]} << 16 |
         std::uint32_t{bytes[at + 3]} << 24;
}

/// Precondition: 4 bytes are there.
constexpr void store_word(std::span<std::uint8_t> bytes, std::size_t at, std::uint32_t word) {
  for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<std::uint8_t>(word >> (8 * i));
}

inline std::vector<std::uint8_t> bytes_of(std::span<const std::uint32_t> words) {
  std::vector<std::uint8_t> bytes(4 * words.size());
  for (std::size_t i = 0; i < words.size(); ++i) store_word(bytes, 4 * i, words[i]);
  return bytes;
}

}  // namespace d3d12fuzz
