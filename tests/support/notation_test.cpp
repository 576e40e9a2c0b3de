// The notation in which tests write cases.

#include "support/notation.h"

#include "domains/root_signature/generate.h"

namespace d3d12fuzz::test {
namespace {

using namespace root_signature;

template <class Alternative>
Alternative parameter(std::string_view text) {
  return std::get<Alternative>(notation(text).parameters.at(0));
}

StaticSampler sampler(std::string_view text) { return notation(text).static_samplers.at(0); }

TEST(Notation, reads_every_kind_of_parameter) {
  EXPECT_EQ(parameter<DescriptorTable>("T[PIXEL](R(UAV,U,4,1,A,0x1))"),
            (DescriptorTable{{{RangeType::uav, DescriptorCount::unbounded, ShaderRegister{4}, RegisterSpace{1},
                               RangeFlags::descriptors_volatile, TableOffset::append}},
                             ShaderVisibility::pixel}));
  EXPECT_EQ(parameter<RootConstants>("K(16,2,1,MESH)"),
            (RootConstants{ShaderRegister{2}, RegisterSpace{1}, ConstantCount{16}, ShaderVisibility::mesh}));
  EXPECT_EQ(parameter<RootDescriptor>("D(SRV,2,0xFFFFFFF0,ALL,0x8)"),
            (RootDescriptor{RootDescriptorType::srv, ShaderRegister{2}, RegisterSpace{0xFFFFFFF0},
                            RootDescriptorFlags::data_static, ShaderVisibility::all}));
  EXPECT_EQ(parameter<UnknownParameter>("X(5,9)"), (UnknownParameter{UnknownParameterType{5}, ShaderVisibility{9}}));
}

TEST(Notation, a_static_sampler_is_hlsls_default_but_for_the_fields_that_are_written) {
  EXPECT_EQ(sampler("S(0,0,ALL)"), StaticSampler{});
  StaticSampler expected;
  expected.filter = Filter{0x15};
  expected.address_u = TextureAddressMode::clamp;
  expected.address_v = TextureAddressMode::mirror;
  expected.address_w = TextureAddressMode{6};
  expected.mip_lod_bias = MipLodBias{0x417FD70A};
  expected.max_anisotropy = MaxAnisotropy{17};
  expected.comparison_func = ComparisonFunc::never;
  expected.border_color = StaticBorderColor::opaque_black;
  expected.min_lod = MinLod{0x3F800000};
  expected.max_lod = MaxLod{0x80000000};
  expected.shader_register = ShaderRegister{3};
  expected.register_space = RegisterSpace{2};
  expected.shader_visibility = ShaderVisibility::pixel;
  expected.flags = SamplerFlags::uint_border_color;
  EXPECT_EQ(sampler("S(3,2,PIXEL,Filter=MIN_MAG_MIP_LINEAR,U=CLAMP,V=2,W=6,MipLODBias=15.99,MaxAnisotropy=17,"
                    "Comparison=1,Border=OPAQUE_BLACK,MinLOD=1,MaxLOD=-0.0,Flags=0x1)"),
            expected);
  EXPECT_EQ(sampler("S(0,0,ALL,Bias=1,Cmp=NEVER)"), sampler("S(0,0,ALL,MipLODBias=1.0,Comparison=1)"));
}

TEST(Notation, floats_are_numbers_names_or_bits) {
  const auto bits = [](std::string_view text) {
    return raw(sampler("S(0,0,ALL,MinLOD=" + std::string(text) + ")").min_lod);
  };
  EXPECT_EQ(bits("16"), 0x41800000u);
  EXPECT_EQ(bits("-15.99"), 0xC17FD70Au);
  EXPECT_EQ(bits("NaN"), 0x7FC00000u);
  EXPECT_EQ(bits("INF"), 0x7F800000u);
  EXPECT_EQ(bits("-INF"), 0xFF800000u);
  EXPECT_EQ(bits("FLT_MAX"), 0x7F7FFFFFu);
  EXPECT_EQ(bits("0x7F800001"), 0x7F800001u) << "bits, not a number";
}

TEST(Notation, the_version_is_the_lowest_that_has_what_is_written) {
  EXPECT_EQ(notation("T[ALL](R(SRV,1,0,0,A)) D(CBV,0,0,ALL) S(0,0,ALL)").version, Version::v1_0);
  EXPECT_EQ(notation("T[ALL](R(SRV,1,0,0,A,0x0))").version, Version::v1_1);
  EXPECT_EQ(notation("D(CBV,0,0,ALL,0x0)").version, Version::v1_1);
  EXPECT_EQ(notation("S(0,0,ALL,Flags=0); D(CBV,0,0,ALL,0x0)").version, Version::v1_2);
  EXPECT_EQ(notation("V=1.2 K(1,0,0,ALL)").version, Version::v1_2);
}

TEST(Notation, reads_what_stands_beside_the_entries) {
  const RootSignatureCase value = notation("F=0x81; Z=legacy:99 B TIER=2 P=xbox L(s,3,1,COMPUTE)");
  EXPECT_EQ(raw(value.flags), 0x81u);
  EXPECT_EQ(value.serialization, (Serialization{Serializer::legacy, LegacyVersion{99}, ObserveBlob::yes}));
  EXPECT_EQ(value.target, (Target{Platform::xbox_series, ResourceBindingTier::tier_2}));
  EXPECT_EQ(
      value.lookups,
      (std::vector<RegisterLookup>{{RegisterClass::s, ShaderRegister{3}, RegisterSpace{1}, ShaderStage::compute}}));
}

TEST(Notation, reads_nothing_else) {
  for (const std::string_view text : {"words",
                                      "T[ALL](R(SRV,1,0,0))",
                                      "T[ALL](R(SRV,1,0,0,A)",
                                      "K(1,0,0)",
                                      "K(1,0,0,ALL",
                                      "D(5,0,0,ALL)",
                                      "D(SAMPLER,0,0,ALL)",
                                      "S(0,0)",
                                      "S(0,0,ALL,Depth=1)",
                                      "S(0,0,ALL,MinLOD=)",
                                      "S(0,0,ALL,MinLOD=1x)",
                                      "V=1.3",
                                      "F=",
                                      "Z=legacy:",
                                      "Z=new:1",
                                      "TIER=0",
                                      "TIER=4",
                                      "P=pc",
                                      "Blob",
                                      "K(1,0,0,ALL)K(1,1,0,ALL)",
                                      "L(x,0,0,PIXEL)",
                                      "T[ALL](R(SRV,1,0,0,A)) covers t0"}) {
    EXPECT_EQ(parse_notation(text), std::nullopt) << text;
  }
}

TEST(Notation, reads_sound_cases_alone) {
  EXPECT_EQ(parse_notation("V=1.0 T[ALL](R(SRV,1,0,0,A,0x1))"), std::nullopt) << "version 1.0 has no flags";
  EXPECT_EQ(parse_notation("V=1.1 S(0,0,ALL,Flags=0x1)"), std::nullopt) << "nor has 1.1 those of samplers";
  EXPECT_EQ(parse_notation("X(4,ALL)"), std::nullopt) << "4 is a root descriptor";
  EXPECT_EQ(parse_notation("V=1.1 Z=legacy:1"), std::nullopt) << "the legacy serializer takes version 1.0";
}

TEST(Notation, writes_what_it_reads) {
  for (const std::string_view text :
       {"V=1.0", "V=1.1 F=0x1 T[PIXEL](R(SRV,U,4,1,0,0x1),R(7,0x10000,0,0,A)) K(4,2,1,MESH) D(CBV,3,0,8,0x2) X(5,ALL)",
        "V=1.0 Z=legacy:2 B P=xbox TIER=1 T[ALL]() L(t,0,0,COMPUTE)",
        "V=1.2 S(0,0,ALL) S(1,2,HULL,Filter=MIN_MAG_MIP_LINEAR,W=6,MinLOD=0x7FC00000,Flags=0x2)"}) {
    EXPECT_EQ(to_notation(notation(text)), text);
  }
}

TEST(Notation, gives_generated_cases_back) {
  for (std::uint64_t i = 0; i < 3000; ++i) {
    RootSignatureCase value;
    ChoiceSource choices(6, i);
    generate(choices, value);
    value.lowering = {};  // which is not written
    ASSERT_EQ(parse_notation(to_notation(value)), value) << to_notation(value);
  }
}

}  // namespace
}  // namespace d3d12fuzz::test
