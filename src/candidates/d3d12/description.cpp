#include "candidates/d3d12/description.h"

#include <algorithm>

namespace d3d12fuzz::d3d12 {
namespace {

std::uint32_t flags_of(const D3D12_DESCRIPTOR_RANGE&) { return 0; }
std::uint32_t flags_of(const D3D12_DESCRIPTOR_RANGE1& range) { return number(range.Flags); }

/// Copies the ranges of one table that there is room for from `first` on.
template <class Range>
void copy_ranges(const Range* ranges, std::uint32_t count, std::uint32_t first, d3d12fuzz_description& out) {
  const std::uint32_t room = out.range_capacity - std::min(first, out.range_capacity);
  for (std::uint32_t r = 0; r < std::min(count, room); ++r) {
    d3d12fuzz_described_range& to = out.ranges[first + r];
    if (ranges == nullptr) {
      to = {};
      continue;
    }
    const Range& range = ranges[r];
    to = {.range_type = number(range.RangeType),
          .num_descriptors = range.NumDescriptors,
          .base_shader_register = range.BaseShaderRegister,
          .register_space = range.RegisterSpace,
          .flags = flags_of(range),
          .offset_in_descriptors_from_table_start = range.OffsetInDescriptorsFromTableStart};
  }
}

std::uint32_t flags_of(const D3D12_ROOT_DESCRIPTOR&) { return 0; }
std::uint32_t flags_of(const D3D12_ROOT_DESCRIPTOR1& descriptor) { return number(descriptor.Flags); }

std::uint32_t flags_of(const D3D12_STATIC_SAMPLER_DESC&) { return 0; }
std::uint32_t flags_of(const D3D12_STATIC_SAMPLER_DESC1& sampler) { return number(sampler.Flags); }

/// Copies a parameter; the ranges of a table go behind those that there are.
template <class Parameter>
void copy_parameter(const Parameter& parameter, d3d12fuzz_described_parameter& to, d3d12fuzz_description& out) {
  to.parameter_type = number(parameter.ParameterType);
  to.shader_visibility = number(parameter.ShaderVisibility);
  switch (to.parameter_type) {
    case D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE:
      to.num_ranges = parameter.DescriptorTable.NumDescriptorRanges;
      copy_ranges(parameter.DescriptorTable.pDescriptorRanges, to.num_ranges, out.num_ranges, out);
      // A sum that wraps would hide that there are too many.
      out.num_ranges += std::min(to.num_ranges, UINT32_MAX - out.num_ranges);
      return;
    case D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS:
      to.shader_register = parameter.Constants.ShaderRegister;
      to.register_space = parameter.Constants.RegisterSpace;
      to.num_32bit_values = parameter.Constants.Num32BitValues;
      return;
    case D3D12_ROOT_PARAMETER_TYPE_CBV:
    case D3D12_ROOT_PARAMETER_TYPE_SRV:
    case D3D12_ROOT_PARAMETER_TYPE_UAV:
      to.shader_register = parameter.Descriptor.ShaderRegister;
      to.register_space = parameter.Descriptor.RegisterSpace;
      to.flags = flags_of(parameter.Descriptor);
      return;
    default:
      return;
  }
}

template <class Sampler>
d3d12fuzz_described_static_sampler described(const Sampler& sampler) {
  return {.filter = number(sampler.Filter),
          .address_u = number(sampler.AddressU),
          .address_v = number(sampler.AddressV),
          .address_w = number(sampler.AddressW),
          .mip_lod_bias = number(sampler.MipLODBias),
          .max_anisotropy = sampler.MaxAnisotropy,
          .comparison_func = number(sampler.ComparisonFunc),
          .border_color = number(sampler.BorderColor),
          .min_lod = number(sampler.MinLOD),
          .max_lod = number(sampler.MaxLOD),
          .shader_register = sampler.ShaderRegister,
          .register_space = sampler.RegisterSpace,
          .shader_visibility = number(sampler.ShaderVisibility),
          .flags = flags_of(sampler)};
}

template <class Desc>
void copy(const Desc& desc, d3d12fuzz_description& out) {
  out.flags = number(desc.Flags);
  out.num_parameters = desc.NumParameters;
  out.num_ranges = 0;
  out.num_static_samplers = desc.NumStaticSamplers;
  for (std::uint32_t p = 0; p < std::min(desc.NumParameters, out.parameter_capacity); ++p) {
    out.parameters[p] = {};
    if (desc.pParameters != nullptr) copy_parameter(desc.pParameters[p], out.parameters[p], out);
  }
  for (std::uint32_t i = 0; i < std::min(desc.NumStaticSamplers, out.static_sampler_capacity); ++i) {
    out.static_samplers[i] = {};
    if (desc.pStaticSamplers != nullptr) out.static_samplers[i] = described(desc.pStaticSamplers[i]);
  }
}

}  // namespace

void copy_description(const D3D12_ROOT_SIGNATURE_DESC& desc, d3d12fuzz_description& out) { copy(desc, out); }
void copy_description(const D3D12_ROOT_SIGNATURE_DESC1& desc, d3d12fuzz_description& out) { copy(desc, out); }
void copy_description(const D3D12_ROOT_SIGNATURE_DESC2& desc, d3d12fuzz_description& out) { copy(desc, out); }

}  // namespace d3d12fuzz::d3d12
