#include "candidates/worker/heap_fill.h"

#include <malloc.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "candidates/worker/sanitizer.h"

namespace d3d12fuzz::worker {

#ifdef __GLIBC__

namespace {

/// No address, in pointers; large, in counts.
constexpr int kFill = 0xA5;

// glibc keeps up to 7 free blocks of each of 64 sizes for each thread, and neither fills nor checks these.
constexpr std::size_t kBlocksPerSize = 7;
constexpr std::size_t kSmallest = 24;
constexpr std::size_t kLargest = 1032;
constexpr std::size_t kStep = 16;

}  // namespace

void fill_heap() {
  // What is handed out gets the complement of this.
  if (!kSanitized) mallopt(M_PERTURB, ~kFill & 0xFF);
}

void refill_free_blocks() {
  if (kSanitized) return;
  void* blocks[kBlocksPerSize];
  for (std::size_t size = kSmallest; size <= kLargest; size += kStep) {
    for (void*& block : blocks) {
      block = std::malloc(size);
      if (block == nullptr) continue;
      std::memset(block, kFill, size);
      // Else the compiler sees that nobody reads it.
      asm volatile("" : : "r"(block) : "memory");
    }
    for (void* block : blocks) std::free(block);
  }
}

#else

void fill_heap() {}
void refill_free_blocks() {}

#endif

}  // namespace d3d12fuzz::worker
