#include "candidates/builtin/register_map.h"

#include <algorithm>
#include <bit>

namespace d3d12fuzz::builtin {
namespace {

constexpr std::uint64_t kRegisterMask = 0xFFFFFFFF;

bool starts_earlier(const RegisterInterval& a, const RegisterInterval& b) {
  return a.first != b.first ? a.first < b.first : a.order < b.order;
}

bool starts_before(const RegisterInterval& interval, std::uint64_t place) { return interval.first < place; }

}  // namespace

void RegisterMap::clear() {
  for (Line& run : entry_) run.clear();
  for (std::uint32_t left = used_; left != 0; left &= left - 1) {
    lines_[static_cast<std::size_t>(std::countr_zero(left))].clear();
  }
  used_ = 0;
  noted_ = 0;
}

bool RegisterMap::add_entry(std::uint32_t shader_visibility) {
  // Two faults take unknown visibilities for ALL, as vkd3d-proton does (DT-032).
  if (shader_visibility >= kVisibilityCount) shader_visibility = D3D12_SHADER_VISIBILITY_ALL;
  for (std::uint32_t register_class = 0; register_class < kRegisterClassCount; ++register_class) {
    Line& run = entry_[register_class];
    if (run.empty()) continue;
    if (run.size() > 1) {
      std::sort(run.begin(), run.end(), starts_earlier);
      if (overlaps_itself(run)) return false;
    }
    if (overlaps_earlier(run, register_class, shader_visibility)) return false;
    merge(run, register_class * kVisibilityCount + shader_visibility);
    run.clear();
  }
  return true;
}

// In a sorted run some neighbours overlap if any two intervals do: what reaches a later start reaches the next one too.
bool RegisterMap::overlaps_itself(const Line& run) const {
  if (fault_ == Fault::overlap_within_table_unchecked) return false;
  for (std::size_t i = 1; i < run.size(); ++i) {
    if (overlap(run[i - 1], run[i])) return true;
  }
  return false;
}

bool RegisterMap::overlaps_line(const Line& run, const Line& line) const {
  if (line.back().last < run.front().first && fault_ != Fault::constants_overlap_spans_values) return false;
  auto next = line.begin();
  for (const RegisterInterval& interval : run) {
    next = std::lower_bound(next, line.end(), interval.first, starts_before);
    if (next != line.end() && overlap(interval, *next)) return true;
    if (next != line.begin() && overlap(*(next - 1), interval)) return true;
  }
  return false;
}

bool RegisterMap::overlaps_earlier(const Line& run, std::uint32_t register_class,
                                   std::uint32_t shader_visibility) const {
  // Entries are of one kind. Faults of static samplers are apart from those of parameters.
  const EntryKind kind = run.front().kind;
  const bool sampler = kind == EntryKind::static_sampler;
  if (fault_ == Fault::overlap_across_parameters_unchecked && !sampler) return false;
  if (fault_ == Fault::overlap_skips_interleaved_stages && !sampler) {
    return overlaps_nearest(run, register_class, shader_visibility);
  }
  const Fault spaceless = sampler ? Fault::static_sampler_overlap_ignores_space : Fault::overlap_ignores_space;
  if (fault_ == spaceless && overlaps_in_any_space(run, register_class, shader_visibility)) return true;

  std::uint32_t candidates = used_;
  if (fault_ != Fault::overlap_ignores_class || sampler) {
    candidates &= ((1u << kVisibilityCount) - 1) << (register_class * kVisibilityCount);
  }
  for (; candidates != 0; candidates &= candidates - 1) {
    const auto index = static_cast<std::uint32_t>(std::countr_zero(candidates));
    if (meets(kind, shader_visibility, index % kVisibilityCount) && overlaps_line(run, lines_[index])) return true;
  }
  return false;
}

// Fault: all stages share one sorted list, and only the two entries next to an interval's start are compared with it,
// even if they belong to a stage that cannot conflict (DT-031).
bool RegisterMap::overlaps_nearest(const Line& run, std::uint32_t register_class,
                                   std::uint32_t shader_visibility) const {
  for (const RegisterInterval& interval : run) {
    const RegisterInterval* before = nullptr;
    const RegisterInterval* after = nullptr;
    bool before_meets = false;
    bool after_meets = false;
    for (std::uint32_t visibility = 0; visibility < kVisibilityCount; ++visibility) {
      for (const RegisterInterval& other : line(register_class, visibility)) {
        if (starts_earlier(other, interval)) {
          if (before == nullptr || starts_earlier(*before, other)) {
            before = &other;
            before_meets = meets(interval.kind, shader_visibility, visibility);
          }
        } else if (after == nullptr || starts_earlier(other, *after)) {
          after = &other;
          after_meets = meets(interval.kind, shader_visibility, visibility);
        }
      }
    }
    if (before_meets && before->last >= interval.first) return true;
    if (after_meets && interval.last >= after->first) return true;
  }
  return false;
}

// Fault: registers alone are compared (D43 seen from the side of creation).
bool RegisterMap::overlaps_in_any_space(const Line& run, std::uint32_t register_class,
                                        std::uint32_t shader_visibility) const {
  const auto overlap = [](const RegisterInterval& a, const RegisterInterval& b) {
    return (a.first & kRegisterMask) <= (b.last & kRegisterMask) &&
           (b.first & kRegisterMask) <= (a.last & kRegisterMask);
  };
  for (std::size_t i = 0; i < run.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (overlap(run[i], run[j])) return true;
    }
    for (std::uint32_t visibility = 0; visibility < kVisibilityCount; ++visibility) {
      if (!meets(run[i].kind, shader_visibility, visibility)) continue;
      for (const RegisterInterval& other : line(register_class, visibility)) {
        if (overlap(run[i], other)) return true;
      }
    }
  }
  return false;
}

