// Twists of static samplers.

#include "domains/root_signature/twist_parts.h"

namespace d3d12fuzz::root_signature {
namespace {

/// A value at which a rule changes, or another one close to it.
template <Leaf T>
T boundary(ChoiceSource& choices) {
  const LeafMeaning& meaning = leaf_meaning(T{});
  return static_cast<T>(choices.pick(meaning.boundaries));
}

// DT-064, DT-065, DT-070, DT-071
void filter(ChoiceSource& choices, RootSignatureCase& value) {
  StaticSampler& sampler = some_sampler(choices, value);
  sampler.filter = choices.one_in(2) ? boundary<Filter>(choices) : static_cast<Filter>(choices.below(0x400));
  if (choices.one_in(2)) sampler.comparison_func = boundary<ComparisonFunc>(choices);
}

// DT-070, DT-071
void comparison(ChoiceSource& choices, RootSignatureCase& value) {
  StaticSampler& sampler = some_sampler(choices, value);
  sampler.comparison_func =
      choices.one_in(2) ? boundary<ComparisonFunc>(choices) : static_cast<ComparisonFunc>(choices.below(12));
  if (choices.one_in(2)) sampler.filter = Filter{0x80 | (choices.one_in(2) ? 0x15u : 0x55u)};
}

// DT-066
void address(ChoiceSource& choices, RootSignatureCase& value) {
  StaticSampler& sampler = some_sampler(choices, value);
  TextureAddressMode* const modes[] = {&sampler.address_u, &sampler.address_v, &sampler.address_w};
  *choices.pick(modes) = boundary<TextureAddressMode>(choices);
}

// DT-067
void anisotropy(ChoiceSource& choices, RootSignatureCase& value) {
  StaticSampler& sampler = some_sampler(choices, value);
  sampler.max_anisotropy = boundary<MaxAnisotropy>(choices);
  // The limit holds whatever the filter.
  if (choices.one_in(2)) sampler.filter = Filter{choices.one_in(2) ? 0x0u : 0x15u};
}

// DT-068
void bias(ChoiceSource& choices, RootSignatureCase& value) {
  some_sampler(choices, value).mip_lod_bias =
      choices.one_in(8) ? static_cast<MipLodBias>(choices.bits32()) : boundary<MipLodBias>(choices);
}

// DT-069
void lod(ChoiceSource& choices, RootSignatureCase& value) {
  StaticSampler& sampler = some_sampler(choices, value);
  if (choices.one_in(2)) {
    sampler.min_lod = boundary<MinLod>(choices);
  } else {
    sampler.max_lod = boundary<MaxLod>(choices);
  }
}

// DT-072, DT-073, DT-075
void border(ChoiceSource& choices, RootSignatureCase& value) {
  some_sampler(choices, value).border_color = boundary<StaticBorderColor>(choices);
}

// DT-074 to DT-076
void flags(ChoiceSource& choices, RootSignatureCase& value) {
  value.version = Version::v1_2;
  value.serialization.serializer = Serializer::versioned;
  StaticSampler& sampler = some_sampler(choices, value);
  sampler.flags =
      choices.one_in(4) ? static_cast<SamplerFlags>(1u << choices.below(32)) : boundary<SamplerFlags>(choices);
  sampler.border_color = static_cast<StaticBorderColor>(choices.below(5));
}

// DT-021, DT-032, DT-049
void entry_fields(ChoiceSource& choices, RootSignatureCase& value) {
  StaticSampler& sampler = some_sampler(choices, value);
  switch (choices.below(3)) {
    case 0:
      sampler.register_space = boundary<RegisterSpace>(choices);
      return;
    case 1:
      sampler.shader_visibility = boundary<ShaderVisibility>(choices);
      return;
    default:
      sampler.register_space = fresh_space(choices);
      sampler.shader_register = static_cast<ShaderRegister>(0xFFFFFFFEu + choices.below(2));
  }
}

// DT-023, DT-025, DT-028: a second sampler, or a range of samplers, where the first stands or right beside it.
void overlap(ChoiceSource& choices, RootSignatureCase& value) {
  StaticSampler other = some_sampler(choices, value);
  other.shader_register = static_cast<ShaderRegister>(raw(other.shader_register) + (choices.one_in(3) ? 1 : 0));
  if (choices.one_in(2)) other.shader_visibility = static_cast<ShaderVisibility>(choices.below(8));
  if (choices.one_in(2)) {
    if (value.static_samplers.size() < max_elements<StaticSampler>) value.static_samplers.push_back(other);
    return;
  }
  const std::uint32_t before = choices.below(3);
  DescriptorTable table;
  table.shader_visibility = other.shader_visibility;
  table.descriptor_ranges.push_back({.range_type = RangeType::sampler,
                                     .num_descriptors = static_cast<DescriptorCount>(before + choices.below(2)),
                                     .base_shader_register = static_cast<ShaderRegister>(
                                         raw(other.shader_register) - std::min(before, raw(other.shader_register))),
                                     .register_space = other.register_space});
  if (raw(table.descriptor_ranges[0].num_descriptors) == 0)
    table.descriptor_ranges[0].num_descriptors = DescriptorCount{1};
  insert_parameter(choices, value, std::move(table));
}

}  // namespace

std::span<const Twist> sampler_twists() {
  static constexpr Twist twists[] = {filter, filter, comparison, address, address, anisotropy,
                                     bias,   bias,   lod,        lod,     border,  flags,
                                     flags,  flags,  overlap,    overlap, overlap, entry_fields};
  return twists;
}

}  // namespace d3d12fuzz::root_signature
