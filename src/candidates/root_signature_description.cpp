#include "candidates/root_signature_description.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace d3d12fuzz {

using namespace root_signature;

namespace {

constexpr std::uint32_t kObservedDescriptions[] = {
    D3D12FUZZ_OBSERVED_DESCRIPTION_1_0, D3D12FUZZ_OBSERVED_DESCRIPTION_1_1, D3D12FUZZ_OBSERVED_DESCRIPTION_1_2};

/// Reads one description into observables, field by field.
class DescriptionReader {
 public:
  DescriptionReader(const d3d12fuzz_description& from, Field description, Outcome& out)
      : from_(from),
        description_(description),
        parameter_count_(std::min(from.num_parameters, from.parameter_capacity)),
        range_count_(std::min(from.num_ranges, from.range_capacity)),
        sampler_count_(std::min(from.num_static_samplers, from.static_sampler_capacity)),
        out_(out) {}

  void read() {
    observe(key(description_, DescriptionField::flags), from_.flags, out_);
    observe(key(description_, DescriptionField::num_parameters), from_.num_parameters, out_);
    observe(key(description_, DescriptionField::num_static_samplers), from_.num_static_samplers, out_);
    read_parameters();
    if (range_count_ > 0) read_ranges();
    if (sampler_count_ > 0) read_static_samplers();
  }

 private:
  // Numbers of D3D12_ROOT_PARAMETER_TYPE.
  static bool is_table(std::uint32_t type) { return type == 0; }
  static bool is_constants(std::uint32_t type) { return type == 1; }
  static bool is_descriptor(std::uint32_t type) { return type >= 2 && type <= 4; }
  static bool has_register(std::uint32_t type) { return is_constants(type) || is_descriptor(type); }
  static bool is_any(std::uint32_t) { return true; }

  void read_parameters() {
    using Parameter = d3d12fuzz_described_parameter;
    for_each_parameter(is_any, DescriptionField::parameter_type, &Parameter::parameter_type);
    for_each_parameter(is_any, DescriptionField::shader_visibility, &Parameter::shader_visibility);
    for_each_parameter(is_table, DescriptionField::num_descriptor_ranges, &Parameter::num_ranges);
    for_each_parameter(has_register, DescriptionField::shader_register, &Parameter::shader_register);
    for_each_parameter(has_register, DescriptionField::register_space, &Parameter::register_space);
    for_each_parameter(is_constants, DescriptionField::num_32bit_values, &Parameter::num_32bit_values);
    for_each_parameter(is_descriptor, DescriptionField::root_descriptor_flags, &Parameter::flags);
  }

  /// What the type that was given back has; a wrong type is a difference of its own.
  template <class Has>
  void for_each_parameter(Has has, DescriptionField field, std::uint32_t d3d12fuzz_described_parameter::* member) {
    for (std::size_t p = 0; p < parameter_count_; ++p) {
      const d3d12fuzz_described_parameter& parameter = from_.parameters[p];
      if (has(parameter.parameter_type)) observe(key(description_, field, p), parameter.*member, out_);
    }
  }

  void read_ranges() {
    using Range = d3d12fuzz_described_range;
    for_each_range(DescriptionField::range_type, &Range::range_type);
    for_each_range(DescriptionField::num_descriptors, &Range::num_descriptors);
    for_each_range(DescriptionField::base_shader_register, &Range::base_shader_register);
    for_each_range(DescriptionField::range_register_space, &Range::register_space);
    for_each_range(DescriptionField::range_flags, &Range::flags);
    for_each_range(DescriptionField::offset_in_descriptors_from_table_start,
                   &Range::offset_in_descriptors_from_table_start);
  }

  void for_each_range(DescriptionField field, std::uint32_t d3d12fuzz_described_range::* member) {
    const std::size_t start = out_.observables.size();
    out_.observables.resize(start + range_count_);
    Observable* at = out_.observables.data() + start;
    std::size_t next = 0;
    for (std::size_t p = 0; p < parameter_count_; ++p) {
      for (std::size_t r = 0; r < from_.parameters[p].num_ranges && next < range_count_; ++r, ++next) {
        *at++ = {key(description_, field, p, r), from_.ranges[next].*member};
      }
    }
    out_.observables.resize(start + next);  // fewer if the counts of the tables do not add up
  }

  void read_static_samplers() {
    using Sampler = d3d12fuzz_described_static_sampler;
    constexpr std::uint32_t Sampler::* members[] = {&Sampler::filter,
                                                    &Sampler::address_u,
                                                    &Sampler::address_v,
                                                    &Sampler::address_w,
                                                    &Sampler::mip_lod_bias,
                                                    &Sampler::max_anisotropy,
                                                    &Sampler::comparison_func,
                                                    &Sampler::border_color,
                                                    &Sampler::min_lod,
                                                    &Sampler::max_lod,
                                                    &Sampler::shader_register,
                                                    &Sampler::register_space,
                                                    &Sampler::shader_visibility,
                                                    &Sampler::flags};
    auto field = static_cast<std::uint16_t>(DescriptionField::filter);
    for (std::uint32_t Sampler::* const member : members) {
      for (std::size_t s = 0; s < sampler_count_; ++s) {
        observe(key(description_, static_cast<DescriptionField>(field), s), from_.static_samplers[s].*member, out_);
      }
      ++field;
    }
  }

