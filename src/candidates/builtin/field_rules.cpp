#include "candidates/builtin/field_rules.h"

namespace d3d12fuzz::builtin {
namespace {

// D3D12_DESCRIPTOR_RANGE_FLAGS as plain words.
constexpr std::uint32_t kDescriptorsVolatile = 0x1;
constexpr std::uint32_t kDataVolatile = 0x2;
constexpr std::uint32_t kDataStaticWhileSet = 0x4;
constexpr std::uint32_t kDataStatic = 0x8;
constexpr std::uint32_t kKeepingBoundsChecks = 0x10000;
constexpr std::uint32_t kDataMask = kDataVolatile | kDataStaticWhileSet | kDataStatic;
constexpr std::uint32_t kRangeMask = kDescriptorsVolatile | kDataMask | kKeepingBoundsChecks;

// The bits of d3d12.h and the one that only DXC knows (DT-057).
constexpr std::uint32_t kRootMask = 0x80000FFF;
constexpr std::uint32_t kDirectlyIndexed = 0xC00;

constexpr std::uint32_t kReservedSpaceStart = 0xFFFFFFF0;

bool space_is_legal(std::uint32_t space, Fault fault) {
  if (fault == Fault::reserved_space_end_exclusive) return space < kReservedSpaceStart || space == 0xFFFFFFFF;
  if (fault == Fault::reserved_space_start_exclusive) return space <= kReservedSpaceStart;
  return space < kReservedSpaceStart;
}

// Flags are 0 in version 1.0, which passes everything here.
bool flags_are_legal(std::uint32_t range_type, std::uint32_t flags, Fault fault) {
  const std::uint32_t mask = fault == Fault::range_flags_extra_bit ? kRangeMask | 0x10 : kRangeMask;
  if ((flags & ~mask) != 0) return false;

  const std::uint32_t data = flags & kDataMask;
  if (range_type == D3D12_DESCRIPTOR_RANGE_TYPE_SAMPLER) {
    return data == 0 || fault == Fault::sampler_data_flags_unchecked;
  }

  const bool several_data_flags = (data & (data - 1)) != 0;
  if (several_data_flags && fault != Fault::data_flags_exclusive_unchecked) return false;
  const bool static_in_volatile = (flags & kDescriptorsVolatile) != 0 && (flags & kDataStatic) != 0;
  if (static_in_volatile && fault != Fault::volatile_with_static_unchecked) return false;

  if (fault == Fault::uav_data_static_rejected && range_type == D3D12_DESCRIPTOR_RANGE_TYPE_UAV &&
      (flags & kDataStatic) != 0) {
    return false;
  }
  if (fault == Fault::bounds_checks_with_data_rejected && (flags & kKeepingBoundsChecks) != 0 && data != 0)
    return false;
  return true;
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
  if (!space_is_legal(range.register_space, fault)) return false;
  if (range.num_descriptors != kUnbounded && fault != Fault::register_end_in_32_bits &&
      std::uint64_t{range.base_shader_register} + range.num_descriptors > kEndOfLine) {
    return false;
  }
  return flags_are_legal(range.range_type, range.flags, fault);
}

}  // namespace d3d12fuzz::builtin
