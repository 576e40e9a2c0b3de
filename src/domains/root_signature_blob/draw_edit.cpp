#include "domains/root_signature_blob/draw_edit.h"

#include <array>

namespace d3d12fuzz::root_signature_blob {
namespace {

/// What a word may become.
struct Aim {
  Relation relation = Relation::number;
  std::uint32_t number = 0;
};

// Relations, written short.
constexpr Aim at(std::uint32_t number) { return {Relation::number, number}; }
constexpr Aim more(std::uint32_t number) { return {Relation::stored_plus, number}; }
constexpr Aim less(std::uint32_t number) { return {Relation::stored_minus, number}; }
constexpr Aim beyond(std::uint32_t number) { return {Relation::end_plus, number}; }
constexpr Aim before(std::uint32_t number) { return {Relation::end_minus, number}; }

constexpr Aim kMagics[] = {at(0), at(0x44425844), at(0x43425845), at(0xFFFFFFFF), at(0x4C495844)};
// The minor version is the upper half.
constexpr Aim kContainerVersions[] = {at(0), at(2), at(3), at(0x10001), at(0x10000), at(0xFFFFFFFF), at(0xFFFF0001)};
constexpr Aim kTotalSizes[] = {beyond(1), beyond(4), before(1), before(4),      at(0),         at(28),
                               at(32),    at(1),     less(4),   at(0x80000000), at(0xFFFFFFFF)};
// An offset of 4 bytes each: of 0x40000001 parts the table has 4 bytes modulo 2^32.
constexpr Aim kPartCounts[] = {at(0),          at(2),          beyond(0),      beyond(1),      beyond(2),
                               at(0x40000000), at(0x40000001), at(0x10000000), at(0x80000000), at(0xFFFFFFFF)};
constexpr Aim kPartOffsets[] = {before(8),      before(7), before(4), before(1),      beyond(0),      beyond(4),
                                at(0),          at(32),    at(28),    at(0xFFFFFFF8), at(0xFFFFFFFC), at(0xFFFFFFFF),
                                at(0x80000000), more(4),   less(4),   more(1)};
constexpr Aim kPartNames[] = {at(0x4C495844), at(0x31535452), at(0x58454853), at(0), at(0x30535453)};
constexpr Aim kPartSizes[] = {beyond(1),      beyond(4),      before(4), before(1),      at(0),
                              at(23),         at(24),         at(12),    at(0xFFFFFFF8), at(0xFFFFFFFC),
                              at(0xFFFFFFFF), at(0x80000000), less(4),   less(12)};
constexpr Aim kVersions[] = {at(0), at(1), at(2), at(3),          at(1),         at(2),
                             at(3), at(4), at(5), at(0x80000001), at(0xFFFFFFFF)};
constexpr Aim kParameterTypes[] = {at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(0x80000000), at(0xFFFFFFFF)};
constexpr Aim kOffsets[] = {beyond(0),      beyond(4),      beyond(1),      beyond(8),      before(4),
                            before(8),      before(12),     before(20),     before(24),     before(1),
                            at(0),          at(4),          at(24),         at(36),         at(0x80000000),
                            at(0xFFFFFFF0), at(0xFFFFFFFC), at(0xFFFFFFFF), more(4),        less(4),
                            more(1),        more(12),       beyond(0x100),  at(0x40000000), beyond(0x7FFFFFF0)};
constexpr Aim kCounts[] = {at(0),     at(1),   at(2),          beyond(0),      beyond(1),      beyond(2),
                           more(1),   less(1), before(1),      at(0x80000000), at(0xFFFFFFFF), at(0x40000000),
                           at(0x100), at(72),  at(0x7FFFFFFF), at(0x00FFFFFF)};
// Counts whose product with what one takes is small modulo 2^32, in words and in bytes.
constexpr Aim kParameterWraps[] = {at(0x55555556), at(0x15555556), at(0x55555555), at(0xAAAAAAAB)};
constexpr Aim kRangeWraps[] = {at(0x33333334), at(0x0CCCCCCD), at(0x2AAAAAAB), at(0x0AAAAAAB), at(0x66666667)};
constexpr Aim kSamplerWraps[] = {at(0x13B13B14), at(0x04EC4EC5), at(0x12492493), at(0x04924925)};

Aim draw_count(ChoiceSource& choices, std::span<const Aim> wraps) {
  return choices.one_in(3) ? choices.pick(wraps) : choices.pick(kCounts);
}

Aim draw_aim(ChoiceSource& choices, Word word) {
  switch (word) {
    case Word::magic:
      return choices.pick(kMagics);
    case Word::container_version:
      return choices.pick(kContainerVersions);
    case Word::total_size:
      return choices.pick(kTotalSizes);
    case Word::part_count:
      return choices.pick(kPartCounts);
    case Word::part_offset:
      return choices.pick(kPartOffsets);
    case Word::part_name:
      return choices.pick(kPartNames);
    case Word::part_size:
      return choices.pick(kPartSizes);
    case Word::version:
      return choices.pick(kVersions);
    case Word::parameter_type:
      return choices.pick(kParameterTypes);
    case Word::num_parameters:
      return draw_count(choices, kParameterWraps);
    case Word::num_static_samplers:
      return draw_count(choices, kSamplerWraps);
    case Word::num_descriptor_ranges:
      return draw_count(choices, kRangeWraps);
    case Word::parameters_offset:
    case Word::static_samplers_offset:
    case Word::payload_offset:
    case Word::descriptor_ranges_offset:
      return choices.pick(kOffsets);
  }
  return {};
}

ElementIndex draw_index(ChoiceSource& choices, std::size_t count) {
  return static_cast<ElementIndex>(count == 0 ? 0 : choices.below(static_cast<std::uint32_t>(count)));
}

SetWord draw_word(ChoiceSource& choices, const SerializedSignature& value) {
  static constexpr Word with_parameters[] = {Word::parameter_type, Word::payload_offset, Word::payload_offset,
                                             Word::num_descriptor_ranges, Word::descriptor_ranges_offset};
  SetWord edit;
  if (!value.parameters.empty() && choices.one_in(3)) {
    edit.word = choices.pick(with_parameters);
  } else {
    edit.word = static_cast<Word>(choices.below(raw(Word::parameter_type)));
  }
  const bool of_part = owner_of(edit.word) == WordOwner::part;
  edit.index = of_part ? draw_index(choices, 2) : draw_index(choices, value.parameters.size());
  const Aim aim = draw_aim(choices, edit.word);
  edit.relation = aim.relation;
  edit.number = static_cast<WordNumber>(choices.one_in(32) ? choices.bits32() : aim.number);
  return edit;
}

ByteCount draw_bytes(ChoiceSource& choices) {
  static constexpr std::uint32_t counts[] = {4, 4, 4, 8, 12, 16, 20, 24, 32, 44, 1, 2, 3, 64};
  return static_cast<ByteCount>(choices.pick(counts));
}

/// Mostly a multiple of 4: of others readers differ (DT-100).
Extent draw_extent(ChoiceSource& choices) {
  static constexpr std::uint32_t gaps[] = {0, 0, 0, 0, 0, 4, 4, 4, 8, 12, 24, 1};
  return static_cast<Extent>(choices.pick(gaps));
}

PartPlace draw_place(ChoiceSource& choices) { return static_cast<PartPlace>(choices.below(2)); }

}  // namespace

Edit draw_edit(ChoiceSource& choices, const SerializedSignature& value) {
  const std::size_t parameters = value.parameters.size();
  switch (choices.below(24)) {
    case 0:
      if (parameters > 0) {
        const ElementIndex parameter = draw_index(choices, parameters);
        return MovePayload{.parameter = parameter, .gap = draw_extent(choices)};
      }
      break;
    case 1:
    case 2:
      if (parameters > 0) {
        const ElementIndex parameter = draw_index(choices, parameters);
        const ElementIndex other = draw_index(choices, parameters);
        return SharePayload{.parameter = parameter, .other = other, .distance = draw_extent(choices)};
      }
      break;
    case 3: {
      static constexpr PartName names[] = {PartName::dxil, PartName::dxil, PartName{0x58454853}, PartName{0x31475349}};
      const PartName name = choices.pick(names);
      const Extent size = draw_extent(choices);
      const Fill fill = static_cast<Fill>(choices.below(2));
      return ExtraPart{.name = name, .size = size, .fill = fill, .place = draw_place(choices)};
    }
    case 4: {
      const auto flags = static_cast<root_signature::RootSignatureFlags>(choices.below(4));
      return DuplicateRts0{.flags = flags, .place = draw_place(choices)};
    }
    case 5:
    case 6:
      return TruncatePart{.bytes = draw_bytes(choices)};
    case 7:
    case 8:
      return Truncate{.bytes = draw_bytes(choices)};
    case 9: {
      const ByteCount bytes = draw_bytes(choices);
      return AppendBytes{.bytes = bytes, .fill = static_cast<Fill>(choices.below(2))};
    }
    default:
      break;
  }
  return draw_word(choices, value);
}

}  // namespace d3d12fuzz::root_signature_blob
