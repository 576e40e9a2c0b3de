#include "candidates/tolerance_bits.h"

#include <gtest/gtest.h>

#include "candidates/in_process.h"

namespace d3d12fuzz {
namespace {

TEST(ToleranceBits, each_stands_for_what_it_says) {
  EXPECT_EQ(tolerances_of(0), Tolerances{});
  EXPECT_EQ(tolerances_of(D3D12FUZZ_TOLERATES_ILLEGAL), Tolerances{.illegal = true});
  EXPECT_EQ(tolerances_of(D3D12FUZZ_TOLERATES_REFUSALS), Tolerances{.refusals = true});
  EXPECT_EQ(tolerances_of(0xFFFFFFFC), Tolerances{});
}

TEST(ToleranceBits, of_a_candidate_in_process_are_those_that_it_declares) {
  const InProcessCandidate candidate({.tolerances = D3D12FUZZ_TOLERATES_ILLEGAL}, {.name = "tolerant"});
  EXPECT_EQ(candidate.tolerances(), Tolerances{.illegal = true});
}

}  // namespace
}  // namespace d3d12fuzz
