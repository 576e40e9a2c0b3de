#include "candidates/builtin/sampler_rules.h"

#include <array>

#include "candidates/builtin/field_rules.h"

namespace d3d12fuzz::builtin {
namespace {

// D3D12_FILTER: the reduction stands above the seven bits that say how to interpolate.
constexpr std::uint32_t kInterpolationMask = 0x7F;
constexpr std::uint32_t kReductionMask = 0x180;
constexpr std::uint32_t kComparison = 0x80;
constexpr std::uint32_t kAnisotropic = 0x55;
constexpr std::uint32_t kMaximumAnisotropic = 0x1D5;

// Bit per interpolation that exists.
constexpr std::array<std::uint64_t, 2> kInterpolations = [] {
  std::array<std::uint64_t, 2> bits{};
  for (const std::uint32_t known : {0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15, 0x55}) {
    bits[known / 64] |= std::uint64_t{1} << (known % 64);
  }
  return bits;
}();

bool filter_is_legal(std::uint32_t filter, Fault fault) {
  if (fault == Fault::filter_up_to_maximum_accepted) return filter <= kMaximumAnisotropic;
  if (fault == Fault::filter_maximum_anisotropic_rejected && filter == kMaximumAnisotropic) return false;
  if (fault == Fault::filter_reductions_rejected && (filter & 0x100) != 0) return false;
  if ((filter & ~(kInterpolationMask | kReductionMask)) != 0 && fault != Fault::filter_high_bits_ignored) return false;
  const std::uint32_t interpolation = filter & kInterpolationMask;
  return (kInterpolations[interpolation / 64] >> (interpolation % 64) & 1) != 0;
}

bool address_is_legal(std::uint32_t mode, Fault fault) {
  if (mode == 0) return fault == Fault::address_0_accepted;
  if (mode == D3D12_TEXTURE_ADDRESS_MODE_MIRROR_ONCE) return fault != Fault::mirror_once_rejected;
  return mode < D3D12_TEXTURE_ADDRESS_MODE_MIRROR_ONCE || (mode == 6 && fault == Fault::address_6_accepted);
}

bool addresses_are_legal(const d3d12fuzz_described_static_sampler& sampler, Fault fault) {
  return address_is_legal(sampler.address_u, fault) && address_is_legal(sampler.address_v, fault) &&
         (address_is_legal(sampler.address_w, fault) || fault == Fault::address_w_unchecked);
}

bool anisotropy_is_legal(const d3d12fuzz_described_static_sampler& sampler, Fault fault) {
  if (fault == Fault::anisotropy_checked_for_anisotropic_alone &&
      (sampler.filter & kInterpolationMask) != kAnisotropic) {
    return true;
  }
  if (sampler.max_anisotropy == 0) return fault != Fault::anisotropy_0_rejected;
  const std::uint32_t highest = fault == Fault::anisotropy_17_accepted ? 17 : D3D12_MAX_MAXANISOTROPY;
  return sampler.max_anisotropy <= highest;
}

// Floats are judged by their bits: those of one sign are ordered like their magnitudes.
constexpr std::uint32_t kSign = 0x80000000;
constexpr std::uint32_t kInfinity = 0x7F800000;
constexpr std::uint32_t kQuiet = 0x00400000;
constexpr std::uint32_t kSixteen = 0x41800000;
constexpr std::uint32_t kBiasMax = 0x417FD70A;  // 15.99 as binary32

constexpr bool is_nan(std::uint32_t bits) { return (bits & ~kSign) > kInfinity; }

bool bias_is_legal(std::uint32_t bits, Fault fault) {
  if (is_nan(bits)) return fault == Fault::bias_nan_accepted;
  if ((bits & kSign) != 0) {
    const std::uint32_t magnitude = bits & ~kSign;
    return fault == Fault::bias_lower_bound_exclusive ? magnitude < kSixteen : magnitude <= kSixteen;
  }
  if (fault == Fault::bias_upper_bound_exclusive) return bits < kBiasMax;
  return bits <= (fault == Fault::bias_16_accepted ? kSixteen : kBiasMax);
}

// Whether a < b, neither of them NaN.
bool is_less(std::uint32_t a, std::uint32_t b) {
  const auto place = [](std::uint32_t bits) {
    const auto magnitude = static_cast<std::int64_t>(bits & ~kSign);
    return (bits & kSign) != 0 ? -magnitude : magnitude;
  };
  return place(a) < place(b);
}

bool lods_are_legal(const d3d12fuzz_described_static_sampler& sampler, Fault fault) {
  const std::uint32_t lowest = sampler.min_lod;
  const std::uint32_t highest = sampler.max_lod;
  if (is_nan(lowest)) {
    const bool signalling = (lowest & kQuiet) == 0;
    return !is_nan(highest) &&
           (fault == Fault::min_lod_nan_accepted || (fault == Fault::lod_signalling_nan_accepted && signalling));
  }
  if (is_nan(highest)) {
    return fault == Fault::max_lod_nan_accepted ||
           (fault == Fault::lod_negative_nan_accepted && (highest & kSign) != 0);
  }
  switch (fault) {
    case Fault::lod_order_enforced:
      return !is_less(highest, lowest);
    case Fault::min_lod_negative_rejected:
      return !is_less(lowest, 0);
    case Fault::max_lod_infinity_rejected:
      return highest != kInfinity;
    default:
      return true;
  }
}

// With a filter that does not compare, any value is as good as another (DT-070, DT-071).
bool comparison_is_legal(const d3d12fuzz_described_static_sampler& sampler, Fault fault) {
  const std::uint32_t function = sampler.comparison_func;
  bool compares = (sampler.filter & kReductionMask) == kComparison;
  if (fault == Fault::comparison_bit_without_mask) compares = (sampler.filter & kComparison) != 0;
  if (fault == Fault::comparison_anisotropic_unchecked && sampler.filter == (kComparison | kAnisotropic)) return true;
  if (!compares) return function != 0 || fault != Fault::comparison_0_rejected_by_other_filters;
  if (function == 0) return fault == Fault::comparison_0_accepted_by_comparison_filters;
  return function <= D3D12_COMPARISON_FUNC_ALWAYS || (function == 9 && fault == Fault::comparison_9_accepted);
}

bool border_and_flags_are_legal(std::uint32_t version, const d3d12fuzz_described_static_sampler& sampler, Fault fault) {
  const std::uint32_t mask = fault == Fault::sampler_flags_extra_bit ? 0x7 : 0x3;
  if ((sampler.flags & ~mask) != 0) return false;
  const bool flagged = (sampler.flags & kUintBorderColor) != 0;
  const bool float_border = sampler.border_color <= D3D12_STATIC_BORDER_COLOR_OPAQUE_WHITE;
  if (flagged && float_border && fault != Fault::border_mismatch_accepted) return false;

  if (!is_uint_border(sampler.border_color)) return true;
  const bool has_flags = version == D3D_ROOT_SIGNATURE_VERSION_1_2;
  if (fault == Fault::uint_border_rejected_below_1_2) return has_flags;
  return fault != Fault::uint_border_needs_flag || !has_flags || flagged;
}

}  // namespace

bool static_sampler_is_legal(std::uint32_t version, const d3d12fuzz_described_static_sampler& sampler, Fault fault) {
  if (sampler.register_space >= kReservedSpaceStart && fault != Fault::static_sampler_space_unchecked) return false;
  if (sampler.shader_visibility > D3D12_SHADER_VISIBILITY_MESH && fault != Fault::static_sampler_visibility_unchecked) {
    return false;
  }
  return filter_is_legal(sampler.filter, fault) && addresses_are_legal(sampler, fault) &&
         bias_is_legal(sampler.mip_lod_bias, fault) && anisotropy_is_legal(sampler, fault) &&
         comparison_is_legal(sampler, fault) && lods_are_legal(sampler, fault) &&
         border_and_flags_are_legal(version, sampler, fault);
}

}  // namespace d3d12fuzz::builtin
