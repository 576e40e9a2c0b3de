#include "candidates/builtin/builtin.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include "candidates/builtin/blob_writer.h"
#include "candidates/builtin/desc_view.h"
#include "candidates/builtin/description.h"
#include "candidates/builtin/device_rules.h"
#include "candidates/builtin/field_rules.h"
#include "candidates/builtin/lookup.h"
#include "candidates/builtin/register_map.h"
#include "candidates/builtin/sampler_rules.h"
#include "candidates/builtin/stored_signature.h"
#include "candidates/builtin/table_layout.h"

namespace d3d12fuzz::builtin {
namespace {

enum class Verdict { accepted, rejected, unsupported };

Verdict verdict(bool accepted) { return accepted ? Verdict::accepted : Verdict::rejected; }

/// One instance: the buffers of the signature that is being worked on.
class Builtin {
 public:
  explicit Builtin(Fault fault) : fault_(fault), layout_(fault), registers_(fault), writer_(fault), device_(fault) {}

  void run(const d3d12fuzz_root_signature_input& input, d3d12fuzz_root_signature_result& result);

 private:
  Verdict serialize(const d3d12fuzz_root_signature_input& input);
  bool arguments_are_legal(const d3d12fuzz_root_signature_input& input, const DescView& desc) const;
  bool add_parameter(const DescView& desc, std::uint32_t index);
  bool add_ranges(const DescView& desc, const ParameterView& table, std::uint32_t index);
  bool add_static_sampler(const DescView& desc, std::uint32_t index);
  bool names_a_slot_twice(std::size_t first_range, const d3d12fuzz_described_range& range, std::uint64_t start) const;
  void note_range(std::uint32_t index, const d3d12fuzz_described_range& range, std::uint64_t start);
  void note_register(EntryKind kind, std::uint32_t register_class, std::uint32_t index, std::uint32_t shader_register,
                     std::uint32_t space, std::uint32_t values);
  void observe_serialized(const d3d12fuzz_root_signature_input& input, Verdict serialized,
                          d3d12fuzz_root_signature_result& result);
  Verdict deserialize(d3d12fuzz_root_signature_result& result) const;
  void fail_hard() const;
  void observe_created(const d3d12fuzz_root_signature_input& input, std::uint64_t cost,
                       d3d12fuzz_root_signature_result& result) const;

  Fault fault_;
  TableLayout layout_;
  RegisterMap registers_;
  BlobWriter writer_;
  DeviceRules device_;
  StoredSignature stored_;                  ///< its resolved_offsets are the range offsets that the result gets
  std::vector<std::uint64_t> table_sizes_;  ///< per parameter, 0 if it is no table
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
  const Verdict serialized = serialize(input);
  observe_serialized(input, serialized, result);
  set_stage(progress, D3D12FUZZ_STAGE_SERIALIZE, serialized);
  if (serialized != Verdict::accepted) return;

  progress.running_stage = D3D12FUZZ_STAGE_DESERIALIZE;
  const Verdict deserialized = deserialize(result);
  set_stage(progress, D3D12FUZZ_STAGE_DESERIALIZE, deserialized);
  if (deserialized != Verdict::accepted) return;

