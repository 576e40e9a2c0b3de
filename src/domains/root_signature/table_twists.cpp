// Twists of descriptor tables and their ranges.

#include "domains/root_signature/twist_parts.h"

#include <algorithm>

namespace d3d12fuzz::root_signature {
namespace {

DescriptorRange& some_range(ChoiceSource& choices, RootSignatureCase& value) {
  return choices.pick(std::span(some_table(choices, value).descriptor_ranges));
}

/// Room for one more range behind the last of a table.
DescriptorRange* append_range(DescriptorTable& table) {
  if (table.descriptor_ranges.size() >= max_elements<DescriptorRange>) return nullptr;
  DescriptorRange added = table.descriptor_ranges.back();
  added.offset_in_descriptors_from_table_start = TableOffset::append;
  table.descriptor_ranges.push_back(added);
  return &table.descriptor_ranges.back();
}

// DT-001
void range_type(ChoiceSource& choices, RootSignatureCase& value) {
  static constexpr std::uint32_t types[] = {3, 4, 5, 0x80000000, 0xFFFFFFFF};
  some_range(choices, value).range_type = static_cast<RangeType>(choices.pick(types));
}

// DT-002
void zero_count(ChoiceSource& choices, RootSignatureCase& value) {
  some_range(choices, value).num_descriptors = DescriptorCount{0};
}

// DT-004 to DT-007: an unbounded range, the one behind it appended or explicit, perhaps an append behind that.
void behind_unbounded(ChoiceSource& choices, RootSignatureCase& value) {
  DescriptorTable& table = some_table(choices, value);
  DescriptorRange& unbounded = table.descriptor_ranges.back();
  unbounded.num_descriptors = DescriptorCount::unbounded;
  unbounded.register_space = fresh_space(choices);
  unbounded.flags = RangeFlags::descriptors_volatile;
  if (raw(unbounded.base_shader_register) == 0xFFFFFFFFu) unbounded.base_shader_register = ShaderRegister{0};
  for (std::uint32_t i = 0; i < 2; ++i) {
    DescriptorRange* next = append_range(table);
    if (next == nullptr) return;
    next->num_descriptors = DescriptorCount{choices.between(1, 3)};
    next->register_space = fresh_space(choices);
    if (i == 0 && choices.one_in(2)) {
      next->offset_in_descriptors_from_table_start = static_cast<TableOffset>(choices.below(16));
    }
    if (choices.one_in(3)) return;
  }
}

// DT-008, DT-009, DT-049: the last register at 2^32 - 2 to 2^32 + 1.
void register_end(ChoiceSource& choices, RootSignatureCase& value) {
  static constexpr std::uint32_t counts[] = {1, 2, 3, 0xFFF, 0x1000, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
  DescriptorRange& range = some_range(choices, value);
  const std::uint32_t count = choices.pick(counts);
  const std::uint64_t base = (std::uint64_t{1} << 32) - count - 1 + choices.below(3);
  range.num_descriptors = static_cast<DescriptorCount>(count);
  range.base_shader_register = static_cast<ShaderRegister>(std::min<std::uint64_t>(base, 0xFFFFFFFFu));
  range.register_space = fresh_space(choices);
}

// DT-010, DT-011: the last slot at 2^32 - 2 to 2^32, and a range appended behind it.
void slot_end(ChoiceSource& choices, RootSignatureCase& value) {
  static constexpr std::uint32_t counts[] = {1, 2, 3, 0xFFF, 0x1000, 0x80000000, 0xFFFFFFF0};
  DescriptorTable& table = some_table(choices, value);
  DescriptorRange& range = table.descriptor_ranges.back();
  const std::uint32_t count = choices.pick(counts);
  const std::uint64_t offset = (std::uint64_t{1} << 32) - count - 1 + choices.below(3);
  range.num_descriptors = static_cast<DescriptorCount>(count);
  range.base_shader_register = ShaderRegister{0};
  range.register_space = fresh_space(choices);
  // 0xFFFFFFFF would mean append.
  range.offset_in_descriptors_from_table_start = static_cast<TableOffset>(std::min<std::uint64_t>(offset, 0xFFFFFFFEu));
  for (std::uint32_t more = choices.below(3); more > 0; --more) {
    if (DescriptorRange* next = append_range(table)) {
      next->num_descriptors = DescriptorCount{choices.between(1, 2)};
      next->register_space = fresh_space(choices);
    }
  }
}

// DT-013, DT-014: offsets that go backwards, with an append behind.
void backward_offset(ChoiceSource& choices, RootSignatureCase& value) {
  DescriptorTable& table = some_table(choices, value);
  if (DescriptorRange* back = append_range(table)) {
    back->num_descriptors = DescriptorCount{choices.between(1, 3)};
    back->register_space = fresh_space(choices);
    back->offset_in_descriptors_from_table_start = static_cast<TableOffset>(choices.below(3));
  }
  if (DescriptorRange* next = append_range(table)) {
    next->num_descriptors = DescriptorCount{1};
    next->register_space = fresh_space(choices);
  }
}

// DT-018
void mix_samplers(ChoiceSource& choices, RootSignatureCase& value) {
  DescriptorTable& table = some_table(choices, value);
  if (DescriptorRange* added = append_range(table)) {
    const bool sampler = table.descriptor_ranges.front().range_type == RangeType::sampler;
    added->range_type = sampler ? RangeType::cbv : RangeType::sampler;
    added->num_descriptors = DescriptorCount{1};
    added->flags = RangeFlags::none;
    if (choices.one_in(4)) added->offset_in_descriptors_from_table_start = static_cast<TableOffset>(choices.below(32));
  }
}

// DT-019
void empty_table(ChoiceSource& choices, RootSignatureCase& value) {
  some_table(choices, value).descriptor_ranges.clear();
}

// DT-021
void register_space(ChoiceSource& choices, RootSignatureCase& value) {
  static constexpr std::uint32_t spaces[] = {0xFFFFFFEE, 0xFFFFFFEF, 0xFFFFFFF0, 0xFFFFFFF7,
                                             0xFFFFFFF8, 0xFFFFFFFE, 0xFFFFFFFF};
  some_range(choices, value).register_space = static_cast<RegisterSpace>(choices.pick(spaces));
}

// DT-023 to DT-025, DT-029 to DT-031: two ranges that share registers, or nearly so.
void overlap(ChoiceSource& choices, RootSignatureCase& value) {
  const DescriptorRange original = some_range(choices, value);
  if (value.parameters.size() >= max_elements<RootParameter>) return;
  DescriptorRange other = original;
  const std::uint32_t base = raw(original.base_shader_register);
  const std::uint32_t count = raw(original.num_descriptors);
  const std::uint32_t steps[] = {0, 1, count - 1, count, count + 1, choices.below(64)};
  other.base_shader_register = static_cast<ShaderRegister>(base + choices.pick(steps));
  other.num_descriptors = choices.one_in(4) ? DescriptorCount::unbounded : DescriptorCount{choices.between(1, 4)};
  if (other.num_descriptors == DescriptorCount::unbounded) other.flags = RangeFlags::descriptors_volatile;
  other.offset_in_descriptors_from_table_start = TableOffset::append;
  if (choices.one_in(8)) other.register_space = static_cast<RegisterSpace>(raw(other.register_space) + 1);
  if (choices.one_in(8)) other.range_type = static_cast<RangeType>(choices.below(3));

  if (choices.one_in(2)) {
    // In the same table, at a slot of its own.
    DescriptorTable& table = some_table(choices, value);
    if (table.descriptor_ranges.size() >= max_elements<DescriptorRange>) return;
    if (choices.one_in(2)) other.offset_in_descriptors_from_table_start = static_cast<TableOffset>(choices.below(64));
    table.descriptor_ranges.push_back(other);
    return;
  }
  DescriptorTable added;
  added.descriptor_ranges.push_back(other);
  if (choices.one_in(2)) added.shader_visibility = static_cast<ShaderVisibility>(choices.below(8));
  const ShaderVisibility visibility = added.shader_visibility;
  insert_parameter(choices, value, std::move(added));
  if (choices.one_in(3)) some_table(choices, value).shader_visibility = visibility;
}

// DT-025: the same registers once for each of several stages.
void repeat_for_stages(ChoiceSource& choices, RootSignatureCase& value) {
  const DescriptorTable original = some_table(choices, value);
  const std::uint32_t copies = choices.between(1, 3);
  std::uint32_t stage = choices.between(1, 7);
  if (choices.one_in(2)) some_table(choices, value).shader_visibility = static_cast<ShaderVisibility>(stage);
  for (std::uint32_t i = 0; i < copies && value.parameters.size() < max_elements<RootParameter>; ++i) {
    stage = stage % 7 + 1;
    DescriptorTable copy = original;
    copy.shader_visibility = static_cast<ShaderVisibility>(stage);
    value.parameters.emplace_back(std::move(copy));
  }
}

// DT-036 to DT-044
void range_flags(ChoiceSource& choices, RootSignatureCase& value) {
  if (value.version == Version::v1_0) value.version = Version::v1_1;
  DescriptorRange& range = some_range(choices, value);
  std::uint32_t flags = choices.below(16);
  if (choices.one_in(4)) flags |= 0x10000;
  if (choices.one_in(4)) flags = raw(range.flags) | 1u << choices.below(32);
  range.flags = static_cast<RangeFlags>(flags);
}

// DT-017, DT-103 to DT-107: descriptors at and beyond the limits of the lower binding tiers.
void tier_limit(ChoiceSource& choices, RootSignatureCase& value) {
  static constexpr std::uint32_t counts[] = {7, 8, 9, 13, 14, 15, 16, 17, 63, 64, 65, 127, 128, 129, 2048, 2049};
  value.target.resource_binding_tier = static_cast<ResourceBindingTier>(choices.between(1, 3));
  DescriptorRange& range = some_range(choices, value);
  range.num_descriptors = static_cast<DescriptorCount>(choices.pick(counts));
  range.register_space = fresh_space(choices);
  range.base_shader_register = ShaderRegister{0};
}

}  // namespace

std::span<const Twist> table_twists() {
  // Twists that stand for several rules, or for rare combinations, come more than once.
  static constexpr Twist twists[] = {range_type,        zero_count,  behind_unbounded, behind_unbounded, register_end,
                                     slot_end,          slot_end,    backward_offset,  mix_samplers,     empty_table,
                                     register_space,    overlap,     overlap,          overlap,          overlap,
                                     repeat_for_stages, range_flags, range_flags,      range_flags,      tier_limit};
  return twists;
}

}  // namespace d3d12fuzz::root_signature
