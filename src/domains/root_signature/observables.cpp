#include "domains/root_signature/observables.h"

#include <array>
#include <string>

#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {
namespace {

constexpr std::size_t kFieldCount = static_cast<std::size_t>(Field::description_1_2) + kDescriptionFields;

const ObservableField* layout_fields() {
  // Sizes, offsets and lookups are properties of the root signature as created.
  static const ObservableField fields[] = {
      {.path = "serialize.blob_written", .stage = Stage::serialize, .when = Status::rejected},
      {"serialize.error_blob_set", Stage::serialize},
      {"blob.size", Stage::serialize},
      {"blob.words[]", Stage::serialize},
      {"blob.digest[]", Stage::serialize},
      {"cost", Stage::create},
      {"parameters[].table_size", Stage::create},
      {"parameters[].descriptor_ranges[].offset", Stage::create},
      {"lookups[].parameter", Stage::create},
      {"lookups[].static_sampler", Stage::create},
      {"lookups[].slot", Stage::create},
  };
  static_assert(std::size(fields) == static_cast<std::size_t>(Field::description_1_0));
  return fields;
}

const ObservableField* description_fields() {
  static const ObservableField fields[kDescriptionFields] = {
      {"flags", Stage::deserialize, &leaf_meaning(RootSignatureFlags{})},
      {"num_parameters", Stage::deserialize},
      {"num_static_samplers", Stage::deserialize},
      {"parameters[].parameter_type", Stage::deserialize},
      {"parameters[].shader_visibility", Stage::deserialize, &leaf_meaning(ShaderVisibility{})},
      {"parameters[].num_descriptor_ranges", Stage::deserialize},
      {"parameters[].shader_register", Stage::deserialize},
      {"parameters[].register_space", Stage::deserialize},
      {"parameters[].num_32bit_values", Stage::deserialize},
      {"parameters[].flags", Stage::deserialize, &leaf_meaning(RootDescriptorFlags{})},
      {"parameters[].descriptor_ranges[].range_type", Stage::deserialize, &leaf_meaning(RangeType{})},
      {"parameters[].descriptor_ranges[].num_descriptors", Stage::deserialize, &leaf_meaning(DescriptorCount{})},
      {"parameters[].descriptor_ranges[].base_shader_register", Stage::deserialize},
      {"parameters[].descriptor_ranges[].register_space", Stage::deserialize},
      {"parameters[].descriptor_ranges[].flags", Stage::deserialize, &leaf_meaning(RangeFlags{})},
      {"parameters[].descriptor_ranges[].offset_in_descriptors_from_table_start", Stage::deserialize,
       &leaf_meaning(TableOffset{})},
      {"static_samplers[].filter", Stage::deserialize, &leaf_meaning(Filter{})},
      {"static_samplers[].address_u", Stage::deserialize, &leaf_meaning(TextureAddressMode{})},
      {"static_samplers[].address_v", Stage::deserialize, &leaf_meaning(TextureAddressMode{})},
      {"static_samplers[].address_w", Stage::deserialize, &leaf_meaning(TextureAddressMode{})},
      {"static_samplers[].mip_lod_bias", Stage::deserialize, &leaf_meaning(MipLodBias{})},
      {"static_samplers[].max_anisotropy", Stage::deserialize},
      {"static_samplers[].comparison_func", Stage::deserialize, &leaf_meaning(ComparisonFunc{})},
      {"static_samplers[].border_color", Stage::deserialize, &leaf_meaning(StaticBorderColor{})},
      {"static_samplers[].min_lod", Stage::deserialize, &leaf_meaning(MinLod{})},
      {"static_samplers[].max_lod", Stage::deserialize, &leaf_meaning(MaxLod{})},
      {"static_samplers[].shader_register", Stage::deserialize},
      {"static_samplers[].register_space", Stage::deserialize},
      {"static_samplers[].shader_visibility", Stage::deserialize, &leaf_meaning(ShaderVisibility{})},
      {"static_samplers[].flags", Stage::deserialize, &leaf_meaning(SamplerFlags{})},
  };
  return fields;
}

}  // namespace

std::span<const ObservableField> observable_fields() {
  static const std::array<std::string, kFieldCount> paths = [] {
    std::array<std::string, kFieldCount> all;
    for (std::size_t i = 0; i < kDescriptionFields; ++i) {
      const std::string path(description_fields()[i].path);
      all[static_cast<std::size_t>(Field::description_1_0) + i] = "description_1_0." + path;
      all[static_cast<std::size_t>(Field::description_1_1) + i] = "description_1_1." + path;
      all[static_cast<std::size_t>(Field::description_1_2) + i] = "description_1_2." + path;
    }
    return all;
  }();
  static const std::array<ObservableField, kFieldCount> fields = [] {
    std::array<ObservableField, kFieldCount> all{};
    constexpr auto layout_count = static_cast<std::size_t>(Field::description_1_0);
    for (std::size_t i = 0; i < kFieldCount; ++i) {
      all[i] = i < layout_count ? layout_fields()[i] : description_fields()[(i - layout_count) % kDescriptionFields];
      if (i >= layout_count) all[i].path = paths[i];
    }
    return all;
  }();
  return fields;
}

}  // namespace d3d12fuzz::root_signature
