/// The parts of the reference model: which rules a case meets and breaks, what its tables look like, and what must be
/// reported.
#pragma once

#include <bit>

#include "domains/root_signature/reference.h"

namespace d3d12fuzz::root_signature {

/// Collects the rules of one case; what a broken rule means follows from its class in the catalogue, and from its
/// platform: on another than that of the case, the outcome is unknown (DT-130).
class Judge {
 public:
  Judge(Platform platform, Expectation& out) : platform_(platform), out_(out) {}

  Platform platform() const { return platform_; }

  /// A rule had a say and was kept.
  void met(RuleId id) {
    out_.met.insert(id);
    if (platform_ != Platform::pc) met_elsewhere(id);
  }
  void broke(RuleId id);

  /// Leaves the verdict open from a stage on, where no rule says which it is.
  void leave_open(Stage first);

  /// Keeps or breaks a rule, by a condition.
  void check(RuleId id, bool kept) { kept ? met(id) : broke(id); }

 private:
  /// That it is legal on another platform may not be known.
  void met_elsewhere(RuleId id);

  Platform platform_;
  Expectation& out_;
};

/// The first stage that owes the refusal of a broken rule: what needs a device is decided at create, and so is the cost
/// (the catalogue's decision on which stage refuses); all else at serialize.
Stage deciding_stage(RuleId id);

/// Resolves the offset of each range: DT-005, DT-012 to DT-014.
void resolve_offsets(const RootSignatureCase& value, std::vector<ResolvedRange>& out);

/// Collects what holds registers. A range of no known type, or of no registers, holds none.
void collect_registers(const RootSignatureCase& value, std::vector<RegisterEntry>& out);

/// Rules on single fields of a range: DT-001 to DT-003, DT-008, DT-009, DT-020, DT-021, DT-036 to DT-045, DT-049.
void judge_range(Version version, const DescriptorRange& range, Judge& judge);

/// Rules on a table as a whole: DT-004 to DT-007, DT-010 to DT-019.
/// \param ranges  the table's ranges, resolved
void judge_table(ResourceBindingTier tier, std::span<const ResolvedRange> ranges, Judge& judge);

/// Rules on the fields of a root parameter that is no table, and on its type and visibility: DT-021, DT-032, DT-034,
/// DT-040, DT-045, DT-046, DT-049, DT-053.
void judge_parameter(Version version, const RootParameter& parameter, Judge& judge);

/// Rules on the fields of a static sampler: DT-021, DT-032, DT-049, DT-064 to DT-076.
void judge_static_sampler(Version version, const StaticSampler& sampler, Judge& judge);

/// Rules on root flags, the serializer, the cost and an empty signature: DT-035, DT-050, DT-051, DT-055 to DT-059,
/// DT-061, DT-079, ST-054.
void judge_signature(const RootSignatureCase& value, Judge& judge);

/// Rules on how many descriptors a device takes: DT-103 to DT-107.
void judge_tiers(const RootSignatureCase& value, Judge& judge);

/// Rules on register overlap: DT-023 to DT-031. All pairs.
void judge_overlap(std::span<const RegisterEntry> entries, Judge& judge);

/// What serves a register: DT-003, DT-033, DT-114.
/// \return null if nothing covers it for that stage
const RegisterEntry* resolve_lookup(std::span<const RegisterEntry> entries, const RegisterLookup& lookup);

/// DWORDs of root arguments, in 64 bits: DT-050, DT-051.
std::uint64_t cost_of(const RootSignatureCase& value);

/// Appends what the description at a version must say: DT-045, DT-081 to DT-083.
void expect_description(const RootSignatureCase& value, std::span<const ResolvedRange> ranges, Version version,
                        Expectation& out);

/// Appends the size and the words of the serialized root signature: DT-080, with layout and digest as in
/// SerializedRootSignatures.md.
void expect_blob(const RootSignatureCase& value, Expectation& out);

/// Appends an observable that has one admissible value.
inline void expect(Expectation& out, ObservableKey key, std::uint64_t value) {
  out.observables.push_back({.key = key, .value = value, .alternative = value});
}

/// The last register of a range that is neither empty nor unbounded, in 64 bits: DT-008.
constexpr std::uint64_t last_register(const DescriptorRange& range) {
  if (range.num_descriptors == DescriptorCount::unbounded) return 0xFFFFFFFFu;
  return std::uint64_t{raw(range.base_shader_register)} + raw(range.num_descriptors) - 1;
}

constexpr bool is_view(RangeType type) {
  return type == RangeType::srv || type == RangeType::uav || type == RangeType::cbv;
}

constexpr bool is_known(RangeType type) { return is_view(type) || type == RangeType::sampler; }

/// The DENY bit of each shader stage and visibility, by its number (DT-061, DT-062); none of ALL and compute.
inline constexpr std::uint32_t kDenyBits[] = {0, 0x2, 0x4, 0x8, 0x10, 0x20, 0x100, 0x200, 0};

/// The bits of D3D12_ROOT_SIGNATURE_FLAGS (DT-056), and the one that compilers know beside them (DT-057).
inline constexpr std::uint32_t kRootFlags = 0xFFF;
inline constexpr std::uint32_t kLowTierBit = 0x80000000;

/// Whether any of the bits is set.
template <Leaf Flags>
constexpr bool has(Flags flags, Flags bits) {
  return (raw(flags) & raw(bits)) != 0;
}

}  // namespace d3d12fuzz::root_signature
