/// What implementations of root signatures may report.
#pragma once

#include <span>

#include "oracle/observable.h"

namespace d3d12fuzz::root_signature {

/// Fields in the order in which lists of observables hold them. The description fields come once for version 1.0 and
/// once for 1.1: what a deserializer gives when it is asked for that version.
enum class Field : std::uint16_t {
  cost,              ///< DWORDs of root arguments
  table_size,        ///< [parameter]: highest slot + 1; kNoValue if unbounded
  range_offset,      ///< [parameter][range]: slot of the first descriptor
  lookup_parameter,  ///< [lookup]: the root parameter that covers the register; kNoValue if none
  lookup_slot,       ///< [lookup]: descriptors from the start of that parameter's table
  description_1_0,   ///< the first of kDescriptionFields fields of the description at version 1.0
  description_1_1 = description_1_0 + 11,
};

/// The fields of one description, counted from Field::description_1_0 or Field::description_1_1.
enum class DescriptionField : std::uint16_t {
  flags,
  num_parameters,
  parameter_type,         ///< [parameter]
  shader_visibility,      ///< [parameter]
  num_descriptor_ranges,  ///< [parameter]
  range_type,             ///< [parameter][range], as all below
  num_descriptors,
  base_shader_register,
  register_space,
  range_flags,
  offset_in_descriptors_from_table_start,
};
inline constexpr std::uint16_t kDescriptionFields = 11;

constexpr ObservableKey key(Field field, std::size_t first = 0, std::size_t second = 0) {
  return {static_cast<std::uint16_t>(field), static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(second)};
}

constexpr ObservableKey key(Field description, DescriptionField field, std::size_t first = 0, std::size_t second = 0) {
  return {static_cast<std::uint16_t>(static_cast<std::uint16_t>(description) + static_cast<std::uint16_t>(field)),
          static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(second)};
}

/// Paths and stages of all fields, indexed by ObservableKey::field.
std::span<const ObservableField> observable_fields();

}  // namespace d3d12fuzz::root_signature
