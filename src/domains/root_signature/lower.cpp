#include "domains/root_signature/lower.h"

#include <cstring>

namespace d3d12fuzz::root_signature {
namespace {

/// One slot for the parameters, one for the ranges of each table, one for the static samplers.
constexpr std::size_t kSlots = 2 + max_elements<RootParameter>;

/// Writes a number into a field of whatever official type, by its bytes.
template <class FieldType>
void put(FieldType& field, std::uint32_t value) {
  static_assert(sizeof(FieldType) == sizeof(value));
  std::memcpy(&field, &value, sizeof(value));
}

void put_range(std::byte* at, const DescriptorRange& from, D3D12_DESCRIPTOR_RANGE*) {
  auto& range = *reinterpret_cast<D3D12_DESCRIPTOR_RANGE*>(at);
  put(range.RangeType, raw(from.range_type));
  put(range.NumDescriptors, raw(from.num_descriptors));
  put(range.BaseShaderRegister, raw(from.base_shader_register));
  put(range.RegisterSpace, raw(from.register_space));
  put(range.OffsetInDescriptorsFromTableStart, raw(from.offset_in_descriptors_from_table_start));
}

void put_range(std::byte* at, const DescriptorRange& from, D3D12_DESCRIPTOR_RANGE1*) {
  auto& range = *reinterpret_cast<D3D12_DESCRIPTOR_RANGE1*>(at);
  put(range.RangeType, raw(from.range_type));
  put(range.NumDescriptors, raw(from.num_descriptors));
  put(range.BaseShaderRegister, raw(from.base_shader_register));
  put(range.RegisterSpace, raw(from.register_space));
  put(range.Flags, raw(from.flags));
  put(range.OffsetInDescriptorsFromTableStart, raw(from.offset_in_descriptors_from_table_start));
}

void put_descriptor(D3D12_ROOT_DESCRIPTOR& to, const RootDescriptor& from) {
  put(to.ShaderRegister, raw(from.shader_register));
  put(to.RegisterSpace, raw(from.register_space));
}

void put_descriptor(D3D12_ROOT_DESCRIPTOR1& to, const RootDescriptor& from) {
  put(to.ShaderRegister, raw(from.shader_register));
  put(to.RegisterSpace, raw(from.register_space));
  put(to.Flags, raw(from.flags));
}

/// The fields that all versions have.
template <class Sampler>
void put_sampler_head(Sampler& to, const StaticSampler& from) {
  put(to.Filter, raw(from.filter));
  put(to.AddressU, raw(from.address_u));
  put(to.AddressV, raw(from.address_v));
  put(to.AddressW, raw(from.address_w));
  put(to.MipLODBias, raw(from.mip_lod_bias));
  put(to.MaxAnisotropy, raw(from.max_anisotropy));
  put(to.ComparisonFunc, raw(from.comparison_func));
  put(to.BorderColor, raw(from.border_color));
  put(to.MinLOD, raw(from.min_lod));
  put(to.MaxLOD, raw(from.max_lod));
  put(to.ShaderRegister, raw(from.shader_register));
  put(to.RegisterSpace, raw(from.register_space));
  put(to.ShaderVisibility, raw(from.shader_visibility));
}

void put_sampler(D3D12_STATIC_SAMPLER_DESC& to, const StaticSampler& from) { put_sampler_head(to, from); }

void put_sampler(D3D12_STATIC_SAMPLER_DESC1& to, const StaticSampler& from) {
  put_sampler_head(to, from);
  put(to.Flags, raw(from.flags));
}

int fill_byte(DeadBytes dead_bytes) {
  switch (dead_bytes) {
    case DeadBytes::zero:
      return 0;
    case DeadBytes::x55:
      return 0x55;
    case DeadBytes::xAA:
      return 0xAA;
  }
  return 0;
}

}  // namespace

Lowered::Place Lowered::place(std::size_t bytes) {
  if (bytes == 0) {
    if (form_.empty_array == EmptyArray::null) return {nullptr, nullptr};
    // Nothing may be read behind it, so it may as well be an address where nothing can be read.
    if (!guarded_) guarded_.emplace(kSlots);
    return {nullptr, guarded_->inaccessible()};
  }
  if (form_.array_placement == ArrayPlacement::heap) {
    std::byte* at = heap_.data() + heap_used_;
    heap_used_ += (bytes + 15) / 16 * 16;
    return {at, at};
  }
  if (!guarded_) guarded_.emplace(kSlots);
  const std::size_t slot = guarded_used_++;
  std::byte* at = guarded_->writable(slot, bytes);
  if (form_.array_placement == ArrayPlacement::read_only) return {at, guarded_->read_only(slot, bytes)};
  return {at, at};
}

template <class Parameter, class Range>
void Lowered::lower_parameter(const RootParameter& from, Parameter& to) {
  put(to.ParameterType, type_of(from));
  put(to.ShaderVisibility, raw(visibility_of(from)));
  if (const auto* table = std::get_if<DescriptorTable>(&from)) {
    const std::size_t count = table->descriptor_ranges.size();
    const Place ranges = place(count * sizeof(Range));
    for (std::size_t r = 0; r < count; ++r) {
      put_range(ranges.write + r * sizeof(Range), table->descriptor_ranges[r], static_cast<Range*>(nullptr));
    }
    put(to.DescriptorTable.NumDescriptorRanges, static_cast<std::uint32_t>(count));
    to.DescriptorTable.pDescriptorRanges = static_cast<const Range*>(ranges.hand_over);
  } else if (const auto* constants = std::get_if<RootConstants>(&from)) {
    put(to.Constants.ShaderRegister, raw(constants->shader_register));
    put(to.Constants.RegisterSpace, raw(constants->register_space));
    put(to.Constants.Num32BitValues, raw(constants->num_32bit_values));
  } else if (const auto* descriptor = std::get_if<RootDescriptor>(&from)) {
    put_descriptor(to.Descriptor, *descriptor);
  }
}

template <class Desc, class Parameter, class Range, class Sampler>
void Lowered::lower_version(const RootSignatureCase& value, Desc& desc) {
  const std::size_t parameter_bytes = value.parameters.size() * sizeof(Parameter);
  const std::size_t sampler_bytes = value.static_samplers.size() * sizeof(Sampler);
  if (form_.array_placement == ArrayPlacement::heap) {
    std::size_t bytes = parameter_bytes + sampler_bytes + 32;
    for (const RootParameter& parameter : value.parameters) bytes += ranges_of(parameter).size() * sizeof(Range) + 16;
    if (heap_.size() < bytes) heap_.resize(bytes);
  }

  const Place parameters = place(parameter_bytes);
  if (parameters.write != nullptr) std::memset(parameters.write, fill_byte(form_.dead_bytes), parameter_bytes);
  for (std::size_t p = 0; p < value.parameters.size(); ++p) {
    lower_parameter<Parameter, Range>(value.parameters[p], reinterpret_cast<Parameter*>(parameters.write)[p]);
  }
  const Place samplers = place(sampler_bytes);
  for (std::size_t i = 0; i < value.static_samplers.size(); ++i) {
    put_sampler(reinterpret_cast<Sampler*>(samplers.write)[i], value.static_samplers[i]);
  }

  desc.NumParameters = static_cast<UINT>(value.parameters.size());
  desc.pParameters = static_cast<const Parameter*>(parameters.hand_over);
  desc.NumStaticSamplers = static_cast<UINT>(value.static_samplers.size());
  desc.pStaticSamplers = static_cast<const Sampler*>(samplers.hand_over);
  put(desc.Flags, raw(value.flags));
}

const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* Lowered::lower(const RootSignatureCase& value) {
  form_ = value.lowering;
  heap_used_ = 0;
  guarded_used_ = 0;
  std::memset(static_cast<void*>(&desc_), fill_byte(form_.dead_bytes), sizeof(desc_));
  put(desc_.Version, raw(value.version));
  switch (value.version) {
    case Version::v1_0:
      lower_version<D3D12_ROOT_SIGNATURE_DESC, D3D12_ROOT_PARAMETER, D3D12_DESCRIPTOR_RANGE, D3D12_STATIC_SAMPLER_DESC>(
          value, desc_.Desc_1_0);
      break;
    case Version::v1_1:
      lower_version<D3D12_ROOT_SIGNATURE_DESC1, D3D12_ROOT_PARAMETER1, D3D12_DESCRIPTOR_RANGE1,
                    D3D12_STATIC_SAMPLER_DESC>(value, desc_.Desc_1_1);
      break;
    case Version::v1_2:
      lower_version<D3D12_ROOT_SIGNATURE_DESC2, D3D12_ROOT_PARAMETER1, D3D12_DESCRIPTOR_RANGE1,
                    D3D12_STATIC_SAMPLER_DESC1>(value, desc_.Desc_1_2);
      break;
  }
  return &desc_;
}

}  // namespace d3d12fuzz::root_signature
