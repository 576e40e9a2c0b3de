/// Where the descriptors of one table lie: DT-003 to DT-007 and DT-010 to DT-016.
#pragma once

#include <cstdint>
#include <optional>

#include "candidates/builtin/builtin.h"

namespace d3d12fuzz::builtin {

/// Places the ranges of one table, one after the other.
class TableLayout {
 public:
  explicit TableLayout(Fault fault) : fault_(fault) {}

  /// Starts an empty table.
  void begin();

  /// The slot, counted in descriptors from the start of the table, at which a range of that count and desc offset
  /// begins; nothing if it cannot be placed. An unbounded range has no end, so only its start can be too high.
  std::optional<std::uint64_t> place(std::uint32_t num_descriptors, std::uint32_t offset);

  /// Highest slot + 1, D3D12FUZZ_UNBOUNDED with an unbounded range, 0 without any range.
  std::uint64_t size() const { return size_; }

 private:
  std::optional<std::uint64_t> start_of(std::uint32_t offset) const;
  void grow(std::uint64_t start, std::uint32_t num_descriptors);

  Fault fault_;
  bool first_ = true;
  bool after_unbounded_ = false;   ///< the range right before is unbounded: it has no end to append to
  bool unbounded_seen_ = false;    ///< wanted by faults alone
  std::uint64_t end_ = 0;          ///< one past the range right before
  std::uint64_t highest_end_ = 0;  ///< one past the highest slot of a bounded range; wanted by faults alone
  std::uint64_t count_ = 0;        ///< descriptors of all bounded ranges; wanted by faults alone
  std::uint64_t size_ = 0;
};

}  // namespace d3d12fuzz::builtin
