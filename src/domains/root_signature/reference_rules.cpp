#include "domains/root_signature/reference_rules.h"

#include <algorithm>
#include <bit>

namespace d3d12fuzz::root_signature {
namespace {

constexpr std::uint64_t kEndOfSlots = std::uint64_t{1} << 32;
constexpr std::uint64_t kEndOfRegisters = std::uint64_t{1} << 32;

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

bool intersect(std::uint64_t first_a, std::uint64_t last_a, std::uint64_t first_b, std::uint64_t last_b) {
  return first_a <= last_b && first_b <= last_a;
}

/// Whether a range takes part in overlap: one of no known class, or of no registers, does not.
bool holds_registers(const DescriptorRange& range) {
  return is_known(range.range_type) && raw(range.num_descriptors) != 0;
}

/// Whether a range of another visibility starts between the two, which is where a scan over neighbours loses its way.
bool interleaved(std::span<const ResolvedRange> ranges, const ResolvedRange& a, const ResolvedRange& b) {
  const std::uint32_t low = std::min(raw(a.range->base_shader_register), raw(b.range->base_shader_register));
  const std::uint32_t high = std::max(raw(a.range->base_shader_register), raw(b.range->base_shader_register));
  for (const ResolvedRange& other : ranges) {
    const std::uint32_t base = raw(other.range->base_shader_register);
    if (other.range->range_type == a.range->range_type && other.range->register_space == a.range->register_space &&
        other.visibility != a.visibility && base >= low && base <= high) {
      return true;
    }
  }
  return false;
}

}  // namespace

void Judge::broke(RuleId id) {
  switch (rule(id).rule_class) {
    case RuleClass::scored:
      if (!out_.broken_rules.contains(id)) {
        out_.broken_rules.insert(id);
        out_.broken.push_back({id, deciding_stage(id)});
      }
      break;
    case RuleClass::advisory:
      out_.advisory.insert(id);
      break;
    case RuleClass::ambiguous:
      out_.ambiguous.insert(id);
      break;
    case RuleClass::undefined:
      out_.undefined.insert(id);
      break;
    case RuleClass::note:
      break;
  }
}

Stage deciding_stage(RuleId id) {
  const bool at_create = id == "DT-050"_rule || id == "DT-059"_rule || id == "DT-103"_rule || id == "DT-106"_rule;
  return at_create ? Stage::create : Stage::serialize;
}

void resolve_offsets(const RootSignatureCase& value, std::vector<ResolvedRange>& out) {
  out.clear();
  for (std::size_t p = 0; p < value.parameters.size(); ++p) {
    const RootParameter& parameter = value.parameters[p];
    std::optional<std::uint64_t> next = 0;  // where an appended range starts
    for (std::size_t r = 0; r < parameter.descriptor_ranges.size(); ++r) {
      const DescriptorRange& range = parameter.descriptor_ranges[r];
      std::optional<std::uint64_t> offset = next;
      if (range.offset_in_descriptors_from_table_start != TableOffset::append) {
        offset = raw(range.offset_in_descriptors_from_table_start);
      }
      out.push_back({.range = &range,
                     .parameter = static_cast<std::uint16_t>(p),
                     .index = static_cast<std::uint16_t>(r),
                     .visibility = parameter.shader_visibility,
                     .first_register = raw(range.base_shader_register),
                     .last_register = last_register(range),
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

void judge_table(std::span<const ResolvedRange> ranges, Judge& judge) {
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
      judge.met(range.range_type == ranges[j].range->range_type ? "DT-015"_rule : "DT-016"_rule);
    }
  }
  judge.check("DT-018"_rule, !(has_views && has_samplers));
}

void judge_signature(const RootSignatureCase& value, Judge& judge) {
  constexpr std::uint32_t known_bits = 0xFFF;
  constexpr std::uint32_t low_tier_bit = 0x80000000;
  const std::uint32_t flags = raw(value.flags);
  judge.check("DT-056"_rule, (flags & ~(known_bits | low_tier_bit)) == 0);
  if ((flags & low_tier_bit) != 0) judge.broke("DT-057"_rule);
  const bool local = has(value.flags, RootSignatureFlags::local_root_signature);
  if (local) judge.check("DT-058"_rule, flags == raw(RootSignatureFlags::local_root_signature));
  if (has(value.flags, RootSignatureFlags::cbv_srv_uav_heap_directly_indexed) ||
      has(value.flags, RootSignatureFlags::sampler_heap_directly_indexed)) {
    // What the device can do is not part of the case, so its answer at create is open.
    judge.broke("DT-059"_rule);
  }

  for (const RootParameter& parameter : value.parameters) {
    judge.check("DT-032"_rule, raw(parameter.shader_visibility) <= 7);
    // The DENY bit of each visibility, by its number.
    constexpr std::uint32_t deny_bits[] = {0, 0x2, 0x4, 0x8, 0x10, 0x20, 0x100, 0x200};
    if (raw(parameter.shader_visibility) <= 7 && deny_bits[raw(parameter.shader_visibility)] != 0) {
      judge.check("DT-061"_rule, (flags & deny_bits[raw(parameter.shader_visibility)]) == 0);
    }
  }
  if (value.parameters.empty()) judge.met("DT-035"_rule);
  // How many descriptors a device takes is its own to say; the largest heaps that every one has bound it (DT-103:
  // 1000000 views, as DT-109 has it; DT-106: 2048 samplers).
  std::uint64_t views = 0;
  std::uint64_t samplers = 0;
  for (const RootParameter& parameter : value.parameters) {
    for (const DescriptorRange& range : parameter.descriptor_ranges) {
      if (range.num_descriptors == DescriptorCount::unbounded) continue;
      (range.range_type == RangeType::sampler ? samplers : views) += raw(range.num_descriptors);
    }
  }
  if (views > 1'000'000) judge.broke("DT-103"_rule);
  if (samplers > 2048) judge.broke("DT-106"_rule);
  // One DWORD for each table; a local root signature has no such limit (DT-055).
  if (!local) judge.check("DT-050"_rule, value.parameters.size() <= 64);
}

void judge_overlap(std::span<const ResolvedRange> ranges, Judge& judge) {
  bool other_kind_met = false;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const ResolvedRange& a = ranges[i];
    if (!holds_registers(*a.range)) continue;
    for (std::size_t j = i + 1; j < ranges.size(); ++j) {
      const ResolvedRange& b = ranges[j];
      if (a.range->range_type != b.range->range_type || a.range->register_space != b.range->register_space) {
        // Never a conflict (DT-024); to have seen it once is enough.
        if (other_kind_met || !holds_registers(*b.range)) continue;
        other_kind_met = intersect(a.first_register, a.last_register, b.first_register, b.last_register);
        continue;
      }
      if (!holds_registers(*b.range)) continue;
      const bool conflict = intersect(a.first_register, a.last_register, b.first_register, b.last_register);
      // Just inside the rules.
      const bool adjacent = a.last_register + 1 == b.first_register || b.last_register + 1 == a.first_register;
      if (!conflict && !adjacent) continue;
      const bool equal = a.visibility == b.visibility;
      const bool all = a.visibility == ShaderVisibility::all || b.visibility == ShaderVisibility::all;
      if (!equal && !all) {
        if (conflict) judge.met("DT-025"_rule);  // two different stages never conflict
        continue;
      }
      judge.check(equal ? "DT-023"_rule : "DT-025"_rule, !conflict);
      // The rows below are the same conflict where implementations are known to lose it.
      const bool unbounded_a = a.range->num_descriptors == DescriptorCount::unbounded;
      const bool unbounded_b = b.range->num_descriptors == DescriptorCount::unbounded;
      if (unbounded_a || unbounded_b) judge.check("DT-029"_rule, !conflict);
      const bool wraps_a = a.first_register > 0 && a.last_register == kEndOfRegisters - 1;
      const bool wraps_b = b.first_register > 0 && b.last_register == kEndOfRegisters - 1;
      if (wraps_a || wraps_b) judge.check("DT-030"_rule, !conflict);
      if (equal && interleaved(ranges, a, b)) judge.check("DT-031"_rule, !conflict);
    }
  }
  if (other_kind_met) judge.met("DT-024"_rule);
}

const ResolvedRange* resolve_lookup(std::span<const ResolvedRange> ranges, const RegisterLookup& lookup) {
  constexpr RangeType type_of_class[] = {RangeType::srv, RangeType::uav, RangeType::cbv, RangeType::sampler};
  for (const ResolvedRange& candidate : ranges) {
    const DescriptorRange& range = *candidate.range;
    const bool seen =
        candidate.visibility == ShaderVisibility::all || raw(candidate.visibility) == raw(lookup.shader_stage);
    if (seen && range.range_type == type_of_class[raw(lookup.register_class)] &&
        range.register_space == lookup.register_space && lookup.shader_register >= range.base_shader_register &&
        raw(lookup.shader_register) <= candidate.last_register) {
      return &candidate;
    }
  }
  return nullptr;
}

}  // namespace d3d12fuzz::root_signature
