// The reference model's rules on a root signature as a whole: flags, cost, the limits of devices.

#include <algorithm>

#include "domains/root_signature/reference_rules.h"

namespace d3d12fuzz::root_signature {
namespace {

void judge_flags(const RootSignatureCase& value, Judge& judge) {
  const std::uint32_t flags = raw(value.flags);
  judge.check("DT-056"_rule, (flags & ~(kRootFlags | kLowTierBit)) == 0);
  if ((flags & kLowTierBit) != 0) judge.broke("DT-057"_rule);
  if (has(value.flags, RootSignatureFlags::local_root_signature)) {
    judge.check("DT-058"_rule, flags == raw(RootSignatureFlags::local_root_signature));
  }
  if (has(value.flags, RootSignatureFlags::cbv_srv_uav_heap_directly_indexed) ||
      has(value.flags, RootSignatureFlags::sampler_heap_directly_indexed)) {
    // The shader model of the device is not part of the case, so its answer at create is open.
    judge.broke("DT-059"_rule);
  }
  const auto check_denied = [&](ShaderVisibility visibility) {
    if (raw(visibility) < 1 || raw(visibility) > 7) return;
    judge.check("DT-061"_rule, (flags & kDenyBits[raw(visibility)]) == 0);
  };
  for (const RootParameter& parameter : value.parameters) check_denied(visibility_of(parameter));
  for (const StaticSampler& sampler : value.static_samplers) check_denied(sampler.shader_visibility);
}

/// Bytes of a shader record that a local root signature takes: constants 4 each, all else 8 at multiples of 8 (DT-055).
std::uint64_t record_bytes(const RootSignatureCase& value) {
  std::uint64_t bytes = 0;
  for (const RootParameter& parameter : value.parameters) {
    if (const auto* constants = std::get_if<RootConstants>(&parameter)) {
      bytes += std::uint64_t{4} * raw(constants->num_32bit_values);
    } else {
      bytes = (bytes + 7) / 8 * 8 + 8;
    }
  }
  return bytes;
}

void judge_cost(const RootSignatureCase& value, Judge& judge) {
  constexpr std::uint64_t max_root_cost = 64;
  constexpr std::uint64_t max_record_bytes = 4064;
  const std::uint64_t cost = cost_of(value);
  if (has(value.flags, RootSignatureFlags::local_root_signature)) {
    judge.check("DT-055"_rule, record_bytes(value) <= max_record_bytes);
    if (cost > max_root_cost) judge.met("ST-054"_rule);
    return;
  }
  judge.check("DT-050"_rule, cost <= max_root_cost);
  // The same limit where a sum in 32 bits would be kept.
  const auto constants = std::count_if(value.parameters.begin(), value.parameters.end(),
                                       [](const RootParameter& p) { return std::holds_alternative<RootConstants>(p); });
  if (cost > max_root_cost && static_cast<std::uint32_t>(cost) <= max_root_cost) judge.broke("DT-051"_rule);
  if (cost <= max_root_cost && constants > 1) judge.met("DT-051"_rule);
}

/// Descriptors of each class in tables, by the visibility of the table.
struct DescriptorCounts {
  std::uint64_t bounded[4][8] = {};  ///< [RangeType][visibility]
  bool unbounded[4] = {};

  /// The most that one stage sees; what is visible to ALL counts for each.
  std::uint64_t of_a_stage(RangeType type) const {
    const auto& counts = bounded[raw(type)];
    return counts[0] + *std::max_element(std::begin(counts) + 1, std::end(counts));
  }
  std::uint64_t of_all(RangeType type) const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : bounded[raw(type)]) sum += count;
    return sum;
  }
};

DescriptorCounts count_descriptors(const RootSignatureCase& value) {
  DescriptorCounts counts;
  for (const RootParameter& parameter : value.parameters) {
    const std::uint32_t visibility = raw(visibility_of(parameter));
    for (const DescriptorRange& range : ranges_of(parameter)) {
      if (!is_known(range.range_type)) continue;
      if (range.num_descriptors == DescriptorCount::unbounded) {
        counts.unbounded[raw(range.range_type)] = true;
      } else {
        counts.bounded[raw(range.range_type)][visibility <= 7 ? visibility : 0] += raw(range.num_descriptors);
      }
    }
  }
  return counts;
}

}  // namespace

