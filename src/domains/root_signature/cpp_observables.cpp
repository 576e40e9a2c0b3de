#include "domains/root_signature/cpp_observables.h"

#include <algorithm>

namespace d3d12fuzz::root_signature {
namespace {

/// What a description's field belongs to.
enum class Owner { desc, parameter, range, sampler };

/// What a member of a description is called.
struct Names {
  Owner owner;
  std::string_view official;   ///< below its owner
  std::string_view candidate;  ///< likewise
};

Names names_of(DescriptionField field) {
  switch (field) {
    case DescriptionField::flags:
      return {Owner::desc, "Flags", "flags"};
    case DescriptionField::num_parameters:
      return {Owner::desc, "NumParameters", "num_parameters"};
    case DescriptionField::num_static_samplers:
      return {Owner::desc, "NumStaticSamplers", "num_static_samplers"};
    case DescriptionField::parameter_type:
      return {Owner::parameter, "ParameterType", "parameter_type"};
    case DescriptionField::shader_visibility:
      return {Owner::parameter, "ShaderVisibility", "shader_visibility"};
    case DescriptionField::num_descriptor_ranges:
      return {Owner::parameter, "DescriptorTable.NumDescriptorRanges", "num_ranges"};
    case DescriptionField::shader_register:
      return {Owner::parameter, "ShaderRegister", "shader_register"};
    case DescriptionField::register_space:
      return {Owner::parameter, "RegisterSpace", "register_space"};
    case DescriptionField::num_32bit_values:
      return {Owner::parameter, "Num32BitValues", "num_32bit_values"};
    case DescriptionField::root_descriptor_flags:
      return {Owner::parameter, "Flags", "flags"};
    case DescriptionField::range_type:
      return {Owner::range, "RangeType", "range_type"};
    case DescriptionField::num_descriptors:
      return {Owner::range, "NumDescriptors", "num_descriptors"};
    case DescriptionField::base_shader_register:
      return {Owner::range, "BaseShaderRegister", "base_shader_register"};
    case DescriptionField::range_register_space:
      return {Owner::range, "RegisterSpace", "register_space"};
    case DescriptionField::range_flags:
      return {Owner::range, "Flags", "flags"};
    case DescriptionField::offset_in_descriptors_from_table_start:
      return {Owner::range, "OffsetInDescriptorsFromTableStart", "offset_in_descriptors_from_table_start"};
    case DescriptionField::filter:
      return {Owner::sampler, "Filter", "filter"};
    case DescriptionField::address_u:
      return {Owner::sampler, "AddressU", "address_u"};
    case DescriptionField::address_v:
      return {Owner::sampler, "AddressV", "address_v"};
    case DescriptionField::address_w:
      return {Owner::sampler, "AddressW", "address_w"};
    case DescriptionField::mip_lod_bias:
      return {Owner::sampler, "MipLODBias", "mip_lod_bias"};
    case DescriptionField::max_anisotropy:
      return {Owner::sampler, "MaxAnisotropy", "max_anisotropy"};
    case DescriptionField::comparison_func:
      return {Owner::sampler, "ComparisonFunc", "comparison_func"};
    case DescriptionField::border_color:
      return {Owner::sampler, "BorderColor", "border_color"};
    case DescriptionField::min_lod:
      return {Owner::sampler, "MinLOD", "min_lod"};
    case DescriptionField::max_lod:
      return {Owner::sampler, "MaxLOD", "max_lod"};
    case DescriptionField::sampler_shader_register:
      return {Owner::sampler, "ShaderRegister", "shader_register"};
    case DescriptionField::sampler_register_space:
      return {Owner::sampler, "RegisterSpace", "register_space"};
    case DescriptionField::sampler_shader_visibility:
      return {Owner::sampler, "ShaderVisibility", "shader_visibility"};
    case DescriptionField::sampler_flags:
      return {Owner::sampler, "Flags", "flags"};
  }
  return {};
}

std::string indexed(std::string_view array, std::size_t index) {
  return std::string(array) + "[" + std::to_string(index) + "]";
}

/// Whether the official structs of a version have the field.
bool has_field(const Described& what) {
  switch (what.field) {
    case DescriptionField::root_descriptor_flags:
    case DescriptionField::range_flags:
      return what.version != Version::v1_0;
    case DescriptionField::sampler_flags:
      return what.version == Version::v1_2;
    default:
      return true;
  }
}

/// The member of a root parameter's union that holds the field, with a dot; nothing if the field is beside the union.
std::string_view union_member(const RootSignatureCase& value, ObservableKey key, DescriptionField field) {
  const bool constants =
      key.first < value.parameters.size() && std::holds_alternative<RootConstants>(value.parameters[key.first]);
  switch (field) {
    case DescriptionField::shader_register:
    case DescriptionField::register_space:
      return constants ? "Constants." : "Descriptor.";
    case DescriptionField::num_32bit_values:
      return "Constants.";
    case DescriptionField::root_descriptor_flags:
      return "Descriptor.";
    default:
      return {};
  }
}

/// The position of a range among those of all tables.
std::size_t flat_range(const RootSignatureCase& value, ObservableKey key) {
  std::size_t index = key.second;
  const std::size_t before = std::min<std::size_t>(key.first, value.parameters.size());
  for (std::size_t p = 0; p < before; ++p) index += ranges_of(value.parameters[p]).size();
  return index;
}

}  // namespace

std::optional<Described> described(ObservableKey key) {
  constexpr auto first = static_cast<std::uint32_t>(Field::description_1_0);
  if (key.field < first) return std::nullopt;
  const std::uint32_t number = key.field - first;
  return Described{static_cast<Version>(raw(Version::v1_0) + number / kDescriptionFields),
                   static_cast<DescriptionField>(number % kDescriptionFields)};
}

std::string official_member(const RootSignatureCase& value, ObservableKey key) {
  const Described what = *described(key);
  if (!has_field(what)) return "0u";
  const Names names = names_of(what.field);
  std::string text = what.version == Version::v1_0   ? "back->Desc_1_0."
                     : what.version == Version::v1_1 ? "back->Desc_1_1."
                                                     : "back->Desc_1_2.";
  if (names.owner == Owner::parameter || names.owner == Owner::range) text += indexed("pParameters", key.first) + ".";
  if (names.owner == Owner::range) text += "DescriptorTable." + indexed("pDescriptorRanges", key.second) + ".";
  if (names.owner == Owner::sampler) text += indexed("pStaticSamplers", key.first) + ".";
  return text + std::string(union_member(value, key, what.field)) + std::string(names.official);
}

std::string candidate_member(const RootSignatureCase& value, ObservableKey key) {
  if (const std::optional<Described> what = described(key)) {
    const Names names = names_of(what->field);
    std::string text = what->version == Version::v1_0   ? "result.description_1_0."
                       : what->version == Version::v1_1 ? "result.description_1_1."
                                                        : "result.description_1_2.";
    if (names.owner == Owner::parameter) text += indexed("parameters", key.first) + ".";
    if (names.owner == Owner::range) text += indexed("ranges", flat_range(value, key)) + ".";
    if (names.owner == Owner::sampler) text += indexed("static_samplers", key.first) + ".";
    return text + std::string(names.candidate);
  }
  const std::string found = indexed("found", key.first);
  const auto index_if = [&](std::string_view what) {
    return "(" + found + ".found == D3D12FUZZ_FOUND_" + std::string(what) + " ? " + found + ".index : UINT64_MAX)";
  };
  switch (static_cast<Field>(key.field)) {
    case Field::blob_written:
      return "result.blob_written";
    case Field::error_blob_set:
      return "result.error_blob_set";
    case Field::blob_size:
      return "result.blob_size";
    case Field::blob_word:
      return "word(result.blob, result.blob_size, " + std::to_string(key.first) + ")";
    case Field::blob_digest:
      return "word(result.blob, result.blob_size, " + std::to_string(key.first + 1) + ")";
    case Field::table_size:
      return indexed("table_sizes", key.first);
    case Field::range_offset:
      return indexed("range_offsets", flat_range(value, key));
    case Field::lookup_parameter:
      return index_if("PARAMETER");
    case Field::lookup_static_sampler:
      return index_if("STATIC_SAMPLER");
    case Field::lookup_slot:
      return found + ".slot";
    default:
      return "result.cost";
  }
}

std::string_view observed_bit(ObservableKey key) {
  if (const std::optional<Described> what = described(key)) {
    return what->version == Version::v1_0   ? "D3D12FUZZ_OBSERVED_DESCRIPTION_1_0"
           : what->version == Version::v1_1 ? "D3D12FUZZ_OBSERVED_DESCRIPTION_1_1"
                                            : "D3D12FUZZ_OBSERVED_DESCRIPTION_1_2";
  }
  switch (static_cast<Field>(key.field)) {
    case Field::blob_written:
    case Field::error_blob_set:
      return "D3D12FUZZ_OBSERVED_OUT_POINTERS";
    case Field::blob_size:
    case Field::blob_word:
    case Field::blob_digest:
      return "D3D12FUZZ_OBSERVED_BLOB";
    case Field::table_size:
      return "D3D12FUZZ_OBSERVED_TABLE_SIZES";
    case Field::range_offset:
      return "D3D12FUZZ_OBSERVED_RANGE_OFFSETS";
    case Field::lookup_parameter:
    case Field::lookup_static_sampler:
    case Field::lookup_slot:
      return "D3D12FUZZ_OBSERVED_LOOKUPS";
    default:
      return "D3D12FUZZ_OBSERVED_COST";
  }
}

}  // namespace d3d12fuzz::root_signature
