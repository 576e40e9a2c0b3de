/// Allocations of this process, counted and made to fail: how a candidate bears memory running out, and whether it
/// gives back what it takes.
///
/// A program that links allocation_probe.cpp defines malloc and its kin itself and passes calls on to the C library; in
/// other programs, and under a sanitizer, nothing can be watched.
#pragma once

#include <cstdint>

namespace d3d12fuzz::worker {

class AllocationProbe {
 public:
  /// Begins to watch.
  virtual void watch() = 0;

  /// Blocks of all threads that were handed out and not taken back since watching began; less than zero where others
  /// were taken back.
  virtual std::int64_t live_blocks() const = 0;

  /// Counts allocations of this thread from now on; the `failing`-th of them and no other fails. 0: none.
  virtual void count(std::uint64_t failing) = 0;

  /// Allocations of this thread since `count`. Ends the counting.
  virtual std::uint64_t counted() = 0;

 protected:
  ~AllocationProbe() = default;
};

/// \return null where nothing can be watched
AllocationProbe* allocation_probe();

}  // namespace d3d12fuzz::worker

/// Defined by allocation_probe.cpp alone.
extern "C" [[gnu::weak]] d3d12fuzz::worker::AllocationProbe* d3d12fuzz_allocation_probe();
