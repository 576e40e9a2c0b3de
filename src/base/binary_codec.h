/// The compact form of a case that fuzz engines and worker processes exchange.
///
/// Layout: one version byte, then the fields in order. A leaf is its number, little-endian, in as many bytes as it has.
/// A list is a byte 1 before each element and a byte 0 behind the last, so that a byte mutator inserts and deletes
/// elements locally. A choice is a byte for the alternative, taken modulo their number, and the alternative. Any byte
/// string decodes: what is missing reads as zero, elements beyond a list's cap are dropped, and a closed enumeration
/// takes its value modulo the number of its names.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/type_info.h"

namespace d3d12fuzz {

class BinaryWriter {
 public:
  explicit BinaryWriter(std::vector<std::uint8_t>& out) : out_(out) {}

  template <class T>
  void write(const T& value) {
    if constexpr (Leaf<T>) {
      write_number(raw(value));
    } else if constexpr (List<T>) {
      for (const auto& element : value) {
        out_.push_back(1);
        write(element);
      }
      out_.push_back(0);
    } else if constexpr (Choice<T>) {
      out_.push_back(static_cast<std::uint8_t>(value.index()));
      std::visit([this](const auto& alternative) { this->write(alternative); }, value);
    } else {
      for_each_member<T>([&](auto member) { write(value.*member.pointer); });
    }
  }

 private:
  template <std::unsigned_integral N>
  void write_number(N number) {
    for (std::size_t i = 0; i < sizeof(N); ++i) out_.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
  }

  std::vector<std::uint8_t>& out_;
};

class BinaryReader {
 public:
  explicit BinaryReader(std::span<const std::uint8_t> in) : in_(in) {}

  std::uint8_t read_byte() { return position_ < in_.size() ? in_[position_++] : std::uint8_t{0}; }

  template <class T>
  void read(T& value) {
    if constexpr (Leaf<T>) {
      auto number = read_number<std::underlying_type_t<T>>();
      const LeafMeaning& meaning = leaf_meaning(T{});
      if (meaning.closed && find_name(meaning, number) == nullptr) {
        number = static_cast<std::underlying_type_t<T>>(meaning.names[number % meaning.names.size()].value);
      }
      value = static_cast<T>(number);
    } else if constexpr (List<T>) {
      std::size_t count = 0;
      while ((read_byte() & 1) != 0) {
        if (count < max_elements<typename T::value_type>) {
          if (count == value.size()) value.emplace_back();
          read(value[count++]);
        } else {
          typename T::value_type dropped;
          read(dropped);
        }
      }
      value.resize(count);
    } else if constexpr (Choice<T>) {
      with_alternative(value, read_byte() % std::variant_size_v<T>,
                       [this](auto& alternative) { this->read(alternative); });
    } else {
      for_each_member<T>([&](auto member) { read(value.*member.pointer); });
    }
  }

 private:
  template <std::unsigned_integral N>
  N read_number() {
    N number = 0;
    const bool whole = in_.size() - position_ >= sizeof(N);
    for (std::size_t i = 0; i < sizeof(N); ++i) {
      const std::uint8_t byte = whole ? in_[position_ + i] : read_byte();
      number |= static_cast<N>(static_cast<N>(byte) << (8 * i));
    }
    if (whole) position_ += sizeof(N);
    return number;
  }

  std::span<const std::uint8_t> in_;
  std::size_t position_ = 0;
};

/// Appends the encoding of `value` to `out`.
template <Record T>
void encode(std::uint8_t version, const T& value, std::vector<std::uint8_t>& out) {
  out.push_back(version);
  BinaryWriter(out).write(value);
}

/// Decodes any bytes; the version byte is skipped (corpora of other versions are converted before they are used).
template <Record T>
void decode(std::span<const std::uint8_t> bytes, T& value) {
  BinaryReader reader(bytes);
  reader.read_byte();
  reader.read(value);
}

}  // namespace d3d12fuzz
