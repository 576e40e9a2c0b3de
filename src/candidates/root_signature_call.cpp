#include "candidates/root_signature_call.h"

#include <algorithm>
#include <vector>

#include "domains/root_signature/case.h"
#include "domains/root_signature/lower.h"
#include "domains/root_signature/observables.h"
#include "domains/typed_domain.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature;

/// The arrays of one description.
struct DescriptionBuffers {
  std::vector<d3d12fuzz_described_parameter> parameters;
  std::vector<d3d12fuzz_described_range> ranges;

  /// Offers room for one element more than the case has, so that a description that grew is told apart.
  void offer(std::size_t parameter_count, std::size_t range_count, d3d12fuzz_description& out) {
    if (parameters.size() < parameter_count + 1) parameters.resize(parameter_count + 1);
    if (ranges.size() < range_count + 1) ranges.resize(range_count + 1);
    out = {.parameter_capacity = static_cast<std::uint32_t>(parameter_count + 1),
           .range_capacity = static_cast<std::uint32_t>(range_count + 1),
           .parameters = parameters.data(),
           .ranges = ranges.data()};
  }
};

void observe(ObservableKey key, std::uint64_t value, Outcome& out) { out.observables.push_back({key, value}); }

void read_description(const d3d12fuzz_description& from, Field description, Outcome& out) {
  observe(key(description, DescriptionField::flags), from.flags, out);
  observe(key(description, DescriptionField::num_parameters), from.num_parameters, out);
  const std::size_t parameter_count = std::min(from.num_parameters, from.parameter_capacity);
  const std::size_t range_count = std::min(from.num_ranges, from.range_capacity);
  const auto for_each_parameter = [&](DescriptionField field, std::uint32_t d3d12fuzz_described_parameter::* member) {
    for (std::size_t p = 0; p < parameter_count; ++p) {
      observe(key(description, field, p), from.parameters[p].*member, out);
    }
  };
  const auto for_each_range = [&](DescriptionField field, std::uint32_t d3d12fuzz_described_range::* member) {
    const std::size_t start = out.observables.size();
    out.observables.resize(start + range_count);
    Observable* at = out.observables.data() + start;
    std::size_t next = 0;
    for (std::size_t p = 0; p < parameter_count; ++p) {
      for (std::size_t r = 0; r < from.parameters[p].num_ranges && next < range_count; ++r, ++next) {
        *at++ = {key(description, field, p, r), from.ranges[next].*member};
      }
    }
    out.observables.resize(start + next);  // fewer if the counts of the tables do not add up
  };
  for_each_parameter(DescriptionField::parameter_type, &d3d12fuzz_described_parameter::parameter_type);
  for_each_parameter(DescriptionField::shader_visibility, &d3d12fuzz_described_parameter::shader_visibility);
  for_each_parameter(DescriptionField::num_descriptor_ranges, &d3d12fuzz_described_parameter::num_ranges);
  for_each_range(DescriptionField::range_type, &d3d12fuzz_described_range::range_type);
  for_each_range(DescriptionField::num_descriptors, &d3d12fuzz_described_range::num_descriptors);
  for_each_range(DescriptionField::base_shader_register, &d3d12fuzz_described_range::base_shader_register);
  for_each_range(DescriptionField::register_space, &d3d12fuzz_described_range::register_space);
  for_each_range(DescriptionField::range_flags, &d3d12fuzz_described_range::flags);
  for_each_range(DescriptionField::offset_in_descriptors_from_table_start,
                 &d3d12fuzz_described_range::offset_in_descriptors_from_table_start);
}

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
    const d3d12fuzz_root_signature_input input = {.desc = lowered_.lower(root_signature),
                                                  .lookups = lookups_.data(),
                                                  .num_lookups = static_cast<std::uint32_t>(lookups_.size())};
    d3d12fuzz_root_signature_result result = offer_buffers(root_signature, progress);
    candidate.root_signature(candidate.context, &input, &result);
    read_progress(progress, out);
    read_result(root_signature, result, out);
  }

 private:
  d3d12fuzz_root_signature_result offer_buffers(const RootSignatureCase& value, d3d12fuzz_progress& progress) {
    std::size_t range_count = 0;
    for (const RootParameter& parameter : value.parameters) range_count += parameter.descriptor_ranges.size();
    const auto grow = [](auto& buffer, std::size_t size) {
      if (buffer.size() < size) buffer.resize(size);
    };
    grow(range_offsets_, range_count);
    grow(table_sizes_, value.parameters.size());
    grow(lookup_results_, value.lookups.size());
    d3d12fuzz_root_signature_result result = {.progress = &progress,
                                              .observed = 0,
                                              .cost = 0,
                                              .range_offsets = range_offsets_.data(),
                                              .table_sizes = table_sizes_.data(),
                                              .lookups = lookup_results_.data(),
                                              .description_1_0 = {},
                                              .description_1_1 = {}};
    buffers_1_0_.offer(value.parameters.size(), range_count, result.description_1_0);
    buffers_1_1_.offer(value.parameters.size(), range_count, result.description_1_1);
    return result;
  }

  /// Fields in the order of Field, as lists of observables must be.
  void read_result(const RootSignatureCase& value, const d3d12fuzz_root_signature_result& result, Outcome& out) {
    if ((result.observed & D3D12FUZZ_OBSERVED_COST) != 0) observe(key(Field::cost), result.cost, out);
    if ((result.observed & D3D12FUZZ_OBSERVED_TABLE_SIZES) != 0) {
      for (std::size_t p = 0; p < value.parameters.size(); ++p) {
        observe(key(Field::table_size, p), result.table_sizes[p], out);
      }
    }
    if ((result.observed & D3D12FUZZ_OBSERVED_RANGE_OFFSETS) != 0) {
      std::size_t next = 0;
      for (std::size_t p = 0; p < value.parameters.size(); ++p) {
        for (std::size_t r = 0; r < value.parameters[p].descriptor_ranges.size(); ++r) {
          observe(key(Field::range_offset, p, r), result.range_offsets[next++], out);
        }
      }
    }
    if ((result.observed & D3D12FUZZ_OBSERVED_LOOKUPS) != 0) {
      for (std::size_t i = 0; i < value.lookups.size(); ++i) {
        const d3d12fuzz_lookup_result& found = result.lookups[i];
        observe(key(Field::lookup_parameter, i), found.found != 0 ? found.parameter : kNoValue, out);
      }
      for (std::size_t i = 0; i < value.lookups.size(); ++i) {
        const d3d12fuzz_lookup_result& found = result.lookups[i];
        if (found.found != 0) observe(key(Field::lookup_slot, i), found.slot, out);
      }
    }
    if ((result.observed & D3D12FUZZ_OBSERVED_DESCRIPTION_1_0) != 0) {
      read_description(result.description_1_0, Field::description_1_0, out);
    }
    if ((result.observed & D3D12FUZZ_OBSERVED_DESCRIPTION_1_1) != 0) {
      read_description(result.description_1_1, Field::description_1_1, out);
    }
  }

  Lowered lowered_;
  std::vector<d3d12fuzz_lookup> lookups_;
  std::vector<std::uint64_t> range_offsets_;
  std::vector<std::uint64_t> table_sizes_;
  std::vector<d3d12fuzz_lookup_result> lookup_results_;
  DescriptionBuffers buffers_1_0_;
  DescriptionBuffers buffers_1_1_;
};

}  // namespace

std::unique_ptr<DomainCall> make_root_signature_call() { return std::make_unique<RootSignatureCall>(); }

}  // namespace d3d12fuzz
