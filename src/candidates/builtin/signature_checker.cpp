#include "candidates/builtin/signature_checker.h"

#include <optional>

#include "candidates/builtin/desc_view.h"
#include "candidates/builtin/field_rules.h"
#include "candidates/builtin/sampler_rules.h"

namespace d3d12fuzz::builtin {

bool SignatureChecker::check(StoredSignature& signature) {
  registers_.clear();
  table_sizes_.clear();
  next_range_ = 0;
  if (!signature_is_legal(signature)) return false;

  signature.resolved_offsets.resize(signature.ranges.size());
  for (std::uint32_t i = 0; i < signature.parameters.size(); ++i) {
    if (!add_parameter(signature, i)) return false;
  }
  for (std::uint32_t i = 0; i < signature.static_samplers.size(); ++i) {
    if (!add_static_sampler(signature, i)) return false;
  }
  return true;
}

// What can be said before any array is looked at.
bool SignatureChecker::signature_is_legal(const StoredSignature& signature) const {
  switch (fault_) {
    case Fault::version_1_2_rejected:
      if (signature.version == D3D_ROOT_SIGNATURE_VERSION_1_2) return false;
      break;
    case Fault::empty_signature_rejected:
      if (signature.parameters.empty() && signature.static_samplers.empty()) return false;
      break;
    case Fault::static_samplers_limited_to_16:
      if (signature.static_samplers.size() > 16) return false;
      break;
    default:
      break;
  }
  return root_flags_are_legal(signature.version, signature.flags, fault_);
}

bool SignatureChecker::add_parameter(StoredSignature& signature, std::uint32_t index) {
  const d3d12fuzz_described_parameter& parameter = signature.parameters[index];
  if (!visibility_is_legal(parameter.shader_visibility, fault_)) return false;

  const auto note = [&](EntryKind kind, std::uint32_t register_class) {
    note_register(kind, register_class, index, parameter.shader_register, parameter.register_space,
                  parameter.num_32bit_values);
  };
  std::uint64_t table_size = 0;
  switch (parameter.parameter_type) {
    case kTable:
      if (!add_ranges(signature, index)) return false;
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

bool SignatureChecker::add_ranges(StoredSignature& signature, std::uint32_t index) {
  const std::size_t first_range = next_range_;
  bool has_samplers = false;
  bool has_views = false;
  layout_.begin();
  for (const std::size_t end = first_range + signature.parameters[index].num_ranges; next_range_ < end; ++next_range_) {
    const d3d12fuzz_described_range& range = signature.ranges[next_range_];
    if (!range_is_legal(range, fault_)) return false;
    (range.range_type == D3D12_DESCRIPTOR_RANGE_TYPE_SAMPLER ? has_samplers : has_views) = true;
    if (has_samplers && has_views && fault_ != Fault::sampler_mix_accepted) return false;  // DT-018

    const std::optional<std::uint64_t> start =
        layout_.place(range.num_descriptors, range.offset_in_descriptors_from_table_start);
    if (!start || names_a_slot_twice(signature, first_range, next_range_, *start)) return false;
    note_range(index, range, *start);
    signature.resolved_offsets[next_range_] = *start;
  }
  return true;
}

bool SignatureChecker::add_static_sampler(const StoredSignature& signature, std::uint32_t index) {
  const d3d12fuzz_described_static_sampler& sampler = signature.static_samplers[index];
  if (!static_sampler_is_legal(signature.version, sampler, fault_)) return false;
  const bool after_parameters = fault_ == Fault::lookup_static_sampler_index_after_parameters;
  const auto before = after_parameters ? static_cast<std::uint32_t>(signature.parameters.size()) : 0;
  note_register(EntryKind::static_sampler, D3D12FUZZ_REGISTER_CLASS_S, before + index, sampler.shader_register,
                sampler.register_space, 0);
  return registers_.add_entry(sampler.shader_visibility);
}

// Two faults: a slot with two names in one table is refused, always or when the names are of different type (DT-015,
// DT-016).
bool SignatureChecker::names_a_slot_twice(const StoredSignature& signature, std::size_t first_range, std::size_t range,
                                          std::uint64_t start) const {
  const bool always = fault_ == Fault::slot_aliasing_rejected;
  if (!always && fault_ != Fault::cross_type_aliasing_rejected) return false;
  const auto end_of = [](std::uint64_t begin, std::uint32_t count) {
    return count == kUnbounded ? D3D12FUZZ_UNBOUNDED : begin + count;
  };
  const d3d12fuzz_described_range& later = signature.ranges[range];
  for (std::size_t i = first_range; i < range; ++i) {
    const d3d12fuzz_described_range& other = signature.ranges[i];
    const std::uint64_t other_start = signature.resolved_offsets[i];
    const bool share =
        start < end_of(other_start, other.num_descriptors) && other_start < end_of(start, later.num_descriptors);
    if (share && (always || other.range_type != later.range_type)) return true;
  }
  return false;
}

void SignatureChecker::note_range(std::uint32_t index, const d3d12fuzz_described_range& range, std::uint64_t start) {
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

void SignatureChecker::note_register(EntryKind kind, std::uint32_t register_class, std::uint32_t index,
                                     std::uint32_t shader_register, std::uint32_t space, std::uint32_t values) {
  const std::uint64_t place = register_place(space, shader_register);
  registers_.note(register_class,
                  {.first = place, .last = place, .slot = 0, .index = index, .kind = kind, .values = values});
}

}  // namespace d3d12fuzz::builtin
