#include "candidates/builtin/device_rules.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "candidates/builtin/desc_view.h"
#include "candidates/builtin/field_rules.h"

namespace d3d12fuzz::builtin {
namespace {

constexpr std::uint64_t kRecordMax = 4096 - 32;  // the shader identifier takes the rest (DT-055)
constexpr std::uint32_t kVisibilities = 8;
constexpr std::uint32_t kRangeTypes = 4;

std::uint64_t cost_of(const d3d12fuzz_described_parameter& parameter, Fault fault) {
  if (parameter.parameter_type == kTable) return fault == Fault::cost_counts_ranges ? parameter.num_ranges : 1;
  if (parameter.parameter_type == kConstants) {
    return fault == Fault::cost_constants_are_one ? 1 : parameter.num_32bit_values;
  }
  if (!is_root_descriptor(parameter.parameter_type)) return 0;
  return fault == Fault::cost_descriptor_is_one ? 1 : 2;
}

}  // namespace

std::uint64_t root_cost(const StoredSignature& signature, Fault fault) {
  std::uint64_t cost = 0;
  for (const d3d12fuzz_described_parameter& parameter : signature.parameters) cost += cost_of(parameter, fault);
  if (fault == Fault::cost_counts_static_samplers) cost += signature.static_samplers.size();
  return fault == Fault::cost_in_32_bits ? static_cast<std::uint32_t>(cost) : cost;
}

std::uint64_t record_size(const StoredSignature& signature, Fault fault) {
  std::uint64_t size = 0;
  for (const d3d12fuzz_described_parameter& parameter : signature.parameters) {
    if (parameter.parameter_type == kConstants) {
      const std::uint64_t word = fault == Fault::local_constants_take_8_bytes ? 8 : 4;
      size += word * parameter.num_32bit_values;
    } else {
      size = (size + 7) / 8 * 8 + 8;
    }
  }
  return size;
}

bool DeviceRules::creates(const StoredSignature& signature, std::uint64_t cost, std::uint32_t resource_binding_tier) {
  if (!cost_is_legal(signature, cost)) return false;
  return resource_binding_tier >= D3D12_RESOURCE_BINDING_TIER_3 || fits_low_tier(signature, resource_binding_tier);
}

bool DeviceRules::cost_is_legal(const StoredSignature& signature, std::uint64_t cost) const {
  if ((signature.flags & kLocalRootSignature) != 0) {
    if (fault_ == Fault::local_parameters_limited && signature.parameters.size() > D3D12_MAX_ROOT_COST) return false;
    if (fault_ == Fault::cost_limit_on_local && cost > D3D12_MAX_ROOT_COST) return false;
    return record_size(signature, fault_) <= kRecordMax;
  }
  std::uint64_t limit = D3D12_MAX_ROOT_COST;
  if (fault_ == Fault::cost_limit_63) limit = 63;
  if (fault_ == Fault::cost_limit_65) limit = 65;
  if (fault_ == Fault::cost_leaves_out_last && !signature.parameters.empty()) {
    cost -= cost_of(signature.parameters.back(), fault_);
  }
  return cost <= limit;
}

bool DeviceRules::fits_low_tier(const StoredSignature& signature, std::uint32_t tier) {
  if ((signature.flags & kDirectlyIndexed) != 0) return false;

  // Descriptors in tables per type and visibility; an unbounded range exceeds any limit (DT-107).
  std::array<std::array<std::uint64_t, kVisibilities>, kRangeTypes> counts{};
  std::size_t next = 0;
  for (const d3d12fuzz_described_parameter& parameter : signature.parameters) {
    slots_.clear();
    for (std::uint32_t i = 0; i < parameter.num_ranges; ++i, ++next) {
      const d3d12fuzz_described_range& range = signature.ranges[next];
      const std::uint32_t type = range.range_type % kRangeTypes;  // only a fault lets others come so far
      counts[type][parameter.shader_visibility % kVisibilities] += range.num_descriptors;
      const std::uint64_t start = signature.resolved_offsets[next];
      const std::uint64_t end =
          range.num_descriptors == kUnbounded ? D3D12FUZZ_UNBOUNDED : start + range.num_descriptors;
      slots_.push_back({start, end, type});
    }
    if (!slots_are_of_one_type()) return false;
  }

  // What a stage sees is its own and that of ALL.
  const auto most_of_a_stage = [&](std::uint32_t type) {
    const auto& per_visibility = counts[type];
    return per_visibility[0] + *std::max_element(per_visibility.begin() + 1, per_visibility.end());
  };
  const auto of_all_stages = [&](std::uint32_t type) {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts[type]) sum += count;
    return sum;
  };
  if (most_of_a_stage(D3D12_DESCRIPTOR_RANGE_TYPE_CBV) > 14) return false;
  if (of_all_stages(D3D12_DESCRIPTOR_RANGE_TYPE_UAV) > D3D12_UAV_SLOT_COUNT) return false;
  return tier != D3D12_RESOURCE_BINDING_TIER_1 || (most_of_a_stage(D3D12_DESCRIPTOR_RANGE_TYPE_SRV) <= 128 &&
                                                   most_of_a_stage(D3D12_DESCRIPTOR_RANGE_TYPE_SAMPLER) <= 16);
}

// Whether no slot of the table has names of different types (DT-017): a sweep over the starts with the furthest end of
// each type.
bool DeviceRules::slots_are_of_one_type() {
  std::sort(slots_.begin(), slots_.end(),
            [](const SlotInterval& a, const SlotInterval& b) { return a.start < b.start; });
  std::array<std::uint64_t, kRangeTypes> ends{};
  for (const SlotInterval& slot : slots_) {
    for (std::uint32_t type = 0; type < kRangeTypes; ++type) {
      if (type != slot.range_type && ends[type] > slot.start) return false;
    }
    ends[slot.range_type] = std::max(ends[slot.range_type], slot.end);
  }
  return true;
}

}  // namespace d3d12fuzz::builtin
