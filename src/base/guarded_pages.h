/// Memory whose every array ends at an inaccessible page, so that an over-read faults at once, in code that no
/// sanitizer has instrumented too.
#pragma once

#include <cstddef>

namespace d3d12fuzz {

/// A fixed number of slots, each one page with an inaccessible page behind it. The pages are mapped twice, writable and
/// read-only; nothing is allocated or protected after construction.
class GuardedPages {
 public:
  /// \throws std::bad_alloc if the system has no address space or memory
  explicit GuardedPages(std::size_t slots);
  ~GuardedPages();
  GuardedPages(const GuardedPages&) = delete;
  GuardedPages& operator=(const GuardedPages&) = delete;

  /// The last `size` bytes of a slot's page, writable. size <= page_size().
  std::byte* writable(std::size_t slot, std::size_t size) const { return end_of(writable_, slot) - size; }

  /// The same bytes through the mapping that cannot be written.
  const std::byte* read_only(std::size_t slot, std::size_t size) const { return end_of(read_only_, slot) - size; }

  /// An address that can be neither read nor written.
  const std::byte* inaccessible() const { return end_of(writable_, 0); }

  std::size_t slots() const { return slots_; }
  static std::size_t page_size();

 private:
  std::byte* end_of(std::byte* base, std::size_t slot) const { return base + (2 * slot + 1) * page_size(); }

  std::size_t slots_;
  std::byte* writable_ = nullptr;
  std::byte* read_only_ = nullptr;
};

}  // namespace d3d12fuzz
