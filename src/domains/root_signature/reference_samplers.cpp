// The reference model's rules on static samplers.

#include <cmath>

#include "domains/root_signature/reference_rules.h"

namespace d3d12fuzz::root_signature {
namespace {

constexpr std::uint32_t kReductionBits = 0x180;
constexpr std::uint32_t kComparisonReduction = 0x80;

/// One of nine bases with one of four reductions (DT-064).
bool is_filter(Filter filter) {
  const std::uint32_t base = raw(filter) & ~kReductionBits;
  return base == 0x00 || base == 0x01 || base == 0x04 || base == 0x05 || base == 0x10 || base == 0x11 || base == 0x14 ||
         base == 0x15 || base == 0x55;
}

/// MIN_MAG_ANISOTROPIC_MIP_POINT with any reduction (DT-065).
bool is_anisotropic_mip_point(Filter filter) { return (raw(filter) & ~kReductionBits) == 0x54; }

bool is_comparison(Filter filter) { return (raw(filter) & kReductionBits) == kComparisonReduction; }

template <Leaf Bits>
float number(Bits bits) {
  return std::bit_cast<float>(raw(bits));
}

/// Whether NON_NORMALIZED_COORDINATES goes with the rest of the sampler (DT-076).
bool allows_non_normalized(const StaticSampler& sampler) {
  const std::uint32_t filter = raw(sampler.filter);
  const bool filter_allowed =
      filter == 0x0 || filter == 0x14 || filter == 0x100 || filter == 0x114 || filter == 0x180 || filter == 0x194;
  const auto clamps = [](TextureAddressMode mode) {
    return mode == TextureAddressMode::clamp || mode == TextureAddressMode::border;
  };
  return filter_allowed && number(sampler.min_lod) == 0 && number(sampler.max_lod) == 0 && clamps(sampler.address_u) &&
         clamps(sampler.address_v);
}

void judge_flags(const StaticSampler& sampler, Judge& judge) {
  constexpr std::uint32_t known_bits = 0x1 | 0x2;
  judge.check("DT-074"_rule, (raw(sampler.flags) & ~known_bits) == 0);
  if (has(sampler.flags, SamplerFlags::uint_border_color) || raw(sampler.border_color) == 3 ||
      raw(sampler.border_color) == 4) {
    judge.check("DT-075"_rule, !has(sampler.flags, SamplerFlags::uint_border_color) || raw(sampler.border_color) > 2);
  }
  if (has(sampler.flags, SamplerFlags::non_normalized_coordinates)) {
    judge.check("DT-076"_rule, allows_non_normalized(sampler));
    // A feature that a device may lack, as it says in D3D12_FEATURE_DATA_D3D12_OPTIONS17.
    judge.leave_open(Stage::create);
  }
}

}  // namespace

void judge_static_sampler(Version version, const StaticSampler& sampler, Judge& judge) {
  judge.check("DT-021"_rule, raw(sampler.register_space) < 0xFFFFFFF0u);
  judge.check("DT-032"_rule, raw(sampler.shader_visibility) <= 7);
  if (raw(sampler.shader_register) == 0xFFFFFFFFu) judge.broke("DT-049"_rule);

  if (is_anisotropic_mip_point(sampler.filter)) {
    judge.broke("DT-065"_rule);
  } else {
    judge.check("DT-064"_rule, is_filter(sampler.filter));
  }
  for (const TextureAddressMode mode : {sampler.address_u, sampler.address_v, sampler.address_w}) {
    judge.check("DT-066"_rule, raw(mode) >= 1 && raw(mode) <= 5);
  }
  judge.check("DT-067"_rule, raw(sampler.max_anisotropy) <= 16);
  // Comparisons with a NaN are false; 15.99 is the float nearest to it.
  judge.check("DT-068"_rule, number(sampler.mip_lod_bias) >= -16.0f && number(sampler.mip_lod_bias) <= 15.99f);
  judge.check("DT-069"_rule, !std::isnan(number(sampler.min_lod)) && !std::isnan(number(sampler.max_lod)));
  if (is_filter(sampler.filter) || is_anisotropic_mip_point(sampler.filter)) {
    if (is_comparison(sampler.filter)) {
      judge.check("DT-070"_rule, raw(sampler.comparison_func) >= 1 && raw(sampler.comparison_func) <= 8);
    } else if (raw(sampler.comparison_func) > 8) {
      judge.broke("DT-071"_rule);
    } else if (raw(sampler.comparison_func) == 0) {
      judge.met("DT-070"_rule);
    }
  }
  if (raw(sampler.border_color) > 4) judge.broke("DT-072"_rule);
  if (version == Version::v1_2) {
    judge_flags(sampler, judge);
  } else if (raw(sampler.border_color) == 3 || raw(sampler.border_color) == 4) {
    judge.met("DT-073"_rule);
  }
}

}  // namespace d3d12fuzz::root_signature
