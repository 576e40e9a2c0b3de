#include "candidates/builtin/description.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "candidates/builtin/desc_view.h"
#include "candidates/builtin/field_rules.h"
#include "candidates/builtin/sampler_rules.h"

namespace d3d12fuzz::builtin {
namespace {

constexpr std::uint32_t k1_0 = D3D_ROOT_SIGNATURE_VERSION_1_0;
constexpr std::uint32_t k1_2 = D3D_ROOT_SIGNATURE_VERSION_1_2;

// Fault: the flags of 1.0 signatures are stated at version 1.1 alone.
bool leaves_flags_out(std::uint32_t version, Fault fault) {
  return fault == Fault::upgrade_to_1_2_without_flags && version == k1_2;
}

// The mode that applies when no DATA_* flag is given (DT-045).
std::uint32_t default_data_flag(bool uav) { return uav ? kDataVolatile : kDataStaticWhileSet; }

std::uint32_t range_flags(const d3d12fuzz_described_range& range, std::uint32_t stored_version, std::uint32_t version,
                          Fault fault) {
  const bool sampler = range.range_type == D3D12_DESCRIPTOR_RANGE_TYPE_SAMPLER;
  if (version == k1_0) return fault == Fault::downgrade_keeps_flags ? range.flags : 0;
  if (stored_version == k1_0) {
    if (fault == Fault::upgrade_without_flags || leaves_flags_out(version, fault)) return 0;
    return sampler ? kDescriptorsVolatile : kDescriptorsVolatile | kDataVolatile;
  }
  if (fault == Fault::default_flags_materialised && (range.flags & kDataMask) == 0 && !sampler) {
    return range.flags | default_data_flag(range.range_type == D3D12_DESCRIPTOR_RANGE_TYPE_UAV);
  }
  return range.flags;
}

std::uint32_t descriptor_flags(const d3d12fuzz_described_parameter& descriptor, std::uint32_t stored_version,
                               std::uint32_t version, Fault fault) {
  if (version == k1_0) return fault == Fault::descriptor_downgrade_keeps_flags ? descriptor.flags : 0;
  if (stored_version == k1_0) {
    if (fault == Fault::descriptor_upgrade_without_flags || leaves_flags_out(version, fault)) return 0;
    return fault == Fault::descriptor_upgrade_like_ranges ? kDescriptorsVolatile | kDataVolatile : kDataVolatile;
  }
  if (fault == Fault::descriptor_flags_dropped) return 0;
  if (fault == Fault::descriptor_default_flags_materialised && descriptor.flags == 0) {
    return default_data_flag(descriptor.parameter_type == kRootUav);
  }
  return descriptor.flags;
}

void rewrite_parameter(d3d12fuzz_described_parameter& parameter, std::uint32_t stored_version, std::uint32_t version,
                       Fault fault) {
  if (is_root_descriptor(parameter.parameter_type)) {
    parameter.flags = descriptor_flags(parameter, stored_version, version, fault);
  }
  if (parameter.parameter_type == kConstants) {
    // The third word of the union holds the number of root constants, and the flags of root descriptors.
    if (fault == Fault::upgrade_overwrites_constants && stored_version == k1_0 && version != k1_0) {
      parameter.num_32bit_values = kDataVolatile;
    }
    if (fault == Fault::constants_visibility_lost) parameter.shader_visibility = D3D12_SHADER_VISIBILITY_ALL;
  }
  if (fault == Fault::root_register_and_space_swapped) {
    std::swap(parameter.shader_register, parameter.register_space);
  }
}

void rewrite_sampler(d3d12fuzz_described_static_sampler& sampler, std::uint32_t stored_version, std::uint32_t version,
                     Fault fault) {
  constexpr std::uint32_t kNegativeZero = 0x80000000;
  constexpr std::uint32_t kInfinity = 0x7F800000;
  constexpr std::uint32_t kFloatMax = 0x7F7FFFFF;
  constexpr std::uint32_t kExponent = 0x7F800000;

  const bool down = stored_version == k1_2 && version != k1_2;
  if (version != k1_2 && fault != Fault::sampler_downgrade_keeps_flags) sampler.flags = 0;
  switch (fault) {
    case Fault::sampler_downgrade_rewrites_border:
      // Each integer colour has a float one two below it.
      if (down && is_uint_border(sampler.border_color)) sampler.border_color -= 2;
      return;
    case Fault::sampler_flag_from_border:
      if (stored_version != k1_2 && version == k1_2 && is_uint_border(sampler.border_color)) {
        sampler.flags = kUintBorderColor;
      }
      return;
    case Fault::sampler_negative_zero_lost:
      if (sampler.mip_lod_bias == kNegativeZero) sampler.mip_lod_bias = 0;
      return;
    case Fault::sampler_denormal_flushed:
      if ((sampler.min_lod & kExponent) == 0) sampler.min_lod &= kNegativeZero;
      return;
    case Fault::sampler_infinity_clamped:
      if (sampler.max_lod == kInfinity) sampler.max_lod = kFloatMax;
      return;
    case Fault::sampler_lods_swapped:
      std::swap(sampler.min_lod, sampler.max_lod);
      return;
    case Fault::sampler_address_w_is_v:
      sampler.address_w = sampler.address_v;
      return;
    default:
      return;
  }
}

}  // namespace

bool can_be_described(const StoredSignature& stored, Fault fault) {
  if (fault != Fault::sampler_downgrade_refused) return true;
  return std::all_of(stored.static_samplers.begin(), stored.static_samplers.end(),
                     [](const d3d12fuzz_described_static_sampler& sampler) { return sampler.flags == 0; });
}

void describe(const StoredSignature& stored, std::uint32_t version, Fault fault, d3d12fuzz_description& out) {
  out.flags = stored.flags;
  out.num_parameters = static_cast<std::uint32_t>(stored.parameters.size());
  out.num_ranges = static_cast<std::uint32_t>(stored.ranges.size());
  out.num_static_samplers = static_cast<std::uint32_t>(stored.static_samplers.size());

  const std::size_t parameters = std::min(out.num_parameters, out.parameter_capacity);
  for (std::size_t i = 0; i < parameters; ++i) {
    d3d12fuzz_described_parameter parameter = stored.parameters[i];
    rewrite_parameter(parameter, stored.version, version, fault);
    out.parameters[i] = parameter;
  }

  const std::size_t ranges = std::min(out.num_ranges, out.range_capacity);
  for (std::size_t i = 0; i < ranges; ++i) {
    d3d12fuzz_described_range range = stored.ranges[i];
    if (fault == Fault::append_resolved_in_description) {
      range.offset_in_descriptors_from_table_start = static_cast<std::uint32_t>(stored.resolved_offsets[i]);
    }
    range.flags = range_flags(range, stored.version, version, fault);
    if (fault == Fault::flags_and_offset_swapped && version != k1_0 && stored.version != k1_0) {
      std::swap(range.flags, range.offset_in_descriptors_from_table_start);
    }
    out.ranges[i] = range;
  }

  const std::size_t samplers = std::min(out.num_static_samplers, out.static_sampler_capacity);
  for (std::size_t i = 0; i < samplers; ++i) {
    const bool reversed = fault == Fault::static_samplers_reversed;
    d3d12fuzz_described_static_sampler sampler =
        stored.static_samplers[reversed ? stored.static_samplers.size() - 1 - i : i];
    rewrite_sampler(sampler, stored.version, version, fault);
    out.static_samplers[i] = sampler;
  }
}

}  // namespace d3d12fuzz::builtin
