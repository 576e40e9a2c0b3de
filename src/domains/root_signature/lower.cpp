#include "domains/root_signature/lower.h"

#include <cstddef>
#include <cstring>

namespace d3d12fuzz::root_signature {
namespace {

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

/// Writes one desc of one version into an image.
template <class Desc, class Parameter, class Range, class Sampler>
class DescWriter {
 public:
  /// \param desc, at  the block and the offset in it where the desc goes
  DescWriter(const RootSignatureCase& value, MemoryImage& image, MemoryImage::BlockId desc, std::size_t at)
      : value_(value), form_(value.lowering), image_(image), desc_(desc), at_(at) {}

  void write() {
    const MemoryImage::BlockId parameters = add_array(value_.parameters.size() * sizeof(Parameter));
    const MemoryImage::BlockId samplers = add_array(value_.static_samplers.size() * sizeof(Sampler));
    if (!value_.parameters.empty()) write_parameters(parameters);
    for (std::size_t i = 0; i < value_.static_samplers.size(); ++i) {
      put_sampler(reinterpret_cast<Sampler*>(image_.bytes(samplers))[i], value_.static_samplers[i]);
    }
    auto& desc = *reinterpret_cast<Desc*>(image_.bytes(desc_) + at_);
    desc.NumParameters = static_cast<UINT>(value_.parameters.size());
    desc.pParameters = nullptr;
    desc.NumStaticSamplers = static_cast<UINT>(value_.static_samplers.size());
    desc.pStaticSamplers = nullptr;
    put(desc.Flags, raw(value_.flags));
    point(desc_, at_ + offsetof(Desc, pParameters), parameters);
    point(desc_, at_ + offsetof(Desc, pStaticSamplers), samplers);
  }

 private:
  static constexpr MemoryImage::BlockId kNull = MemoryImage::kOutside;

  /// \return kNull for the null pointer
  MemoryImage::BlockId add_array(std::size_t bytes) {
    if (bytes > 0) return image_.add(bytes, placement_of(form_.array_placement));
    // Nothing may be read behind an empty array, so it may as well be an address where nothing can be read.
    return form_.empty_array == EmptyArray::null ? kNull : image_.add(0, MemoryImage::Placement::nowhere);
  }

  void point(MemoryImage::BlockId block, std::size_t offset, MemoryImage::BlockId target) {
    if (target != kNull) image_.point(block, offset, target);
  }

  void write_parameters(MemoryImage::BlockId parameters) {
    std::memset(image_.bytes(parameters), fill_byte(form_.dead_bytes), value_.parameters.size() * sizeof(Parameter));
    for (std::size_t p = 0; p < value_.parameters.size(); ++p) {
      const RootParameter& from = value_.parameters[p];
      const auto* table = std::get_if<DescriptorTable>(&from);
      const MemoryImage::BlockId ranges = table != nullptr ? add_ranges(*table) : kNull;
      auto& to = reinterpret_cast<Parameter*>(image_.bytes(parameters))[p];
      put(to.ParameterType, type_of(from));
      put(to.ShaderVisibility, raw(visibility_of(from)));
      if (table != nullptr) {
        put(to.DescriptorTable.NumDescriptorRanges, static_cast<std::uint32_t>(table->descriptor_ranges.size()));
        to.DescriptorTable.pDescriptorRanges = nullptr;
        point(parameters, p * sizeof(Parameter) + offsetof(Parameter, DescriptorTable.pDescriptorRanges), ranges);
      } else if (const auto* constants = std::get_if<RootConstants>(&from)) {
        put(to.Constants.ShaderRegister, raw(constants->shader_register));
        put(to.Constants.RegisterSpace, raw(constants->register_space));
        put(to.Constants.Num32BitValues, raw(constants->num_32bit_values));
      } else if (const auto* descriptor = std::get_if<RootDescriptor>(&from)) {
        put_descriptor(to.Descriptor, *descriptor);
      }
    }
  }

  MemoryImage::BlockId add_ranges(const DescriptorTable& table) {
    const std::size_t count = table.descriptor_ranges.size();
    const MemoryImage::BlockId ranges = add_array(count * sizeof(Range));
    for (std::size_t r = 0; r < count; ++r) {
      put_range(image_.bytes(ranges) + r * sizeof(Range), table.descriptor_ranges[r], static_cast<Range*>(nullptr));
    }
    return ranges;
  }

  const RootSignatureCase& value_;
  const Lowering& form_;
  MemoryImage& image_;
  MemoryImage::BlockId desc_;
  std::size_t at_;
};

}  // namespace

MemoryImage::Placement placement_of(ArrayPlacement array_placement) {
  switch (array_placement) {
    case ArrayPlacement::heap:
      return MemoryImage::Placement::input;
    case ArrayPlacement::before_guard_page:
      return MemoryImage::Placement::guarded;
    case ArrayPlacement::read_only:
      return MemoryImage::Placement::read_only;
  }
  return MemoryImage::Placement::input;
}

MemoryImage::BlockId lower(const RootSignatureCase& value, MemoryImage& image) {
  using Versioned = D3D12_VERSIONED_ROOT_SIGNATURE_DESC;
  const MemoryImage::BlockId desc = image.add(sizeof(Versioned), MemoryImage::Placement::input);
  auto& versioned = *reinterpret_cast<Versioned*>(image.bytes(desc));
  std::memset(static_cast<void*>(&versioned), fill_byte(value.lowering.dead_bytes), sizeof(versioned));
  put(versioned.Version, raw(value.version));
  switch (value.version) {
    case Version::v1_0:
      DescWriter<D3D12_ROOT_SIGNATURE_DESC, D3D12_ROOT_PARAMETER, D3D12_DESCRIPTOR_RANGE, D3D12_STATIC_SAMPLER_DESC>(
          value, image, desc, offsetof(Versioned, Desc_1_0))
          .write();
      break;
    case Version::v1_1:
      DescWriter<D3D12_ROOT_SIGNATURE_DESC1, D3D12_ROOT_PARAMETER1, D3D12_DESCRIPTOR_RANGE1, D3D12_STATIC_SAMPLER_DESC>(
          value, image, desc, offsetof(Versioned, Desc_1_1))
          .write();
      break;
    case Version::v1_2:
      DescWriter<D3D12_ROOT_SIGNATURE_DESC2, D3D12_ROOT_PARAMETER1, D3D12_DESCRIPTOR_RANGE1,
                 D3D12_STATIC_SAMPLER_DESC1>(value, image, desc, offsetof(Versioned, Desc_1_2))
          .write();
      break;
  }
  return desc;
}

}  // namespace d3d12fuzz::root_signature