  progress.running_stage = D3D12FUZZ_STAGE_CREATE;
  const std::uint64_t cost = root_cost(stored_, fault_);
  const Verdict created = verdict(device_.creates(stored_, cost, input.resource_binding_tier));
  if (created == Verdict::accepted) {
    fail_hard();
    observe_created(input, cost, result);
  }
  set_stage(progress, D3D12FUZZ_STAGE_CREATE, created);
}

Verdict Builtin::serialize(const d3d12fuzz_root_signature_input& input) {
  stored_.clear();
  table_sizes_.clear();
  registers_.clear();

  const DescView desc(input.desc);
  const bool known_version =
      desc.version() >= D3D_ROOT_SIGNATURE_VERSION_1_0 && desc.version() <= D3D_ROOT_SIGNATURE_VERSION_1_2;
  if (!known_version || input.serializer > D3D12FUZZ_SERIALIZER_LEGACY) return Verdict::unsupported;
  if (!arguments_are_legal(input, desc)) return Verdict::rejected;

  stored_.version = desc.version();
  stored_.flags = desc.flags();
  for (std::uint32_t i = 0; i < desc.num_parameters(); ++i) {
    if (!add_parameter(desc, i)) return Verdict::rejected;
  }
  for (std::uint32_t i = 0; i < desc.num_static_samplers(); ++i) {
    if (!add_static_sampler(desc, i)) return Verdict::rejected;
  }
  return Verdict::accepted;
}

// What can be said before any array is looked at.
bool Builtin::arguments_are_legal(const d3d12fuzz_root_signature_input& input, const DescView& desc) const {
  if (input.serializer == D3D12FUZZ_SERIALIZER_LEGACY && input.legacy_version != D3D_ROOT_SIGNATURE_VERSION_1_0) {
    const bool let_in = (fault_ == Fault::legacy_version_0_accepted && input.legacy_version == 0) ||
                        (fault_ == Fault::legacy_version_2_accepted && input.legacy_version == 2);
    if (!let_in) return false;  // DT-079
  }
  switch (fault_) {
    case Fault::version_1_2_rejected:
      if (desc.version() == D3D_ROOT_SIGNATURE_VERSION_1_2) return false;
      break;
    case Fault::empty_signature_rejected:
      if (desc.num_parameters() == 0 && desc.num_static_samplers() == 0) return false;
      break;
    case Fault::static_samplers_limited_to_16:
      if (desc.num_static_samplers() > 16) return false;
      break;
    default:
      break;
  }
  return root_flags_are_legal(desc.version(), desc.flags(), fault_);
}

bool Builtin::add_parameter(const DescView& desc, std::uint32_t index) {
  const ParameterView view = desc.parameter(index);
  const d3d12fuzz_described_parameter& parameter = view.fields;
  if (!visibility_is_legal(parameter.shader_visibility, fault_)) return false;
  stored_.parameters.push_back(parameter);

  const auto note = [&](EntryKind kind, std::uint32_t register_class) {
    note_register(kind, register_class, index, parameter.shader_register, parameter.register_space,
                  parameter.num_32bit_values);
  };
  std::uint64_t table_size = 0;
  switch (parameter.parameter_type) {
    case kTable:
      if (!add_ranges(desc, view, index)) return false;
      table_size = layout_.size();
      break;
    case kConstants:
      if (!root_argument_is_legal(parameter, fault_)) return false;
      note(EntryKind::constants, D3D12FUZZ_REGISTER_CLASS_B);
      break;
    case kRootCbv:
      if (!root_argument_is_legal(parameter, fault_)) return false;
      note(EntryKind::descriptor, D3D12FUZZ_REGISTER_CLASS_B);
      break;
    case kRootSrv:
      if (!root_argument_is_legal(parameter, fault_)) return false;
      note(EntryKind::descriptor,
           fault_ == Fault::lookup_root_srv_is_u ? D3D12FUZZ_REGISTER_CLASS_U : D3D12FUZZ_REGISTER_CLASS_T);
      break;
    case kRootUav:
      if (!root_argument_is_legal(parameter, fault_)) return false;
      note(EntryKind::descriptor, D3D12FUZZ_REGISTER_CLASS_U);
      break;
    default:
      if (fault_ != Fault::unknown_parameter_type_accepted) return false;  // DT-034
      break;
  }
  table_sizes_.push_back(table_size);
  return registers_.add_entry(parameter.shader_visibility);
}

bool Builtin::add_ranges(const DescView& desc, const ParameterView& table, std::uint32_t index) {
  const std::size_t first_range = stored_.ranges.size();
  bool has_samplers = false;
  bool has_views = false;
  layout_.begin();
  for (std::uint32_t i = 0; i < table.fields.num_ranges; ++i) {
    const d3d12fuzz_described_range range = desc.range(table, i);
    if (!range_is_legal(range, fault_)) return false;
    (range.range_type == D3D12_DESCRIPTOR_RANGE_TYPE_SAMPLER ? has_samplers : has_views) = true;
    if (has_samplers && has_views && fault_ != Fault::sampler_mix_accepted) return false;  // DT-018

    const std::optional<std::uint64_t> start =
        layout_.place(range.num_descriptors, range.offset_in_descriptors_from_table_start);
    if (!start || names_a_slot_twice(first_range, range, *start)) return false;
    note_range(index, range, *start);
    stored_.ranges.push_back(range);
    stored_.resolved_offsets.push_back(*start);
  }
  return true;
}

bool Builtin::add_static_sampler(const DescView& desc, std::uint32_t index) {
  const d3d12fuzz_described_static_sampler sampler = desc.static_sampler(index, fault_);
  if (!static_sampler_is_legal(desc.version(), sampler, fault_)) return false;
  stored_.static_samplers.push_back(sampler);
  const bool after_parameters = fault_ == Fault::lookup_static_sampler_index_after_parameters;
  note_register(EntryKind::static_sampler, D3D12FUZZ_REGISTER_CLASS_S,
                after_parameters ? index + desc.num_parameters() : index, sampler.shader_register,
                sampler.register_space, 0);
  return registers_.add_entry(sampler.shader_visibility);
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

void Builtin::note_range(std::uint32_t index, const d3d12fuzz_described_range& range, std::uint64_t start) {
  // Only faults let these two come so far; such a range names no register.
  if (range.range_type >= kRegisterClassCount || range.num_descriptors == 0) return;
  const std::uint32_t last_register =
      range.num_descriptors == kUnbounded ? 0xFFFFFFFF : range.base_shader_register + (range.num_descriptors - 1);
  registers_.note(register_class_of(range.range_type),
                  {.first = register_place(range.register_space, range.base_shader_register),
                   .last = register_place(range.register_space, last_register),
                   .slot = start,
                   .index = index,
                   .kind = EntryKind::range});
}

void Builtin::note_register(EntryKind kind, std::uint32_t register_class, std::uint32_t index,
                            std::uint32_t shader_register, std::uint32_t space, std::uint32_t values) {
  const std::uint64_t place = register_place(space, shader_register);
  registers_.note(register_class,
                  {.first = place, .last = place, .slot = 0, .index = index, .kind = kind, .values = values});
}

void Builtin::observe_serialized(const d3d12fuzz_root_signature_input& input, Verdict serialized,
                                 d3d12fuzz_root_signature_result& result) {
  if (serialized == Verdict::unsupported) return;
  result.observed |= D3D12FUZZ_OBSERVED_OUT_POINTERS;
  if (serialized == Verdict::rejected) {
    const bool bad_argument =
        input.serializer == D3D12FUZZ_SERIALIZER_LEGACY && input.legacy_version != D3D_ROOT_SIGNATURE_VERSION_1_0;
    result.blob_written = bad_argument && fault_ == Fault::legacy_blob_written_on_refusal ? 1 : 0;
    return;
  }
  result.error_blob_set = fault_ == Fault::error_blob_set_on_success ? 1 : 0;
  if (input.observe_blob == 0) return;

  static_assert(std::endian::native == std::endian::little, "the words of the container are copied as they are");
  const std::span<const std::byte> blob = std::as_bytes(writer_.write(stored_));
  result.blob_size = blob.size();
  if (const std::size_t room = std::min<std::size_t>(blob.size(), result.blob_capacity); room != 0) {
    std::memcpy(result.blob, blob.data(), room);
  }
  result.observed |= D3D12FUZZ_OBSERVED_BLOB;
}

Verdict Builtin::deserialize(d3d12fuzz_root_signature_result& result) const {
  if (!can_be_described(stored_, fault_)) return Verdict::rejected;
  describe(stored_, D3D_ROOT_SIGNATURE_VERSION_1_0, fault_, result.description_1_0);
  describe(stored_, D3D_ROOT_SIGNATURE_VERSION_1_1, fault_, result.description_1_1);
  describe(stored_, D3D_ROOT_SIGNATURE_VERSION_1_2, fault_, result.description_1_2);
  result.observed |=
      D3D12FUZZ_OBSERVED_DESCRIPTION_1_0 | D3D12FUZZ_OBSERVED_DESCRIPTION_1_1 | D3D12FUZZ_OBSERVED_DESCRIPTION_1_2;
  return Verdict::accepted;
}

// Faults that only accepted signatures meet, so that a legal case is the smallest one that shows them.
void Builtin::fail_hard() const {
  switch (fault_) {
    case Fault::crash_on_fifth_range:
      for (const d3d12fuzz_described_parameter& parameter : stored_.parameters) {
        if (parameter.num_ranges > 4) std::abort();
      }
      return;
    case Fault::crash_on_33_parameters:
      if (stored_.parameters.size() > 32) std::abort();
      return;
    case Fault::exit_on_table_with_static_sampler:
      if (!stored_.ranges.empty() && !stored_.static_samplers.empty()) std::_Exit(0);
      return;
    case Fault::hang_on_range_after_unbounded: {
      std::size_t range = 0;
      for (const d3d12fuzz_described_parameter& parameter : stored_.parameters) {
        for (std::uint32_t i = 0; i < parameter.num_ranges; ++i, ++range) {
          const bool followed = i + 1 < parameter.num_ranges;
          if (!followed || stored_.ranges[range].num_descriptors != kUnbounded) continue;
          // The access is volatile since a loop without any effect may be removed.
          for (volatile std::uint64_t slot = stored_.resolved_offsets[range];;) slot = slot + 1;
        }
      }
      return;
    }
    default:
      return;
  }
}

void Builtin::observe_created(const d3d12fuzz_root_signature_input& input, std::uint64_t cost,
                              d3d12fuzz_root_signature_result& result) const {
  result.cost = cost;
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
          .capabilities = D3D12FUZZ_TAKES_UNDEFINED,
          .context = context.release(),
          .root_signature = run_root_signature,
          .destroy = [](void* owned) { delete static_cast<Builtin*>(owned); }};
}

}  // namespace d3d12fuzz::builtin
