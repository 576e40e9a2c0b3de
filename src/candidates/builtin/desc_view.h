/// Reads the official structs without trusting them: every field is copied out as bytes, since loading an illegal value
/// through an official enum type is undefined behaviour, and neither padding nor the unused part of a union is looked
/// at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "candidates/builtin/builtin.h"

namespace d3d12fuzz::builtin {

/// One root parameter. The fields of the table mean something only if the type is DESCRIPTOR_TABLE.
struct ParameterView {
  std::uint32_t parameter_type;
  std::uint32_t shader_visibility;
  std::uint32_t num_ranges;
  const std::byte* ranges;  ///< may dangle when there are none
};

/// A versioned root signature desc of version 1.0 or 1.1; those two differ in their ranges alone.
class DescView {
 public:
  explicit DescView(const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* desc)
      : bytes_(reinterpret_cast<const std::byte*>(desc)) {
    version_ = load<std::uint32_t>(bytes_, offsetof(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, Version));
    const std::byte* const body = bytes_ + offsetof(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, Desc_1_0);
    num_parameters_ = load<std::uint32_t>(body, offsetof(D3D12_ROOT_SIGNATURE_DESC, NumParameters));
    num_static_samplers_ = load<std::uint32_t>(body, offsetof(D3D12_ROOT_SIGNATURE_DESC, NumStaticSamplers));
    flags_ = load<std::uint32_t>(body, offsetof(D3D12_ROOT_SIGNATURE_DESC, Flags));
    parameters_ = load<const std::byte*>(body, offsetof(D3D12_ROOT_SIGNATURE_DESC, pParameters));
  }

  std::uint32_t version() const { return version_; }
  std::uint32_t num_parameters() const { return num_parameters_; }
  std::uint32_t num_static_samplers() const { return num_static_samplers_; }
  std::uint32_t flags() const { return flags_; }

  std::uint32_t parameter_type(std::uint32_t index) const {
    return load<std::uint32_t>(parameter(index), offsetof(D3D12_ROOT_PARAMETER, ParameterType));
  }

  ParameterView table(std::uint32_t index) const {
    const std::byte* const at = parameter(index);
    const std::byte* const table = at + offsetof(D3D12_ROOT_PARAMETER, DescriptorTable);
    return {.parameter_type = parameter_type(index),
            .shader_visibility = load<std::uint32_t>(at, offsetof(D3D12_ROOT_PARAMETER, ShaderVisibility)),
            .num_ranges = load<std::uint32_t>(table, offsetof(D3D12_ROOT_DESCRIPTOR_TABLE, NumDescriptorRanges)),
            .ranges = load<const std::byte*>(table, offsetof(D3D12_ROOT_DESCRIPTOR_TABLE, pDescriptorRanges))};
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

 private:
  template <class T>
  static T load(const std::byte* base, std::size_t offset) {
    T value;
    std::memcpy(&value, base + offset, sizeof(value));
    return value;
  }

  const std::byte* parameter(std::uint32_t index) const {
    return parameters_ + std::size_t{index} * sizeof(D3D12_ROOT_PARAMETER);
  }

  const std::byte* bytes_;
  const std::byte* parameters_;
  std::uint32_t version_;
  std::uint32_t num_parameters_;
  std::uint32_t num_static_samplers_;
  std::uint32_t flags_;
};

// One reader serves both versions because these agree.
static_assert(offsetof(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, Desc_1_0) ==
              offsetof(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, Desc_1_1));
static_assert(offsetof(D3D12_ROOT_SIGNATURE_DESC, NumParameters) ==
              offsetof(D3D12_ROOT_SIGNATURE_DESC1, NumParameters));
static_assert(offsetof(D3D12_ROOT_SIGNATURE_DESC, pParameters) == offsetof(D3D12_ROOT_SIGNATURE_DESC1, pParameters));
static_assert(offsetof(D3D12_ROOT_SIGNATURE_DESC, NumStaticSamplers) ==
              offsetof(D3D12_ROOT_SIGNATURE_DESC1, NumStaticSamplers));
static_assert(offsetof(D3D12_ROOT_SIGNATURE_DESC, Flags) == offsetof(D3D12_ROOT_SIGNATURE_DESC1, Flags));
static_assert(sizeof(D3D12_ROOT_PARAMETER) == sizeof(D3D12_ROOT_PARAMETER1));
static_assert(offsetof(D3D12_ROOT_PARAMETER, DescriptorTable) == offsetof(D3D12_ROOT_PARAMETER1, DescriptorTable));
static_assert(offsetof(D3D12_ROOT_PARAMETER, ShaderVisibility) == offsetof(D3D12_ROOT_PARAMETER1, ShaderVisibility));
static_assert(offsetof(D3D12_ROOT_DESCRIPTOR_TABLE, pDescriptorRanges) ==
              offsetof(D3D12_ROOT_DESCRIPTOR_TABLE1, pDescriptorRanges));
static_assert(sizeof(D3D12_DESCRIPTOR_RANGE) == 20);
static_assert(offsetof(D3D12_DESCRIPTOR_RANGE, OffsetInDescriptorsFromTableStart) == 16);

// A described range has the words of D3D12_DESCRIPTOR_RANGE1 in their order.
static_assert(sizeof(D3D12_DESCRIPTOR_RANGE1) == sizeof(d3d12fuzz_described_range));
static_assert(offsetof(D3D12_DESCRIPTOR_RANGE1, Flags) == offsetof(d3d12fuzz_described_range, flags));
static_assert(offsetof(D3D12_DESCRIPTOR_RANGE1, OffsetInDescriptorsFromTableStart) ==
              offsetof(d3d12fuzz_described_range, offset_in_descriptors_from_table_start));

}  // namespace d3d12fuzz::builtin
