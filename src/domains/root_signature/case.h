/// A case of domain root_signature: descriptor tables and their ranges (versions 1.0 and 1.1), root flags, and
/// registers to look up. Names are those of D3D12_ROOT_SIGNATURE_DESC1 and D3D12_DESCRIPTOR_RANGE1.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>
#include <vector>

#include "base/type_info.h"

namespace d3d12fuzz::root_signature {

/// Which member of D3D12_VERSIONED_ROOT_SIGNATURE_DESC is filled; numbers of D3D_ROOT_SIGNATURE_VERSION.
enum class Version : std::uint32_t { v1_0 = 1, v1_1 = 2 };
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
struct RootParameter {
  std::vector<DescriptorRange> descriptor_ranges;
  ShaderVisibility shader_visibility = ShaderVisibility::all;
  bool operator==(const RootParameter&) const = default;
};
BOOST_DESCRIBE_STRUCT(RootParameter, (), (descriptor_ranges, shader_visibility))

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

/// A register that a shader of some stage declares: which parameter and slot does it read?
struct RegisterLookup {
  RegisterClass register_class = RegisterClass::t;
  ShaderRegister shader_register{};
  RegisterSpace register_space{};
  ShaderStage shader_stage = ShaderStage::vertex;
  bool operator==(const RegisterLookup&) const = default;
};
BOOST_DESCRIBE_STRUCT(RegisterLookup, (), (register_class, shader_register, register_space, shader_stage))

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
  std::vector<RegisterLookup> lookups;
  Lowering lowering;
  bool operator==(const RootSignatureCase&) const = default;
};
BOOST_DESCRIBE_STRUCT(RootSignatureCase, (), (version, flags, parameters, lookups, lowering))

/// Restores structure, and structure alone: no field that a rule judges changes, except that version 1.0, which has no
/// range flags, gets none. Deterministic and idempotent.
void repair(RootSignatureCase& value);

}  // namespace d3d12fuzz::root_signature

namespace d3d12fuzz {
// Room for the 64 DWORDs of a root signature, one more and some (DT-050).
template <>
inline constexpr std::size_t max_elements<root_signature::RootParameter> = 72;
template <>
inline constexpr std::size_t max_elements<root_signature::DescriptorRange> = 32;
template <>
inline constexpr std::size_t max_elements<root_signature::RegisterLookup> = 16;
}  // namespace d3d12fuzz
