#include "base/guarded_pages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace d3d12fuzz {
namespace {

std::byte read(const std::byte* at) { return *static_cast<const volatile std::byte*>(at); }
void write(const std::byte* at) { *const_cast<volatile std::byte*>(static_cast<const volatile std::byte*>(at)) = {}; }

TEST(GuardedPages, what_is_asked_for_ends_at_the_end_of_a_page) {
  const GuardedPages pages(3);
  EXPECT_EQ(pages.slots(), 3u);
  for (std::size_t slot = 0; slot < 3; ++slot) {
    for (const std::size_t size : {std::size_t{1}, std::size_t{40}, GuardedPages::page_size()}) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pages.writable(slot, size) + size) % GuardedPages::page_size(), 0u);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pages.read_only(slot, size) + size) % GuardedPages::page_size(), 0u);
    }
  }
}

TEST(GuardedPages, all_of_every_slot_can_be_written) {
  const GuardedPages pages(3);
  const std::size_t size = GuardedPages::page_size();
  for (std::size_t slot = 0; slot < 3; ++slot) std::memset(pages.writable(slot, size), 0x10 + int(slot), size);
  for (std::size_t slot = 0; slot < 3; ++slot) {
    EXPECT_EQ(read(pages.writable(slot, size)), std::byte(0x10 + slot));
    EXPECT_EQ(read(pages.writable(slot, 1)), std::byte(0x10 + slot));
  }
}

TEST(GuardedPages, the_read_only_view_shows_the_same_bytes) {
  const GuardedPages pages(2);
  std::memcpy(pages.writable(1, 4), "DXBC", 4);
  EXPECT_NE(pages.read_only(1, 4), pages.writable(1, 4));
  EXPECT_EQ(std::memcmp(pages.read_only(1, 4), "DXBC", 4), 0);
}

TEST(GuardedPagesDeathTest, a_read_past_the_end_of_any_slot_dies) {
  const GuardedPages pages(2);
  for (std::size_t slot = 0; slot < 2; ++slot) {
    EXPECT_DEATH(read(pages.writable(slot, 8) + 8), "");
    EXPECT_DEATH(read(pages.read_only(slot, 8) + 8), "");
  }
}

TEST(GuardedPagesDeathTest, a_write_past_the_end_dies) {
  const GuardedPages pages(1);
  EXPECT_DEATH(write(pages.writable(0, 8) + 8), "");
}

TEST(GuardedPagesDeathTest, a_write_through_the_read_only_view_dies) {
  const GuardedPages pages(1);
  EXPECT_DEATH(write(pages.read_only(0, 8)), "");
}

TEST(GuardedPagesDeathTest, the_inaccessible_address_can_be_neither_read_nor_written) {
  const GuardedPages pages(1);
  EXPECT_DEATH(read(pages.inaccessible()), "");
  EXPECT_DEATH(write(pages.inaccessible()), "");
}

}  // namespace
}  // namespace d3d12fuzz
