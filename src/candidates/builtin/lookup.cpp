#include "candidates/builtin/lookup.h"

#include <algorithm>

namespace d3d12fuzz::builtin {
namespace {

constexpr std::uint64_t kRegisterMask = 0xFFFFFFFF;

std::uint32_t register_of(std::uint64_t place) { return static_cast<std::uint32_t>(place & kRegisterMask); }

// The last place that a lookup finds in an interval.
std::uint64_t found_until(const RegisterInterval& interval, Fault fault) {
  const bool to_the_end = register_of(interval.last) == kRegisterMask;
  if (interval.kind == EntryKind::range) {
    if (fault == Fault::lookup_one_past_end && !to_the_end) return interval.last + 1;
    if (fault == Fault::lookup_unbounded_is_one_register && to_the_end) return interval.first;
  }
  if (interval.kind == EntryKind::constants && fault == Fault::lookup_constants_span_values && interval.values != 0) {
    return interval.first + std::min<std::uint64_t>(interval.values - 1, kRegisterMask - register_of(interval.first));
  }
  return interval.last;
}

const RegisterInterval* find_in_line(const RegisterMap::Line& line, std::uint64_t place, Fault fault) {
  const auto after =
      std::upper_bound(line.begin(), line.end(), place,
                       [](std::uint64_t value, const RegisterInterval& interval) { return value < interval.first; });
  if (after != line.begin() && place <= found_until(*(after - 1), fault)) return &*(after - 1);
  if (fault == Fault::lookup_ignores_space) {
    for (const RegisterInterval& interval : line) {
      const std::uint32_t wanted = register_of(place);
      if (interval.kind == EntryKind::range && register_of(interval.first) <= wanted &&
          wanted <= register_of(interval.last)) {
        return &interval;
      }
    }
  }
  return nullptr;
}

// Bit per visibility whose lines are searched. A legal signature has the register in one of those that a stage sees at
// most (DT-025).
std::uint32_t searched_lines(std::uint32_t shader_stage, Fault fault) {
  switch (fault) {
    case Fault::lookup_ignores_visibility:
    case Fault::lookup_static_sampler_ignores_visibility:
      return (1u << kVisibilityCount) - 1;
    default:
      break;
  }
  std::uint32_t lines = 1u << D3D12_SHADER_VISIBILITY_ALL;
  if (shader_stage < kVisibilityCount) lines |= 1u << shader_stage;
  if (fault == Fault::lookup_compute_sees_pixel && shader_stage == D3D12FUZZ_SHADER_STAGE_COMPUTE) {
    lines |= 1u << D3D12_SHADER_VISIBILITY_PIXEL;
  }
  return lines;
}

// Whether a stage finds an entry in one of the lines that are searched: it does, but for faults.
bool is_found(EntryKind kind, std::uint32_t visibility, std::uint32_t shader_stage, Fault fault) {
  const bool sampler = kind == EntryKind::static_sampler;
  const bool seen = visibility == D3D12_SHADER_VISIBILITY_ALL || visibility == shader_stage;
  switch (fault) {
    case Fault::lookup_ignores_visibility:
      return seen || kind == EntryKind::range;
    case Fault::lookup_static_sampler_ignores_visibility:
      return seen || sampler;
    case Fault::lookup_compute_sees_pixel:
      return seen || !sampler;
    case Fault::lookup_mesh_stages_see_all_alone:
      return sampler || visibility < D3D12_SHADER_VISIBILITY_AMPLIFICATION;
    case Fault::lookup_constants_not_found:
      return kind != EntryKind::constants;
    case Fault::lookup_descriptors_not_found:
      return kind != EntryKind::descriptor;
    case Fault::lookup_static_samplers_not_found:
      return !sampler;
    default:
      return true;
  }
}

const RegisterInterval* find(const RegisterMap& map, const d3d12fuzz_lookup& lookup, Fault fault) {
  if (lookup.register_class >= kRegisterClassCount) return nullptr;
  if (lookup.shader_stage < D3D12FUZZ_SHADER_STAGE_VERTEX || lookup.shader_stage > D3D12FUZZ_SHADER_STAGE_COMPUTE) {
    return nullptr;
  }
  const std::uint64_t place = register_place(lookup.register_space, lookup.shader_register);
  std::uint32_t lines = searched_lines(lookup.shader_stage, fault);
  for (std::uint32_t visibility = 0; lines != 0; ++visibility, lines >>= 1) {
    if ((lines & 1) == 0) continue;
    const RegisterInterval* const interval = find_in_line(map.line(lookup.register_class, visibility), place, fault);
    if (interval != nullptr && is_found(interval->kind, visibility, lookup.shader_stage, fault)) return interval;
  }
  return nullptr;
}

std::uint64_t slot_in(const RegisterInterval& range, std::uint32_t shader_register, Fault fault) {
  const std::uint64_t base = register_of(range.first);
  std::uint64_t slot = range.slot + (shader_register - base);
  if (fault == Fault::lookup_keeps_base) slot += base;
  if (fault == Fault::lookup_subtracts_base_twice) slot -= base;
  if (fault == Fault::lookup_ignores_offset) slot -= range.slot;
  return slot;
}

}  // namespace

d3d12fuzz_lookup_result resolve(const RegisterMap& map, const d3d12fuzz_lookup& lookup, Fault fault) {
  const RegisterInterval* const interval = find(map, lookup, fault);
  if (interval == nullptr) return {.found = D3D12FUZZ_FOUND_NOTHING, .index = 0, .slot = 0};

  if (interval->kind == EntryKind::static_sampler) {
    const bool as_parameter = fault == Fault::lookup_static_sampler_is_parameter;
    const bool first = fault == Fault::lookup_static_sampler_index_not_advanced;
    return {
        .found = static_cast<std::uint32_t>(as_parameter ? D3D12FUZZ_FOUND_PARAMETER : D3D12FUZZ_FOUND_STATIC_SAMPLER),
        .index = first ? 0 : interval->index,
        .slot = 0};
  }
  return {.found = D3D12FUZZ_FOUND_PARAMETER,
          .index = fault == Fault::lookup_parameter_not_advanced ? 0 : interval->index,
          .slot = interval->kind == EntryKind::range ? slot_in(*interval, lookup.shader_register, fault) : 0};
}

}  // namespace d3d12fuzz::builtin
