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

  bool open_at_serialize = out.at(Stage::serialize) == Expected::either;
  bool open_at_create = out.at(Stage::create) == Expected::either;
  const auto open = [&](RuleId id) {
    open_at_create = true;
    open_at_serialize |= deciding_stage(id) == Stage::serialize;
  };
  out.advisory.for_each(open);
  out.ambiguous.for_each(open);
  out.undefined.for_each(open);

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

/// Slots that do not fit 32 bits occur in ambiguous cases alone (DT-011); nothing is expected of them.
bool representable(const ResolvedRange& range) { return range.offset && *range.offset <= 0xFFFFFFFFu; }

void expect_layout(const RootSignatureCase& value, std::span<const ResolvedRange> ranges, Expectation& out) {
  expect(out, key(Field::cost), cost_of(value));

  std::size_t next = 0;
  for (std::size_t p = 0; p < value.parameters.size(); ++p) {
    const std::span<const DescriptorRange> table = ranges_of(value.parameters[p]);
    std::uint64_t size = 0;
    bool known = true;
    for (std::size_t r = 0; r < table.size(); ++r, ++next) {
      known &= representable(ranges[next]);
      if (!known || size == kNoValue) continue;
      const DescriptorCount count = table[r].num_descriptors;
      size = count == DescriptorCount::unbounded ? kNoValue : std::max(size, *ranges[next].offset + raw(count));
    }
    // A size of 2^32 occurs in ambiguous cases alone (DT-011).
    if (known && (size == kNoValue || size <= 0xFFFFFFFFu)) expect(out, key(Field::table_size, p), size);
  }
  for (const ResolvedRange& range : ranges) {
    if (representable(range)) expect(out, key(Field::range_offset, range.parameter, range.index), *range.offset);
  }
}

/// Whether a lookup has one answer. A shader of a stage that is denied access has no pipeline (DT-062), and local root
/// signatures are for ray tracing alone.
bool has_one_answer(const RootSignatureCase& value, const RegisterLookup& lookup) {
  if ((raw(value.flags) & kDenyBits[raw(lookup.shader_stage)]) != 0) return false;
  return lookup.shader_stage == ShaderStage::compute || !has(value.flags, RootSignatureFlags::local_root_signature);
}

void expect_lookups(const RootSignatureCase& value, const ReferenceScratch& scratch, Expectation& out) {
  const auto is_sampler = [](const RegisterEntry* found) {
    return found != nullptr && found->kind == EntryKind::static_sampler;
  };
  for (std::size_t i = 0; i < value.lookups.size(); ++i) {
    if (!has_one_answer(value, value.lookups[i])) continue;
    const RegisterEntry* found = resolve_lookup(scratch.registers, value.lookups[i]);
    expect(out, key(Field::lookup_parameter, i), found == nullptr || is_sampler(found) ? kNoValue : found->index);
  }
  for (std::size_t i = 0; i < value.lookups.size(); ++i) {
    if (!has_one_answer(value, value.lookups[i])) continue;
    const RegisterEntry* found = resolve_lookup(scratch.registers, value.lookups[i]);
    expect(out, key(Field::lookup_static_sampler, i), is_sampler(found) ? found->index : kNoValue);
  }
  for (std::size_t i = 0; i < value.lookups.size(); ++i) {
    if (!has_one_answer(value, value.lookups[i])) continue;
    const RegisterEntry* found = resolve_lookup(scratch.registers, value.lookups[i]);
    if (found == nullptr || found->kind != EntryKind::range) continue;
    const ResolvedRange& range = scratch.ranges[found->range];
    if (!representable(range)) continue;
    const std::uint64_t into_range = raw(value.lookups[i].shader_register) - found->first_register;
    expect(out, key(Field::lookup_slot, i), *range.offset + into_range);
  }
}

void meet_conversions(const RootSignatureCase& value, Judge& judge) {
  const bool from_1_0 = value.version == Version::v1_0;
  for (const RootParameter& parameter : value.parameters) {
    for (const DescriptorRange& range : ranges_of(parameter)) {
      judge.met(!from_1_0 ? "DT-083"_rule : range.range_type == RangeType::sampler ? "DT-082"_rule : "DT-081"_rule);
    }
    if (std::holds_alternative<RootDescriptor>(parameter)) judge.met(from_1_0 ? "DT-081"_rule : "DT-083"_rule);
  }
  if (value.version == Version::v1_2 && !value.static_samplers.empty()) judge.met("DT-083"_rule);
}

