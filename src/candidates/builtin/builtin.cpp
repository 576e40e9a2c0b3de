#include "candidates/builtin/builtin.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include "candidates/builtin/desc_view.h"
#include "candidates/builtin/description.h"
#include "candidates/builtin/field_rules.h"
#include "candidates/builtin/lookup.h"
#include "candidates/builtin/register_map.h"
#include "candidates/builtin/table_layout.h"

namespace d3d12fuzz::builtin {
namespace {

enum class Verdict { accepted, rejected, unsupported };

/// One instance: the buffers of the signature that is being worked on.
class Builtin {
 public:
  explicit Builtin(Fault fault) : fault_(fault), layout_(fault), registers_(fault) {}

  void run(const d3d12fuzz_root_signature_input& input, d3d12fuzz_root_signature_result& result);

 private:
  Verdict serialize(const DescView& desc);
  bool add_table(const DescView& desc, std::uint32_t parameter);
  void deserialize(d3d12fuzz_root_signature_result& result) const;
  Verdict create() const;
  void fail_hard() const;
  void observe(const d3d12fuzz_root_signature_input& input, d3d12fuzz_root_signature_result& result) const;
  std::uint64_t cost() const;
  bool names_a_slot_twice(std::size_t first_range, const d3d12fuzz_described_range& range, std::uint64_t start) const;
  void note_registers(std::uint32_t parameter, const d3d12fuzz_described_range& range, std::uint64_t start);

