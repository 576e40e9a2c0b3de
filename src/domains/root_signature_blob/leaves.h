/// The leaf types of domain root_signature_blob, each with its meaning.
#pragma once

#include <cstdint>

#include "base/leaf.h"

namespace d3d12fuzz::root_signature_blob {

/// The function that makes the deserializer.
enum class Deserializer : std::uint32_t {
  versioned = 0,  ///< D3D12CreateVersionedRootSignatureDeserializer
  legacy = 1      ///< D3D12CreateRootSignatureDeserializer, which gives version 1.0 whatever is stored (DT-085)
};
const LeafMeaning& leaf_meaning(Deserializer);

/// The digest of a container that was edited (DT-092).
enum class DigestForm : std::uint32_t {
  refreshed = 0,  ///< that of the bytes as they are
  stale = 1,      ///< that of the bytes before any edit
  zero = 2
};
const LeafMeaning& leaf_meaning(DigestForm);

/// What a container says of its size when edits change that (DT-089).
enum class TotalSizeForm : std::uint32_t { refreshed = 0, stale = 1 };
const LeafMeaning& leaf_meaning(TotalSizeForm);

/// A word of a container that no value of a root signature stands in: those that do, the root signature itself says.
enum class Word : std::uint32_t {
  magic,
  container_version,
  total_size,
  part_count,
  part_offset,  ///< of a part, as the next two
  part_name,
  part_size,
  version,  ///< of the RTS0 part, as all below
  num_parameters,
  parameters_offset,
  num_static_samplers,
  static_samplers_offset,
  parameter_type,  ///< of a parameter, as the next one
  payload_offset,
  num_descriptor_ranges,  ///< of a table, as the next one
  descriptor_ranges_offset
};
const LeafMeaning& leaf_meaning(Word);

/// What a word becomes.
enum class Relation : std::uint32_t {
  number = 0,        ///< the number
  stored_plus = 1,   ///< the number more than stands there
  stored_minus = 2,  ///< the number less
  end_plus = 3,      ///< the number more than what the word counts or points into has room for
  end_minus = 4      ///< the number less
};
const LeafMeaning& leaf_meaning(Relation);

/// A number to make a word of. Sums and differences are modulo 2^32.
enum class WordNumber : std::uint32_t {};
const LeafMeaning& leaf_meaning(WordNumber);

/// Which part or parameter.
enum class ElementIndex : std::uint32_t {};
const LeafMeaning& leaf_meaning(ElementIndex);

/// How many bytes are added or taken away.
enum class ByteCount : std::uint32_t {};
const LeafMeaning& leaf_meaning(ByteCount);

/// How many bytes there are of what may be of none.
enum class Extent : std::uint32_t {};
const LeafMeaning& leaf_meaning(Extent);

/// The four characters that name a part, the first in the lowest byte.
enum class PartName : std::uint32_t { dxil = 0x4C495844, rts0 = 0x30535452 };
const LeafMeaning& leaf_meaning(PartName);

/// Where a part is added.
enum class PartPlace : std::uint32_t {
  back = 0,  ///< behind all others, in the table of offsets too
  front = 1
};
const LeafMeaning& leaf_meaning(PartPlace);

/// What is in bytes that are added.
enum class Fill : std::uint32_t { zero = 0, ones = 1 };
const LeafMeaning& leaf_meaning(Fill);

/// One byte of a container that is given as it is.
enum class Byte : std::uint8_t {};
const LeafMeaning& leaf_meaning(Byte);

}  // namespace d3d12fuzz::root_signature_blob
