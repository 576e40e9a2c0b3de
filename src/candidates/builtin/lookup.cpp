#include "candidates/builtin/lookup.h"

#include <algorithm>

namespace d3d12fuzz::builtin {
namespace {

constexpr std::uint64_t kRegisterMask = 0xFFFFFFFF;

std::uint32_t register_of(std::uint64_t place) { return static_cast<std::uint32_t>(place & kRegisterMask); }

// The last place that a lookup finds in an interval.
std::uint64_t found_until(const RegisterInterval& interval, Fault fault) {
  const bool to_the_end = register_of(interval.last) == kRegisterMask;
  if (fault == Fault::lookup_one_past_end && !to_the_end) return interval.last + 1;
  if (fault == Fault::lookup_unbounded_is_one_register && to_the_end) return interval.first;
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
      if (register_of(interval.first) <= wanted && wanted <= register_of(interval.last)) return &interval;
    }
  }
  return nullptr;
}

const RegisterInterval* find(const RegisterMap& map, const d3d12fuzz_lookup& lookup, Fault fault) {
  if (lookup.register_class >= kRegisterClassCount) return nullptr;
  if (lookup.shader_stage < D3D12FUZZ_SHADER_STAGE_VERTEX || lookup.shader_stage > D3D12FUZZ_SHADER_STAGE_COMPUTE) {
    return nullptr;
  }
  const std::uint64_t place = register_place(lookup.register_space, lookup.shader_register);

  // Bit per visibility. A legal signature has the register in one of these lines at most (DT-025).
  std::uint32_t seen = 1u << D3D12_SHADER_VISIBILITY_ALL;
  if (lookup.shader_stage < kVisibilityCount) seen |= 1u << lookup.shader_stage;
  if (fault == Fault::lookup_ignores_visibility) seen = (1u << kVisibilityCount) - 1;
  if (fault == Fault::lookup_compute_sees_pixel && lookup.shader_stage == D3D12FUZZ_SHADER_STAGE_COMPUTE) {
    seen |= 1u << D3D12_SHADER_VISIBILITY_PIXEL;
  }
  for (std::uint32_t visibility = 0; seen != 0; ++visibility, seen >>= 1) {
    if ((seen & 1) == 0) continue;
    const RegisterInterval* const interval = find_in_line(map.line(lookup.register_class, visibility), place, fault);
    if (interval != nullptr) return interval;
  }
  return nullptr;
}

}  // namespace

d3d12fuzz_lookup_result resolve(const RegisterMap& map, const d3d12fuzz_lookup& lookup, Fault fault) {
  const RegisterInterval* const interval = find(map, lookup, fault);
  if (interval == nullptr) return {.found = 0, .parameter = 0, .slot = 0};

  const std::uint64_t base = register_of(interval->first);
  std::uint64_t slot = interval->slot + (lookup.shader_register - base);
  if (fault == Fault::lookup_keeps_base) slot += base;
  if (fault == Fault::lookup_subtracts_base_twice) slot -= base;
  if (fault == Fault::lookup_ignores_offset) slot -= interval->slot;
  const std::uint32_t parameter = fault == Fault::lookup_parameter_not_advanced ? 0 : interval->parameter;
  return {.found = 1, .parameter = parameter, .slot = slot};
}

}  // namespace d3d12fuzz::builtin
