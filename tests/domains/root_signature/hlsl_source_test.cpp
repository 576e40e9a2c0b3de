// Source files for compilers, and which cases they say in full.

#include "support/hlsl_source.h"
#include "domains/root_signature/generate.h"
#include "domains/root_signature/hlsl.h"
#include "domains/root_signature/hlsl_says_all.h"
#include "support/notation.h"

namespace d3d12fuzz::root_signature {
namespace {

using test::notation;

TEST(HlslSource, is_one_line_that_defines_the_macro) {
  EXPECT_EQ(to_hlsl_source(notation("V=1.0 F=0x3 T[PIXEL](R(SRV,U,4,1,0),R(UAV,8,0,0,A)); K(4,2,1,MESH) S(0,0,ALL)")),
            "#define RS \"RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | DENY_VERTEX_SHADER_ROOT_ACCESS), "
            "DescriptorTable(SRV(t4, numDescriptors = unbounded, space = 1, offset = 0), UAV(u0, numDescriptors = 8), "
            "visibility = SHADER_VISIBILITY_PIXEL), "
            "RootConstants(num32BitConstants = 4, b2, space = 1, visibility = SHADER_VISIBILITY_MESH), "
            "StaticSampler(s0)\"\n");
}

TEST(HlslSource, breaks_no_line_where_arguments_are_many) {
  const std::string text = to_hlsl_source(
      notation("S(3,2,PIXEL,Filter=0x80,U=CLAMP,V=MIRROR,W=BORDER,MipLODBias=-1,MaxAnisotropy=1,Comparison=NEVER)"));
  EXPECT_EQ(text,
            "#define RS \"StaticSampler(s3, filter = FILTER_COMPARISON_MIN_MAG_MIP_POINT, "
            "addressU = TEXTURE_ADDRESS_CLAMP, addressV = TEXTURE_ADDRESS_MIRROR, addressW = TEXTURE_ADDRESS_BORDER, "
            "mipLODBias = -1.0, maxAnisotropy = 1, comparisonFunc = COMPARISON_NEVER, space = 2, "
            "visibility = SHADER_VISIBILITY_PIXEL)\"\n");
}

TEST(HlslSource, says_that_there_is_nothing) {
  EXPECT_EQ(to_hlsl_source(RootSignatureCase{}), "#define RS \"RootFlags(0)\"\n");
}

TEST(HlslSource, writes_no_flags_where_hlsl_takes_others_by_default) {
  EXPECT_EQ(to_hlsl_source(notation("V=1.1 T[ALL](R(SRV,1,0,0,A,0x0)); D(UAV,1,0,ALL,0x0)")),
            "#define RS \"DescriptorTable(SRV(t0, flags = 0)), UAV(u1, flags = 0)\"\n");
  EXPECT_EQ(to_hlsl_source(notation("V=1.0 T[ALL](R(SRV,1,0,0,A)); D(UAV,1,0,ALL)")),
            "#define RS \"DescriptorTable(SRV(t0)), UAV(u1)\"\n");
}

TEST(HlslSource, writes_all_numbers_in_decimal) {
  EXPECT_EQ(to_hlsl_source(notation("T[ALL](R(CBV,0x40000000,0x10000,0xFFFFFFF0,0x10000)); K(0x10000,0,0x10000,ALL) "
                                    "S(0,0,ALL,MaxAnisotropy=0x80000000)")),
            "#define RS \"DescriptorTable(CBV(b65536, numDescriptors = 1073741824, space = 4294967280, "
            "offset = 65536)), RootConstants(num32BitConstants = 65536, b0, space = 65536), "
            "StaticSampler(s0, maxAnisotropy = 2147483648)\"\n");
}

TEST(HlslSource, writes_floats_that_read_through_double_are_the_same) {
  EXPECT_EQ(to_hlsl_source(notation("S(0,0,ALL,MipLODBias=15.99,MinLOD=FLT_MAX,MaxLOD=10)")),
            "#define RS \"StaticSampler(s0, mipLODBias = 15.989999771118164, minLOD = 3.4028234663852886e+38, "
            "maxLOD = 10.0)\"\n");
}

TEST(HlslSource, a_compiler_reads_back_what_was_drawn) {
  std::size_t said = 0;
  RootSignatureCase value;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    ChoiceSource choices(1, i);
    generate(choices, value);
    if (!says_all(value)) continue;
    ++said;
    const test::ParsedSource parsed = test::parse_hlsl_source(to_hlsl_source(value), value.version);
    ASSERT_EQ(parsed.error, "") << to_hlsl_source(value);
    // No part of a desc.
    value.lookups.clear();
    value.lowering = {};
    ASSERT_EQ(parsed.value, value) << to_hlsl_source(value);
  }
  EXPECT_GT(said, 10'000u);
}

bool says(std::string_view text) { return says_all(notation(text)); }

TEST(SaysAll, every_named_value) {
  EXPECT_TRUE(says(""));
  EXPECT_TRUE(says("V=1.1 F=0xFFF T[MESH](R(SRV,U,4294967295,4294967295,0,0x1000F)); D(CBV,0,0,AMPLIFICATION,0xE)"));
  EXPECT_TRUE(says("K(0,0,0,ALL) K(4294967295,0,0,ALL)"));
  EXPECT_TRUE(
      says("V=1.2 S(0,0,ALL,Filter=0x1D5,U=BORDER,V=MIRROR_ONCE,W=CLAMP,MipLODBias=-17,MaxAnisotropy=17,"
           "Comparison=ALWAYS,Border=OPAQUE_WHITE_UINT,MinLOD=FLT_MAX,MaxLOD=-1,Flags=0x3)"));
}

TEST(SaysAll, nothing_of_lookups_and_lowering) {
  RootSignatureCase value = notation("K(1,0,0,ALL); L(t,0,0,PIXEL)");
  value.lowering = {DeadBytes::xAA, ArrayPlacement::read_only, EmptyArray::dangling};
  EXPECT_TRUE(says_all(value));
}

TEST(SaysAll, not_a_value_without_a_name) {
  EXPECT_FALSE(says("F=0x1000"));
  EXPECT_FALSE(says("X(5,ALL)"));
  EXPECT_FALSE(says("K(1,0,0,8)"));
  EXPECT_FALSE(says("D(CBV,0,0,8)"));
  EXPECT_FALSE(says("V=1.1 D(CBV,0,0,ALL,0x1)"));
  EXPECT_FALSE(says("T[8](R(SRV,1,0,0,A))"));
  EXPECT_FALSE(says("T[ALL](R(4,1,0,0,A))"));
  EXPECT_FALSE(says("V=1.1 T[ALL](R(SRV,1,0,0,A,0x10))"));
  EXPECT_FALSE(says("V=1.1 T[ALL](R(SRV,1,0,0,A,0x0),R(SRV,1,1,0,A,0x10))"));
}

TEST(SaysAll, not_a_table_without_ranges) {
  EXPECT_FALSE(says("T[ALL]()"));
  EXPECT_FALSE(says("T[ALL](R(SRV,1,0,0,A)) T[ALL]()"));
}

TEST(SaysAll, not_a_value_of_a_static_sampler_without_a_name) {
  for (const std::string_view field : {"Filter=2", "Filter=0x54", "Filter=0xD4", "Filter=0x154", "Filter=0x1D4", "U=0",
                                       "V=6", "W=0", "Comparison=0", "Comparison=9", "Border=5", "Flags=0x4"}) {
    EXPECT_FALSE(says("V=1.2 S(0,0,ALL," + std::string(field) + ")")) << field;
  }
  EXPECT_FALSE(says("S(0,0,8)"));
  EXPECT_FALSE(says("S(0,0,ALL) S(1,0,8)"));
}

TEST(SaysAll, not_a_float_that_compilers_may_read_differently) {
  for (const std::string_view field : {"MipLODBias", "MinLOD", "MaxLOD"}) {
    for (const std::string_view bits :
         {"0x80000000", "0x1", "0x807FFFFF", "0x7F800000", "0xFF800000", "0x7FC00000", "0x7F800001"}) {
      EXPECT_FALSE(says("S(0,0,ALL," + std::string(field) + "=" + std::string(bits) + ")")) << field << " " << bits;
    }
    EXPECT_TRUE(says("S(0,0,ALL," + std::string(field) + "=0x800000)")) << field;
    EXPECT_TRUE(says("S(0,0,ALL," + std::string(field) + "=0)")) << field;
  }
}

TEST(SaysAll, not_what_is_asked_beyond_the_desc) {
  EXPECT_FALSE(says("Z=legacy:1"));
  EXPECT_FALSE(says("Z=legacy:2"));
  EXPECT_FALSE(says("B"));
  EXPECT_FALSE(says("TIER=1"));
  EXPECT_FALSE(says("TIER=2"));
  EXPECT_FALSE(says("P=xbox"));
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
