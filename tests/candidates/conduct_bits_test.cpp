#include "candidates/conduct_bits.h"

#include <gtest/gtest.h>

namespace d3d12fuzz {
namespace {

TEST(ConductBits, of_a_report_are_those_that_mean_something) {
  EXPECT_EQ(conduct_of(0), 0u);
  EXPECT_EQ(conduct_of(D3D12FUZZ_CONDUCT_LEAK | D3D12FUZZ_CONDUCT_WROTE_OUTSIDE),
            bit_of(Conduct::leak) | bit_of(Conduct::wrote_outside));
  EXPECT_EQ(conduct_of(0xFFFFFFFF), 0x7Fu);
  EXPECT_EQ(conduct_of(1u << D3D12FUZZ_CONDUCT_BITS), 0u);
}

}  // namespace
}  // namespace d3d12fuzz
