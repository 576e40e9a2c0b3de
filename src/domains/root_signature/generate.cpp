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
        root_flags((bits & (256 | 512)) == 0),
        constants((bits & 0x400) != 0),
        descriptors((bits & 0x800) != 0),
        static_samplers((bits & 0x3000) == 0),
        sampler_fields((bits & 0x4000) != 0) {}

  bool unbounded;
  bool explicit_offsets;
  bool spaces;
  bool visibilities;
  bool samplers;
  bool range_flags;
  bool extremes;  ///< counts, registers and offsets close to 2^32
  bool root_flags;
  bool constants;
  bool descriptors;
  bool static_samplers;
  bool sampler_fields;  ///< fields of static samplers other than the default ones
};

/// Hands out registers so that no two ranges overlap.
class Registers {
 public:
  struct Place {
    std::uint32_t base;
    std::uint32_t space;
  };

  /// `count` registers of a class; 0xFFFFFFFF takes all that are left of a space.
  Place take(ChoiceSource& choices, const Features& features, RegisterClass register_class, std::uint32_t count) {
    Cursor& cursor = cursors_[raw(register_class)];
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

ShaderVisibility draw_visibility(ChoiceSource& choices, const Features& features) {
  if (!features.visibilities || choices.one_in(2)) return ShaderVisibility::all;
  return static_cast<ShaderVisibility>(choices.below(8));
}

/// Register classes are numbered like the range types that they serve.
RegisterClass class_of(RangeType type) { return static_cast<RegisterClass>(raw(type)); }

void draw_table(ChoiceSource& choices, const Features& features, Version version, std::size_t range_count,
                Registers& registers, DescriptorTable& out) {
  const bool samplers = features.samplers && choices.one_in(4);
  std::uint64_t end = 0;  // where an append would start
  out.descriptor_ranges.resize(range_count);
  for (DescriptorRange& range : out.descriptor_ranges) {
    range.range_type = samplers ? RangeType::sampler : static_cast<RangeType>(choices.below(3));
    const std::uint32_t count = draw_count(choices, features);
    const bool unbounded = count == raw(DescriptorCount::unbounded);
    const Registers::Place place = registers.take(choices, features, class_of(range.range_type), count);
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
  out.shader_visibility = draw_visibility(choices, features);
}

RootConstants draw_constants(ChoiceSource& choices, const Features& features, Registers& registers) {
  static constexpr std::uint32_t counts[] = {1, 1, 1, 2, 2, 3, 4, 4, 8, 16};
  const Registers::Place place = registers.take(choices, features, RegisterClass::b, 1);
  RootConstants constants;
  constants.shader_register = static_cast<ShaderRegister>(place.base);
  constants.register_space = static_cast<RegisterSpace>(place.space);
  constants.num_32bit_values = static_cast<ConstantCount>(choices.pick(counts));
  constants.shader_visibility = draw_visibility(choices, features);
  return constants;
}

RootDescriptor draw_descriptor(ChoiceSource& choices, const Features& features, Version version, Registers& registers) {
  static constexpr std::uint32_t flags[] = {0, 0x2, 0x4, 0x8};
  static constexpr RegisterClass classes[] = {RegisterClass::b, RegisterClass::t, RegisterClass::u};
  const std::uint32_t type = choices.below(3);
  const Registers::Place place = registers.take(choices, features, classes[type], 1);
  RootDescriptor descriptor;
  descriptor.descriptor_type = static_cast<RootDescriptorType>(raw(RootDescriptorType::cbv) + type);
  descriptor.shader_register = static_cast<ShaderRegister>(place.base);
  descriptor.register_space = static_cast<RegisterSpace>(place.space);
  if (version != Version::v1_0 && features.range_flags) {
    descriptor.flags = static_cast<RootDescriptorFlags>(choices.pick(flags));
  }
  descriptor.shader_visibility = draw_visibility(choices, features);
  return descriptor;
}

void draw_parameter(ChoiceSource& choices, const Features& features, Version version, std::size_t range_count,
                    Registers& registers, RootParameter& out) {
  const std::uint32_t kind = choices.below(8);
  if (features.descriptors && kind < 2) {
    out = draw_descriptor(choices, features, version, registers);
  } else if (features.constants && kind == 2) {
    out = draw_constants(choices, features, registers);
  } else {
    if (!std::holds_alternative<DescriptorTable>(out)) out.emplace<DescriptorTable>();
    draw_table(choices, features, version, range_count, registers, std::get<DescriptorTable>(out));
  }
}

/// One of the 36 filters (DT-064).
Filter draw_filter(ChoiceSource& choices) {
  static constexpr std::uint32_t bases[] = {0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15, 0x55};
  return static_cast<Filter>(choices.pick(bases) | choices.below(4) << 7);
}

/// A legal value of a float field, mostly one at which rules change.
template <Leaf T>
T draw_number(ChoiceSource& choices, bool bias) {
  static constexpr std::uint32_t biases[] = {0, 0x3F800000, 0xBF800000, 0xC1800000, 0x417FD70A, 0x80000000, 1};
  static constexpr std::uint32_t lods[] = {0, 0x3F800000, 0xBF800000, 0x41200000, 0x7F7FFFFF, 0x7F800000, 0xFF800000};
  if (choices.one_in(8)) return static_cast<T>(0x3F000000 + choices.below(0x02000000));  // 0.5 to 8
  return static_cast<T>(bias ? choices.pick(biases) : choices.pick(lods));
}

/// Fields in which a sampler differs from the default one: each of them once in three times.
void draw_sampler_fields(ChoiceSource& choices, Version version, StaticSampler& out) {
  const auto draw_address = [&] { return static_cast<TextureAddressMode>(choices.between(1, 5)); };
  if (choices.one_in(3)) out.filter = draw_filter(choices);
  if (choices.one_in(3)) out.address_u = draw_address();
  if (choices.one_in(3)) out.address_v = draw_address();
  if (choices.one_in(3)) out.address_w = draw_address();
  if (choices.one_in(3)) out.mip_lod_bias = draw_number<MipLodBias>(choices, true);
  if (choices.one_in(3)) out.max_anisotropy = static_cast<MaxAnisotropy>(choices.below(17));
  const bool compares = (raw(out.filter) & 0x180) == 0x80;
  if (choices.one_in(3))
    out.comparison_func = static_cast<ComparisonFunc>(compares ? choices.between(1, 8) : choices.below(9));
  if (choices.one_in(3)) out.border_color = static_cast<StaticBorderColor>(choices.below(5));
  if (choices.one_in(3)) out.min_lod = draw_number<MinLod>(choices, false);
  if (choices.one_in(3)) out.max_lod = draw_number<MaxLod>(choices, false);
  if (version != Version::v1_2) return;
  if (raw(out.border_color) > 2 && choices.one_in(2)) out.flags = SamplerFlags::uint_border_color;
  if (!choices.one_in(8)) return;
  // Coordinates that are not normalized go with few other values (DT-076).
  static constexpr std::uint32_t filters[] = {0x0, 0x14, 0x100, 0x114, 0x180, 0x194};
  out.filter = static_cast<Filter>(choices.pick(filters));
  out.address_u = static_cast<TextureAddressMode>(choices.between(3, 4));
  out.address_v = static_cast<TextureAddressMode>(choices.between(3, 4));
  out.min_lod = MinLod::zero;
  out.max_lod = MaxLod{0};
  out.flags = static_cast<SamplerFlags>(raw(out.flags) | raw(SamplerFlags::non_normalized_coordinates));
}

void draw_static_samplers(ChoiceSource& choices, const Features& features, Version version, Registers& registers,
                          std::vector<StaticSampler>& out) {
  static constexpr std::uint8_t counts[] = {1, 1, 1, 1, 2, 2, 3, 4};
  std::size_t count = features.static_samplers ? choices.pick(counts) : 0;
  if (features.static_samplers && choices.one_in(128)) count = max_elements<StaticSampler>;
  out.assign(count, {});
  for (StaticSampler& sampler : out) {
    const Registers::Place place = registers.take(choices, features, RegisterClass::s, 1);
    sampler.shader_register = static_cast<ShaderRegister>(place.base);
    sampler.register_space = static_cast<RegisterSpace>(place.space);
    sampler.shader_visibility = draw_visibility(choices, features);
    if (features.sampler_fields) draw_sampler_fields(choices, version, sampler);
  }
}

RootSignatureFlags draw_root_flags(ChoiceSource& choices) {
  static constexpr std::uint32_t flags[] = {0x1,  0x2,  0x4,   0x8,   0x10,  0x20,  0x40, 0x41,
                                            0x3E, 0x80, 0x100, 0x200, 0x37F, 0x400, 0x800};
  return static_cast<RootSignatureFlags>(choices.pick(flags));
}

/// Registers at and around the ends of what a parameter covers.
void aim_at_parameter(ChoiceSource& choices, const RootParameter& parameter, RegisterLookup& lookup) {
  std::uint32_t base = 0;
  std::uint32_t count = 1;
  RegisterSpace space{};
  if (const auto* table = std::get_if<DescriptorTable>(&parameter)) {
    if (table->descriptor_ranges.empty()) return;
    const DescriptorRange& range = choices.pick(std::span(table->descriptor_ranges));
    if (raw(range.range_type) < 4) lookup.register_class = class_of(range.range_type);
    base = raw(range.base_shader_register);
    count = raw(range.num_descriptors);
    space = range.register_space;
  } else if (const auto* constants = std::get_if<RootConstants>(&parameter)) {
    lookup.register_class = RegisterClass::b;
    base = raw(constants->shader_register);
    space = constants->register_space;
  } else if (const auto* descriptor = std::get_if<RootDescriptor>(&parameter)) {
    static constexpr RegisterClass classes[] = {RegisterClass::b, RegisterClass::t, RegisterClass::u};
    lookup.register_class = classes[raw(descriptor->descriptor_type) - raw(RootDescriptorType::cbv)];
    base = raw(descriptor->shader_register);
    space = descriptor->register_space;
  }
  const std::uint32_t steps[] = {0, 1, count - 1, count, count / 2, 0xFFFFFFFFu};  // the last one wraps to base - 1
  lookup.shader_register = static_cast<ShaderRegister>(base + choices.pick(steps));
  lookup.register_space = static_cast<RegisterSpace>(raw(space) + (choices.one_in(8) ? 1 : 0));
}

/// A stage that sees a visibility, mostly.
ShaderStage draw_stage(ChoiceSource& choices, ShaderVisibility visibility) {
  const auto any = static_cast<ShaderStage>(choices.between(1, 8));
  const bool is_stage = raw(visibility) >= 1 && raw(visibility) <= 7;
  return is_stage && !choices.one_in(4) ? static_cast<ShaderStage>(raw(visibility)) : any;
}

RegisterLookup draw_lookup(ChoiceSource& choices, const RootSignatureCase& value) {
  RegisterLookup lookup;
  if (!value.static_samplers.empty() && choices.one_in(4)) {
    const StaticSampler& sampler = choices.pick(std::span(value.static_samplers));
    lookup.register_class = RegisterClass::s;
    lookup.shader_register = static_cast<ShaderRegister>(raw(sampler.shader_register) + (choices.one_in(4) ? 1 : 0));
    lookup.register_space = static_cast<RegisterSpace>(raw(sampler.register_space) + (choices.one_in(8) ? 1 : 0));
    lookup.shader_stage = draw_stage(choices, sampler.shader_visibility);
  } else if (!value.parameters.empty() && !choices.one_in(8)) {
    const RootParameter& parameter = choices.pick(std::span(value.parameters));
    lookup.shader_stage = draw_stage(choices, visibility_of(parameter));
    aim_at_parameter(choices, parameter, lookup);
  } else {
    lookup.register_class = static_cast<RegisterClass>(choices.below(4));
    lookup.shader_register = static_cast<ShaderRegister>(choices.below(8));
    lookup.shader_stage = static_cast<ShaderStage>(choices.between(1, 8));
  }
  return lookup;
}

Version draw_version(ChoiceSource& choices) {
  const std::uint32_t number = choices.below(16);
  return number < 6 ? Version::v1_0 : number < 13 ? Version::v1_1 : Version::v1_2;
}

Target draw_target(ChoiceSource& choices) {
  Target target;
  if (choices.one_in(32)) target.resource_binding_tier = static_cast<ResourceBindingTier>(choices.between(1, 2));
  if (choices.one_in(64)) target.platform = Platform::xbox_series;
  return target;
}

}  // namespace

void generate(ChoiceSource& choices, RootSignatureCase& out) {
  const std::uint64_t bits = choices.bits64();
  const Features features(bits);
  out.version = draw_version(choices);
  out.flags = features.root_flags && choices.one_in(2) ? draw_root_flags(choices) : RootSignatureFlags::none;
  out.target = draw_target(choices);
  out.serialization = {};
  if (choices.one_in(8)) out.serialization.observe_blob = ObserveBlob::yes;
  if (choices.one_in(16)) out.serialization.serializer = Serializer::legacy;

  Registers registers;
  const std::size_t parameter_count = draw_parameter_count(choices);
  out.parameters.resize(parameter_count);
  // Many parameters are legal in a local root signature alone (DT-050, DT-055).
  if (parameter_count > 60 && choices.one_in(4)) out.flags = RootSignatureFlags::local_root_signature;
  for (RootParameter& parameter : out.parameters) {
    draw_parameter(choices, features, out.version, draw_range_count(choices, parameter_count), registers, parameter);
  }
  draw_static_samplers(choices, features, out.version, registers, out.static_samplers);
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
