#include "domains/root_signature/hlsl_says_all.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace d3d12fuzz::root_signature {
namespace {

/// Whether a value is one of those that its type has names for; of flags, whether all its bits are.
template <Leaf T>
bool has_name(T value) {
  const LeafMeaning& meaning = leaf_meaning(value);
  if (meaning.kind != LeafKind::flags) return find_name(meaning, raw(value)) != nullptr;
  std::uint64_t named = 0;
  for (const NamedValue& bit : meaning.names) named |= bit.value;
  return (raw(value) & ~named) == 0;
}

/// HLSL is older than these.
bool is_spelled(Filter filter) {
  constexpr std::uint32_t min_mag_anisotropic_mip_point = 0x54;
  constexpr std::uint32_t reduction_bits = 0x180;
  return has_name(filter) && (raw(filter) & ~reduction_bits) != min_mag_anisotropic_mip_point;
}

bool is_spelled(ComparisonFunc function) { return has_name(function) && function != ComparisonFunc::none; }

template <Leaf T>
bool is_plain_number(T bits) {
  return raw(bits) == 0 || std::isnormal(std::bit_cast<float>(raw(bits)));
}

bool is_spelled(const DescriptorRange& range) { return has_name(range.range_type) && has_name(range.flags); }

bool is_spelled(const DescriptorTable& table) {
  return !table.descriptor_ranges.empty() &&
         std::ranges::all_of(table.descriptor_ranges, [](const DescriptorRange& range) { return is_spelled(range); });
}

bool is_spelled(const RootConstants&) { return true; }

bool is_spelled(const RootDescriptor& descriptor) { return has_name(descriptor.flags); }

bool is_spelled(const UnknownParameter&) { return false; }

bool is_spelled(const RootParameter& parameter) {
  return has_name(visibility_of(parameter)) &&
         std::visit([](const auto& alternative) { return is_spelled(alternative); }, parameter);
}

bool is_spelled(const StaticSampler& sampler) {
  return is_spelled(sampler.filter) && has_name(sampler.address_u) && has_name(sampler.address_v) &&
         has_name(sampler.address_w) && is_plain_number(sampler.mip_lod_bias) && is_spelled(sampler.comparison_func) &&
         has_name(sampler.border_color) && is_plain_number(sampler.min_lod) && is_plain_number(sampler.max_lod) &&
         has_name(sampler.shader_visibility) && has_name(sampler.flags);
}

}  // namespace

bool says_all(const RootSignatureCase& value) {
  const auto spelled = [](const auto& element) { return is_spelled(element); };
  return value.serialization == Serialization{} && value.target == Target{} && has_name(value.flags) &&
         std::ranges::all_of(value.parameters, spelled) && std::ranges::all_of(value.static_samplers, spelled);
}

}  // namespace d3d12fuzz::root_signature
