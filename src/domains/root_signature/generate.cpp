#include "domains/root_signature/generate.h"

#include <algorithm>
#include <array>

#include "domains/root_signature/twists.h"

namespace d3d12fuzz::root_signature {
namespace {

/// What a case may use. Switching features off lets the others meet more often.
struct Features {
  explicit Features(std::uint64_t bits)
      : unbounded((bits & 1) != 0),
        explicit_offsets((bits & 2) != 0),
        spaces((bits & 4) != 0),
        visibilities((bits & 8) != 0),
        samplers((bits & 16) != 0),
        range_flags((bits & 32) != 0),
        extremes((bits & (64 | 128)) == 0),
        root_flags((bits & (256 | 512)) == 0) {}

  bool unbounded;
  bool explicit_offsets;
  bool spaces;
  bool visibilities;
  bool samplers;
  bool range_flags;
  bool extremes;  ///< counts, registers and offsets close to 2^32
  bool root_flags;
};

/// Hands out registers so that no two ranges overlap.
class Registers {
 public:
  struct Place {
    std::uint32_t base;
    std::uint32_t space;
  };

  /// `count` registers of a class; 0xFFFFFFFF takes all that are left of a space.
  Place take(ChoiceSource& choices, const Features& features, RangeType type, std::uint32_t count) {
    Cursor& cursor = cursors_[raw(type)];
    if (features.spaces && choices.one_in(4)) advance(choices, cursor);
    if (cursor.full) advance(choices, cursor);
    if (features.extremes && choices.one_in(4) && count != 0xFFFFFFFFu) {
      // The last registers of a space. 0xFFFFFFFF itself is where implementations differ (DT-009).
      const std::uint32_t base = 0xFFFFFFFFu - count;
      if (base >= cursor.next) {
        cursor.full = true;
        return {base, cursor.space};
      }
    }
    const std::uint32_t base = cursor.next + (choices.one_in(4) ? choices.below(4) : 0);
    if (count > 0x10000) {
      cursor.full = true;
    } else {
      cursor.next = base + count;
    }
    return {base, cursor.space};
  }

 private:
  struct Cursor {
    std::uint32_t next = 0;
    std::uint32_t space = 0;
    bool full = false;
  };

  static void advance(ChoiceSource& choices, Cursor& cursor) {
    cursor = {.next = choices.one_in(4) ? choices.below(16) : 0, .space = cursor.space + 1, .full = false};
  }

