/// What a leaf field of a case means. A leaf is an enum type with a fixed unsigned underlying type, so that any bit
/// pattern, legal or not, is a value of it; its meaning is found through the function `leaf_meaning(T)` beside it.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace d3d12fuzz {

enum class LeafKind : std::uint8_t {
  enumeration,  ///< one of `names`, or an illegal value
  flags,        ///< a set of the bits in `names`, or more
  count,        ///< how many; with `position` it makes an interval
  position,     ///< where an interval starts: a register, an offset
  number,       ///< any other number
  real,         ///< a binary32 floating-point number, by its bits: NaNs keep their payload
};

struct NamedValue {
  std::string_view name;
  std::uint64_t value;
};

struct LeafMeaning {
  std::string_view type_name;
  LeafKind kind;
  std::uint64_t simplest;             ///< what shrinking aims at
  std::span<const NamedValue> names;  ///< enumerators, flag bits, or sentinels of a number
  /// Values at which rules change: drawn by generation and mutation, enumerated by the small-scope mode. Of a real the
  /// simplest first.
  std::span<const std::uint64_t> boundaries;
  /// Only the values in `names` are structurally sound: decoding maps others onto them, loading refuses them.
  bool closed = false;
};

template <class T>
concept Leaf = std::is_enum_v<T> && std::unsigned_integral<std::underlying_type_t<T>> && requires(T value) {
  { leaf_meaning(value) } -> std::same_as<const LeafMeaning&>;
};

/// The number behind a leaf.
template <Leaf T>
constexpr auto raw(T value) {
  return static_cast<std::underlying_type_t<T>>(value);
}

/// Whether `value` has a name of its own in `meaning`.
constexpr const NamedValue* find_name(const LeafMeaning& meaning, std::uint64_t value) {
  for (const NamedValue& named : meaning.names) {
    if (named.value == value) return &named;
  }
  return nullptr;
}

/// How far a value is from the simplest one; compares like a pair, so that no value of 64 bits wraps.
struct Distance {
  std::uint32_t group =
      0;  ///< 0 for the simplest; of flags the number of bits; else zero, names, numbers in this order
  std::uint64_t in_group = 0;  ///< the position of the name (of a real: of the boundary), or the number itself

  friend auto operator<=>(const Distance&, const Distance&) = default;
};

/// The simplest value first, then zero, then named values in their order, then plain numbers by size. Fewer set bits
/// are simpler in flags. Of a real the boundaries stand for names, and others are ordered by their bits.
Distance distance_from_simplest(const LeafMeaning& meaning, std::uint64_t value);

}  // namespace d3d12fuzz
