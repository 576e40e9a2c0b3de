#include "candidates/root_signature_call.h"

#include <cstddef>
#include <cstring>
#include <vector>

#include "candidates/conduct_bits.h"
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
  std::uint32_t function() const override { return D3D12FUZZ_FUNCTION_ROOT_SIGNATURE; }

  void write(const Case& value, MemoryImage& out) override {
    const RootSignatureCase& root_signature = TypedDomain<RootSignatureCase>::value_of(value);
    out.clear();
    out.add(sizeof(d3d12fuzz_root_signature_input), MemoryImage::Placement::input);
    out.add_output(sizeof(Result), sizeof(Result));
    write_input(root_signature, out);
    write_result(root_signature, out);
  }

  bool read(const Case& value, wire::OutcomeRecord record, Outcome& out) override {
    const RootSignatureCase& root_signature = TypedDomain<RootSignatureCase>::value_of(value);
    out.clear();
    Result result;
    const Sizes sizes = sizes_of(root_signature);
    if (!take_result(root_signature, sizes, record, result)) return false;
    out.conduct = conduct_of(record.conduct());
    read_progress(record.progress(), out);
    read_result(root_signature, result, out);
    return true;
  }

 private:
  using Result = d3d12fuzz_root_signature_result;
  using BlockId = MemoryImage::BlockId;
  static constexpr BlockId kInput = 0;
  static constexpr BlockId kResult = 1;

  static void write_input(const RootSignatureCase& value, MemoryImage& out) {
    const Serialization& serialization = value.serialization;
    out.put(kInput, d3d12fuzz_root_signature_input{.desc = nullptr,
                                                   .lookups = nullptr,
                                                   .num_lookups = static_cast<std::uint32_t>(value.lookups.size()),
                                                   .serializer = raw(serialization.serializer),
                                                   .legacy_version = raw(serialization.legacy_version),
                                                   .observe_blob = raw(serialization.observe_blob),
                                                   .platform = raw(value.target.platform),
                                                   .resource_binding_tier = raw(value.target.resource_binding_tier)});
    out.point(kInput, offsetof(d3d12fuzz_root_signature_input, desc), lower(value, out));
    const BlockId lookups = out.add(value.lookups.size() * sizeof(d3d12fuzz_lookup), MemoryImage::Placement::input);
    std::byte* at = out.bytes(lookups);
    for (const RegisterLookup& lookup : value.lookups) {
      const d3d12fuzz_lookup lowered = {raw(lookup.register_class), raw(lookup.shader_register),
                                        raw(lookup.register_space), raw(lookup.shader_stage)};
      std::memcpy(at, &lowered, sizeof(lowered));
      at += sizeof(lowered);
    }
    out.point(kInput, offsetof(d3d12fuzz_root_signature_input, lookups), lookups);
  }

  static void write_result(const RootSignatureCase& value, MemoryImage& out) {
    const Sizes sizes = sizes_of(value);
    const std::size_t blob_capacity = blob_capacity_of(value, sizes);
    // The pointers are set where the memory will lie.
    const d3d12fuzz_description description = DescriptionBuffers::room(sizes);
    out.put(kResult, Result{.blob_capacity = static_cast<std::uint32_t>(blob_capacity),
                            .description_1_0 = description,
                            .description_1_1 = description,
                            .description_1_2 = description});
    const auto offer = [&](std::size_t field, std::size_t bytes) { out.point(kResult, field, out.add_output(bytes)); };
    out.point(kResult, offsetof(Result, progress), MemoryImage::kOutside);
    if (blob_capacity != 0) offer(offsetof(Result, blob), blob_capacity);
    offer(offsetof(Result, range_offsets), sizes.ranges * sizeof(std::uint64_t));
    offer(offsetof(Result, table_sizes), sizes.parameters * sizeof(std::uint64_t));
    offer(offsetof(Result, lookups), value.lookups.size() * sizeof(d3d12fuzz_lookup_result));
    DescriptionBuffers::offer(sizes, kResult, offsetof(Result, description_1_0), out);
  }

  /// Takes the blocks in the order in which write_result offered them. A candidate may have written over the pointers
  /// and the capacities: they are ours again here. Arrays of what was not observed are passed over.
  bool take_result(const RootSignatureCase& value, const Sizes& sizes, wire::OutcomeRecord& record, Result& result) {
    if (!record.take(&result, sizeof(result))) return false;
    const auto take_array = [&](std::uint32_t bit, auto* to, std::size_t count) {
      return (result.observed & bit) == 0 ? record.skip() : record.take(to, count * sizeof(*to));
    };
    const auto take = [&](std::uint32_t bit, auto& buffer, std::size_t count) {
      grow(buffer, count);
      return take_array(bit, buffer.data(), count);
    };
    const std::size_t blob_capacity = blob_capacity_of(value, sizes);
    if (blob_capacity != 0 && !take(D3D12FUZZ_OBSERVED_BLOB, blob_, blob_capacity)) return false;
    if (!take(D3D12FUZZ_OBSERVED_RANGE_OFFSETS, range_offsets_, sizes.ranges) ||
        !take(D3D12FUZZ_OBSERVED_TABLE_SIZES, table_sizes_, sizes.parameters) ||
        !take(D3D12FUZZ_OBSERVED_LOOKUPS, lookup_results_, value.lookups.size())) {
      return false;
    }
    result.blob_capacity = static_cast<std::uint32_t>(blob_capacity);
    result.blob = blob_.data();
    result.range_offsets = range_offsets_.data();
    result.table_sizes = table_sizes_.data();
    result.lookups = lookup_results_.data();
    return descriptions_.take(sizes, result.observed, record,
                              {&result.description_1_0, &result.description_1_1, &result.description_1_2}) &&
           record.at_end();
  }

  /// Bytes offered for the serialized form; 0 unless it is asked for.
  static std::size_t blob_capacity_of(const RootSignatureCase& value, const Sizes& sizes) {
    return value.serialization.observe_blob == ObserveBlob::yes ? largest_blob(sizes) : 0;
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
    if ((result.observed & D3D12FUZZ_OBSERVED_BLOB) != 0) {
      read_blob({result.blob, result.blob_capacity}, result.blob_size, static_cast<std::uint16_t>(Field::blob_size),
                out);
    }
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
    read_descriptions(result.observed, {&result.description_1_0, &result.description_1_1, &result.description_1_2},
                      static_cast<std::uint16_t>(Field::description_1_0), out);
  }

  std::vector<std::uint64_t> range_offsets_;
  std::vector<std::uint64_t> table_sizes_;
  std::vector<d3d12fuzz_lookup_result> lookup_results_;
  DescriptionBuffers descriptions_;
  std::vector<std::uint8_t> blob_;
};

}  // namespace

std::unique_ptr<DomainCall> make_root_signature_call() { return std::make_unique<RootSignatureCall>(); }

}  // namespace d3d12fuzz
