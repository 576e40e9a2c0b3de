/// A buffer of frames: bytes at a multiple of 16, as case records want them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace d3d12fuzz::wire {

/// Little-endian numbers at any address; the harness runs on little-endian processors alone.
template <class Number>
Number load(const std::byte* at) {
  Number value;
  std::memcpy(&value, at, sizeof(value));
  return value;
}

template <class Number>
void store(std::byte* at, Number value) {
  std::memcpy(at, &value, sizeof(value));
}

inline std::size_t padded(std::size_t size, std::size_t to) { return (size + to - 1) / to * to; }

/// Grows like a vector, but leaves what it gains as it is.
class Buffer {
 public:
  std::byte* data() { return reinterpret_cast<std::byte*>(units_.data()); }
  const std::byte* data() const { return reinterpret_cast<const std::byte*>(units_.data()); }
  std::size_t size() const { return size_; }
  std::span<const std::byte> bytes() const { return {data(), size_}; }
  void clear() { size_ = 0; }

  /// Room for `count` more bytes, whose values are anything. \return where they begin; valid until the next call
  std::byte* extend(std::size_t count) {
    if (size_ + count > units_.size() * sizeof(Unit)) units_.resize(2 * (size_ + count) / sizeof(Unit) + 64);
    std::byte* const at = data() + size_;
    size_ += count;
    return at;
  }

 private:
  struct alignas(16) Unit {
    std::byte bytes[16];
  };
  std::vector<Unit> units_;
  std::size_t size_ = 0;
};

}  // namespace d3d12fuzz::wire
