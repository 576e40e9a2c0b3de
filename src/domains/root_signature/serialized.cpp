#include "domains/root_signature/serialized.h"

#include <algorithm>

#include "base/little_endian.h"
#include "domains/root_signature/digest.h"
#include "domains/root_signature/serialized_layout.h"

namespace d3d12fuzz::root_signature {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::size_t kHeaderWords = layout::kHeader / 4;
constexpr std::size_t kParameterWords = layout::kParameter / 4;

std::uint32_t bytes(std::size_t words) { return static_cast<std::uint32_t>(4 * words); }

/// Words of a parameter's payload: the ranges of a table follow it.
void append_payload(Version version, const RootParameter& parameter, std::size_t at, Words& data) {
  const bool flags = version != Version::v1_0;
  if (const auto* table = std::get_if<DescriptorTable>(&parameter)) {
    data.push_back(static_cast<std::uint32_t>(table->descriptor_ranges.size()));
    data.push_back(bytes(at + 2));
    for (const DescriptorRange& range : table->descriptor_ranges) {
      data.push_back(raw(range.range_type));
      data.push_back(raw(range.num_descriptors));
      data.push_back(raw(range.base_shader_register));
      data.push_back(raw(range.register_space));
      if (flags) data.push_back(raw(range.flags));
      data.push_back(raw(range.offset_in_descriptors_from_table_start));
    }
  } else if (const auto* constants = std::get_if<RootConstants>(&parameter)) {
    data.push_back(raw(constants->shader_register));
    data.push_back(raw(constants->register_space));
    data.push_back(raw(constants->num_32bit_values));
  } else if (const auto* descriptor = std::get_if<RootDescriptor>(&parameter)) {
    data.push_back(raw(descriptor->shader_register));
    data.push_back(raw(descriptor->register_space));
    if (flags) data.push_back(raw(descriptor->flags));
  }
}

void append_sampler(Version version, const StaticSampler& sampler, Words& data) {
  for (const std::uint32_t word :
       {raw(sampler.filter), raw(sampler.address_u), raw(sampler.address_v), raw(sampler.address_w),
        raw(sampler.mip_lod_bias), raw(sampler.max_anisotropy), raw(sampler.comparison_func), raw(sampler.border_color),
        raw(sampler.min_lod), raw(sampler.max_lod), raw(sampler.shader_register), raw(sampler.register_space),
        raw(sampler.shader_visibility)}) {
    data.push_back(word);
  }
  if (version == Version::v1_2) data.push_back(raw(sampler.flags));
}

/// The data of the RTS0 part: header, parameters, payloads, static samplers. Offsets count from its start.
Words part_data(const RootSignatureCase& value) {
  Words data = {raw(value.version),
                static_cast<std::uint32_t>(value.parameters.size()),
                bytes(kHeaderWords),
                static_cast<std::uint32_t>(value.static_samplers.size()),
                0,
                raw(value.flags)};
  data.resize(kHeaderWords + kParameterWords * value.parameters.size());
  for (std::size_t p = 0; p < value.parameters.size(); ++p) {
    std::uint32_t* entry = data.data() + kHeaderWords + kParameterWords * p;
    entry[0] = type_of(value.parameters[p]);
    entry[1] = raw(visibility_of(value.parameters[p]));
    entry[2] = bytes(data.size());
    append_payload(value.version, value.parameters[p], data.size(), data);
  }
  data[4] = bytes(data.size());
  for (const StaticSampler& sampler : value.static_samplers) append_sampler(value.version, sampler, data);
  return data;
}

}  // namespace

std::vector<std::uint32_t> serialized_words(const RootSignatureCase& value) {
  constexpr std::uint32_t part_at = layout::kPartOffsetsAt + 4;
  constexpr std::uint32_t data_at = part_at + layout::kPartHeader;
  const Words data = part_data(value);
  Words words = {layout::kMagic,    0, 0, 0, 0, 1, data_at + bytes(data.size()), 1, part_at, layout::kPartName,
                 bytes(data.size())};
  words.insert(words.end(), data.begin(), data.end());
  const auto digest = container_digest(bytes_of(std::span(words).subspan(layout::kDigestedFrom / 4)));
  std::copy(digest.begin(), digest.end(), words.begin() + layout::kDigestAt / 4);
  return words;
}

std::vector<std::uint8_t> write_serialized(const RootSignatureCase& value) { return bytes_of(serialized_words(value)); }

}  // namespace d3d12fuzz::root_signature
