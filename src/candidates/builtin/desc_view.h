/// Reads the official structs without trusting them: every field is copied out as bytes, since loading an illegal value
/// through an official enum type is undefined behaviour, and neither padding nor the unused part of a union is looked
/// at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "candidates/builtin/builtin.h"

namespace d3d12fuzz::builtin {

/// D3D12_ROOT_PARAMETER_TYPE as plain words.
inline constexpr std::uint32_t kTable = D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE;
inline constexpr std::uint32_t kConstants = D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS;
inline constexpr std::uint32_t kRootCbv = D3D12_ROOT_PARAMETER_TYPE_CBV;
inline constexpr std::uint32_t kRootSrv = D3D12_ROOT_PARAMETER_TYPE_SRV;
inline constexpr std::uint32_t kRootUav = D3D12_ROOT_PARAMETER_TYPE_UAV;

constexpr bool is_root_descriptor(std::uint32_t parameter_type) {
  return parameter_type >= kRootCbv && parameter_type <= kRootUav;
}

/// One root parameter.
struct ParameterView {
  d3d12fuzz_described_parameter fields;  ///< 0 where the type or the version has no such field
  const std::byte* ranges;               ///< of a table; may dangle when there are none
};

/// A versioned root signature desc. The versions differ in their ranges, root descriptors and static samplers alone.
class DescView {
 public:
  explicit DescView(const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* desc) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(desc);
    version_ = load<std::uint32_t>(bytes, offsetof(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, Version));
    const std::byte* const body = bytes + offsetof(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, Desc_1_0);
    num_parameters_ = load<std::uint32_t>(body, offsetof(D3D12_ROOT_SIGNATURE_DESC, NumParameters));
    num_static_samplers_ = load<std::uint32_t>(body, offsetof(D3D12_ROOT_SIGNATURE_DESC, NumStaticSamplers));
    flags_ = load<std::uint32_t>(body, offsetof(D3D12_ROOT_SIGNATURE_DESC, Flags));
    parameters_ = load<const std::byte*>(body, offsetof(D3D12_ROOT_SIGNATURE_DESC, pParameters));
    static_samplers_ = load<const std::byte*>(body, offsetof(D3D12_ROOT_SIGNATURE_DESC, pStaticSamplers));
  }

  std::uint32_t version() const { return version_; }
  std::uint32_t num_parameters() const { return num_parameters_; }
  std::uint32_t num_static_samplers() const { return num_static_samplers_; }
  std::uint32_t flags() const { return flags_; }

  /// Of an unknown type nothing but type and visibility is read: its union may hold anything.
  ParameterView parameter(std::uint32_t index) const {
    const std::byte* const at = parameters_ + std::size_t{index} * sizeof(D3D12_ROOT_PARAMETER);
    ParameterView view{};
    d3d12fuzz_described_parameter& fields = view.fields;
    fields.parameter_type = load<std::uint32_t>(at, offsetof(D3D12_ROOT_PARAMETER, ParameterType));
    fields.shader_visibility = load<std::uint32_t>(at, offsetof(D3D12_ROOT_PARAMETER, ShaderVisibility));
    const std::byte* const payload = at + offsetof(D3D12_ROOT_PARAMETER, DescriptorTable);
    if (fields.parameter_type == kTable) {
      fields.num_ranges = load<std::uint32_t>(payload, offsetof(D3D12_ROOT_DESCRIPTOR_TABLE, NumDescriptorRanges));
      view.ranges = load<const std::byte*>(payload, offsetof(D3D12_ROOT_DESCRIPTOR_TABLE, pDescriptorRanges));
    } else if (fields.parameter_type == kConstants || is_root_descriptor(fields.parameter_type)) {
      fields.shader_register = load<std::uint32_t>(payload, offsetof(D3D12_ROOT_CONSTANTS, ShaderRegister));
      fields.register_space = load<std::uint32_t>(payload, offsetof(D3D12_ROOT_CONSTANTS, RegisterSpace));
      if (fields.parameter_type == kConstants) {
        fields.num_32bit_values = load<std::uint32_t>(payload, offsetof(D3D12_ROOT_CONSTANTS, Num32BitValues));
      } else if (version_ != D3D_ROOT_SIGNATURE_VERSION_1_0) {
        fields.flags = load<std::uint32_t>(payload, offsetof(D3D12_ROOT_DESCRIPTOR1, Flags));
      }
    }
    return view;
  }

  /// The range as the desc states it; flags are 0 in version 1.0, whose ranges have none.
  d3d12fuzz_described_range range(const ParameterView& table, std::uint32_t index) const {
    d3d12fuzz_described_range range;
    if (version_ == D3D_ROOT_SIGNATURE_VERSION_1_0) {
      const std::byte* const at = table.ranges + std::size_t{index} * sizeof(D3D12_DESCRIPTOR_RANGE);
      std::memcpy(&range, at, offsetof(D3D12_DESCRIPTOR_RANGE, OffsetInDescriptorsFromTableStart));
      range.flags = 0;
      range.offset_in_descriptors_from_table_start =
          load<std::uint32_t>(at, offsetof(D3D12_DESCRIPTOR_RANGE, OffsetInDescriptorsFromTableStart));
    } else {
      std::memcpy(&range, table.ranges + std::size_t{index} * sizeof(D3D12_DESCRIPTOR_RANGE1), sizeof(range));
    }
    return range;
  }

