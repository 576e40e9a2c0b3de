/// Calls the built-in candidate through its C interface with official structs made by hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "candidates/builtin/builtin.h"

namespace d3d12fuzz::builtin {

/// Stores a number that may be no enumerator: byte by byte, as assigning it would be undefined.
template <class Field>
void store(Field& field, std::uint32_t value) {
  static_assert(sizeof(field) == sizeof(value));
  std::memcpy(&field, &value, sizeof(value));
}

/// A root signature desc that owns its arrays. Padding and unused parts of unions hold 0xCC.
class Signature {
 public:
  explicit Signature(std::uint32_t version, std::uint32_t flags = 0) : version_(version), flags_(flags) {}

  Signature& constants(std::uint32_t count, std::uint32_t reg, std::uint32_t space = 0, std::uint32_t visibility = 0) {
    D3D12_ROOT_PARAMETER1& made = parameter(D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS, visibility);
    made.Constants = {.ShaderRegister = reg, .RegisterSpace = space, .Num32BitValues = count};
    return *this;
  }

  Signature& descriptor(std::uint32_t type, std::uint32_t reg, std::uint32_t space = 0, std::uint32_t visibility = 0,
                        std::uint32_t flags = 0) {
    D3D12_ROOT_PARAMETER1& made = parameter(type, visibility);
    made.Descriptor.ShaderRegister = reg;
    made.Descriptor.RegisterSpace = space;
    if (version_ != D3D_ROOT_SIGNATURE_VERSION_1_0) store(made.Descriptor.Flags, flags);
    return *this;
  }

  Signature& unknown(std::uint32_t type) {
    parameter(type, 0);
    return *this;
  }

  Signature& table(std::vector<d3d12fuzz_described_range> ranges, std::uint32_t visibility = 0) {
    parameter(D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE, visibility);
    tables_.push_back({parameters_.size() - 1, std::move(ranges), {}});
    return *this;
  }

  Signature& sampler(const d3d12fuzz_described_static_sampler& sampler) {
    samplers_.push_back(sampler);
    return *this;
  }

  /// Valid until the signature changes.
  const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* desc() {
    for (Table& table : tables_) {
      table.old_ranges.clear();
      for (const d3d12fuzz_described_range& range : table.ranges) {
        D3D12_DESCRIPTOR_RANGE& old = table.old_ranges.emplace_back();
        std::memcpy(&old, &range, 16);
        old.OffsetInDescriptorsFromTableStart = range.offset_in_descriptors_from_table_start;
      }
      const bool old = version_ == D3D_ROOT_SIGNATURE_VERSION_1_0;
      D3D12_ROOT_DESCRIPTOR_TABLE1& made = parameters_[table.parameter].DescriptorTable;
      made.NumDescriptorRanges = static_cast<UINT>(table.ranges.size());
      const void* const ranges =
          old ? static_cast<const void*>(table.old_ranges.data()) : static_cast<const void*>(table.ranges.data());
      std::memcpy(&made.pDescriptorRanges, &ranges, sizeof(ranges));
    }
    const std::size_t size = version_ == D3D_ROOT_SIGNATURE_VERSION_1_2 ? sizeof(D3D12_STATIC_SAMPLER_DESC1)
                                                                        : sizeof(D3D12_STATIC_SAMPLER_DESC);
    sampler_bytes_.resize(samplers_.size() * size);
    for (std::size_t i = 0; i < samplers_.size(); ++i) {
      std::memcpy(sampler_bytes_.data() + i * size, &samplers_[i], size);
    }
    std::memset(&desc_, 0xCC, sizeof(desc_));
    store(desc_.Version, version_);
    desc_.Desc_1_1.NumParameters = static_cast<UINT>(parameters_.size());
    desc_.Desc_1_1.pParameters = parameters_.data();
    desc_.Desc_1_1.NumStaticSamplers = static_cast<UINT>(samplers_.size());
    const void* const samplers = sampler_bytes_.data();
    std::memcpy(&desc_.Desc_1_1.pStaticSamplers, &samplers, sizeof(samplers));
    store(desc_.Desc_1_1.Flags, flags_);
    return &desc_;
  }

 private:
  struct Table {
    std::size_t parameter;
    std::vector<d3d12fuzz_described_range> ranges;  ///< as D3D12_DESCRIPTOR_RANGE1
    std::vector<D3D12_DESCRIPTOR_RANGE> old_ranges;
  };

  D3D12_ROOT_PARAMETER1& parameter(std::uint32_t type, std::uint32_t visibility) {
    D3D12_ROOT_PARAMETER1& made = parameters_.emplace_back();
    std::memset(&made, 0xCC, sizeof(made));
    store(made.ParameterType, type);
    store(made.ShaderVisibility, visibility);
    return made;
  }

