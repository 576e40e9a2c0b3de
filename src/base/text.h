/// Small helpers for building text where the formatting library may not be used (fuzz targets link libc++ alone).
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace d3d12fuzz {

/// "0x1F"
inline std::string hex(std::uint64_t value) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string text;
  do {
    text.insert(text.begin(), digits[value & 15]);
    value >>= 4;
  } while (value != 0);
  return "0x" + text;
}

/// "2 s", "200 ms"
inline std::string duration_text(std::chrono::milliseconds duration) {
  const auto count = duration.count();
  return count % 1000 == 0 ? std::to_string(count / 1000) + " s" : std::to_string(count) + " ms";
}

}  // namespace d3d12fuzz
