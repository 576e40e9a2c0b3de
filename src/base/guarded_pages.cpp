#include "base/guarded_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

namespace d3d12fuzz {
namespace {

/// Reserves the address range and maps page `i` of the file at every second page of it.
std::byte* map_slots(int file, std::size_t slots, int protection) {
  const std::size_t page = GuardedPages::page_size();
  void* base = mmap(nullptr, 2 * slots * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) throw std::bad_alloc();
  auto* bytes = static_cast<std::byte*>(base);
  for (std::size_t i = 0; i < slots; ++i) {
    // Private mappings would part the two views; after a fork the child must make its own pages instead.
    if (mmap(bytes + 2 * i * page, page, protection, MAP_SHARED | MAP_FIXED, file, static_cast<off_t>(i * page)) ==
        MAP_FAILED) {
      munmap(base, 2 * slots * page);
      throw std::bad_alloc();
    }
  }
  return bytes;
}

}  // namespace

std::size_t GuardedPages::page_size() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

GuardedPages::GuardedPages(std::size_t slots) : slots_(slots) {
  const int file = memfd_create("d3d12fuzz-guarded", MFD_CLOEXEC);
  if (file < 0) throw std::bad_alloc();
  if (ftruncate(file, static_cast<off_t>(slots * page_size())) != 0) {
    close(file);
    throw std::bad_alloc();
  }
  try {
    writable_ = map_slots(file, slots, PROT_READ | PROT_WRITE);
    read_only_ = map_slots(file, slots, PROT_READ);
  } catch (...) {
    if (writable_ != nullptr) munmap(writable_, 2 * slots * page_size());
    close(file);
    throw;
  }
  close(file);
}

GuardedPages::~GuardedPages() {
  munmap(writable_, 2 * slots_ * page_size());
  munmap(read_only_, 2 * slots_ * page_size());
}

}  // namespace d3d12fuzz
