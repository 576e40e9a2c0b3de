#include "candidates/builtin/builtin.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>

#include "candidates/builtin/blob_reader.h"
#include "candidates/builtin/blob_writer.h"
#include "candidates/builtin/desc_view.h"
#include "candidates/builtin/description.h"
#include "candidates/builtin/device_rules.h"
#include "candidates/builtin/field_rules.h"
#include "candidates/builtin/lookup.h"
#include "candidates/builtin/signature_checker.h"
#include "candidates/builtin/stored_signature.h"
#include "candidates/builtin/verdict.h"

namespace d3d12fuzz::builtin {
namespace {

/// One instance: the buffers of the signature that is being worked on.
class Builtin {
 public:
  explicit Builtin(Fault fault) : fault_(fault), checker_(fault), reader_(fault), writer_(fault), device_(fault) {}

  void run(const d3d12fuzz_root_signature_input& input, d3d12fuzz_root_signature_result& result);
  void run(const d3d12fuzz_root_signature_blob_input& input, d3d12fuzz_root_signature_blob_result& result);

 private:
  Verdict serialize(const d3d12fuzz_root_signature_input& input);
  bool arguments_are_legal(const d3d12fuzz_root_signature_input& input) const;
  void observe_serialized(const d3d12fuzz_root_signature_input& input, Verdict serialized,
                          d3d12fuzz_root_signature_result& result);
  Verdict deserialize(d3d12fuzz_root_signature_result& result) const;
  Verdict deserialize(const d3d12fuzz_root_signature_blob_input& input, d3d12fuzz_root_signature_blob_result& result);
  void describe_what_was_read(std::uint32_t deserializer, d3d12fuzz_root_signature_blob_result& result) const;
  void write_again(d3d12fuzz_root_signature_blob_result& result);
  Verdict create_from_what_was_read(std::uint32_t resource_binding_tier);
  void fail_hard() const;
  void observe_created(const d3d12fuzz_root_signature_input& input, std::uint64_t cost,
                       d3d12fuzz_root_signature_result& result) const;

