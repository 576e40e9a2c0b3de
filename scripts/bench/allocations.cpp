// Counts heap allocations by standing in front of the C library's allocator, which operator new ends in, too.

#include <atomic>
#include <cstddef>

#include "bench.h"

namespace {
std::atomic<std::uint64_t> count{0};
}

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_calloc(number, size);
}
void* realloc(void* block, std::size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_memalign(alignment, size);
}
}

namespace d3d12fuzz::bench {

std::uint64_t allocations() { return count.load(std::memory_order_relaxed); }

}  // namespace d3d12fuzz::bench
