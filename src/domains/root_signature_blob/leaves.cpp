#include "domains/root_signature_blob/leaves.h"

namespace d3d12fuzz::root_signature_blob {
namespace {

constexpr NamedValue kDeserializers[] = {{"VERSIONED", 0}, {"LEGACY", 1}};
constexpr NamedValue kDigestForms[] = {{"REFRESHED", 0}, {"STALE", 1}, {"ZERO", 2}};
constexpr NamedValue kTotalSizeForms[] = {{"REFRESHED", 0}, {"STALE", 1}};
constexpr NamedValue kWords[] = {{"magic", 0},
                                 {"container_version", 1},
                                 {"total_size", 2},
                                 {"part_count", 3},
                                 {"part_offset", 4},
                                 {"part_name", 5},
                                 {"part_size", 6},
                                 {"version", 7},
                                 {"num_parameters", 8},
                                 {"parameters_offset", 9},
                                 {"num_static_samplers", 10},
                                 {"static_samplers_offset", 11},
                                 {"parameter_type", 12},
                                 {"payload_offset", 13},
                                 {"num_descriptor_ranges", 14},
                                 {"descriptor_ranges_offset", 15}};
constexpr NamedValue kRelations[] = {
    {"NUMBER", 0}, {"STORED_PLUS", 1}, {"STORED_MINUS", 2}, {"END_PLUS", 3}, {"END_MINUS", 4}};
constexpr NamedValue kPartNames[] = {{"DXIL", 0x4C495844}, {"RTS0", 0x30535452}, {"SHEX", 0x58454853},
                                     {"ISG1", 0x31475349}, {"STAT", 0x54415453}, {"HASH", 0x48534148}};
constexpr NamedValue kPartPlaces[] = {{"BACK", 0}, {"FRONT", 1}};
constexpr NamedValue kFills[] = {{"0x00", 0}, {"0xFF", 1}};

// Small numbers, the ends of 32 bits and of signed numbers, and counts whose product with 4, 12, 20, 24, 52 or 56
// bytes, or with so many words, is small modulo 2^32: of parameters, ranges of 1.0 and 1.1, samplers of 1.1 and 1.2.
constexpr std::uint64_t kNumberBoundaries[] = {0,          1,          2,          3,          4,          5,
                                               8,          12,         20,         24,         0x10000,    0x10001,
                                               0x7FFFFFFF, 0x80000000, 0xFFFFFFFC, 0xFFFFFFFF, 0x40000000, 0x40000001,
                                               0x55555556, 0x15555556, 0x33333334, 0x0CCCCCCD, 0x2AAAAAAB, 0x0AAAAAAB,
                                               0x13B13B14, 0x04EC4EC5, 0x12492493, 0x04924925};
constexpr std::uint64_t kCountBoundaries[] = {1, 2, 3, 4, 8, 12, 20, 24, 32, 36, 44};
constexpr std::uint64_t kExtentBoundaries[] = {0, 1, 2, 3, 4, 8};

constexpr LeafMeaning closed_enumeration(std::string_view type_name, std::span<const NamedValue> names) {
  return {.type_name = type_name,
          .kind = LeafKind::enumeration,
          .simplest = names[0].value,
          .names = names,
          .boundaries = {},
          .closed = true};
}

}  // namespace

const LeafMeaning& leaf_meaning(Deserializer) {
  static constexpr LeafMeaning meaning = closed_enumeration("Deserializer", kDeserializers);
  return meaning;
}

const LeafMeaning& leaf_meaning(DigestForm) {
  static constexpr LeafMeaning meaning = closed_enumeration("DigestForm", kDigestForms);
  return meaning;
}

const LeafMeaning& leaf_meaning(TotalSizeForm) {
  static constexpr LeafMeaning meaning = closed_enumeration("TotalSizeForm", kTotalSizeForms);
  return meaning;
}

const LeafMeaning& leaf_meaning(Word) {
  static constexpr LeafMeaning meaning = closed_enumeration("Word", kWords);
  return meaning;
}

const LeafMeaning& leaf_meaning(Relation) {
  static constexpr LeafMeaning meaning = closed_enumeration("Relation", kRelations);
  return meaning;
}

const LeafMeaning& leaf_meaning(WordNumber) {
  static constexpr LeafMeaning meaning = {"WordNumber", LeafKind::number, 0, {}, kNumberBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(ElementIndex) {
  static constexpr LeafMeaning meaning = {"ElementIndex", LeafKind::number, 0, {}, {}};
  return meaning;
}

const LeafMeaning& leaf_meaning(ByteCount) {
  static constexpr LeafMeaning meaning = {"ByteCount", LeafKind::count, 1, {}, kCountBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(Extent) {
  static constexpr LeafMeaning meaning = {"Extent", LeafKind::number, 0, {}, kExtentBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(PartName) {
  static constexpr LeafMeaning meaning = {"PartName", LeafKind::enumeration, 0x4C495844, kPartNames, {}};
  return meaning;
}

const LeafMeaning& leaf_meaning(PartPlace) {
  static constexpr LeafMeaning meaning = closed_enumeration("PartPlace", kPartPlaces);
  return meaning;
}

const LeafMeaning& leaf_meaning(Fill) {
  static constexpr LeafMeaning meaning = closed_enumeration("Fill", kFills);
  return meaning;
}

const LeafMeaning& leaf_meaning(Byte) {
  static constexpr LeafMeaning meaning = {"Byte", LeafKind::number, 0, {}, {}};
  return meaning;
}

}  // namespace d3d12fuzz::root_signature_blob
