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
  for (Line& run : table_) run.clear();
  for (std::uint32_t left = used_; left != 0; left &= left - 1) {
    lines_[static_cast<std::size_t>(std::countr_zero(left))].clear();
  }
  used_ = 0;
}

bool RegisterMap::add_table(std::uint32_t shader_visibility) {
  // Fault visibility_8_accepted: unknown visibilities are ALL, as in vkd3d-proton (DT-032).
  if (shader_visibility >= kVisibilityCount) shader_visibility = D3D12_SHADER_VISIBILITY_ALL;
  for (std::uint32_t register_class = 0; register_class < kRegisterClassCount; ++register_class) {
    Line& run = table_[register_class];
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
  if (line.back().last < run.front().first) return false;
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
  if (fault_ == Fault::overlap_across_parameters_unchecked) return false;
  if (fault_ == Fault::overlap_skips_interleaved_stages) {
    return overlaps_nearest(run, register_class, shader_visibility);
  }
  if (fault_ == Fault::overlap_ignores_space && overlaps_in_any_space(run, register_class, shader_visibility)) {
    return true;
  }
  std::uint32_t candidates = used_;
  if (fault_ != Fault::overlap_ignores_class) {
    candidates &= ((1u << kVisibilityCount) - 1) << (register_class * kVisibilityCount);
  }
  for (; candidates != 0; candidates &= candidates - 1) {
    const auto index = static_cast<std::uint32_t>(std::countr_zero(candidates));
    if (meets(shader_visibility, index % kVisibilityCount) && overlaps_line(run, lines_[index])) return true;
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
            before_meets = meets(shader_visibility, visibility);
          }
        } else if (after == nullptr || starts_earlier(other, *after)) {
          after = &other;
          after_meets = meets(shader_visibility, visibility);
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
      if (!meets(shader_visibility, visibility)) continue;
      for (const RegisterInterval& other : line(register_class, visibility)) {
        if (overlap(run[i], other)) return true;
      }
    }
  }
  return false;
}

bool RegisterMap::meets(std::uint32_t visibility, std::uint32_t other) const {
  if (visibility == other) return true;
  if (fault_ == Fault::overlap_ignores_all_visibility) return false;
  if (fault_ == Fault::overlap_ignores_stage) return true;
  return visibility == D3D12_SHADER_VISIBILITY_ALL || other == D3D12_SHADER_VISIBILITY_ALL;
}

// The second half is always true of sorted intervals, unless an end has wrapped.
bool RegisterMap::overlap(const RegisterInterval& earlier, const RegisterInterval& later) const {
  return reach(earlier) >= later.first && reach(later) >= earlier.first;
}

// The last place that overlap tests take an interval to cover.
std::uint64_t RegisterMap::reach(const RegisterInterval& interval) const {
  // base + count in 32 bits comes out below the base, unless that is 0 (DT-030).
  if (fault_ == Fault::overlap_end_wraps && (interval.last & kRegisterMask) == kRegisterMask &&
      (interval.first & kRegisterMask) != 0) {
    return interval.first - 1;
  }
  return interval.last;
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
