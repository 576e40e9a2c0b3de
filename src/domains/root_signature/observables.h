/// What implementations of root signatures may report.
#pragma once

#include <span>

#include "domains/root_signature/leaves.h"
#include "oracle/observable.h"

namespace d3d12fuzz::root_signature {

/// Fields in the order in which lists of observables hold them. The description fields come once for each version: what
/// a deserializer gives when it is asked for that version.
enum class Field : std::uint16_t {
  blob_written,           ///< after a refusal: 1 if *ppBlob was written (DT-079)
  error_blob_set,         ///< after success: 1 if *ppErrorBlob is not NULL (DT-080)
  blob_size,              ///< bytes of the serialized root signature (DT-080)
  blob_word,              ///< [word]: its 32-bit words but those of the digest (DT-080)
  blob_digest,            ///< [0 to 3]: words 1 to 4, which follow from all others (DT-080)
  cost,                   ///< DWORDs of root arguments
  table_size,             ///< [parameter]: highest slot + 1 of a table; kNoValue if unbounded
  range_offset,           ///< [parameter][range]: slot of the first descriptor
  lookup_parameter,       ///< [lookup]: the root parameter that covers the register; kNoValue if none
  lookup_static_sampler,  ///< [lookup]: the static sampler that does; kNoValue if none
  lookup_slot,            ///< [lookup]: descriptors from the start of that parameter's table
  description_1_0,        ///< the first of kDescriptionFields fields of the description at version 1.0
  description_1_1 = description_1_0 + 30,
  description_1_2 = description_1_1 + 30,
};

/// The fields of one description, counted from Field::description_1_0 and its like.
enum class DescriptionField : std::uint16_t {
  flags,
  num_parameters,
  num_static_samplers,
  parameter_type,         ///< [parameter]
  shader_visibility,      ///< [parameter]
  num_descriptor_ranges,  ///< [parameter], of tables
  shader_register,        ///< [parameter], of root constants and root descriptors, as the next one
  register_space,
  num_32bit_values,       ///< [parameter], of root constants
  root_descriptor_flags,  ///< [parameter], of root descriptors
  range_type,             ///< [parameter][range], as all up to the offset
  num_descriptors,
  base_shader_register,
  range_register_space,
  range_flags,
  offset_in_descriptors_from_table_start,
  filter,  ///< [static sampler], as all below
  address_u,
  address_v,
  address_w,
  mip_lod_bias,
  max_anisotropy,
  comparison_func,
  border_color,
  min_lod,
  max_lod,
  sampler_shader_register,
  sampler_register_space,
  sampler_shader_visibility,
  sampler_flags,
};
inline constexpr std::uint16_t kDescriptionFields = 30;
static_assert(static_cast<std::uint16_t>(DescriptionField::sampler_flags) + 1 == kDescriptionFields);

/// The first field of the description at a version.
constexpr Field first_field(Version version) {
  switch (version) {
    case Version::v1_0:
      return Field::description_1_0;
    case Version::v1_1:
      return Field::description_1_1;
    case Version::v1_2:
      break;
  }
  return Field::description_1_2;
}

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