  Fault fault_;
  TableLayout layout_;
  RegisterMap registers_;
  StoredSignature stored_;  ///< its resolved_offsets are the range offsets that the result gets
  std::vector<std::uint64_t> table_sizes_;
};

void set_stage(d3d12fuzz_progress& progress, std::uint32_t stage, Verdict verdict) {
  switch (verdict) {
    case Verdict::accepted:
      progress.stages[stage] = {D3D12FUZZ_STATUS_ACCEPTED, S_OK};
      return;
    case Verdict::rejected:
      progress.stages[stage] = {D3D12FUZZ_STATUS_REJECTED, E_INVALIDARG};
      return;
    case Verdict::unsupported:
      progress.stages[stage] = {D3D12FUZZ_STATUS_UNSUPPORTED, E_NOTIMPL};
      return;
  }
}

void Builtin::run(const d3d12fuzz_root_signature_input& input, d3d12fuzz_root_signature_result& result) {
  d3d12fuzz_progress& progress = *result.progress;

  progress.running_stage = D3D12FUZZ_STAGE_SERIALIZE;
  const Verdict serialized = serialize(DescView(input.desc));
  set_stage(progress, D3D12FUZZ_STAGE_SERIALIZE, serialized);
  if (serialized != Verdict::accepted) return;

  progress.running_stage = D3D12FUZZ_STAGE_DESERIALIZE;
  deserialize(result);
  set_stage(progress, D3D12FUZZ_STAGE_DESERIALIZE, Verdict::accepted);

  progress.running_stage = D3D12FUZZ_STAGE_CREATE;
  const Verdict created = create();
  if (created == Verdict::accepted) observe(input, result);
  set_stage(progress, D3D12FUZZ_STAGE_CREATE, created);
}

Verdict Builtin::serialize(const DescView& desc) {
  stored_.clear();
  table_sizes_.clear();
  registers_.clear();

  const bool known_version =
      desc.version() == D3D_ROOT_SIGNATURE_VERSION_1_0 || desc.version() == D3D_ROOT_SIGNATURE_VERSION_1_1;
  if (!known_version || desc.num_static_samplers() != 0) return Verdict::unsupported;
  // What is not supported is said of the whole signature, so it is settled before anything is judged.
  for (std::uint32_t i = 0; i < desc.num_parameters(); ++i) {
    if (desc.parameter_type(i) != D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE) return Verdict::unsupported;
  }

  if (!root_flags_are_legal(desc.version(), desc.flags(), fault_)) return Verdict::rejected;
  stored_.version = desc.version();
  stored_.flags = desc.flags();
  for (std::uint32_t i = 0; i < desc.num_parameters(); ++i) {
    if (!add_table(desc, i)) return Verdict::rejected;
  }
  return Verdict::accepted;
}

bool Builtin::add_table(const DescView& desc, std::uint32_t parameter) {
  const ParameterView table = desc.table(parameter);
  if (!visibility_is_legal(table.shader_visibility, fault_)) return false;
  stored_.parameters.push_back({table.parameter_type, table.shader_visibility, table.num_ranges});

  const std::size_t first_range = stored_.ranges.size();
  bool has_samplers = false;
  bool has_views = false;
  layout_.begin();
  for (std::uint32_t i = 0; i < table.num_ranges; ++i) {
    const d3d12fuzz_described_range range = desc.range(table, i);
    if (!range_is_legal(range, fault_)) return false;
    (range.range_type == D3D12_DESCRIPTOR_RANGE_TYPE_SAMPLER ? has_samplers : has_views) = true;
    if (has_samplers && has_views && fault_ != Fault::sampler_mix_accepted) return false;  // DT-018

    const std::optional<std::uint64_t> start =
        layout_.place(range.num_descriptors, range.offset_in_descriptors_from_table_start);
    if (!start || names_a_slot_twice(first_range, range, *start)) return false;
    note_registers(parameter, range, *start);
    stored_.ranges.push_back(range);
    stored_.resolved_offsets.push_back(*start);
  }
  table_sizes_.push_back(layout_.size());
  return registers_.add_table(table.shader_visibility);
}

// Two faults: a slot with two names in one table is refused, always or when the names are of different type (DT-015,
// DT-016).
bool Builtin::names_a_slot_twice(std::size_t first_range, const d3d12fuzz_described_range& range,
                                 std::uint64_t start) const {
  const bool always = fault_ == Fault::slot_aliasing_rejected;
  if (!always && fault_ != Fault::cross_type_aliasing_rejected) return false;
  const auto end_of = [](std::uint64_t begin, std::uint32_t count) {
    return count == kUnbounded ? D3D12FUZZ_UNBOUNDED : begin + count;
  };
  for (std::size_t i = first_range; i < stored_.ranges.size(); ++i) {
    const d3d12fuzz_described_range& other = stored_.ranges[i];
    const std::uint64_t other_start = stored_.resolved_offsets[i];
    const bool share =
        start < end_of(other_start, other.num_descriptors) && other_start < end_of(start, range.num_descriptors);
    if (share && (always || other.range_type != range.range_type)) return true;
  }
  return false;
}

void Builtin::note_registers(std::uint32_t parameter, const d3d12fuzz_described_range& range, std::uint64_t start) {
  // Only faults let these two come so far; such a range names no register.
  if (range.range_type >= kRegisterClassCount || range.num_descriptors == 0) return;
  const std::uint32_t last_register =
      range.num_descriptors == kUnbounded ? 0xFFFFFFFF : range.base_shader_register + (range.num_descriptors - 1);
  registers_.note(register_class_of(range.range_type),
                  {.first = register_place(range.register_space, range.base_shader_register),
                   .last = register_place(range.register_space, last_register),
                   .slot = start,
                   .parameter = parameter,
                   .order = static_cast<std::uint32_t>(stored_.ranges.size())});
}

void Builtin::deserialize(d3d12fuzz_root_signature_result& result) const {
  describe_1_0(stored_, fault_, result.description_1_0);
  describe_1_1(stored_, fault_, result.description_1_1);
  result.observed |= D3D12FUZZ_OBSERVED_DESCRIPTION_1_0 | D3D12FUZZ_OBSERVED_DESCRIPTION_1_1;
}

// A root argument of a table is one DWORD (DT-050).
std::uint64_t Builtin::cost() const {
  return fault_ == Fault::cost_counts_ranges ? stored_.ranges.size() : stored_.parameters.size();
}

Verdict Builtin::create() const {
  std::uint64_t limit = D3D12_MAX_ROOT_COST;
  if (fault_ == Fault::cost_limit_63) limit = 63;
  if (fault_ == Fault::cost_limit_65) limit = 65;
  const bool limited = (stored_.flags & kLocalRootSignature) == 0 || fault_ == Fault::cost_limit_on_local;
  if (limited && cost() > limit) return Verdict::rejected;
  if (fault_ == Fault::crash_on_fifth_range || fault_ == Fault::hang_on_range_after_unbounded) fail_hard();
  return Verdict::accepted;
}

// Two faults that only accepted signatures meet, so that a legal case is the smallest one that shows them.
void Builtin::fail_hard() const {
  std::size_t range = 0;
  for (const d3d12fuzz_described_parameter& table : stored_.parameters) {
    if (fault_ == Fault::crash_on_fifth_range && table.num_ranges > 4) std::abort();
    for (std::uint32_t i = 0; i < table.num_ranges; ++i, ++range) {
      const bool followed = i + 1 < table.num_ranges;
      if (fault_ != Fault::hang_on_range_after_unbounded || !followed) continue;
      if (stored_.ranges[range].num_descriptors != kUnbounded) continue;
      // The access is volatile since a loop without any effect may be removed.
      for (volatile std::uint64_t slot = stored_.resolved_offsets[range];;) slot = slot + 1;
    }
  }
}

void Builtin::observe(const d3d12fuzz_root_signature_input& input, d3d12fuzz_root_signature_result& result) const {
  result.cost = cost();
  std::copy(stored_.resolved_offsets.begin(), stored_.resolved_offsets.end(), result.range_offsets);
  std::copy(table_sizes_.begin(), table_sizes_.end(), result.table_sizes);
  for (std::uint32_t i = 0; i < input.num_lookups; ++i) {
    result.lookups[i] = resolve(registers_, input.lookups[i], fault_);
  }
  result.observed |= D3D12FUZZ_OBSERVED_COST | D3D12FUZZ_OBSERVED_RANGE_OFFSETS | D3D12FUZZ_OBSERVED_TABLE_SIZES |
                     D3D12FUZZ_OBSERVED_LOOKUPS;
}

// No exception may leave through the C interface.
void run_root_signature(void* context, const d3d12fuzz_root_signature_input* input,
                        d3d12fuzz_root_signature_result* result) {
  try {
    static_cast<Builtin*>(context)->run(*input, *result);
  } catch (const std::bad_alloc&) {
    d3d12fuzz_progress& progress = *result->progress;
    progress.stages[progress.running_stage] = {D3D12FUZZ_STATUS_UNSUPPORTED, E_OUTOFMEMORY};
  }
}

}  // namespace

d3d12fuzz_candidate make_builtin(Fault fault) {
  auto context = std::make_unique<Builtin>(fault);
  return {.version = D3D12FUZZ_CANDIDATE_VERSION,
          .context = context.release(),
          .root_signature = run_root_signature,
          .destroy = [](void* owned) { delete static_cast<Builtin*>(owned); }};
}

}  // namespace d3d12fuzz::builtin
