/// Values that an implementation reports, as flat lists that the oracle merges without knowing what they mean.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/leaf.h"
#include "oracle/stage.h"

namespace d3d12fuzz {

/// Which value: a field of the domain's table and up to two indices. Ordered by field, then by the indices.
struct ObservableKey {
  // In the order in which a little-endian machine loads all three as one number.
  std::uint16_t second = 0;
  std::uint16_t first = 0;
  std::uint32_t field = 0;

  constexpr ObservableKey() = default;
  constexpr ObservableKey(std::uint16_t of_field, std::uint16_t first_index, std::uint16_t second_index)
      : second(second_index), first(first_index), field(of_field) {}

  constexpr std::uint64_t packed() const {
    return (static_cast<std::uint64_t>(field) << 32) | (static_cast<std::uint64_t>(first) << 16) | second;
  }
  friend constexpr bool operator==(ObservableKey a, ObservableKey b) { return a.packed() == b.packed(); }
};
BOOST_DESCRIBE_STRUCT(ObservableKey, (), (second, first, field))

struct Observable {
  ObservableKey key;
  std::uint64_t value = 0;
};
BOOST_DESCRIBE_STRUCT(Observable, (), (key, value))

/// Lists of observables are in ascending order of their keys.
using Observables = std::vector<Observable>;

/// What a field of a domain's observables is called and where it is seen.
struct ObservableField {
  std::string_view path;                 ///< "[]" stands for an index: "parameters[].table_size"
  Stage stage;                           ///< the stage whose answer decides whether the value exists
  const LeafMeaning* meaning = nullptr;  ///< names for its values, if it has any
  Status when = Status::accepted;        ///< what that answer must be
};

/// The value UINT64_MAX: a table without end, a register that nothing covers.
inline constexpr std::uint64_t kNoValue = ~std::uint64_t{0};

/// The field's path with the key's indices put in.
std::string path_of(const ObservableField& field, ObservableKey key);

/// The key behind such a path; nothing if no field has it.
std::optional<ObservableKey> key_of(std::span<const ObservableField> fields, std::string_view path);

}  // namespace d3d12fuzz
