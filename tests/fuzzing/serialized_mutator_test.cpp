#include "fuzzing/serialized_mutator.h"

#include <gtest/gtest.h>

#include "domains/root_signature/read_serialized.h"
#include "domains/root_signature_blob/assemble.h"
#include "support/serialized_case.h"

namespace d3d12fuzz {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// Sets the last byte, and adds one where there is room.
std::size_t grow_by_one(std::uint8_t* data, std::size_t size, std::size_t max_size) {
  const std::size_t grown = std::min(size + 1, max_size);
  if (grown > 0) data[grown - 1] = 0xEE;
  return grown;
}

Bytes mutated(Bytes bytes, std::size_t max_size, std::uint32_t seed) {
  const std::size_t size = bytes.size();
  bytes.resize(std::max(size, max_size));
  bytes.resize(mutate_serialized(&grow_by_one, std::span(bytes).first(max_size), size, seed));
  return bytes;
}

TEST(MutateSerialized, says_size_and_digest_of_the_result_in_three_of_four) {
  const Bytes container = root_signature_blob::assemble(test::serialized("V=1.0").content);
  int right = 0;
  for (std::uint32_t seed = 0; seed < 4000; ++seed) {
    const Bytes result = mutated(container, 100, seed);
    ASSERT_EQ(result.size(), container.size() + 1);
    EXPECT_EQ(result.back(), 0xEE);
    const std::uint32_t total = result[24] | result[25] << 8;
    const bool stale_digest = root_signature::read_serialized(result).touched.contains("DT-092"_rule);
    EXPECT_EQ(total, stale_digest ? container.size() : result.size());
    right += stale_digest ? 0 : 1;
  }
  EXPECT_NEAR(right, 3000, 100);
}

TEST(MutateSerialized, leaves_alone_what_is_too_short_for_them) {
  for (std::size_t size = 1; size < 20; ++size) {
    Bytes expected(size);
    expected.back() = 0xEE;
    for (std::uint32_t seed = 0; seed < 8; ++seed) EXPECT_EQ(mutated(Bytes(size - 1), size, seed), expected);
  }
}

TEST(MutateSerialized, uses_no_more_room_than_there_is) {
  EXPECT_EQ(mutated(Bytes(40), 40, 1).size(), 40u);
  EXPECT_EQ(mutated({}, 0, 1).size(), 0u);
}

TEST(MutateSerialized, is_a_function_of_the_bytes_and_the_seed) {
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    EXPECT_EQ(mutated(Bytes(50), 60, seed), mutated(Bytes(50), 60, seed));
  }
}

}  // namespace
}  // namespace d3d12fuzz