void meet_lookups(const RootSignatureCase& value, std::span<const RegisterEntry> registers, Expectation& out) {
  for (const RegisterLookup& lookup : value.lookups) {
    const bool compute = lookup.shader_stage == ShaderStage::compute;
    if (const RegisterEntry* found = resolve_lookup(registers, lookup)) {
      if (found->kind == EntryKind::range) out.met.insert("DT-114"_rule);
      if (compute) out.met.insert("DT-033"_rule);
      continue;
    }
    // Covered for some graphics stage only: DT-033 refuses the pipeline; here the lookup finds nothing.
    for (std::uint32_t stage = 1; compute && stage <= 7; ++stage) {
      RegisterLookup graphics = lookup;
      graphics.shader_stage = static_cast<ShaderStage>(stage);
      if (resolve_lookup(registers, graphics) != nullptr) out.broken_rules.insert("DT-033"_rule);
    }
  }
}

/// What a serializer must leave behind, whatever the case (DT-079, DT-080).
void expect_serialization(const RootSignatureCase& value, Judge& judge, Expectation& out) {
  if (value.target.platform != Platform::pc) return;
  const bool refused_for_version_alone = out.broken.size() == 1 && out.broken_rules.contains("DT-079"_rule) &&
                                         out.advisory.empty() && out.ambiguous.empty() && out.undefined.empty();
  if (refused_for_version_alone) expect(out, key(Field::blob_written), 0);
  if (out.at(Stage::serialize) != Expected::accepted) return;
  expect(out, key(Field::error_blob_set), 0);
  if (value.serialization.observe_blob == ObserveBlob::no) return;
  judge.met("DT-080"_rule);
  expect_blob(value, out);
}

void judge_rules(const RootSignatureCase& value, const ReferenceScratch& scratch, Judge& judge) {
  judge_signature(value, judge);
  judge_tiers(value, judge);
  std::size_t next = 0;
  for (const RootParameter& parameter : value.parameters) {
    judge_parameter(value.version, parameter, judge);
    if (!std::holds_alternative<DescriptorTable>(parameter)) continue;
    const std::span<const DescriptorRange> ranges = ranges_of(parameter);
    for (const DescriptorRange& range : ranges) judge_range(value.version, range, judge);
    judge_table(value.target.resource_binding_tier, std::span(scratch.ranges).subspan(next, ranges.size()), judge);
    next += ranges.size();
  }
  for (const StaticSampler& sampler : value.static_samplers) judge_static_sampler(value.version, sampler, judge);
  judge_overlap(scratch.registers, judge);
}

}  // namespace

void reference(const RootSignatureCase& value, ReferenceScratch& scratch, Expectation& out) {
  out.clear();
  Judge judge(value.target.platform, out);
  resolve_offsets(value, scratch.ranges);
  collect_registers(value, scratch.registers);
  judge_rules(value, scratch, judge);
  decide_stages(out);
  expect_serialization(value, judge, out);

  // After a refusal there is nothing more to report; after an advisory acceptance the result is undefined.
  if (!out.broken.empty() || !out.undefined.empty()) return;
  // Whether a parameter of no values exists at all is what DT-053 leaves open.
  bool layout_defined = !out.ambiguous.contains("DT-053"_rule);
  bool descriptions_defined = true;
  out.advisory.for_each([&](RuleId id) {
    layout_defined = false;
    descriptions_defined &= deciding_stage(id) > Stage::deserialize;
  });
  if (layout_defined) {
    meet_lookups(value, scratch.registers, out);
    expect_layout(value, scratch.ranges, out);
    expect_lookups(value, scratch, out);
  }
  if (!descriptions_defined) return;
  // How one version becomes another is known of the PC alone.
  const bool converts = value.target.platform == Platform::pc;
  if (converts) meet_conversions(value, judge);
  for (const Version version : {Version::v1_0, Version::v1_1, Version::v1_2}) {
    const bool as_it_was = version == value.version && version != Version::v1_2;
    if (converts || as_it_was) expect_description(value, scratch.ranges, version, out);
  }
}

bool decides(RuleId id) {
  static const RuleSet rules = [] {
    RuleSet set;
    for (const Rule& row : all_rules()) {
      if (row.domain == "root_signature" && row.rule_class != RuleClass::note) set.insert(*find_rule(row.id));
    }
    return set;
  }();
  return rules.contains(id) && id != "DT-078"_rule && id != "DT-084"_rule;
}

}  // namespace d3d12fuzz::root_signature
