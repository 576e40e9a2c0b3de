#include "candidates/builtin/description.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "candidates/builtin/field_rules.h"

namespace d3d12fuzz::builtin {
namespace {

constexpr std::uint32_t kDescriptorsVolatile = 0x1;
constexpr std::uint32_t kDataVolatile = 0x2;
constexpr std::uint32_t kDataStaticWhileSet = 0x4;
constexpr std::uint32_t kDataMask = 0xE;

// Counts, root flags and parameters are the same at every version.
void describe_head(const StoredSignature& stored, d3d12fuzz_description& out) {
  out.flags = stored.flags;
  out.num_parameters = static_cast<std::uint32_t>(stored.parameters.size());
  out.num_ranges = static_cast<std::uint32_t>(stored.ranges.size());
  std::copy_n(stored.parameters.begin(), std::min(out.num_parameters, out.parameter_capacity), out.parameters);
}

// Calls `rewrite(range)` on each range that there is room for.
template <class Rewrite>
void describe_ranges(const StoredSignature& stored, Fault fault, d3d12fuzz_description& out, Rewrite rewrite) {
  const std::size_t count = std::min(out.num_ranges, out.range_capacity);
  for (std::size_t i = 0; i < count; ++i) {
    d3d12fuzz_described_range range = stored.ranges[i];
    if (fault == Fault::append_resolved_in_description) {
      range.offset_in_descriptors_from_table_start = static_cast<std::uint32_t>(stored.resolved_offsets[i]);
    }
    rewrite(range);
    out.ranges[i] = range;
  }
}

// The mode that applies when no DATA_* flag is given (DT-045).
std::uint32_t default_data_flag(std::uint32_t range_type) {
  if (range_type == D3D12_DESCRIPTOR_RANGE_TYPE_SAMPLER) return 0;
  return range_type == D3D12_DESCRIPTOR_RANGE_TYPE_UAV ? kDataVolatile : kDataStaticWhileSet;
}

}  // namespace

void StoredSignature::clear() {
  parameters.clear();
  ranges.clear();
  resolved_offsets.clear();
}

void describe_1_0(const StoredSignature& stored, Fault fault, d3d12fuzz_description& out) {
  describe_head(stored, out);
  describe_ranges(stored, fault, out, [fault](d3d12fuzz_described_range& range) {
    if (fault != Fault::downgrade_keeps_flags) range.flags = 0;
  });
}

void describe_1_1(const StoredSignature& stored, Fault fault, d3d12fuzz_description& out) {
  describe_head(stored, out);
  if (stored.version == D3D_ROOT_SIGNATURE_VERSION_1_0) {
    describe_ranges(stored, fault, out, [fault](d3d12fuzz_described_range& range) {
      if (fault == Fault::upgrade_without_flags) return;
      const bool sampler = range.range_type == D3D12_DESCRIPTOR_RANGE_TYPE_SAMPLER;
      range.flags = sampler ? kDescriptorsVolatile : kDescriptorsVolatile | kDataVolatile;
    });
    return;
  }
  describe_ranges(stored, fault, out, [fault](d3d12fuzz_described_range& range) {
    if (fault == Fault::default_flags_materialised && (range.flags & kDataMask) == 0) {
      range.flags |= default_data_flag(range.range_type);
    }
    if (fault == Fault::flags_and_offset_swapped) {
      std::swap(range.flags, range.offset_in_descriptors_from_table_start);
    }
  });
}

}  // namespace d3d12fuzz::builtin
