/// What implementations may report of a serialized root signature that they read.
#pragma once

#include <cstdint>
#include <span>

#include "domains/root_signature/observables.h"
#include "oracle/observable.h"

namespace d3d12fuzz::root_signature_blob {

/// Fields in the order in which lists of observables hold them. Those of a description are root_signature's.
enum class Field : std::uint16_t {
  blob_size,        ///< bytes of what was read, serialized again (DT-080)
  blob_word,        ///< [word]: its 32-bit words but those of the digest
  blob_digest,      ///< [0 to 3]: words 1 to 4
  description_1_0,  ///< the first of kDescriptionFields fields of the description at version 1.0
  description_1_1 = description_1_0 + root_signature::kDescriptionFields,
  description_1_2 = description_1_1 + root_signature::kDescriptionFields,
};

constexpr ObservableKey key(Field field, std::size_t first = 0) {
  return {static_cast<std::uint16_t>(field), static_cast<std::uint16_t>(first), 0};
}

/// By how much the fields of descriptions have higher numbers in domain root_signature.
inline constexpr std::uint16_t kDescriptionShift = static_cast<std::uint16_t>(root_signature::Field::description_1_0) -
                                                   static_cast<std::uint16_t>(Field::description_1_0);

/// Paths and stages of all fields, indexed by ObservableKey::field.
std::span<const ObservableField> observable_fields();

}  // namespace d3d12fuzz::root_signature_blob
