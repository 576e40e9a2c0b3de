#include "candidates/builtin/field_rules.h"

#include "candidates/builtin/desc_view.h"

namespace d3d12fuzz::builtin {
namespace {

constexpr std::uint32_t kRangeMask = kDescriptorsVolatile | kDataMask | kKeepingBoundsChecks;

// The bits of d3d12.h and the one that only DXC knows (DT-057).
constexpr std::uint32_t kRootMask = 0x80000FFF;

bool range_space_is_legal(std::uint32_t space, Fault fault) {
  if (fault == Fault::reserved_space_end_exclusive) return space < kReservedSpaceStart || space == 0xFFFFFFFF;
  if (fault == Fault::reserved_space_start_exclusive) return space <= kReservedSpaceStart;
  return space < kReservedSpaceStart;
}

bool has_several_bits(std::uint32_t flags) { return (flags & (flags - 1)) != 0; }

// Flags are 0 in version 1.0, which passes everything here.
bool range_flags_are_legal(std::uint32_t range_type, std::uint32_t flags, Fault fault) {
  const std::uint32_t mask = fault == Fault::range_flags_extra_bit ? kRangeMask | 0x10 : kRangeMask;
  if ((flags & ~mask) != 0) return false;

  const std::uint32_t data = flags & kDataMask;
  if (range_type == D3D12_DESCRIPTOR_RANGE_TYPE_SAMPLER) {
    return data == 0 || fault == Fault::sampler_data_flags_unchecked;
  }

  if (has_several_bits(data) && fault != Fault::data_flags_exclusive_unchecked) return false;
  const bool descriptors_volatile = (flags & kDescriptorsVolatile) != 0;
  const bool data_static = (flags & kDataStatic) != 0;
  if (descriptors_volatile && data_static && fault != Fault::volatile_with_static_unchecked) return false;

  switch (fault) {
    case Fault::volatile_with_while_set_rejected:
      return !descriptors_volatile || (flags & kDataStaticWhileSet) == 0;
    case Fault::uav_data_static_rejected:
      return range_type != D3D12_DESCRIPTOR_RANGE_TYPE_UAV || !data_static;
    case Fault::bounds_checks_with_data_rejected:
      return (flags & kKeepingBoundsChecks) == 0 || data == 0;
    default:
      return true;
  }
}

bool descriptor_flags_are_legal(std::uint32_t parameter_type, std::uint32_t flags, Fault fault) {
  if (fault == Fault::descriptor_flags_unchecked) return true;
  std::uint32_t mask = kDataMask;
  if (fault == Fault::descriptor_bounds_checks_accepted) mask |= kKeepingBoundsChecks;
  if ((flags & ~mask) != 0) return false;
  if (has_several_bits(flags & kDataMask) && fault != Fault::descriptor_data_flags_exclusive_unchecked) return false;
  return fault != Fault::root_uav_data_static_rejected || parameter_type != kRootUav || (flags & kDataStatic) == 0;
}

}  // namespace

bool root_flags_are_legal(std::uint32_t version, std::uint32_t flags, Fault fault) {
  if (fault == Fault::root_flags_unchecked) return true;
  std::uint32_t mask = kRootMask;
  if (fault == Fault::directly_indexed_rejected_in_1_0 && version == D3D_ROOT_SIGNATURE_VERSION_1_0) {
    mask &= ~kDirectlyIndexed;
  }
  return (flags & ~mask) == 0;
}

bool visibility_is_legal(std::uint32_t shader_visibility, Fault fault) {
  if (fault == Fault::visibility_8_accepted && shader_visibility == 8) return true;
  if (fault == Fault::visibility_after_pixel_rejected) return shader_visibility <= D3D12_SHADER_VISIBILITY_PIXEL;
  return shader_visibility <= D3D12_SHADER_VISIBILITY_MESH;
}

bool range_is_legal(const d3d12fuzz_described_range& range, Fault fault) {
  if (range.range_type > D3D12_DESCRIPTOR_RANGE_TYPE_SAMPLER && fault != Fault::range_type_unchecked) return false;
  if (range.num_descriptors == 0 && fault != Fault::zero_count_accepted) return false;
  if (!range_space_is_legal(range.register_space, fault)) return false;
  if (range.num_descriptors != kUnbounded && fault != Fault::register_end_in_32_bits &&
      std::uint64_t{range.base_shader_register} + range.num_descriptors > kEndOfLine) {
    return false;
  }
  return range_flags_are_legal(range.range_type, range.flags, fault);
}

bool root_argument_is_legal(const d3d12fuzz_described_parameter& parameter, Fault fault) {
  const bool constants = parameter.parameter_type == kConstants;
  const std::uint32_t end = fault == Fault::reserved_space_starts_early ? kReservedSpaceStart - 1 : kReservedSpaceStart;
  const Fault unchecked = constants ? Fault::constants_space_unchecked : Fault::descriptor_space_unchecked;
  if (parameter.register_space >= end && fault != unchecked) return false;
  return constants || descriptor_flags_are_legal(parameter.parameter_type, parameter.flags, fault);
}

}  // namespace d3d12fuzz::builtin
