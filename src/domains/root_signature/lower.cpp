#include "domains/root_signature/lower.h"

#include <cstring>

namespace d3d12fuzz::root_signature {
namespace {

/// One slot for the parameters, one for the ranges of each table.
constexpr std::size_t kSlots = 1 + max_elements<RootParameter>;

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
void Lowered::lower_version(const RootSignatureCase& value, void* desc_member) {
  const int fill = fill_byte(form_.dead_bytes);
  if (form_.array_placement == ArrayPlacement::heap) {
    std::size_t bytes = value.parameters.size() * sizeof(Parameter) + 16;
    for (const RootParameter& parameter : value.parameters) {
      bytes += parameter.descriptor_ranges.size() * sizeof(Range) + 16;
    }
    if (heap_.size() < bytes) heap_.resize(bytes);
  }

  const Place parameters = place(value.parameters.size() * sizeof(Parameter));
  if (parameters.write != nullptr) std::memset(parameters.write, fill, value.parameters.size() * sizeof(Parameter));
  for (std::size_t p = 0; p < value.parameters.size(); ++p) {
    const RootParameter& from = value.parameters[p];
    const std::size_t count = from.descriptor_ranges.size();
    const Place ranges = place(count * sizeof(Range));
    for (std::size_t r = 0; r < count; ++r) {
      put_range(ranges.write + r * sizeof(Range), from.descriptor_ranges[r], static_cast<Range*>(nullptr));
    }
    auto& parameter = reinterpret_cast<Parameter*>(parameters.write)[p];
    put(parameter.ParameterType, D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE);
    put(parameter.DescriptorTable.NumDescriptorRanges, static_cast<std::uint32_t>(count));
    parameter.DescriptorTable.pDescriptorRanges = static_cast<const Range*>(ranges.hand_over);
    put(parameter.ShaderVisibility, raw(from.shader_visibility));
  }

  // The members of the union of versions have one layout but for the type of the parameters.
  auto& desc = *static_cast<D3D12_ROOT_SIGNATURE_DESC*>(desc_member);
  desc.NumParameters = static_cast<UINT>(value.parameters.size());
  desc.pParameters = static_cast<const D3D12_ROOT_PARAMETER*>(parameters.hand_over);
  desc.NumStaticSamplers = 0;
  desc.pStaticSamplers = static_cast<const D3D12_STATIC_SAMPLER_DESC*>(place(0).hand_over);
  put(desc.Flags, raw(value.flags));
}

const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* Lowered::lower(const RootSignatureCase& value) {
  static_assert(sizeof(D3D12_ROOT_SIGNATURE_DESC) == sizeof(D3D12_ROOT_SIGNATURE_DESC1));
  form_ = value.lowering;
  heap_used_ = 0;
  guarded_used_ = 0;
  std::memset(static_cast<void*>(&desc_), fill_byte(form_.dead_bytes), sizeof(desc_));
  put(desc_.Version, raw(value.version));
  switch (value.version) {
    case Version::v1_0:
      lower_version<D3D12_ROOT_PARAMETER, D3D12_DESCRIPTOR_RANGE>(value, &desc_.Desc_1_0);
      break;
    case Version::v1_1:
      lower_version<D3D12_ROOT_PARAMETER1, D3D12_DESCRIPTOR_RANGE1>(value, &desc_.Desc_1_1);
      break;
  }
  return &desc_;
}

}  // namespace d3d12fuzz::root_signature