  std::uint32_t version_;
  std::uint32_t flags_;
  std::vector<D3D12_ROOT_PARAMETER1> parameters_;
  std::vector<Table> tables_;
  std::vector<d3d12fuzz_described_static_sampler> samplers_;
  std::vector<std::byte> sampler_bytes_;
  D3D12_VERSIONED_ROOT_SIGNATURE_DESC desc_;
};

/// The bits of a float.
inline std::uint32_t bits(float value) {
  std::uint32_t out;
  std::memcpy(&out, &value, sizeof(out));
  return out;
}

/// The static sampler that HLSL makes where nothing is written.
inline d3d12fuzz_described_static_sampler sampler_at(std::uint32_t reg, std::uint32_t space = 0,
                                                     std::uint32_t visibility = 0) {
  return {.filter = D3D12_FILTER_ANISOTROPIC,
          .address_u = D3D12_TEXTURE_ADDRESS_MODE_WRAP,
          .address_v = D3D12_TEXTURE_ADDRESS_MODE_WRAP,
          .address_w = D3D12_TEXTURE_ADDRESS_MODE_WRAP,
          .mip_lod_bias = 0,
          .max_anisotropy = 16,
          .comparison_func = D3D12_COMPARISON_FUNC_LESS_EQUAL,
          .border_color = D3D12_STATIC_BORDER_COLOR_OPAQUE_WHITE,
          .min_lod = 0,
          .max_lod = bits(std::numeric_limits<float>::max()),
          .shader_register = reg,
          .register_space = space,
          .shader_visibility = visibility,
          .flags = 0};
}

/// What is asked beside the desc.
struct Question {
  std::vector<d3d12fuzz_lookup> lookups;
  std::uint32_t serializer = D3D12FUZZ_SERIALIZER_VERSIONED;
  std::uint32_t legacy_version = 1;
  std::uint32_t observe_blob = 0;
  std::uint32_t resource_binding_tier = 3;
  Fault fault = Fault::none;
};

/// One description, with the arrays that it points to.
struct Description {
  d3d12fuzz_description counts{};
  std::vector<d3d12fuzz_described_parameter> parameters = std::vector<d3d12fuzz_described_parameter>(128);
  std::vector<d3d12fuzz_described_range> ranges = std::vector<d3d12fuzz_described_range>(128);
  std::vector<d3d12fuzz_described_static_sampler> samplers = std::vector<d3d12fuzz_described_static_sampler>(128);

  d3d12fuzz_description offer() {
    return {.parameter_capacity = 128,
            .range_capacity = 128,
            .static_sampler_capacity = 128,
            .parameters = parameters.data(),
            .ranges = ranges.data(),
            .static_samplers = samplers.data()};
  }
};

struct Answer {
  d3d12fuzz_progress progress{};
  d3d12fuzz_root_signature_result result{};
  std::vector<std::uint8_t> blob;
  std::vector<std::uint64_t> range_offsets = std::vector<std::uint64_t>(128);
  std::vector<std::uint64_t> table_sizes = std::vector<std::uint64_t>(128);
  std::vector<d3d12fuzz_lookup_result> lookups;
  Description at_1_0, at_1_1, at_1_2;

  std::uint32_t status(std::uint32_t stage) const { return progress.stages[stage].status; }
  bool serialized() const { return status(D3D12FUZZ_STAGE_SERIALIZE) == D3D12FUZZ_STATUS_ACCEPTED; }
  bool created() const { return status(D3D12FUZZ_STAGE_CREATE) == D3D12FUZZ_STATUS_ACCEPTED; }
};

inline Answer ask(Signature& signature, const Question& question = {}) {
  Answer answer;
  answer.lookups.resize(question.lookups.size());
  std::vector<std::uint8_t> blob(question.observe_blob != 0 ? 8192 : 0);
  d3d12fuzz_root_signature_result& result = answer.result;
  result = {.progress = &answer.progress,
            .blob_capacity = static_cast<std::uint32_t>(blob.size()),
            .blob = blob.data(),
            .range_offsets = answer.range_offsets.data(),
            .table_sizes = answer.table_sizes.data(),
            .lookups = answer.lookups.data(),
            .description_1_0 = answer.at_1_0.offer(),
            .description_1_1 = answer.at_1_1.offer(),
            .description_1_2 = answer.at_1_2.offer()};
  const d3d12fuzz_root_signature_input input = {.desc = signature.desc(),
                                                .lookups = question.lookups.data(),
                                                .num_lookups = static_cast<std::uint32_t>(question.lookups.size()),
                                                .serializer = question.serializer,
                                                .legacy_version = question.legacy_version,
                                                .observe_blob = question.observe_blob,
                                                .platform = D3D12FUZZ_PLATFORM_PC,
                                                .resource_binding_tier = question.resource_binding_tier};
  const d3d12fuzz_candidate candidate = make_builtin(question.fault);
  candidate.root_signature(candidate.context, &input, &result);
  candidate.destroy(candidate.context);
  answer.at_1_0.counts = result.description_1_0;
  answer.at_1_1.counts = result.description_1_1;
  answer.at_1_2.counts = result.description_1_2;
  if ((result.observed & D3D12FUZZ_OBSERVED_BLOB) != 0) {
    blob.resize(result.blob_size);
    answer.blob = std::move(blob);
  }
  return answer;
}

inline constexpr std::uint32_t k1_0 = D3D_ROOT_SIGNATURE_VERSION_1_0;
inline constexpr std::uint32_t k1_1 = D3D_ROOT_SIGNATURE_VERSION_1_1;
inline constexpr std::uint32_t k1_2 = D3D_ROOT_SIGNATURE_VERSION_1_2;
inline constexpr std::uint32_t kCbv = D3D12_ROOT_PARAMETER_TYPE_CBV;
inline constexpr std::uint32_t kSrv = D3D12_ROOT_PARAMETER_TYPE_SRV;
inline constexpr std::uint32_t kUav = D3D12_ROOT_PARAMETER_TYPE_UAV;
inline constexpr std::uint32_t kEnd = 0xFFFFFFFF;  ///< append, and unbounded
inline constexpr std::uint32_t kSrvRange = D3D12_DESCRIPTOR_RANGE_TYPE_SRV;
inline constexpr std::uint32_t kUavRange = D3D12_DESCRIPTOR_RANGE_TYPE_UAV;
inline constexpr std::uint32_t kCbvRange = D3D12_DESCRIPTOR_RANGE_TYPE_CBV;
inline constexpr std::uint32_t kSamplerRange = D3D12_DESCRIPTOR_RANGE_TYPE_SAMPLER;

}  // namespace d3d12fuzz::builtin
