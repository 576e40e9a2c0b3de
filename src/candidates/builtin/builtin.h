/// A second implementation of root signatures made of descriptor tables (versions 1.0 and 1.1), written from the rule
/// catalogue alone and by other algorithms than the reference model: registers are intervals on one sorted 64-bit line
/// per class and visibility, tables are added one after the other by a sweep over that line, and lookups are binary
/// searches. It shares nothing with the model, so that an agreement of the two means something.
///
/// Each fault is one deliberate deviation, most in the style of a public bug report. The harness is tested by whether
/// it finds them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "domains/d3d12_types.h"
// The C header needs the D3D12 types before it.
#include "candidates/d3d12fuzz_candidate.h"

namespace d3d12fuzz::builtin {

/// What an instance does wrong. Every fault but `none` changes an outcome that the catalogue scores.
enum class Fault : std::uint32_t {
  none,

  // Slots: DT-003 to DT-016.
  append_after_unbounded_accepted,
  append_after_unbounded_wraps,
  unbounded_is_sticky,
  unbounded_must_be_last,
  unbounded_size_is_finite,
  slot_end_in_32_bits,
  append_from_highest_slot,
  explicit_offset_ignored,
  zero_offset_appends,
  first_offset_must_be_zero,
  table_size_from_last_range,
  table_size_sums_counts,
  slot_aliasing_rejected,
  cross_type_aliasing_rejected,

  // One range, one parameter, the root flags: DT-001, DT-002, DT-008, DT-018, DT-021, DT-032, DT-036 to DT-042, DT-056.
  range_type_unchecked,
  zero_count_accepted,
  register_end_in_32_bits,
  sampler_mix_accepted,
  reserved_space_end_exclusive,
  reserved_space_start_exclusive,
  range_flags_extra_bit,
  data_flags_exclusive_unchecked,
  volatile_with_static_unchecked,
  sampler_data_flags_unchecked,
  uav_data_static_rejected,
  bounds_checks_with_data_rejected,
  visibility_8_accepted,
  visibility_after_pixel_rejected,
  root_flags_unchecked,
  directly_indexed_rejected_in_1_0,

  // Registers: DT-023 to DT-031.
  overlap_within_table_unchecked,
  overlap_across_parameters_unchecked,
  overlap_ignores_all_visibility,
  overlap_end_wraps,
  overlap_skips_interleaved_stages,
  overlap_ignores_space,
  overlap_ignores_class,
  overlap_ignores_stage,

  // Creation: DT-050, DT-055.
  cost_limit_63,
  cost_limit_65,
  cost_limit_on_local,
  cost_counts_ranges,

  // Lookups: DT-003, DT-033, DT-114.
  lookup_one_past_end,
  lookup_ignores_space,
  lookup_ignores_visibility,
  lookup_compute_sees_pixel,
  lookup_unbounded_is_one_register,
  lookup_keeps_base,
  lookup_subtracts_base_twice,
  lookup_ignores_offset,
  lookup_parameter_not_advanced,

  // Descriptions: DT-045, DT-081, DT-083.
  upgrade_without_flags,
  downgrade_keeps_flags,
  default_flags_materialised,
  flags_and_offset_swapped,
  append_resolved_in_description,

  // Legal shapes that bring the implementation down.
  crash_on_fifth_range,
  hang_on_range_after_unbounded,
};

/// One row of the fault table.
struct FaultInfo {
  Fault fault;
  std::string_view id;           ///< kebab-case, stable: command lines and file names hold it
  std::string_view summary;      ///< what the faulty implementation does
  std::string_view modelled_on;  ///< rows of public_reports.md (D…) and rules (DT-…) that it is taken from or breaks
  /// The simplest scored case that shows the fault, in the notation of root_signature_blob.md section 8, with lookups
  /// as `L(class,register,space,STAGE)`. The version is always written out, range flags in 1.1 only.
  std::string_view smallest_case;
};

/// Every fault but `none`, in the order of the enumeration.
std::span<const FaultInfo> faults();

/// The fault of that id; `none` has the id "none". Nothing if there is no such fault.
std::optional<Fault> fault_by_id(std::string_view id);

/// A candidate with that one fault; `Fault::none` is the correct implementation. The context owns its buffers, which
/// grow to the largest case seen and are reused; the caller frees it by `destroy(context)`. Instances are independent.
///
/// Supported: parameters of type DESCRIPTOR_TABLE and no static samplers; anything else ends as UNSUPPORTED at
/// serialize. Stages: serialize makes every check of a description, deserialize gives the descriptions (DT-045, DT-081
/// to DT-083), create knows the limit of 64 DWORDs, from which LOCAL_ROOT_SIGNATURE is free (DT-050, DT-055). Where the
/// catalogue is advisory or ambiguous it does what DXC does. Cost, offsets, sizes and lookups are observed after create
/// accepted.
d3d12fuzz_candidate make_builtin(Fault fault);

}  // namespace d3d12fuzz::builtin