Stage deciding_stage(RuleId id) {
  constexpr RuleId at_create[] = {"DT-017"_rule, "DT-020"_rule, "DT-050"_rule, "DT-051"_rule, "DT-059"_rule,
                                  "DT-103"_rule, "DT-104"_rule, "DT-105"_rule, "DT-106"_rule, "DT-107"_rule};
  return std::find(std::begin(at_create), std::end(at_create), id) != std::end(at_create) ? Stage::create
                                                                                          : Stage::serialize;
}

void Judge::met_elsewhere(RuleId id) {
  const Rule& row = rule(id);
  if (row.platform == "pc" && row.rule_class == RuleClass::scored && row.violation == Violation::allowed) {
    out_.ambiguous.insert(id);
    leave_open(Stage::serialize);
  }
}

void Judge::leave_open(Stage first) {
  if (first == Stage::serialize) out_.at(Stage::serialize) = Expected::either;
  out_.at(Stage::create) = Expected::either;
}

void Judge::broke(RuleId id) {
  const Rule& row = rule(id);
  const bool unknown_there = platform_ != Platform::pc && row.platform == "pc";
  if (unknown_there) leave_open(Stage::serialize);
  switch (row.rule_class) {
    case RuleClass::scored:
      if (unknown_there) {
        out_.ambiguous.insert(id);
      } else if (!out_.broken_rules.contains(id)) {
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

std::uint64_t cost_of(const RootSignatureCase& value) {
  std::uint64_t cost = 0;
  for (const RootParameter& parameter : value.parameters) {
    if (std::holds_alternative<DescriptorTable>(parameter)) {
      cost += 1;
    } else if (const auto* constants = std::get_if<RootConstants>(&parameter)) {
      cost += raw(constants->num_32bit_values);
    } else if (std::holds_alternative<RootDescriptor>(parameter)) {
      cost += 2;
    }
  }
  return cost;
}

void judge_signature(const RootSignatureCase& value, Judge& judge) {
  // That other platforms know version 1.2 is nowhere said (DT-129 has the structs of 1.1).
  if (judge.platform() != Platform::pc && value.version == Version::v1_2) judge.leave_open(Stage::serialize);
  judge_flags(value, judge);
  judge_cost(value, judge);
  if (value.parameters.empty() && value.static_samplers.empty()) judge.met("DT-035"_rule);
  if (value.serialization.serializer == Serializer::legacy) {
    judge.check("DT-079"_rule, value.serialization.legacy_version == LegacyVersion::v1_0);
  }
}

void judge_tiers(const RootSignatureCase& value, Judge& judge) {
  const DescriptorCounts counts = count_descriptors(value);
  const auto unbounded = [&](RangeType type) { return counts.unbounded[raw(type)]; };
  const ResourceBindingTier tier = value.target.resource_binding_tier;
  if (tier != ResourceBindingTier::tier_3) {
    const bool tier_1 = tier == ResourceBindingTier::tier_1;
    judge.check("DT-103"_rule, counts.of_a_stage(RangeType::cbv) <= 14);
    // Tier 1 allows 8 or 64, by the feature level.
    judge.check("DT-105"_rule, counts.of_all(RangeType::uav) <= (tier_1 ? 8 : 64));
    if (tier_1) {
      judge.check("DT-104"_rule, counts.of_a_stage(RangeType::srv) <= 128);
      judge.check("DT-106"_rule, counts.of_a_stage(RangeType::sampler) <= 16);
    }
    judge.check("DT-107"_rule, !unbounded(RangeType::cbv) && !unbounded(RangeType::uav) &&
                                   !(tier_1 && (unbounded(RangeType::srv) || unbounded(RangeType::sampler))));
  }
  // The largest heaps that every device has (DT-109, DT-110) bound all tiers.
  const std::uint64_t views =
      counts.of_all(RangeType::srv) + counts.of_all(RangeType::uav) + counts.of_all(RangeType::cbv);
  if (views > 1'000'000) judge.broke("DT-103"_rule);
  if (counts.of_all(RangeType::sampler) > 2048) judge.broke("DT-106"_rule);
}

}  // namespace d3d12fuzz::root_signature