  std::array<Cursor, 4> cursors_{};
};

std::size_t draw_parameter_count(ChoiceSource& choices) {
  static constexpr std::uint8_t counts[] = {1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5, 6, 8, 12, 0};
  if (choices.one_in(192)) return choices.between(63, 66);  // around the cost limit (DT-050)
  return choices.pick(counts);
}

std::size_t draw_range_count(ChoiceSource& choices, std::size_t parameter_count) {
  static constexpr std::uint8_t counts[] = {1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5, 6, 8};
  if (parameter_count > 12) return 1;
  if (choices.one_in(128)) return 0;
  if (choices.one_in(256)) return max_elements<DescriptorRange>;
  return choices.pick(counts);
}

std::uint32_t draw_count(ChoiceSource& choices, const Features& features) {
  static constexpr std::uint32_t counts[] = {1, 1, 1, 1, 2, 2, 3, 4, 8, 16};
  static constexpr std::uint32_t extremes[] = {0xFFF, 0x1000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF0};
  if (features.unbounded && choices.one_in(8)) return raw(DescriptorCount::unbounded);
  if (features.extremes && choices.one_in(6)) return choices.pick(extremes);
  return choices.pick(counts);
}

RangeFlags draw_flags(ChoiceSource& choices, const Features& features, RangeType type, bool unbounded) {
  static constexpr std::uint32_t view_flags[] = {0, 0x1, 0x2, 0x3, 0x4, 0x5, 0x8, 0x10000, 0x10002, 0x10004, 0x10008};
  static constexpr std::uint32_t volatile_flags[] = {0x1, 0x3, 0x5};
  const bool is_sampler = type == RangeType::sampler;
  // An unbounded range of static descriptors is only advisable to refuse (DT-020): keep it rare.
  if (unbounded && !choices.one_in(16)) {
    return static_cast<RangeFlags>(is_sampler || !features.range_flags ? 0x1 : choices.pick(volatile_flags));
  }
  if (!features.range_flags) return RangeFlags::none;
  if (is_sampler) return static_cast<RangeFlags>(choices.below(2));
  return static_cast<RangeFlags>(choices.pick(view_flags));
}

/// The offset of a range that comes behind slots [0, end) of its table; `end` above 2^32 - 1 if an unbounded range is
/// right before it.
TableOffset draw_offset(ChoiceSource& choices, const Features& features, std::uint64_t end, std::uint32_t count) {
  const bool must_be_explicit = end > 0xFFFFFFFFu || (count != 0xFFFFFFFFu && end + count > 0xFFFFFFFFu);
  if (!must_be_explicit && !(features.explicit_offsets && choices.one_in(3))) return TableOffset::append;
  if (features.extremes && choices.one_in(4)) {
    // The highest slot but one that the range can end at (DT-010); the very last is where implementations differ.
    return static_cast<TableOffset>(count == 0xFFFFFFFFu ? 0xFFFFFFFEu : 0xFFFFFFFFu - count);
  }
  if (choices.one_in(2) && end < 0xFFFF) return static_cast<TableOffset>(end + choices.below(4));
  return static_cast<TableOffset>(choices.below(24));
}

void draw_table(ChoiceSource& choices, const Features& features, Version version, std::size_t range_count,
                Registers& registers, RootParameter& out) {
  const bool samplers = features.samplers && choices.one_in(4);
  std::uint64_t end = 0;  // where an append would start
  out.descriptor_ranges.resize(range_count);
  for (DescriptorRange& range : out.descriptor_ranges) {
    range.range_type = samplers ? RangeType::sampler : static_cast<RangeType>(choices.below(3));
    const std::uint32_t count = draw_count(choices, features);
    const bool unbounded = count == raw(DescriptorCount::unbounded);
    const Registers::Place place = registers.take(choices, features, range.range_type, count);
    range.num_descriptors = static_cast<DescriptorCount>(count);
    range.base_shader_register = static_cast<ShaderRegister>(place.base);
    range.register_space = static_cast<RegisterSpace>(place.space);
    range.flags =
        version == Version::v1_0 ? RangeFlags::none : draw_flags(choices, features, range.range_type, unbounded);
    range.offset_in_descriptors_from_table_start = draw_offset(choices, features, end, count);
    if (range.offset_in_descriptors_from_table_start != TableOffset::append) {
      end = raw(range.offset_in_descriptors_from_table_start);
    }
    end = unbounded ? ~std::uint64_t{0} : end + count;
  }
  out.shader_visibility = features.visibilities && choices.one_in(2) ? static_cast<ShaderVisibility>(choices.below(8))
                                                                     : ShaderVisibility::all;
}

RootSignatureFlags draw_root_flags(ChoiceSource& choices) {
  static constexpr std::uint32_t flags[] = {0x1,  0x2,  0x4,   0x8,   0x10,  0x20,  0x40, 0x41,
                                            0x3E, 0x80, 0x100, 0x200, 0x37F, 0x400, 0x800};
  return static_cast<RootSignatureFlags>(choices.pick(flags));
}

/// Registers at and around the ends of a range, or anything.
RegisterLookup draw_lookup(ChoiceSource& choices, const RootSignatureCase& value) {
  RegisterLookup lookup;
  if (value.parameters.empty() || choices.one_in(8)) {
    lookup.register_class = static_cast<RegisterClass>(choices.below(4));
    lookup.shader_register = static_cast<ShaderRegister>(choices.below(8));
    lookup.shader_stage = static_cast<ShaderStage>(choices.between(1, 8));
    return lookup;
  }
  const RootParameter& parameter = choices.pick(std::span(value.parameters));
  lookup.shader_stage = static_cast<ShaderStage>(choices.between(1, 8));
  const std::uint32_t visibility = raw(parameter.shader_visibility);
  if (visibility >= 1 && visibility <= 7 && !choices.one_in(4)) {
    lookup.shader_stage = static_cast<ShaderStage>(visibility);
  }
  if (parameter.descriptor_ranges.empty()) return lookup;
  const DescriptorRange& range = choices.pick(std::span(parameter.descriptor_ranges));
  static constexpr RegisterClass class_of_type[] = {RegisterClass::t, RegisterClass::u, RegisterClass::b,
                                                    RegisterClass::s};
  if (raw(range.range_type) < 4) lookup.register_class = class_of_type[raw(range.range_type)];
  const std::uint32_t base = raw(range.base_shader_register);
  const std::uint32_t count = raw(range.num_descriptors);
  const std::uint32_t steps[] = {0, 1, count - 1, count, count / 2, 0xFFFFFFFFu};  // the last one wraps to base - 1
  lookup.shader_register = static_cast<ShaderRegister>(base + choices.pick(steps));
  lookup.register_space = static_cast<RegisterSpace>(raw(range.register_space) + (choices.one_in(8) ? 1 : 0));
  return lookup;
}

}  // namespace

void generate(ChoiceSource& choices, RootSignatureCase& out) {
  const std::uint64_t bits = choices.bits64();
  const Features features(bits);
  out.version = (bits >> 16 & 1) != 0 ? Version::v1_1 : Version::v1_0;
  out.flags = features.root_flags && choices.one_in(2) ? draw_root_flags(choices) : RootSignatureFlags::none;

  Registers registers;
  const std::size_t parameter_count = draw_parameter_count(choices);
  out.parameters.resize(parameter_count);
  // Many tables are legal in a local root signature alone (DT-050, DT-055).
  if (parameter_count > 60 && choices.one_in(4)) out.flags = RootSignatureFlags::local_root_signature;
  for (RootParameter& parameter : out.parameters) {
    draw_table(choices, features, out.version, draw_range_count(choices, parameter_count), registers, parameter);
  }
  if ((bits >> 17 & 1) != 0) twist(choices, out);
  if ((bits >> 18 & 15) == 0) twist(choices, out);

  out.lookups.resize(choices.below(4));
  for (RegisterLookup& lookup : out.lookups) lookup = draw_lookup(choices, out);

  out.lowering = {};
  if ((bits >> 22 & 3) == 0) {
    out.lowering = {.dead_bytes = static_cast<DeadBytes>(choices.below(3)),
                    .array_placement = static_cast<ArrayPlacement>(choices.below(3)),
                    .empty_array = static_cast<EmptyArray>(choices.below(2))};
  }
  repair(out);
}

}  // namespace d3d12fuzz::root_signature
