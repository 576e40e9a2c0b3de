/// The parts of the reference model: which rules a case meets and breaks, and what its tables look like.
#pragma once

#include "domains/root_signature/reference.h"

namespace d3d12fuzz::root_signature {

/// Collects the rules of one case; what a broken rule means follows from its class in the catalogue.
class Judge {
 public:
  explicit Judge(Expectation& out) : out_(out) {}

  void met(RuleId id) { out_.met.insert(id); }
  void broke(RuleId id);

  /// Keeps or breaks a rule, by a condition.
  void check(RuleId id, bool kept) { kept ? met(id) : broke(id); }

 private:
  Expectation& out_;
};

/// The first stage that owes the refusal of a broken rule: what needs a device is decided at create, and so is the cost
/// (the catalogue's decision on which stage refuses); all else at serialize.
Stage deciding_stage(RuleId id);

/// Resolves the offset of each range: DT-005, DT-012 to DT-014.
void resolve_offsets(const RootSignatureCase& value, std::vector<ResolvedRange>& out);

/// Rules on single fields of a range: DT-001 to DT-003, DT-008, DT-009, DT-020, DT-021, DT-036 to DT-045, DT-049.
void judge_range(Version version, const DescriptorRange& range, Judge& judge);

/// Rules on a table as a whole: DT-004 to DT-007, DT-010 to DT-016, DT-018, DT-019.
/// \param ranges  the table's ranges, resolved
void judge_table(std::span<const ResolvedRange> ranges, Judge& judge);

/// Rules on root flags, visibilities and cost: DT-032, DT-035, DT-050, DT-056 to DT-059, DT-061, DT-103, DT-106.
void judge_signature(const RootSignatureCase& value, Judge& judge);

/// Rules on register overlap: DT-023 to DT-025, DT-029 to DT-031. All pairs.
void judge_overlap(std::span<const ResolvedRange> ranges, Judge& judge);

/// The range that serves a register: DT-003, DT-033, DT-114.
/// \return null if no range covers it for that stage
const ResolvedRange* resolve_lookup(std::span<const ResolvedRange> ranges, const RegisterLookup& lookup);

/// The last register of a range that is neither empty nor unbounded, in 64 bits: DT-008.
constexpr std::uint64_t last_register(const DescriptorRange& range) {
  if (range.num_descriptors == DescriptorCount::unbounded) return 0xFFFFFFFFu;
  return std::uint64_t{raw(range.base_shader_register)} + raw(range.num_descriptors) - 1;
}

constexpr bool is_view(RangeType type) {
  return type == RangeType::srv || type == RangeType::uav || type == RangeType::cbv;
}

constexpr bool is_known(RangeType type) { return is_view(type) || type == RangeType::sampler; }

constexpr bool has(RangeFlags flags, RangeFlags bits) { return (raw(flags) & raw(bits)) != 0; }

constexpr bool has(RootSignatureFlags flags, RootSignatureFlags bits) { return (raw(flags) & raw(bits)) != 0; }

}  // namespace d3d12fuzz::root_signature
