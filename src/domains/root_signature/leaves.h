/// The leaf types of domain root_signature, each with its meaning. Names are those of the official enumerations.
#pragma once

#include <cstdint>

#include "base/leaf.h"

namespace d3d12fuzz::root_signature {

/// Which member of D3D12_VERSIONED_ROOT_SIGNATURE_DESC is filled; numbers of D3D_ROOT_SIGNATURE_VERSION.
enum class Version : std::uint32_t { v1_0 = 1, v1_1 = 2, v1_2 = 3 };
const LeafMeaning& leaf_meaning(Version);

/// D3D12_DESCRIPTOR_RANGE_TYPE.
enum class RangeType : std::uint32_t { srv = 0, uav = 1, cbv = 2, sampler = 3 };
const LeafMeaning& leaf_meaning(RangeType);

/// D3D12_SHADER_VISIBILITY.
enum class ShaderVisibility : std::uint32_t {
  all = 0,
  vertex = 1,
  hull = 2,
  domain = 3,
  geometry = 4,
  pixel = 5,
  amplification = 6,
  mesh = 7
};
const LeafMeaning& leaf_meaning(ShaderVisibility);

/// A number of descriptors; 0xFFFFFFFF is unbounded (DT-003).
enum class DescriptorCount : std::uint32_t { unbounded = 0xFFFFFFFF };
const LeafMeaning& leaf_meaning(DescriptorCount);

/// The index of a shader register of any class.
enum class ShaderRegister : std::uint32_t {};
const LeafMeaning& leaf_meaning(ShaderRegister);

/// 0xFFFFFFF0 and above are reserved (DT-021).
enum class RegisterSpace : std::uint32_t {};
const LeafMeaning& leaf_meaning(RegisterSpace);

/// Descriptors from the start of the table; 0xFFFFFFFF appends to the range before (DT-012).
enum class TableOffset : std::uint32_t { append = 0xFFFFFFFF };
const LeafMeaning& leaf_meaning(TableOffset);

/// D3D12_DESCRIPTOR_RANGE_FLAGS.
enum class RangeFlags : std::uint32_t {
  none = 0,
  descriptors_volatile = 0x1,
  data_volatile = 0x2,
  data_static_while_set_at_execute = 0x4,
  data_static = 0x8,
  descriptors_static_keeping_buffer_bounds_checks = 0x10000
};
const LeafMeaning& leaf_meaning(RangeFlags);

/// D3D12_ROOT_SIGNATURE_FLAGS.
enum class RootSignatureFlags : std::uint32_t {
  none = 0,
  allow_input_assembler_input_layout = 0x1,
  deny_vertex_shader_root_access = 0x2,
  deny_hull_shader_root_access = 0x4,
  deny_domain_shader_root_access = 0x8,
  deny_geometry_shader_root_access = 0x10,
  deny_pixel_shader_root_access = 0x20,
  allow_stream_output = 0x40,
  local_root_signature = 0x80,
  deny_amplification_shader_root_access = 0x100,
  deny_mesh_shader_root_access = 0x200,
  cbv_srv_uav_heap_directly_indexed = 0x400,
  sampler_heap_directly_indexed = 0x800
};
const LeafMeaning& leaf_meaning(RootSignatureFlags);

/// What D3D12_ROOT_DESCRIPTOR and D3D12_ROOT_DESCRIPTOR1 describe; numbers of D3D12_ROOT_PARAMETER_TYPE.
enum class RootDescriptorType : std::uint32_t { cbv = 2, srv = 3, uav = 4 };
const LeafMeaning& leaf_meaning(RootDescriptorType);

/// A D3D12_ROOT_PARAMETER_TYPE that does not exist: 5 or above (DT-034).
enum class UnknownParameterType : std::uint32_t {};
const LeafMeaning& leaf_meaning(UnknownParameterType);

/// D3D12_ROOT_CONSTANTS::Num32BitValues: DWORDs of root arguments (DT-050).
enum class ConstantCount : std::uint32_t {};
const LeafMeaning& leaf_meaning(ConstantCount);

/// D3D12_ROOT_DESCRIPTOR_FLAGS.
enum class RootDescriptorFlags : std::uint32_t {
  none = 0,
  data_volatile = 0x2,
  data_static_while_set_at_execute = 0x4,
  data_static = 0x8
};
const LeafMeaning& leaf_meaning(RootDescriptorFlags);

/// D3D12_FILTER.
enum class Filter : std::uint32_t { anisotropic = 0x55 };
const LeafMeaning& leaf_meaning(Filter);

/// D3D12_TEXTURE_ADDRESS_MODE.
enum class TextureAddressMode : std::uint32_t { wrap = 1, mirror = 2, clamp = 3, border = 4, mirror_once = 5 };
const LeafMeaning& leaf_meaning(TextureAddressMode);

/// D3D12_STATIC_SAMPLER_DESC::MaxAnisotropy (DT-067).
enum class MaxAnisotropy : std::uint32_t {};
const LeafMeaning& leaf_meaning(MaxAnisotropy);

/// D3D12_COMPARISON_FUNC.
enum class ComparisonFunc : std::uint32_t { none = 0, never = 1, less_equal = 4, always = 8 };
const LeafMeaning& leaf_meaning(ComparisonFunc);

/// D3D12_STATIC_BORDER_COLOR.
enum class StaticBorderColor : std::uint32_t {
  transparent_black = 0,
  opaque_black = 1,
  opaque_white = 2,
  opaque_black_uint = 3,
  opaque_white_uint = 4
};
const LeafMeaning& leaf_meaning(StaticBorderColor);

/// The bits of a float: a bias of the mip level (DT-068), the lowest level, the highest level (DT-069).
enum class MipLodBias : std::uint32_t { zero = 0 };
const LeafMeaning& leaf_meaning(MipLodBias);
enum class MinLod : std::uint32_t { zero = 0 };
const LeafMeaning& leaf_meaning(MinLod);
enum class MaxLod : std::uint32_t { flt_max = 0x7F7FFFFF };
const LeafMeaning& leaf_meaning(MaxLod);

/// D3D12_SAMPLER_FLAGS.
enum class SamplerFlags : std::uint32_t { none = 0, uint_border_color = 0x1, non_normalized_coordinates = 0x2 };
const LeafMeaning& leaf_meaning(SamplerFlags);

/// The function that serializes.
enum class Serializer : std::uint32_t {
  versioned = 0,  ///< D3D12SerializeVersionedRootSignature
  legacy = 1      ///< D3D12SerializeRootSignature, which takes descs of version 1.0 and a version number (DT-079)
};
const LeafMeaning& leaf_meaning(Serializer);

/// The version number that D3D12SerializeRootSignature is given beside the desc; only 1 is legal (DT-079).
enum class LegacyVersion : std::uint32_t { v1_0 = 1 };
const LeafMeaning& leaf_meaning(LegacyVersion);

/// Whose rules apply: those of other platforms are known as far as the catalogue has them (DT-130).
enum class Platform : std::uint32_t { pc = 0, xbox_series = 1 };
const LeafMeaning& leaf_meaning(Platform);

/// D3D12_RESOURCE_BINDING_TIER of the device (DT-017, DT-103 to DT-107).
enum class ResourceBindingTier : std::uint32_t { tier_1 = 1, tier_2 = 2, tier_3 = 3 };
const LeafMeaning& leaf_meaning(ResourceBindingTier);

/// Whether the serialized bytes are looked at (DT-080), which costs more than all else.
enum class ObserveBlob : std::uint32_t { no = 0, yes = 1 };
const LeafMeaning& leaf_meaning(ObserveBlob);

/// A register class as HLSL names it.
enum class RegisterClass : std::uint32_t { t = 0, u = 1, b = 2, s = 3 };
const LeafMeaning& leaf_meaning(RegisterClass);

/// The stage of the shader that declares a register. Compute stands for ray tracing too (DT-033).
enum class ShaderStage : std::uint32_t {
  vertex = 1,
  hull = 2,
  domain = 3,
  geometry = 4,
  pixel = 5,
  amplification = 6,
  mesh = 7,
  compute = 8
};
const LeafMeaning& leaf_meaning(ShaderStage);

/// What stands in struct padding and in the unused part of unions when the case is handed over.
enum class DeadBytes : std::uint32_t { zero = 0, x55 = 1, xAA = 2 };
const LeafMeaning& leaf_meaning(DeadBytes);

/// Where the arrays of the desc lie.
enum class ArrayPlacement : std::uint32_t {
  heap = 0,               ///< ordinary memory
  before_guard_page = 1,  ///< each array ends at an inaccessible page
  read_only = 2           ///< as before, and the pages cannot be written
};
const LeafMeaning& leaf_meaning(ArrayPlacement);

/// The pointer that goes with a count of zero.
enum class EmptyArray : std::uint32_t { null = 0, dangling = 1 };
const LeafMeaning& leaf_meaning(EmptyArray);

}  // namespace d3d12fuzz::root_signature
