/// Which registers a root signature names: DT-023 to DT-031 and DT-033.
///
/// Space and register together are a place on one line of 64 bits, the space in the upper half. There is such a line
/// per register class and visibility, holding disjoint intervals sorted by their first place. An entry, which is a root
/// parameter or a static sampler, is added as a whole: its own intervals are sorted and swept, then swept against the
/// lines that its visibility meets, then merged into its line. Because a line's intervals are disjoint, the neighbours
/// of a place tell everything about it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "candidates/builtin/builtin.h"

namespace d3d12fuzz::builtin {

/// A place on the line of registers.
constexpr std::uint64_t register_place(std::uint32_t space, std::uint32_t shader_register) {
  return std::uint64_t{space} << 32 | shader_register;
}

/// What names registers.
enum class EntryKind : std::uint32_t { range, constants, descriptor, static_sampler };

/// The registers of one range, or the register of anything else (DT-026 to DT-028).
struct RegisterInterval {
  std::uint64_t first;  ///< place of the base register
  std::uint64_t last;   ///< place of the last register, in the same space
  std::uint64_t slot;   ///< of a range: slot of the base register, in descriptors from the start of the table; else 0
  std::uint32_t index;  ///< of the root parameter or static sampler
  std::uint32_t order;  ///< intervals noted before
  EntryKind kind;
  std::uint32_t values;  ///< of root constants: how many; wanted by faults alone
};

inline constexpr std::uint32_t kRegisterClassCount = 4;
inline constexpr std::uint32_t kVisibilityCount = 8;

/// The D3D12FUZZ_REGISTER_CLASS_* of a legal D3D12_DESCRIPTOR_RANGE_TYPE: they are numbered alike.
constexpr std::uint32_t register_class_of(std::uint32_t range_type) { return range_type; }
static_assert(register_class_of(D3D12_DESCRIPTOR_RANGE_TYPE_SRV) == D3D12FUZZ_REGISTER_CLASS_T);
static_assert(register_class_of(D3D12_DESCRIPTOR_RANGE_TYPE_UAV) == D3D12FUZZ_REGISTER_CLASS_U);
static_assert(register_class_of(D3D12_DESCRIPTOR_RANGE_TYPE_CBV) == D3D12FUZZ_REGISTER_CLASS_B);
static_assert(register_class_of(D3D12_DESCRIPTOR_RANGE_TYPE_SAMPLER) == D3D12FUZZ_REGISTER_CLASS_S);

class RegisterMap {
 public:
  using Line = std::vector<RegisterInterval>;

  explicit RegisterMap(Fault fault) : fault_(fault) {}

  /// Forgets every interval and keeps the memory.
  void clear();

  /// Notes registers of the entry that is being read; `register_class` is below kRegisterClassCount.
  void note(std::uint32_t register_class, const RegisterInterval& interval) {
    entry_[register_class].push_back(interval);
    entry_[register_class].back().order = noted_++;
  }

  /// Adds the entry whose registers were noted. False if one of them is taken already, by the entry itself or by an
  /// earlier one that some stage sees as well (DT-023, DT-025); the map is good for clear() alone then.
  bool add_entry(std::uint32_t shader_visibility);

  /// Intervals of that class and visibility, sorted by first place.
  const Line& line(std::uint32_t register_class, std::uint32_t shader_visibility) const {
    return lines_[register_class * kVisibilityCount + shader_visibility];
  }

 private:
  bool overlaps_itself(const Line& run) const;
  bool overlaps_line(const Line& run, const Line& line) const;
  bool overlaps_earlier(const Line& run, std::uint32_t register_class, std::uint32_t shader_visibility) const;
  bool overlaps_nearest(const Line& run, std::uint32_t register_class, std::uint32_t shader_visibility) const;
  bool overlaps_in_any_space(const Line& run, std::uint32_t register_class, std::uint32_t shader_visibility) const;
  bool meets(EntryKind kind, std::uint32_t visibility, std::uint32_t other) const;
  bool compared(EntryKind a, EntryKind b) const;
  bool overlap(const RegisterInterval& earlier, const RegisterInterval& later) const;
  std::uint64_t reach(const RegisterInterval& interval, EntryKind other) const;
  void merge(const Line& run, std::size_t line_index);

  Fault fault_;
  std::uint32_t used_ = 0;  ///< bit per line: not empty
  std::uint32_t noted_ = 0;
  std::array<Line, kRegisterClassCount> entry_;
  std::array<Line, kRegisterClassCount * kVisibilityCount> lines_;
};
static_assert(kRegisterClassCount * kVisibilityCount <= 32, "used_ has a bit per line");

}  // namespace d3d12fuzz::builtin