  const d3d12fuzz_description& from_;
  Field description_;
  std::size_t parameter_count_;
  std::size_t range_count_;
  std::size_t sampler_count_;
  Outcome& out_;
};

}  // namespace

Sizes sizes_of(const RootSignatureCase& value) {
  Sizes sizes{.parameters = value.parameters.size(), .static_samplers = value.static_samplers.size()};
  for (const RootParameter& parameter : value.parameters) sizes.ranges += ranges_of(parameter).size();
  return sizes;
}

void DescriptionArrays::offer(const Sizes& sizes, d3d12fuzz_description& out) {
  grow(parameters_, sizes.parameters + 1);
  grow(ranges_, sizes.ranges + 1);
  grow(static_samplers_, sizes.static_samplers + 1);
  out.parameter_capacity = static_cast<std::uint32_t>(sizes.parameters + 1);
  out.range_capacity = static_cast<std::uint32_t>(sizes.ranges + 1);
  out.static_sampler_capacity = static_cast<std::uint32_t>(sizes.static_samplers + 1);
  out.parameters = parameters_.data();
  out.ranges = ranges_.data();
  out.static_samplers = static_samplers_.data();
}

d3d12fuzz_description DescriptionBuffers::room(const Sizes& sizes) {
  return {.parameter_capacity = static_cast<std::uint32_t>(sizes.parameters + 1),
          .range_capacity = static_cast<std::uint32_t>(sizes.ranges + 1),
          .static_sampler_capacity = static_cast<std::uint32_t>(sizes.static_samplers + 1)};
}

void DescriptionBuffers::offer(const Sizes& sizes, MemoryImage::BlockId result, std::size_t first, MemoryImage& out) {
  const d3d12fuzz_description description = room(sizes);
  const auto add = [&](std::size_t field, std::size_t bytes) { out.point(result, field, out.add_output(bytes)); };
  for (std::size_t at = first; at < first + 3 * sizeof(description); at += sizeof(description)) {
    add(at + offsetof(d3d12fuzz_description, parameters),
        description.parameter_capacity * sizeof(d3d12fuzz_described_parameter));
    add(at + offsetof(d3d12fuzz_description, ranges), description.range_capacity * sizeof(d3d12fuzz_described_range));
    add(at + offsetof(d3d12fuzz_description, static_samplers),
        description.static_sampler_capacity * sizeof(d3d12fuzz_described_static_sampler));
  }
}

bool DescriptionBuffers::take(const Sizes& sizes, std::uint32_t observed, wire::OutcomeRecord& record,
                              std::array<d3d12fuzz_description*, 3> descriptions) {
  for (std::size_t i = 0; i < descriptions.size(); ++i) {
    d3d12fuzz_description& description = *descriptions[i];
    arrays_[i].offer(sizes, description);
    const auto take_array = [&](auto* to, std::size_t count) {
      return (observed & kObservedDescriptions[i]) == 0 ? record.skip() : record.take(to, count * sizeof(*to));
    };
    if (!take_array(description.parameters, description.parameter_capacity) ||
        !take_array(description.ranges, description.range_capacity) ||
        !take_array(description.static_samplers, description.static_sampler_capacity)) {
      return false;
    }
  }
  return true;
}

void read_description(const d3d12fuzz_description& from, Field first, Outcome& out) {
  DescriptionReader(from, first, out).read();
}

void read_descriptions(std::uint32_t observed, std::array<const d3d12fuzz_description*, 3> descriptions,
                       std::uint16_t first, Outcome& out) {
  for (std::size_t i = 0; i < descriptions.size(); ++i) {
    if ((observed & kObservedDescriptions[i]) == 0) continue;
    read_description(*descriptions[i], static_cast<Field>(first + kDescriptionFields * i), out);
  }
}

void read_blob(std::span<const std::uint8_t> room, std::uint64_t size, std::uint16_t first, Outcome& out) {
  const std::uint16_t word_field = first + 1;
  const std::uint16_t digest_field = first + 2;
  out.observables.push_back({{first, 0, 0}, size});
  const std::size_t words = std::min<std::uint64_t>(size, room.size()) / sizeof(std::uint32_t);
  const auto add = [&](std::uint16_t field, std::size_t index, std::size_t word) {
    std::uint32_t value;
    std::memcpy(&value, room.data() + word * sizeof(value), sizeof(value));
    out.observables.push_back({{field, static_cast<std::uint16_t>(index), 0}, value});
  };
  constexpr std::size_t digest_begin = 1;
  constexpr std::size_t digest_end = 5;
  for (std::size_t i = 0; i < words; ++i) {
    if (i < digest_begin || i >= digest_end) add(word_field, i, i);
  }
  for (std::size_t i = digest_begin; i < std::min(words, digest_end); ++i) add(digest_field, i - digest_begin, i);
}

}  // namespace d3d12fuzz
