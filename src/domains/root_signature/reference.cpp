#include "domains/root_signature/reference.h"

#include <algorithm>

#include "domains/root_signature/observables.h"
#include "domains/root_signature/reference_rules.h"

namespace d3d12fuzz::root_signature {
namespace {

/// The verdict of each stage follows from the rules that the case breaks.
void decide_stages(Expectation& out) {
  bool refused_at_serialize = false;
  for (const BrokenRule& broken : out.broken) refused_at_serialize |= broken.stage == Stage::serialize;

  bool open_at_serialize = false;
  bool open_at_create = false;
  const auto open = [&](RuleId id) {
    open_at_create = true;
    open_at_serialize |= deciding_stage(id) == Stage::serialize;
  };
  out.advisory.for_each(open);
  out.ambiguous.for_each(open);

  if (!out.broken.empty()) {
    // What belongs to create may be refused at serialize already (DT-050). Nothing is said about reading back a blob
    // that should not exist. Create repeats all checks (DT-101).
    out.at(Stage::serialize) = refused_at_serialize ? Expected::rejected : Expected::either;
    out.at(Stage::deserialize) = Expected::either;
    out.at(Stage::create) = Expected::rejected;
    return;
  }
  out.at(Stage::serialize) = open_at_serialize ? Expected::either : Expected::accepted;
  out.at(Stage::deserialize) = out.at(Stage::serialize);
  out.at(Stage::create) = open_at_create ? Expected::either : Expected::accepted;
}

void expect(Expectation& out, ObservableKey key, std::uint64_t value) {
  out.observables.push_back({.key = key, .value = value, .alternative = value});
}

/// Slots that do not fit 32 bits occur in ambiguous cases alone (DT-011); nothing is expected of them.
bool representable(const ResolvedRange& range) { return range.offset && *range.offset <= 0xFFFFFFFFu; }

void expect_layout(const RootSignatureCase& value, std::span<const ResolvedRange> ranges, Expectation& out) {
  expect(out, key(Field::cost), value.parameters.size());

  std::size_t next = 0;
  for (std::size_t p = 0; p < value.parameters.size(); ++p) {
    std::uint64_t size = 0;
    bool known = true;
    for (std::size_t r = 0; r < value.parameters[p].descriptor_ranges.size(); ++r, ++next) {
      known &= representable(ranges[next]);
      if (!known || size == kNoValue) continue;
      const DescriptorCount count = ranges[next].range->num_descriptors;
      size = count == DescriptorCount::unbounded ? kNoValue : std::max(size, *ranges[next].offset + raw(count));
    }
    // A size of 2^32 occurs in ambiguous cases alone (DT-011).
    if (known && (size == kNoValue || size <= 0xFFFFFFFFu)) expect(out, key(Field::table_size, p), size);
  }
  for (const ResolvedRange& range : ranges) {
    if (representable(range)) expect(out, key(Field::range_offset, range.parameter, range.index), *range.offset);
  }
}

void expect_lookups(const RootSignatureCase& value, std::span<const ResolvedRange> ranges, Expectation& out) {
  for (std::size_t i = 0; i < value.lookups.size(); ++i) {
    const ResolvedRange* range = resolve_lookup(ranges, value.lookups[i]);
    expect(out, key(Field::lookup_parameter, i), range == nullptr ? kNoValue : range->parameter);
  }
  for (std::size_t i = 0; i < value.lookups.size(); ++i) {
    const ResolvedRange* range = resolve_lookup(ranges, value.lookups[i]);
    if (range == nullptr || !representable(*range)) continue;
    const std::uint64_t into_range =
        std::uint64_t{raw(value.lookups[i].shader_register)} - raw(range->range->base_shader_register);
    expect(out, key(Field::lookup_slot, i), *range->offset + into_range);
  }
}

/// The flags that a range has in a description of another version: kept (DT-045), given up (DT-083) or those that say
/// what version 1.0 meant (DT-081; two answers for samplers, DT-082).
ExpectedObservable expected_flags(Version from, Version to, const DescriptorRange& range) {
  if (to == Version::v1_0) return {.value = 0, .alternative = 0};
  if (from == Version::v1_1) return {.value = raw(range.flags), .alternative = raw(range.flags)};
  if (range.range_type == RangeType::sampler) return {.value = 0x1, .alternative = 0x3};
  return {.value = 0x3, .alternative = 0x3};
}

void expect_description(const RootSignatureCase& value, std::span<const ResolvedRange> ranges, Version version,
                        Expectation& out) {
  const Field description = version == Version::v1_0 ? Field::description_1_0 : Field::description_1_1;
  const auto for_each_range = [&](DescriptionField field, auto&& get) {
    const std::size_t start = out.observables.size();
    out.observables.resize(start + ranges.size());
    ExpectedObservable* at = out.observables.data() + start;
    for (const ResolvedRange& range : ranges) {
      const std::uint64_t wanted = get(*range.range);
      *at++ = {key(description, field, range.parameter, range.index), wanted, wanted};
    }
  };
  const auto for_each_parameter = [&](DescriptionField field, auto&& get) {
    for (std::size_t p = 0; p < value.parameters.size(); ++p) {
      expect(out, key(description, field, p), get(value.parameters[p]));
    }
  };
  expect(out, key(description, DescriptionField::flags), raw(value.flags));
  expect(out, key(description, DescriptionField::num_parameters), value.parameters.size());
  for_each_parameter(DescriptionField::parameter_type, [](const RootParameter&) { return 0u; });
  for_each_parameter(DescriptionField::shader_visibility,
                     [](const RootParameter& p) { return raw(p.shader_visibility); });
  for_each_parameter(DescriptionField::num_descriptor_ranges,
                     [](const RootParameter& p) { return p.descriptor_ranges.size(); });
  for_each_range(DescriptionField::range_type, [](const DescriptorRange& r) { return raw(r.range_type); });
  for_each_range(DescriptionField::num_descriptors, [](const DescriptorRange& r) { return raw(r.num_descriptors); });
  for_each_range(DescriptionField::base_shader_register,
                 [](const DescriptorRange& r) { return raw(r.base_shader_register); });
  for_each_range(DescriptionField::register_space, [](const DescriptorRange& r) { return raw(r.register_space); });
  for (const ResolvedRange& range : ranges) {
    ExpectedObservable flags = expected_flags(value.version, version, *range.range);
    flags.key = key(description, DescriptionField::range_flags, range.parameter, range.index);
    out.observables.push_back(flags);
  }
  for_each_range(DescriptionField::offset_in_descriptors_from_table_start,
                 [](const DescriptorRange& r) { return raw(r.offset_in_descriptors_from_table_start); });
}

void meet_conversions(const RootSignatureCase& value, Judge& judge) {
  for (const RootParameter& parameter : value.parameters) {
    for (const DescriptorRange& range : parameter.descriptor_ranges) {
      if (value.version == Version::v1_1) {
        judge.met("DT-083"_rule);
      } else {
        judge.met(range.range_type == RangeType::sampler ? "DT-082"_rule : "DT-081"_rule);
      }
    }
  }
}

void meet_lookups(const RootSignatureCase& value, std::span<const ResolvedRange> ranges, Expectation& out) {
  for (const RegisterLookup& lookup : value.lookups) {
    const bool compute = lookup.shader_stage == ShaderStage::compute;
    if (resolve_lookup(ranges, lookup) != nullptr) {
      out.met.insert("DT-114"_rule);
      if (compute) out.met.insert("DT-033"_rule);
      continue;
    }
    // Covered for some graphics stage only: DT-033 refuses the pipeline; here the lookup finds nothing.
    for (std::uint32_t stage = 1; compute && stage <= 7; ++stage) {
      RegisterLookup graphics = lookup;
      graphics.shader_stage = static_cast<ShaderStage>(stage);
      if (resolve_lookup(ranges, graphics) != nullptr) out.broken_rules.insert("DT-033"_rule);
    }
  }
}

}  // namespace

void reference(const RootSignatureCase& value, ReferenceScratch& scratch, Expectation& out) {
  out.clear();
  Judge judge(out);
  resolve_offsets(value, scratch.ranges);
  const std::span<const ResolvedRange> ranges = scratch.ranges;

  judge_signature(value, judge);
  std::size_t next = 0;
  for (const RootParameter& parameter : value.parameters) {
    for (const DescriptorRange& range : parameter.descriptor_ranges) judge_range(value.version, range, judge);
    judge_table(ranges.subspan(next, parameter.descriptor_ranges.size()), judge);
    next += parameter.descriptor_ranges.size();
  }
  judge_overlap(ranges, judge);
  decide_stages(out);

  // After a refusal there is nothing to report; after an advisory acceptance the result is undefined.
  if (!out.broken.empty()) return;
  bool layout_defined = true;
  bool descriptions_defined = true;
  out.advisory.for_each([&](RuleId id) {
    layout_defined = false;
    descriptions_defined &= deciding_stage(id) > Stage::deserialize;
  });
  if (layout_defined) {
    meet_lookups(value, ranges, out);
    expect_layout(value, ranges, out);
    expect_lookups(value, ranges, out);
  }
  if (!descriptions_defined) return;
  meet_conversions(value, judge);
  expect_description(value, ranges, Version::v1_0, out);
  expect_description(value, ranges, Version::v1_1, out);
}

bool decides(RuleId id) {
  static constexpr RuleId rules[] = {
      "DT-001"_rule, "DT-002"_rule, "DT-003"_rule, "DT-004"_rule, "DT-005"_rule, "DT-006"_rule, "DT-007"_rule,
      "DT-008"_rule, "DT-009"_rule, "DT-010"_rule, "DT-011"_rule, "DT-012"_rule, "DT-013"_rule, "DT-014"_rule,
      "DT-015"_rule, "DT-016"_rule, "DT-018"_rule, "DT-019"_rule, "DT-020"_rule, "DT-021"_rule, "DT-023"_rule,
      "DT-024"_rule, "DT-025"_rule, "DT-029"_rule, "DT-030"_rule, "DT-031"_rule, "DT-032"_rule, "DT-033"_rule,
      "DT-035"_rule, "DT-036"_rule, "DT-037"_rule, "DT-038"_rule, "DT-039"_rule, "DT-040"_rule, "DT-041"_rule,
      "DT-042"_rule, "DT-043"_rule, "DT-044"_rule, "DT-045"_rule, "DT-049"_rule, "DT-050"_rule, "DT-056"_rule,
      "DT-057"_rule, "DT-058"_rule, "DT-059"_rule, "DT-061"_rule, "DT-081"_rule, "DT-082"_rule, "DT-083"_rule,
      "DT-103"_rule, "DT-106"_rule, "DT-114"_rule};
  return std::find(std::begin(rules), std::end(rules), id) != std::end(rules);
}

}  // namespace d3d12fuzz::root_signature