  Fault fault_;
  SignatureChecker checker_;
  BlobReader reader_;
  BlobWriter writer_;
  DeviceRules device_;
  StoredSignature stored_;  ///< its resolved_offsets are the range offsets that the result gets
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

template <class Result>
void observe_blob(std::span<const std::uint32_t> words, Result& result) {
  static_assert(std::endian::native == std::endian::little, "the words of the container are copied as they are");
  const std::span<const std::byte> blob = std::as_bytes(words);
  result.blob_size = blob.size();
  if (const std::size_t room = std::min<std::size_t>(blob.size(), result.blob_capacity); room != 0) {
    std::memcpy(result.blob, blob.data(), room);
  }
  result.observed |= D3D12FUZZ_OBSERVED_BLOB;
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

void Builtin::run(const d3d12fuzz_root_signature_blob_input& input, d3d12fuzz_root_signature_blob_result& result) {
  d3d12fuzz_progress& progress = *result.progress;

  progress.running_stage = D3D12FUZZ_STAGE_DESERIALIZE;
  const Verdict deserialized = deserialize(input, result);
  set_stage(progress, D3D12FUZZ_STAGE_DESERIALIZE, deserialized);
  if (deserialized != Verdict::accepted) return;

  progress.running_stage = D3D12FUZZ_STAGE_CREATE;
  const Verdict created = create_from_what_was_read(input.resource_binding_tier);
  if (created == Verdict::accepted) fail_hard();
  set_stage(progress, D3D12FUZZ_STAGE_CREATE, created);
}

Verdict Builtin::serialize(const d3d12fuzz_root_signature_input& input) {
  const DescView desc(input.desc);
  const bool known_version =
      desc.version() >= D3D_ROOT_SIGNATURE_VERSION_1_0 && desc.version() <= D3D_ROOT_SIGNATURE_VERSION_1_2;
  if (!known_version || input.serializer > D3D12FUZZ_SERIALIZER_LEGACY) return Verdict::unsupported;
  if (!arguments_are_legal(input)) return Verdict::rejected;
  copy_desc(desc, fault_, stored_);
  return verdict(checker_.check(stored_));
}

// What D3D12SerializeRootSignature is told beside the desc (DT-079).
bool Builtin::arguments_are_legal(const d3d12fuzz_root_signature_input& input) const {
  if (input.serializer != D3D12FUZZ_SERIALIZER_LEGACY || input.legacy_version == D3D_ROOT_SIGNATURE_VERSION_1_0) {
    return true;
  }
  return (fault_ == Fault::legacy_version_0_accepted && input.legacy_version == 0) ||
         (fault_ == Fault::legacy_version_2_accepted && input.legacy_version == 2);
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

  observe_blob(writer_.write(stored_), result);
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

Verdict Builtin::deserialize(const d3d12fuzz_root_signature_blob_input& input,
                             d3d12fuzz_root_signature_blob_result& result) {
  if (input.deserializer > D3D12FUZZ_DESERIALIZER_LEGACY) return Verdict::unsupported;
  const auto* const bytes = reinterpret_cast<const std::byte*>(input.blob);
  const Verdict read = reader_.read({bytes, static_cast<std::size_t>(input.blob_size)}, stored_);
  if (read != Verdict::accepted) return read;

  const bool legacy = input.deserializer == D3D12FUZZ_DESERIALIZER_LEGACY;
  const bool stored_as_1_0 = stored_.version == D3D_ROOT_SIGNATURE_VERSION_1_0;
  if (legacy && !stored_as_1_0 && fault_ == Fault::legacy_deserializer_takes_1_0_alone) return Verdict::rejected;
  if (!can_be_described(stored_, fault_)) return Verdict::rejected;
  describe_what_was_read(input.deserializer, result);
  // A legacy deserializer has nothing that a newer version could be made of.
  if (!legacy || stored_as_1_0) write_again(result);
  return Verdict::accepted;
}

void Builtin::describe_what_was_read(std::uint32_t deserializer, d3d12fuzz_root_signature_blob_result& result) const {
  const auto describe_at = [&](std::uint32_t version, d3d12fuzz_description& out) {
    if (fault_ == Fault::described_as_stored) version = stored_.version;
    if (fault_ == Fault::described_at_1_2_as_1_1)
      version = std::min<std::uint32_t>(version, D3D_ROOT_SIGNATURE_VERSION_1_1);
    describe(stored_, version, fault_, out);
  };
  describe_at(D3D_ROOT_SIGNATURE_VERSION_1_0, result.description_1_0);
  result.observed |= D3D12FUZZ_OBSERVED_DESCRIPTION_1_0;
  if (deserializer == D3D12FUZZ_DESERIALIZER_LEGACY) return;
  describe_at(D3D_ROOT_SIGNATURE_VERSION_1_1, result.description_1_1);
  describe_at(D3D_ROOT_SIGNATURE_VERSION_1_2, result.description_1_2);
  result.observed |= D3D12FUZZ_OBSERVED_DESCRIPTION_1_1 | D3D12FUZZ_OBSERVED_DESCRIPTION_1_2;
}

// As a serializer does, which refuses what breaks a rule.
void Builtin::write_again(d3d12fuzz_root_signature_blob_result& result) {
  if (!checker_.check(stored_)) return;
  const std::uint32_t version = stored_.version;
  if (fault_ == Fault::written_again_at_1_0) stored_.version = D3D_ROOT_SIGNATURE_VERSION_1_0;
  observe_blob(writer_.write(stored_), result);
  stored_.version = version;
}

// A serialized root signature need not come from a serializer: everything is checked (DT-101).
Verdict Builtin::create_from_what_was_read(std::uint32_t resource_binding_tier) {
  if (fault_ == Fault::created_with_any_static_samplers) stored_.static_samplers.clear();
  if (fault_ == Fault::created_with_any_flags) {
    for (d3d12fuzz_described_parameter& parameter : stored_.parameters) parameter.flags = 0;
    for (d3d12fuzz_described_range& range : stored_.ranges) range.flags = 0;
    for (d3d12fuzz_described_static_sampler& sampler : stored_.static_samplers) sampler.flags = 0;
  }
  if (!checker_.check(stored_) && fault_ != Fault::created_unchecked) return Verdict::rejected;
  const std::uint64_t cost = fault_ == Fault::created_at_any_cost ? 0 : root_cost(stored_, fault_);
  return verdict(device_.creates(stored_, cost, resource_binding_tier));
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
  const std::span<const std::uint64_t> table_sizes = checker_.table_sizes();
  std::copy(table_sizes.begin(), table_sizes.end(), result.table_sizes);
  for (std::uint32_t i = 0; i < input.num_lookups; ++i) {
    result.lookups[i] = resolve(checker_.registers(), input.lookups[i], fault_);
  }
  result.observed |= D3D12FUZZ_OBSERVED_COST | D3D12FUZZ_OBSERVED_RANGE_OFFSETS | D3D12FUZZ_OBSERVED_TABLE_SIZES |
                     D3D12FUZZ_OBSERVED_LOOKUPS;
}

// One function of the C interface, which no exception may leave.
template <class Input, class Result>
void run(void* context, const Input* input, Result* result) {
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
          .root_signature = run<d3d12fuzz_root_signature_input, d3d12fuzz_root_signature_result>,
          .root_signature_blob = run<d3d12fuzz_root_signature_blob_input, d3d12fuzz_root_signature_blob_result>,
          .destroy = [](void* owned) { delete static_cast<Builtin*>(owned); }};
}

}  // namespace d3d12fuzz::builtin
