#include "candidates/root_signature_call.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "candidates/root_signature_description.h"
#include "domains/root_signature/case.h"
#include "domains/root_signature/lower.h"
#include "domains/root_signature/observables.h"
#include "domains/typed_domain.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature;

class RootSignatureCall final : public DomainCall {
 public:
  bool supported(const d3d12fuzz_candidate& candidate) const override { return candidate.root_signature != nullptr; }

  void call(const d3d12fuzz_candidate& candidate, const Case& value, d3d12fuzz_progress& progress,
            Outcome& out) override {
    const RootSignatureCase& root_signature = TypedDomain<RootSignatureCase>::value_of(value);
    out.clear();
    progress = {};
    lookups_.clear();
    for (const RegisterLookup& lookup : root_signature.lookups) {
      lookups_.push_back({raw(lookup.register_class), raw(lookup.shader_register), raw(lookup.register_space),
                          raw(lookup.shader_stage)});
    }
    const Serialization& serialization = root_signature.serialization;
    const d3d12fuzz_root_signature_input input = {
        .desc = lowered_.lower(root_signature),
        .lookups = lookups_.data(),
        .num_lookups = static_cast<std::uint32_t>(lookups_.size()),
        .serializer = raw(serialization.serializer),
        .legacy_version = raw(serialization.legacy_version),
        .observe_blob = raw(serialization.observe_blob),
        .platform = raw(root_signature.target.platform),
        .resource_binding_tier = raw(root_signature.target.resource_binding_tier)};
    d3d12fuzz_root_signature_result result = offer_buffers(root_signature, progress);
    candidate.root_signature(candidate.context, &input, &result);
    read_progress(progress, out);
    read_result(root_signature, result, out);
  }

 private:
  d3d12fuzz_root_signature_result offer_buffers(const RootSignatureCase& value, d3d12fuzz_progress& progress) {
    const Sizes sizes(value);
    grow(range_offsets_, sizes.ranges);
    grow(table_sizes_, sizes.parameters);
    grow(lookup_results_, value.lookups.size());
    d3d12fuzz_root_signature_result result = {.progress = &progress,
                                              .range_offsets = range_offsets_.data(),
                                              .table_sizes = table_sizes_.data(),
                                              .lookups = lookup_results_.data()};
    if (value.serialization.observe_blob == ObserveBlob::yes) {
      grow(blob_, largest_blob(sizes));
      result.blob = blob_.data();
      result.blob_capacity = static_cast<std::uint32_t>(blob_.size());
    }
    buffers_1_0_.offer(sizes, result.description_1_0);
    buffers_1_1_.offer(sizes, result.description_1_1);
    buffers_1_2_.offer(sizes, result.description_1_2);
    return result;
  }

  /// Room for any serialized form, and some more, so that one that grew is told apart.
  static std::size_t largest_blob(const Sizes& sizes) {
    return 256 + sizes.parameters * 32 + sizes.ranges * sizeof(D3D12_DESCRIPTOR_RANGE1) +
           sizes.static_samplers * sizeof(D3D12_STATIC_SAMPLER_DESC1);
  }

  /// Fields in the order of Field, as lists of observables must be.
  void read_result(const RootSignatureCase& value, const d3d12fuzz_root_signature_result& result, Outcome& out) {
    if ((result.observed & D3D12FUZZ_OBSERVED_OUT_POINTERS) != 0) {
      observe(key(Field::blob_written), result.blob_written, out);
      observe(key(Field::error_blob_set), result.error_blob_set, out);
    }
    if ((result.observed & D3D12FUZZ_OBSERVED_BLOB) != 0) read_blob(result, out);
    if ((result.observed & D3D12FUZZ_OBSERVED_COST) != 0) observe(key(Field::cost), result.cost, out);
    if ((result.observed & D3D12FUZZ_OBSERVED_TABLE_SIZES) != 0) {
      for (std::size_t p = 0; p < value.parameters.size(); ++p) {
        observe(key(Field::table_size, p), result.table_sizes[p], out);
      }
    }
    if ((result.observed & D3D12FUZZ_OBSERVED_RANGE_OFFSETS) != 0) {
      std::size_t next = 0;
      for (std::size_t p = 0; p < value.parameters.size(); ++p) {
        for (std::size_t r = 0; r < ranges_of(value.parameters[p]).size(); ++r) {
          observe(key(Field::range_offset, p, r), result.range_offsets[next++], out);
        }
      }
    }
    if ((result.observed & D3D12FUZZ_OBSERVED_LOOKUPS) != 0) {
      for (std::size_t i = 0; i < value.lookups.size(); ++i) {
        const d3d12fuzz_lookup_result& found = result.lookups[i];
        const bool is_parameter = found.found == D3D12FUZZ_FOUND_PARAMETER;
        observe(key(Field::lookup_parameter, i), is_parameter ? found.index : kNoValue, out);
      }
      for (std::size_t i = 0; i < value.lookups.size(); ++i) {
        const d3d12fuzz_lookup_result& found = result.lookups[i];
        const bool is_sampler = found.found == D3D12FUZZ_FOUND_STATIC_SAMPLER;
        observe(key(Field::lookup_static_sampler, i), is_sampler ? found.index : kNoValue, out);
      }
      for (std::size_t i = 0; i < value.lookups.size(); ++i) {
        const d3d12fuzz_lookup_result& found = result.lookups[i];
        if (found.found == D3D12FUZZ_FOUND_PARAMETER) observe(key(Field::lookup_slot, i), found.slot, out);
      }
    }
    const auto read_if = [&](std::uint32_t bit, const d3d12fuzz_description& description, Field field) {
      if ((result.observed & bit) != 0) read_description(description, field, out);
    };
    read_if(D3D12FUZZ_OBSERVED_DESCRIPTION_1_0, result.description_1_0, Field::description_1_0);
    read_if(D3D12FUZZ_OBSERVED_DESCRIPTION_1_1, result.description_1_1, Field::description_1_1);
    read_if(D3D12FUZZ_OBSERVED_DESCRIPTION_1_2, result.description_1_2, Field::description_1_2);
  }

  static void read_blob(const d3d12fuzz_root_signature_result& result, Outcome& out) {
    observe(key(Field::blob_size), result.blob_size, out);
    const std::size_t bytes = std::min<std::uint64_t>(result.blob_size, result.blob_capacity);
    const std::size_t words = bytes / sizeof(std::uint32_t);
    const auto word = [&](std::size_t i) {
      std::uint32_t value;
      std::memcpy(&value, result.blob + i * sizeof(value), sizeof(value));
      return value;
    };
    constexpr std::size_t digest_begin = 1;
    constexpr std::size_t digest_end = 5;
    for (std::size_t i = 0; i < words; ++i) {
      if (i < digest_begin || i >= digest_end) observe(key(Field::blob_word, i), word(i), out);
    }
    for (std::size_t i = digest_begin; i < std::min(words, digest_end); ++i) {
      observe(key(Field::blob_digest, i - digest_begin), word(i), out);
    }
  }

  Lowered lowered_;
  std::vector<d3d12fuzz_lookup> lookups_;
  std::vector<std::uint64_t> range_offsets_;
  std::vector<std::uint64_t> table_sizes_;
  std::vector<d3d12fuzz_lookup_result> lookup_results_;
  DescriptionBuffers buffers_1_0_;
  DescriptionBuffers buffers_1_1_;
  DescriptionBuffers buffers_1_2_;
  std::vector<std::uint8_t> blob_;
};

}  // namespace

std::unique_ptr<DomainCall> make_root_signature_call() { return std::make_unique<RootSignatureCall>(); }

}  // namespace d3d12fuzz
