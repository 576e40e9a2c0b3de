#include "support/hlsl_source.h"

#include "support/notation.h"

namespace d3d12fuzz::test {
namespace {

using root_signature::Version;

std::string source(std::string_view elements) { return "#define RS \"" + std::string(elements) + "\"\n"; }

std::string error_of(std::string_view elements, Version version = Version::v1_1) {
  return parse_hlsl_source(source(elements), version).error;
}

/// What is read, in the notation of the catalogue.
std::string read(std::string_view elements, Version version) {
  const ParsedSource parsed = parse_hlsl_source(source(elements), version);
  return parsed.error.empty() ? to_notation(parsed.value) : parsed.error;
}

TEST(HlslSource, reads_each_element) {
  EXPECT_EQ(read("RootFlags(0), DescriptorTable(SRV(t4, numDescriptors = unbounded, space = 1, offset = 7), "
                 "visibility = SHADER_VISIBILITY_PIXEL), RootConstants(num32BitConstants = 4, b2), CBV(b1), SRV(t2), "
                 "UAV(u3, visibility = SHADER_VISIBILITY_MESH)",
                 Version::v1_0),
            to_notation(notation("V=1.0 T[PIXEL](R(SRV,U,4,1,7)); K(4,2,0,ALL) D(CBV,1,0,ALL) D(SRV,2,0,ALL) "
                                 "D(UAV,3,0,MESH)")));
  EXPECT_EQ(read("StaticSampler(s1, filter = FILTER_MIN_MAG_MIP_POINT, mipLODBias = -1.5, maxLOD = 1e+1, "
                 "flags = UINT_BORDER_COLOR)",
                 Version::v1_2),
            to_notation(notation("V=1.2 S(1,0,ALL,Filter=0,MipLODBias=-1.5,MaxLOD=10,Flags=0x1)")));
}

TEST(HlslSource, takes_the_flags_of_hlsl_where_none_are_written) {
  EXPECT_EQ(read("DescriptorTable(CBV(b0), SRV(t0), UAV(u0)), DescriptorTable(Sampler(s0)), CBV(b1), SRV(t1), UAV(u1)",
                 Version::v1_1),
            to_notation(notation("V=1.1 T[ALL](R(CBV,1,0,0,A,0x4),R(SRV,1,0,0,A,0x4),R(UAV,1,0,0,A,0x2)); "
                                 "T[ALL](R(SAMPLER,1,0,0,A,0x0)) D(CBV,1,0,ALL,0x4) D(SRV,1,0,ALL,0x4) "
                                 "D(UAV,1,0,ALL,0x2)")));
}

TEST(HlslSource, refuses_what_is_not_in_the_grammar) {
  EXPECT_EQ(parse_hlsl_source("#define RS \"\"", Version::v1_1).error, "expected #define RS \"...\" on one line");
  EXPECT_EQ(parse_hlsl_source("RootFlags(0)\n", Version::v1_1).error, "expected #define RS \"...\" on one line");
  EXPECT_EQ(error_of(""), "unknown element  before \"\"");
  EXPECT_EQ(error_of("CBV(b0) SRV(t0)"), "expected , or the end before \"SRV(t0)\"");
  EXPECT_EQ(error_of("CBV(t0)"), "expected = before \")\"");
  EXPECT_EQ(error_of("CBV(b0, b1)"), "a second register before \")\"");
  EXPECT_EQ(error_of("CBV(space = 1)"), "expected a register before \"\"");
  EXPECT_EQ(error_of("CBV(b0, space = 1, space = 1)"), "a second space before \" = 1)\"");
  EXPECT_EQ(error_of("CBV(b0, space = 0x1)"), "expected ) before \"x1)\"");
  EXPECT_EQ(error_of("CBV(b4294967296)"), "a register beyond 32 bits before \")\"");
  EXPECT_EQ(error_of("CBV(b0, visibility = 8)"), "unknown name 8 before \")\"");
  EXPECT_EQ(error_of("CBV(b0, flags = 0)", Version::v1_0), "unknown argument flags before \" 0)\"");
  EXPECT_EQ(error_of("StaticSampler(s0, flags = 0)", Version::v1_1), "unknown argument flags before \" 0)\"");
  EXPECT_EQ(error_of("RootFlags(0), RootFlags(0)"), "a second RootFlags before \"(0)\"");
  EXPECT_EQ(error_of("RootConstants(b0)"), "expected num32BitConstants before \"\"");
  EXPECT_EQ(error_of("DescriptorTable(visibility = SHADER_VISIBILITY_ALL)"), "expected a range before \"\"");
  EXPECT_EQ(error_of("StaticSampler(s0, minLOD = NaN)"), "expected a floating-point number before \"NaN)\"");
}

}  // namespace
}  // namespace d3d12fuzz::test