// `kind` and `visibility` are those of the later entry.
bool RegisterMap::meets(EntryKind kind, std::uint32_t visibility, std::uint32_t other) const {
  if (visibility == other) return true;
  const bool sampler = kind == EntryKind::static_sampler;
  if (fault_ == (sampler ? Fault::static_sampler_all_meets_no_stage : Fault::overlap_ignores_all_visibility)) {
    return false;
  }
  if (fault_ == (sampler ? Fault::static_sampler_overlap_ignores_visibility : Fault::overlap_ignores_stage)) {
    return true;
  }
  return visibility == D3D12_SHADER_VISIBILITY_ALL || other == D3D12_SHADER_VISIBILITY_ALL;
}

// Whether overlap tests look at entries of these kinds together: all do, but for faults.
bool RegisterMap::compared(EntryKind a, EntryKind b) const {
  const auto one_is = [&](EntryKind kind) { return a == kind || b == kind; };
  switch (fault_) {
    case Fault::constants_left_out_of_overlap:
      return !one_is(EntryKind::constants);
    case Fault::descriptors_left_out_of_overlap:
      return !one_is(EntryKind::descriptor);
    case Fault::descriptors_not_compared_with_ranges:
      return !one_is(EntryKind::descriptor) || !one_is(EntryKind::range);
    case Fault::static_samplers_left_out_of_overlap:
      return !one_is(EntryKind::static_sampler);
    case Fault::static_samplers_not_compared_with_ranges:
      return !one_is(EntryKind::static_sampler) || !one_is(EntryKind::range);
    default:
      return true;
  }
}

// The second half is always true of sorted intervals, unless an end has wrapped.
bool RegisterMap::overlap(const RegisterInterval& earlier, const RegisterInterval& later) const {
  return reach(earlier, later.kind) >= later.first && reach(later, earlier.kind) >= earlier.first &&
         compared(earlier.kind, later.kind);
}

// The last place that overlap tests with an entry of kind `other` take an interval to cover.
std::uint64_t RegisterMap::reach(const RegisterInterval& interval, EntryKind other) const {
  const bool to_the_end = (interval.last & kRegisterMask) == kRegisterMask;
  switch (fault_) {
    case Fault::overlap_end_wraps:
      // base + count in 32 bits comes out below the base, unless that is 0 (DT-030).
      if (interval.kind != EntryKind::range || other != EntryKind::range || !to_the_end) return interval.last;
      return (interval.first & kRegisterMask) != 0 ? interval.first - 1 : interval.last;
    case Fault::descriptor_above_unbounded_unchecked:
      return other == EntryKind::descriptor && to_the_end ? interval.first : interval.last;
    case Fault::constants_overlap_spans_values: {
      if (interval.kind != EntryKind::constants || interval.values == 0) return interval.last;
      const std::uint64_t left = kRegisterMask - (interval.first & kRegisterMask);
      return interval.first + std::min<std::uint64_t>(interval.values - 1, left);
    }
    default:
      return interval.last;
  }
}

// Merges from the back, so that the line needs no second buffer.
void RegisterMap::merge(const Line& run, std::size_t line_index) {
  Line& line = lines_[line_index];
  used_ |= 1u << line_index;
  std::size_t from = line.size();
  std::size_t left = run.size();
  line.resize(from + left);
  for (std::size_t to = line.size(); left != 0;) {
    if (from != 0 && run[left - 1].first < line[from - 1].first) {
      line[--to] = line[--from];
    } else {
      line[--to] = run[--left];
    }
  }
}

}  // namespace d3d12fuzz::builtin
