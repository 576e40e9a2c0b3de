#include <array>
#include <cstddef>

#include "candidates/builtin/builtin.h"

namespace d3d12fuzz::builtin {
namespace {

// A case of many tables with one range each, told apart by the space of its only register, which is the smallest way:
// the base register comes before the space in the order of fields and so stays 0.
class ManyTables {
 public:
  consteval ManyTables(std::string_view head, unsigned count) {
    append(head);
    for (unsigned space = 0; space < count; ++space) {
      append(space == 0 ? " T[ALL](R(SRV,1,0," : "; T[ALL](R(SRV,1,0,");
      if (space >= 10) text_[size_++] = static_cast<char>('0' + space / 10);
      text_[size_++] = static_cast<char>('0' + space % 10);
      append(",A))");
    }
  }

  constexpr std::string_view text() const { return {text_.data(), size_}; }

 private:
  constexpr void append(std::string_view part) {
    for (const char character : part) text_[size_++] = character;
  }

  std::array<char, 2048> text_{};
  std::size_t size_ = 0;
};

constexpr ManyTables kCost64("V=1.0", 64);
constexpr ManyTables kCost65("V=1.0", 65);
constexpr ManyTables kLocalCost65("V=1.0 F=0x80", 65);

constexpr FaultInfo kFaults[] = {
    // Slots.
    {Fault::append_after_unbounded_accepted, "append-after-unbounded-accepted",
     "takes an appended range right after an unbounded one and puts it at the same start", "D3, DT-005",
     "V=1.0 T[ALL](R(SRV,U,0,0,A),R(SRV,1,0,1,A))"},
    {Fault::append_after_unbounded_wraps, "append-after-unbounded-wraps",
     "appends after an unbounded range at start + 0xFFFFFFFF in 32 bits", "D48, DT-005",
     "V=1.0 T[ALL](R(SRV,U,0,0,A),R(SRV,1,0,1,A))"},
    {Fault::unbounded_is_sticky, "unbounded-is-sticky",
     "refuses every appended range once the table has an unbounded one, not just the next", "DT-007",
     "V=1.0 T[ALL](R(SRV,U,0,0,A),R(SRV,1,0,1,0),R(SRV,1,0,2,A))"},
    {Fault::unbounded_must_be_last, "unbounded-must-be-last", "refuses any range behind an unbounded one",
     "DT-004, DT-006", "V=1.0 T[ALL](R(SRV,U,0,0,A),R(SRV,1,0,1,0))"},
    {Fault::unbounded_size_is_finite, "unbounded-size-is-finite",
     "counts an unbounded range as 4294967295 descriptors in the table size", "DT-003", "V=1.0 T[ALL](R(SRV,U,0,0,A))"},
    {Fault::slot_end_in_32_bits, "slot-end-in-32-bits", "adds slot and count in 32 bits and misses the overflow",
     "D46, DT-010", "V=1.0 T[ALL](R(SRV,3,0,0,0xFFFFFFFE))"},
    {Fault::append_from_highest_slot, "append-from-highest-slot",
     "appends behind the highest slot so far instead of behind the previous range", "DT-013",
     "V=1.0 T[ALL](R(SRV,1,0,0,1),R(SRV,1,0,1,0),R(SRV,1,0,2,A))"},
    {Fault::explicit_offset_ignored, "explicit-offset-ignored", "packs the ranges one after the other", "D7, DT-014",
     "V=1.0 T[ALL](R(SRV,1,0,0,1))"},
    {Fault::zero_offset_appends, "zero-offset-appends", "takes an explicit offset of 0 for append", "DT-012, DT-014",
     "V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,1,0))"},
    {Fault::first_offset_must_be_zero, "first-offset-must-be-zero", "refuses a table that does not start at slot 0",
     "DT-014", "V=1.0 T[ALL](R(SRV,1,0,0,1))"},
    {Fault::table_size_from_last_range, "table-size-from-last-range",
     "takes the end of the last range for the size of the table", "DT-013, DT-014",
     "V=1.0 T[ALL](R(SRV,1,0,0,1),R(SRV,1,0,1,0))"},
    {Fault::table_size_sums_counts, "table-size-sums-counts",
     "takes the sum of the counts for the size of the table, gaps and aliases left out", "D49, DT-014",
     "V=1.0 T[ALL](R(SRV,1,0,0,1))"},
    {Fault::slot_aliasing_rejected, "slot-aliasing-rejected", "refuses two ranges that share a slot", "DT-015",
     "V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,1,0))"},
    {Fault::cross_type_aliasing_rejected, "cross-type-aliasing-rejected",
     "refuses two ranges of different type that share a slot", "DT-016", "V=1.0 T[ALL](R(SRV,1,0,0,A),R(UAV,1,0,0,0))"},

    // One range, one parameter, the root flags.
    {Fault::range_type_unchecked, "range-type-unchecked", "takes any RangeType", "DT-001",
     "V=1.0 T[ALL](R(4,1,0,0,A))"},
    {Fault::zero_count_accepted, "zero-count-accepted", "takes a range of no descriptors", "DT-002",
     "V=1.0 T[ALL](R(SRV,0,0,0,A))"},
    {Fault::register_end_in_32_bits, "register-end-in-32-bits",
     "adds base register and count in 32 bits and misses the overflow", "D4, DT-008",
     "V=1.0 T[ALL](R(SRV,3,0xFFFFFFFE,0,A))"},
    {Fault::sampler_mix_accepted, "sampler-mix-accepted", "takes samplers and views in one table", "D19, DT-018",
     "V=1.0 T[ALL](R(SRV,1,0,0,A),R(SAMPLER,1,0,0,A))"},
    {Fault::reserved_space_end_exclusive, "reserved-space-end-exclusive", "takes register space 0xFFFFFFFF",
     "D6, DT-021", "V=1.0 T[ALL](R(SRV,1,0,0xFFFFFFFF,A))"},
    {Fault::reserved_space_start_exclusive, "reserved-space-start-exclusive", "takes register space 0xFFFFFFF0",
     "D6, DT-021", "V=1.0 T[ALL](R(SRV,1,0,0xFFFFFFF0,A))"},
    {Fault::range_flags_extra_bit, "range-flags-extra-bit", "takes range flag 0x10, which does not exist", "DT-036",
     "V=1.1 T[ALL](R(SRV,1,0,0,A,0x10))"},
    {Fault::data_flags_exclusive_unchecked, "data-flags-exclusive-unchecked", "takes several DATA_* flags in one range",
     "DT-037", "V=1.1 T[ALL](R(SRV,1,0,0,A,0x6))"},
    {Fault::volatile_with_static_unchecked, "volatile-with-static-unchecked",
     "takes DESCRIPTORS_VOLATILE with DATA_STATIC", "DT-038", "V=1.1 T[ALL](R(SRV,1,0,0,A,0x9))"},
    {Fault::sampler_data_flags_unchecked, "sampler-data-flags-unchecked", "takes DATA_* flags on a sampler range",
     "D8, DT-041", "V=1.1 T[ALL](R(SAMPLER,1,0,0,A,0x2))"},
    {Fault::uav_data_static_rejected, "uav-data-static-rejected", "refuses DATA_STATIC on a UAV range", "DT-040",
     "V=1.1 T[ALL](R(UAV,1,0,0,A,0x8))"},
    {Fault::bounds_checks_with_data_rejected, "bounds-checks-with-data-rejected",
     "refuses DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS with any DATA_* flag", "D47, DT-042",
     "V=1.1 T[ALL](R(SRV,1,0,0,A,0x10002))"},
    {Fault::visibility_8_accepted, "visibility-8-accepted", "takes ShaderVisibility 8 for ALL", "DT-032",
     "V=1.0 T[8](R(SRV,1,0,0,A))"},
    {Fault::visibility_after_pixel_rejected, "visibility-after-pixel-rejected",
     "refuses visibilities newer than PIXEL: AMPLIFICATION and MESH", "D47, DT-032",
     "V=1.0 T[AMPLIFICATION](R(SRV,1,0,0,A))"},
    {Fault::root_flags_unchecked, "root-flags-unchecked", "takes any root signature flag", "DT-056", "V=1.0 F=0x1000"},
    {Fault::directly_indexed_rejected_in_1_0, "directly-indexed-rejected-in-1-0",
     "refuses the two DIRECTLY_INDEXED flags in version 1.0", "DT-056", "V=1.0 F=0x400"},

    // Registers.
    {Fault::overlap_within_table_unchecked, "overlap-within-table-unchecked",
     "does not compare the registers of one table with each other", "DT-023",
     "V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,0,A))"},
    {Fault::overlap_across_parameters_unchecked, "overlap-across-parameters-unchecked",
     "compares registers inside each table only", "DT-023", "V=1.0 T[ALL](R(SRV,1,0,0,A)); T[ALL](R(SRV,1,0,0,A))"},
    {Fault::overlap_ignores_all_visibility, "overlap-ignores-all-visibility",
     "compares equal visibilities only, so that ALL does not meet a stage", "D20, DT-025",
     "V=1.0 T[ALL](R(SRV,1,0,0,A)); T[VERTEX](R(SRV,1,0,0,A))"},
    {Fault::overlap_end_wraps, "overlap-end-wraps",
     "adds base and count in 32 bits, so that an unbounded range above register 0 overlaps nothing behind it", "DT-030",
     "V=1.0 T[ALL](R(SRV,1,1,0,A),R(SRV,U,1,0,A))"},
    {Fault::overlap_skips_interleaved_stages, "overlap-skips-interleaved-stages",
     "compares a register with its neighbours over all stages only, which may be of a stage that does not matter",
     "DT-031", "V=1.0 T[VERTEX](R(SRV,1,0,0,A)); T[HULL](R(SRV,1,0,0,A)); T[VERTEX](R(SRV,1,0,0,A))"},
    {Fault::overlap_ignores_space, "overlap-ignores-space", "refuses equal registers in different spaces",
     "D43, DT-024", "V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,1,A))"},
    {Fault::overlap_ignores_class, "overlap-ignores-class", "refuses equal registers of different classes", "DT-024",
     "V=1.0 T[ALL](R(SRV,1,0,0,A),R(UAV,1,0,0,A))"},
    {Fault::overlap_ignores_stage, "overlap-ignores-stage", "refuses equal registers of different stages",
     "D20, DT-025", "V=1.0 T[VERTEX](R(SRV,1,0,0,A)); T[HULL](R(SRV,1,0,0,A))"},

    // Creation.
    {Fault::cost_limit_63, "cost-limit-63", "refuses to create a signature of exactly 64 DWORDs", "D50, DT-050",
     kCost64.text()},
    {Fault::cost_limit_65, "cost-limit-65", "creates a signature of 65 DWORDs", "D50, DT-050", kCost65.text()},
    {Fault::cost_limit_on_local, "cost-limit-on-local", "holds local root signatures to 64 DWORDs too",
     "D50, DT-050, DT-055", kLocalCost65.text()},
    {Fault::cost_counts_ranges, "cost-counts-ranges", "counts one DWORD a range instead of one a table", "D50, DT-050",
     "V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,1,A))"},

    // Lookups.
    {Fault::lookup_one_past_end, "lookup-one-past-end", "finds the register right behind a range in it", "D16, DT-114",
     "V=1.0 T[ALL](R(SRV,1,0,0,A)); L(t,1,0,VERTEX)"},
    {Fault::lookup_ignores_space, "lookup-ignores-space", "finds a register in a range of another space",
     "D43, DT-024, DT-114", "V=1.0 T[ALL](R(SRV,1,0,0,A)); L(t,0,1,VERTEX)"},
    {Fault::lookup_ignores_visibility, "lookup-ignores-visibility", "finds registers that another stage sees",
     "DT-025, DT-114", "V=1.0 T[VERTEX](R(SRV,1,0,0,A)); L(t,0,0,HULL)"},
    {Fault::lookup_compute_sees_pixel, "lookup-compute-sees-pixel", "lets compute see what is visible to PIXEL",
     "DT-033", "V=1.0 T[PIXEL](R(SRV,1,0,0,A)); L(t,0,0,COMPUTE)"},
    {Fault::lookup_unbounded_is_one_register, "lookup-unbounded-is-one-register",
     "finds only the base register of an unbounded range", "DT-003", "V=1.0 T[ALL](R(SRV,U,0,0,A)); L(t,1,0,VERTEX)"},
    {Fault::lookup_keeps_base, "lookup-keeps-base", "adds the whole register to the offset, base included", "DT-114",
     "V=1.0 T[ALL](R(SRV,1,1,0,A)); L(t,1,0,VERTEX)"},
    {Fault::lookup_subtracts_base_twice, "lookup-subtracts-base-twice", "subtracts the base register twice", "DT-114",
     "V=1.0 T[ALL](R(SRV,1,1,0,A)); L(t,1,0,VERTEX)"},
    {Fault::lookup_ignores_offset, "lookup-ignores-offset", "counts slots from the range, not from the table",
     "D49, DT-114", "V=1.0 T[ALL](R(SRV,1,0,0,1)); L(t,0,0,VERTEX)"},
    {Fault::lookup_parameter_not_advanced, "lookup-parameter-not-advanced", "names parameter 0 for every register",
     "D37, DT-114", "V=1.0 T[ALL](R(SRV,1,0,0,A)); T[ALL](R(SRV,1,0,1,A)); L(t,0,1,VERTEX)"},

    // Descriptions.
    {Fault::upgrade_without_flags, "upgrade-without-flags", "gives 1.0 ranges no flags when asked for 1.1",
     "D8, DT-081", "V=1.0 T[ALL](R(SRV,1,0,0,A))"},
    {Fault::downgrade_keeps_flags, "downgrade-keeps-flags", "keeps range flags when asked for 1.0", "DT-083",
     "V=1.1 T[ALL](R(SRV,1,0,0,A,0x1))"},
    {Fault::default_flags_materialised, "default-flags-materialised",
     "writes the implied DATA_* mode into flags that state none", "DT-045", "V=1.1 T[ALL](R(SRV,1,0,0,A,0x0))"},
    {Fault::flags_and_offset_swapped, "flags-and-offset-swapped",
     "reads the last two words of a 1.1 range in the wrong order", "D5, DT-045", "V=1.1 T[ALL](R(SRV,1,0,0,A,0x0))"},
    {Fault::append_resolved_in_description, "append-resolved-in-description",
     "gives resolved slots where the description should say append", "DT-012, DT-081", "V=1.0 T[ALL](R(SRV,1,0,0,A))"},

    // Legal shapes that bring the implementation down.
    {Fault::crash_on_fifth_range, "crash-on-fifth-range", "aborts in create when a table has more than four ranges",
     "D33, D45", "V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,1,A),R(SRV,1,0,2,A),R(SRV,1,0,3,A),R(SRV,1,0,4,A))"},
    {Fault::hang_on_range_after_unbounded, "hang-on-range-after-unbounded",
     "never returns from create when another range follows an unbounded one", "DT-006",
     "V=1.0 T[ALL](R(SRV,U,0,0,A),R(SRV,1,0,1,0))"},
};

consteval bool rows_are_in_order() {
  for (std::size_t i = 0; i < std::size(kFaults); ++i) {
    if (static_cast<std::size_t>(kFaults[i].fault) != i + 1) return false;
  }
  return kFaults[std::size(kFaults) - 1].fault == Fault::hang_on_range_after_unbounded;
}
static_assert(rows_are_in_order(), "one row a fault, in the order of the enumeration");

}  // namespace

std::span<const FaultInfo> faults() { return kFaults; }

std::optional<Fault> fault_by_id(std::string_view id) {
  if (id == "none") return Fault::none;
  for (const FaultInfo& info : kFaults) {
    if (info.id == id) return info.fault;
  }
  return std::nullopt;
}

}  // namespace d3d12fuzz::builtin
