// The functions of the C library that allocate, as this program's own: also what libraries call that it loads.

#include "candidates/worker/allocation_probe.h"

#include <atomic>
#include <cerrno>
#include <cstddef>

#include "candidates/worker/sanitizer.h"

#if defined(__GLIBC__) && !D3D12FUZZ_SANITIZED

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
}

namespace d3d12fuzz::worker {
namespace {

std::atomic<bool> watching{false};
std::atomic<std::int64_t> live{0};

struct Counter {
  bool on = false;
  std::uint64_t counted = 0;
  std::uint64_t failing = 0;
};
// Of the program itself: reaching it allocates nothing.
thread_local Counter counter;

/// Counts an allocation. \return whether it is the one to fail
bool must_fail() {
  if (!watching.load(std::memory_order_relaxed) || !counter.on) return false;
  return ++counter.counted == counter.failing;
}

void* fail() {
  errno = ENOMEM;
  return nullptr;
}

void* handed_out(void* block) {
  if (block != nullptr && watching.load(std::memory_order_relaxed)) live.fetch_add(1, std::memory_order_relaxed);
  return block;
}

void taken_back(const void* block) {
  if (block != nullptr && watching.load(std::memory_order_relaxed)) live.fetch_sub(1, std::memory_order_relaxed);
}

class Probe final : public AllocationProbe {
 public:
  void watch() override { watching = true; }
  std::int64_t live_blocks() const override { return live; }
  void count(std::uint64_t failing) override { counter = {.on = true, .failing = failing}; }
  std::uint64_t counted() override {
    counter.on = false;
    return counter.counted;
  }
};

}  // namespace
}  // namespace d3d12fuzz::worker

using namespace d3d12fuzz::worker;

extern "C" {

AllocationProbe* d3d12fuzz_allocation_probe() {
  static Probe probe;
  return &probe;
}

// A crash within the C library has one of these among its frames, which is left out by this name.
#define D3D12FUZZ_PROBE [[gnu::section("d3d12fuzz_probe")]]

D3D12FUZZ_PROBE void* malloc(std::size_t size) noexcept {
  return must_fail() ? fail() : handed_out(__libc_malloc(size));
}

D3D12FUZZ_PROBE void* calloc(std::size_t count, std::size_t size) noexcept {
  return must_fail() ? fail() : handed_out(__libc_calloc(count, size));
}

D3D12FUZZ_PROBE void* realloc(void* block, std::size_t size) noexcept {
  if (must_fail()) return fail();
  void* const moved = __libc_realloc(block, size);
  // A size of zero takes back, and gives null.
  if (block == nullptr) return handed_out(moved);
  if (size == 0 && moved == nullptr) taken_back(block);
  return moved;
}

D3D12FUZZ_PROBE void free(void* block) noexcept {
  taken_back(block);
  __libc_free(block);
}

D3D12FUZZ_PROBE void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return must_fail() ? fail() : handed_out(__libc_memalign(alignment, size));
}

D3D12FUZZ_PROBE void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return memalign(alignment, size);
}

D3D12FUZZ_PROBE int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* const made = memalign(alignment, size);
  if (made == nullptr) return ENOMEM;
  *block = made;
  return 0;
}

}  // extern "C"

#endif