  /// The static sampler as the desc states it; flags are 0 below version 1.2, whose samplers have none.
  d3d12fuzz_described_static_sampler static_sampler(std::uint32_t index, Fault fault) const {
    d3d12fuzz_described_static_sampler sampler{};
    const bool with_flags = version_ == D3D_ROOT_SIGNATURE_VERSION_1_2;
    const std::size_t size = with_flags ? sizeof(D3D12_STATIC_SAMPLER_DESC1) : sizeof(D3D12_STATIC_SAMPLER_DESC);
    const std::size_t stride = fault == Fault::static_sampler_stride_of_1_0 ? sizeof(D3D12_STATIC_SAMPLER_DESC) : size;
    std::memcpy(&sampler, static_samplers_ + std::size_t{index} * stride, size);
    return sampler;
  }

 private:
  template <class T>
  static T load(const std::byte* base, std::size_t offset) {
    T value;
    std::memcpy(&value, base + offset, sizeof(value));
    return value;
  }

  const std::byte* parameters_;
  const std::byte* static_samplers_;
  std::uint32_t version_;
  std::uint32_t num_parameters_;
  std::uint32_t num_static_samplers_;
  std::uint32_t flags_;
};

// One reader serves all versions because these agree.
static_assert(offsetof(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, Desc_1_0) ==
              offsetof(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, Desc_1_1));
static_assert(offsetof(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, Desc_1_0) ==
              offsetof(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, Desc_1_2));
template <class Desc>
inline constexpr bool kBodyIsThatOf10 =
    offsetof(D3D12_ROOT_SIGNATURE_DESC, NumParameters) == offsetof(Desc, NumParameters) &&
    offsetof(D3D12_ROOT_SIGNATURE_DESC, pParameters) == offsetof(Desc, pParameters) &&
    offsetof(D3D12_ROOT_SIGNATURE_DESC, NumStaticSamplers) == offsetof(Desc, NumStaticSamplers) &&
    offsetof(D3D12_ROOT_SIGNATURE_DESC, pStaticSamplers) == offsetof(Desc, pStaticSamplers) &&
    offsetof(D3D12_ROOT_SIGNATURE_DESC, Flags) == offsetof(Desc, Flags);
static_assert(kBodyIsThatOf10<D3D12_ROOT_SIGNATURE_DESC1> && kBodyIsThatOf10<D3D12_ROOT_SIGNATURE_DESC2>);
static_assert(sizeof(D3D12_ROOT_PARAMETER) == sizeof(D3D12_ROOT_PARAMETER1));
static_assert(offsetof(D3D12_ROOT_PARAMETER, DescriptorTable) == offsetof(D3D12_ROOT_PARAMETER1, DescriptorTable));
static_assert(offsetof(D3D12_ROOT_PARAMETER, ShaderVisibility) == offsetof(D3D12_ROOT_PARAMETER1, ShaderVisibility));
static_assert(offsetof(D3D12_ROOT_DESCRIPTOR_TABLE, pDescriptorRanges) ==
              offsetof(D3D12_ROOT_DESCRIPTOR_TABLE1, pDescriptorRanges));
static_assert(sizeof(D3D12_DESCRIPTOR_RANGE) == 20);
static_assert(offsetof(D3D12_DESCRIPTOR_RANGE, OffsetInDescriptorsFromTableStart) == 16);

// Register and space come first in root constants and in both forms of root descriptors.
static_assert(offsetof(D3D12_ROOT_CONSTANTS, ShaderRegister) == offsetof(D3D12_ROOT_DESCRIPTOR, ShaderRegister));
static_assert(offsetof(D3D12_ROOT_CONSTANTS, RegisterSpace) == offsetof(D3D12_ROOT_DESCRIPTOR, RegisterSpace));
static_assert(offsetof(D3D12_ROOT_CONSTANTS, ShaderRegister) == offsetof(D3D12_ROOT_DESCRIPTOR1, ShaderRegister));
static_assert(offsetof(D3D12_ROOT_CONSTANTS, RegisterSpace) == offsetof(D3D12_ROOT_DESCRIPTOR1, RegisterSpace));

// A described range has the words of D3D12_DESCRIPTOR_RANGE1 in their order.
static_assert(sizeof(D3D12_DESCRIPTOR_RANGE1) == sizeof(d3d12fuzz_described_range));
static_assert(offsetof(D3D12_DESCRIPTOR_RANGE1, Flags) == offsetof(d3d12fuzz_described_range, flags));
static_assert(offsetof(D3D12_DESCRIPTOR_RANGE1, OffsetInDescriptorsFromTableStart) ==
              offsetof(d3d12fuzz_described_range, offset_in_descriptors_from_table_start));

// A described static sampler has the words of D3D12_STATIC_SAMPLER_DESC1, which is the older desc and its flags.
static_assert(sizeof(D3D12_STATIC_SAMPLER_DESC1) == sizeof(d3d12fuzz_described_static_sampler));
static_assert(sizeof(D3D12_STATIC_SAMPLER_DESC) == offsetof(d3d12fuzz_described_static_sampler, flags));
static_assert(offsetof(D3D12_STATIC_SAMPLER_DESC1, Flags) == offsetof(d3d12fuzz_described_static_sampler, flags));
static_assert(offsetof(D3D12_STATIC_SAMPLER_DESC, MipLODBias) ==
              offsetof(d3d12fuzz_described_static_sampler, mip_lod_bias));
static_assert(offsetof(D3D12_STATIC_SAMPLER_DESC, BorderColor) ==
              offsetof(d3d12fuzz_described_static_sampler, border_color));
static_assert(offsetof(D3D12_STATIC_SAMPLER_DESC, ShaderRegister) ==
              offsetof(d3d12fuzz_described_static_sampler, shader_register));

}  // namespace d3d12fuzz::builtin
