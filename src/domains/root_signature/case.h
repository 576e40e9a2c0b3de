/// A case of domain root_signature: a root signature of version 1.0, 1.1 or 1.2, the device that it is meant for, and
/// registers to look up. Names are those of D3D12_ROOT_SIGNATURE_DESC2.
#pragma once

#include <boost/describe.hpp>
#include <variant>
#include <vector>

#include "base/type_info.h"
#include "domains/root_signature/leaves.h"

namespace d3d12fuzz::root_signature {

struct DescriptorRange {
  RangeType range_type = RangeType::srv;
  DescriptorCount num_descriptors = DescriptorCount{1};
  ShaderRegister base_shader_register{};
  RegisterSpace register_space{};
  RangeFlags flags = RangeFlags::none;  ///< always none in version 1.0, which has no such field
  TableOffset offset_in_descriptors_from_table_start = TableOffset::append;
  bool operator==(const DescriptorRange&) const = default;
};
BOOST_DESCRIBE_STRUCT(DescriptorRange, (),
                      (range_type, num_descriptors, base_shader_register, register_space, flags,
                       offset_in_descriptors_from_table_start))

/// A root parameter of type DESCRIPTOR_TABLE.
struct DescriptorTable {
  std::vector<DescriptorRange> descriptor_ranges;
  ShaderVisibility shader_visibility = ShaderVisibility::all;
  bool operator==(const DescriptorTable&) const = default;
};
BOOST_DESCRIBE_STRUCT(DescriptorTable, (), (descriptor_ranges, shader_visibility))

/// A root parameter of type 32BIT_CONSTANTS.
struct RootConstants {
  ShaderRegister shader_register{};
  RegisterSpace register_space{};
  ConstantCount num_32bit_values = ConstantCount{1};
  ShaderVisibility shader_visibility = ShaderVisibility::all;
  bool operator==(const RootConstants&) const = default;
};
BOOST_DESCRIBE_STRUCT(RootConstants, (), (shader_register, register_space, num_32bit_values, shader_visibility))

/// A root parameter of type CBV, SRV or UAV.
struct RootDescriptor {
  RootDescriptorType descriptor_type = RootDescriptorType::cbv;
  ShaderRegister shader_register{};
  RegisterSpace register_space{};
  RootDescriptorFlags flags = RootDescriptorFlags::none;  ///< always none in version 1.0, which has no such field
  ShaderVisibility shader_visibility = ShaderVisibility::all;
  bool operator==(const RootDescriptor&) const = default;
};
BOOST_DESCRIBE_STRUCT(RootDescriptor, (), (descriptor_type, shader_register, register_space, flags, shader_visibility))

/// A root parameter of a type that does not exist; nothing can be said of its union.
struct UnknownParameter {
  UnknownParameterType parameter_type{5};
  ShaderVisibility shader_visibility = ShaderVisibility::all;
  bool operator==(const UnknownParameter&) const = default;
};
BOOST_DESCRIBE_STRUCT(UnknownParameter, (), (parameter_type, shader_visibility))

using RootParameter = std::variant<DescriptorTable, RootConstants, RootDescriptor, UnknownParameter>;

/// D3D12_STATIC_SAMPLER_DESC1. What a field is by default is what HLSL takes where nothing is written.
struct StaticSampler {
  Filter filter = Filter::anisotropic;
  TextureAddressMode address_u = TextureAddressMode::wrap;
  TextureAddressMode address_v = TextureAddressMode::wrap;
  TextureAddressMode address_w = TextureAddressMode::wrap;
  MipLodBias mip_lod_bias = MipLodBias::zero;
  MaxAnisotropy max_anisotropy = MaxAnisotropy{16};
  ComparisonFunc comparison_func = ComparisonFunc::less_equal;
  StaticBorderColor border_color = StaticBorderColor::opaque_white;
  MinLod min_lod = MinLod::zero;
  MaxLod max_lod = MaxLod::flt_max;
  ShaderRegister shader_register{};
  RegisterSpace register_space{};
  ShaderVisibility shader_visibility = ShaderVisibility::all;
  SamplerFlags flags = SamplerFlags::none;  ///< always none below version 1.2, which has no such field
  bool operator==(const StaticSampler&) const = default;
};
BOOST_DESCRIBE_STRUCT(StaticSampler, (),
                      (filter, address_u, address_v, address_w, mip_lod_bias, max_anisotropy, comparison_func,
                       border_color, min_lod, max_lod, shader_register, register_space, shader_visibility, flags))

/// A register that a shader of some stage declares: which parameter and slot does it read?
struct RegisterLookup {
  RegisterClass register_class = RegisterClass::t;
  ShaderRegister shader_register{};
  RegisterSpace register_space{};
  ShaderStage shader_stage = ShaderStage::vertex;
  bool operator==(const RegisterLookup&) const = default;
};
BOOST_DESCRIBE_STRUCT(RegisterLookup, (), (register_class, shader_register, register_space, shader_stage))

/// The device and the platform that the root signature is meant for.
struct Target {
  Platform platform = Platform::pc;
  ResourceBindingTier resource_binding_tier = ResourceBindingTier::tier_3;
  bool operator==(const Target&) const = default;
};
BOOST_DESCRIBE_STRUCT(Target, (), (platform, resource_binding_tier))

/// How the desc is serialized.
struct Serialization {
  Serializer serializer = Serializer::versioned;
  LegacyVersion legacy_version = LegacyVersion::v1_0;  ///< always 1 for the versioned serializer, which takes none
  ObserveBlob observe_blob = ObserveBlob::no;
  bool operator==(const Serialization&) const = default;
};
BOOST_DESCRIBE_STRUCT(Serialization, (), (serializer, legacy_version, observe_blob))

/// Equivalent ways to hand the same root signature over. No answer may depend on them.
struct Lowering {
  DeadBytes dead_bytes = DeadBytes::zero;
  ArrayPlacement array_placement = ArrayPlacement::heap;
  EmptyArray empty_array = EmptyArray::null;
  bool operator==(const Lowering&) const = default;
};
BOOST_DESCRIBE_STRUCT(Lowering, (), (dead_bytes, array_placement, empty_array))

struct RootSignatureCase {
  Version version = Version::v1_0;
  RootSignatureFlags flags = RootSignatureFlags::none;
  std::vector<RootParameter> parameters;
  std::vector<StaticSampler> static_samplers;
  std::vector<RegisterLookup> lookups;
  Serialization serialization;
  Target target;
  Lowering lowering;
  bool operator==(const RootSignatureCase&) const = default;
};
BOOST_DESCRIBE_STRUCT(RootSignatureCase, (),
                      (version, flags, parameters, static_samplers, lookups, serialization, target, lowering))

/// Restores structure, and structure alone: fields that a version or a serializer does not have take their simplest
/// value, an unknown parameter type is one. No other field changes. Deterministic and idempotent.
void repair(RootSignatureCase& value);

/// What every kind of root parameter has.
inline ShaderVisibility visibility_of(const RootParameter& parameter) {
  return std::visit([](const auto& alternative) { return alternative.shader_visibility; }, parameter);
}

/// Its D3D12_ROOT_PARAMETER_TYPE.
std::uint32_t type_of(const RootParameter& parameter);

/// The ranges of a table; none of any other parameter.
std::span<const DescriptorRange> ranges_of(const RootParameter& parameter);

}  // namespace d3d12fuzz::root_signature

namespace d3d12fuzz {
// Room for the 64 DWORDs of a root signature, one more and some (DT-050). An array of static samplers fits one page.
template <>
inline constexpr std::size_t max_elements<root_signature::RootParameter> = 72;
template <>
inline constexpr std::size_t max_elements<root_signature::DescriptorRange> = 32;
template <>
inline constexpr std::size_t max_elements<root_signature::StaticSampler> = 72;
template <>
inline constexpr std::size_t max_elements<root_signature::RegisterLookup> = 16;

template <>
inline constexpr std::string_view alternative_name<root_signature::DescriptorTable> = "DESCRIPTOR_TABLE";
template <>
inline constexpr std::string_view alternative_name<root_signature::RootConstants> = "32BIT_CONSTANTS";
template <>
inline constexpr std::string_view alternative_name<root_signature::RootDescriptor> = "DESCRIPTOR";
template <>
inline constexpr std::string_view alternative_name<root_signature::UnknownParameter> = "UNKNOWN";
}  // namespace d3d12fuzz
