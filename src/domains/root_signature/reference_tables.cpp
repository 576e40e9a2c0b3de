// The reference model's rules on descriptor tables and their ranges.

#include "domains/root_signature/reference_rules.h"

namespace d3d12fuzz::root_signature {
namespace {

constexpr std::uint64_t kEndOfSlots = std::uint64_t{1} << 32;
constexpr std::uint64_t kEndOfRegisters = std::uint64_t{1} << 32;

bool intersect(std::uint64_t first_a, std::uint64_t last_a, std::uint64_t first_b, std::uint64_t last_b) {
  return first_a <= last_b && first_b <= last_a;
}

void judge_range_flags(const DescriptorRange& range, Judge& judge) {
  constexpr std::uint32_t data_bits = 0x2 | 0x4 | 0x8;
  constexpr std::uint32_t known_bits = 0x1 | data_bits | 0x10000;
  const std::uint32_t flags = raw(range.flags);
  const std::uint32_t data = flags & data_bits;
  const bool keeps_bounds_checks = has(range.flags, RangeFlags::descriptors_static_keeping_buffer_bounds_checks);
  const bool is_volatile = has(range.flags, RangeFlags::descriptors_volatile);

  judge.check("DT-036"_rule, (flags & ~known_bits) == 0);
  if (is_view(range.range_type)) {
    judge.check("DT-037"_rule, std::popcount(data) <= 1);
    judge.check("DT-038"_rule, !(is_volatile && has(range.flags, RangeFlags::data_static)));
    if (flags == 0x1 || flags == 0x3 || flags == 0x5) judge.met("DT-039"_rule);
    if (range.range_type == RangeType::uav && flags == raw(RangeFlags::data_static)) judge.met("DT-040"_rule);
    if (keeps_bounds_checks && !is_volatile && std::popcount(data) <= 1) judge.met("DT-042"_rule);
    if (data == 0) judge.met("DT-045"_rule);
  } else if (range.range_type == RangeType::sampler) {
    judge.check("DT-041"_rule, data == 0);
    if (keeps_bounds_checks) judge.broke("DT-044"_rule);
  }
  if (keeps_bounds_checks && is_volatile) judge.broke("DT-043"_rule);
}

}  // namespace

void resolve_offsets(const RootSignatureCase& value, std::vector<ResolvedRange>& out) {
  out.clear();
  for (std::size_t p = 0; p < value.parameters.size(); ++p) {
    const std::span<const DescriptorRange> ranges = ranges_of(value.parameters[p]);
    std::optional<std::uint64_t> next = 0;  // where an appended range starts
    for (std::size_t r = 0; r < ranges.size(); ++r) {
      const DescriptorRange& range = ranges[r];
      std::optional<std::uint64_t> offset = next;
      if (range.offset_in_descriptors_from_table_start != TableOffset::append) {
        offset = raw(range.offset_in_descriptors_from_table_start);
      }
      out.push_back({.range = &range,
                     .parameter = static_cast<std::uint16_t>(p),
                     .index = static_cast<std::uint16_t>(r),
                     .offset = offset});
      next = offset;
      if (range.num_descriptors == DescriptorCount::unbounded) {
        next.reset();
      } else if (next) {
        *next += raw(range.num_descriptors);
      }
    }
  }
}

void judge_range(Version version, const DescriptorRange& range, Judge& judge) {
  const bool unbounded = range.num_descriptors == DescriptorCount::unbounded;
  judge.check("DT-001"_rule, is_known(range.range_type));
  judge.check("DT-002"_rule, raw(range.num_descriptors) != 0);
  judge.check("DT-021"_rule, raw(range.register_space) < 0xFFFFFFF0u);
  if (unbounded) {
    judge.met("DT-003"_rule);
  } else if (raw(range.num_descriptors) != 0) {
    judge.check("DT-008"_rule, last_register(range) < kEndOfRegisters);
    if (last_register(range) == kEndOfRegisters - 1) judge.broke("DT-009"_rule);
  }
  if (raw(range.base_shader_register) == 0xFFFFFFFFu) judge.broke("DT-049"_rule);
  if (version == Version::v1_0) return;
  judge_range_flags(range, judge);
  if (unbounded && !has(range.flags, RangeFlags::descriptors_volatile)) judge.broke("DT-020"_rule);
}

void judge_table(ResourceBindingTier tier, std::span<const ResolvedRange> ranges, Judge& judge) {
  if (ranges.empty()) {
    judge.broke("DT-019"_rule);
    return;
  }
  bool has_views = false;
  bool has_samplers = false;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const DescriptorRange& range = *ranges[i].range;
    const bool unbounded = range.num_descriptors == DescriptorCount::unbounded;
    const bool appended = range.offset_in_descriptors_from_table_start == TableOffset::append;
    const bool after_unbounded = i > 0 && ranges[i - 1].range->num_descriptors == DescriptorCount::unbounded;
    has_views |= is_view(range.range_type);
    has_samplers |= range.range_type == RangeType::sampler;

    if (appended) {
      judge.check("DT-005"_rule, !after_unbounded);
      if (!after_unbounded) judge.met("DT-012"_rule);
      if (i >= 2 && !after_unbounded && ranges[i].offset) {
        if (ranges[i - 2].range->num_descriptors == DescriptorCount::unbounded) judge.met("DT-007"_rule);
        if (ranges[i - 1].offset < ranges[i - 2].offset) judge.met("DT-013"_rule);
      }
    } else {
      judge.met("DT-014"_rule);
      if (after_unbounded) {
        judge.met("DT-004"_rule);
        judge.met("DT-006"_rule);
      }
    }

    if (!ranges[i].offset) continue;
    const std::uint64_t offset = *ranges[i].offset;
    if (unbounded) {
      // Only an append can come to stand here (DT-012): open implementations disagree on it.
      if (offset == kEndOfSlots) judge.broke("DT-011"_rule);
      if (offset > kEndOfSlots) judge.broke("DT-010"_rule);
    } else if (raw(range.num_descriptors) != 0) {
      const std::uint64_t end = offset + raw(range.num_descriptors);
      judge.check("DT-010"_rule, end <= kEndOfSlots);
      if (end == kEndOfSlots) judge.broke("DT-011"_rule);
    }

    for (std::size_t j = 0; j < i; ++j) {
      if (!ranges[j].offset || raw(range.num_descriptors) == 0 || raw(ranges[j].range->num_descriptors) == 0) continue;
      const std::uint64_t last_i = unbounded ? kNoValue : offset + raw(range.num_descriptors) - 1;
      const bool unbounded_j = ranges[j].range->num_descriptors == DescriptorCount::unbounded;
      const std::uint64_t last_j =
          unbounded_j ? kNoValue : *ranges[j].offset + raw(ranges[j].range->num_descriptors) - 1;
      if (!intersect(offset, last_i, *ranges[j].offset, last_j)) continue;
      if (range.range_type == ranges[j].range->range_type) {
        judge.met("DT-015"_rule);
      } else if (tier == ResourceBindingTier::tier_3) {
        judge.met("DT-016"_rule);
      } else {
        judge.broke("DT-017"_rule);
      }
    }
  }
  judge.check("DT-018"_rule, !(has_views && has_samplers));
}

}  // namespace d3d12fuzz::root_signature
