// HLSL text back to cases.

#include "domains/root_signature/hlsl_reader.h"

#include "base/error.h"
#include "domains/root_signature/generate.h"
#include "domains/root_signature/hlsl.h"
#include "domains/root_signature/hlsl_says_all.h"
#include "support/hlsl_source.h"
#include "support/long_run.h"
#include "support/notation.h"

namespace d3d12fuzz::root_signature {
namespace {

using test::notation;

std::string error_of(std::string_view text, Version version = Version::v1_1) {
  try {
    from_hlsl(text, version, "<text>");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(HlslReader, takes_flags_that_are_not_written_as_0) {
  EXPECT_EQ(from_hlsl("descriptortable(srv(T4, SPACE = 0x1, numDescriptors = UNBOUNDED)), // text\nUAV(u1)",
                      Version::v1_1, "<text>"),
            notation("V=1.1 T[ALL](R(SRV,U,4,1,A,0x0)); D(UAV,1,0,ALL,0x0)"));
}

TEST(HlslReader, says_where_what_is_wrong) {
  EXPECT_EQ(error_of("CBV(b0),\nSRV(b0)"),
            "<text>:2:5: found 'b0', expected a register such as t0 or the name of an argument");
  EXPECT_EQ(
      error_of("CBV(b0),"),
      "<text>:1:9: found the end, expected RootFlags, RootConstants, CBV, SRV, UAV, DescriptorTable or StaticSampler");
  EXPECT_EQ(error_of("CBV(b0) SRV(t0)"), "<text>:1:9: found 'SRV', expected ',' or the end");
  EXPECT_EQ(error_of("CBV(b0, space = 1, space = 2)"), "<text>:1:20: found 'space', expected each argument once");
  EXPECT_EQ(error_of("CBV(b0, flags = 0)", Version::v1_0),
            "<text>:1:9: found 'flags', expected version 1.1 or 1.2, which have flags");
  EXPECT_EQ(error_of("StaticSampler(s0, flags = 0)"),
            "<text>:1:19: found 'flags', expected version 1.2, which has flags of static samplers");
  EXPECT_EQ(error_of("RootConstants(b0)"), "<text>:1:17: found ')', expected num32BitConstants");
  EXPECT_EQ(error_of("CBV(b0, space = -1)"), "<text>:1:17: found '-1', expected a number from 0 to 4294967295");
  EXPECT_EQ(error_of("CBV(b0) é"), "<text>:1:9: found 'é', expected ',' or the end");
  EXPECT_EQ(error_of("CBV(b0) /*"), "<text>:1:9: found a comment without end, expected */");
}

TEST(HlslReader, reads_back_what_is_written_of_drawn_cases) {
  const std::uint64_t cases = test::long_run() ? 100'000 : 2'000;
  std::uint64_t said = 0;
  RootSignatureCase value;
  for (std::uint64_t i = 0; i < cases; ++i) {
    ChoiceSource choices(1, i);
    generate(choices, value);
    if (!says_all(value)) continue;
    ++said;
    // No part of a desc.
    value.lookups.clear();
    value.lowering = {};
    ASSERT_EQ(from_hlsl(to_hlsl(value), value.version, "<text>"), value) << to_hlsl(value);
  }
  EXPECT_GT(said, cases / 2);
}

TEST(HlslReader, agrees_with_the_reader_of_the_tests_on_drawn_cases) {
  constexpr std::string_view before = "#define RS \"";
  constexpr std::string_view after = "\"\n";
  RootSignatureCase value;
  for (std::uint64_t i = 0; i < 2'000; ++i) {
    ChoiceSource choices(2, i);
    generate(choices, value);
    if (!says_all(value)) continue;
    const std::string source = to_hlsl_source(value);
    const test::ParsedSource expected = test::parse_hlsl_source(source, value.version);
    ASSERT_EQ(expected.error, "") << source;
    const std::string_view text =
        std::string_view(source).substr(before.size(), source.size() - before.size() - after.size());
    ASSERT_EQ(from_hlsl(text, value.version, "<text>"), expected.value) << source;
  }
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
