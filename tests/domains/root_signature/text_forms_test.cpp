// HLSL and C++ of a case.

#include "domains/root_signature/cpp_body.h"
#include "domains/root_signature/generate.h"
#include "domains/root_signature/hlsl.h"
#include "support/notation.h"

namespace d3d12fuzz::root_signature {
namespace {

TEST(Hlsl, leaves_defaults_out_and_names_what_has_a_name) {
  EXPECT_EQ(
      to_hlsl(test::notation("V=1.1 F=0x1 T[PIXEL](R(SRV,U,4,1,0,0x1),R(UAV,8,0,0,A,0x0)); L(t,5,1,PIXEL)")),
      "// root signature version 1.1\n"
      "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT),\n"
      "DescriptorTable(SRV(t4, numDescriptors = unbounded, space = 1, offset = 0, flags = DESCRIPTORS_VOLATILE),\n"
      "                UAV(u0, numDescriptors = 8),\n"
      "                visibility = SHADER_VISIBILITY_PIXEL)\n"
      "// a PIXEL shader looks up register t5, space 1\n");
}

TEST(Hlsl, writes_what_the_language_cannot_spell_as_numbers) {
  EXPECT_EQ(to_hlsl(test::notation("V=1.1 T[8](R(4,0,0,0xFFFFFFF0,A,0x30))")),
            "// root signature version 1.1\n"
            "DescriptorTable(RangeType(4)(register 0, numDescriptors = 0, space = 0xFFFFFFF0, flags = 0x30),\n"
            "                visibility = 8)\n");
}

TEST(Hlsl, writes_root_constants_and_root_descriptors) {
  EXPECT_EQ(to_hlsl(test::notation("V=1.1 K(4,2,1,MESH) K(1,0,0,ALL) D(CBV,3,0,ALL,0x8) D(SRV,0,0,ALL); "
                                   "D(UAV,1,2,PIXEL,0x6)")),
            "// root signature version 1.1\n"
            "RootConstants(num32BitConstants = 4, b2, space = 1, visibility = SHADER_VISIBILITY_MESH),\n"
            "RootConstants(num32BitConstants = 1, b0),\n"
            "CBV(b3, flags = DATA_STATIC),\n"
            "SRV(t0),\n"
            "UAV(u1, space = 2, visibility = SHADER_VISIBILITY_PIXEL, "
            "flags = DATA_VOLATILE | DATA_STATIC_WHILE_SET_AT_EXECUTE)\n");
}

TEST(Hlsl, writes_parameters_of_unknown_types) {
  EXPECT_EQ(to_hlsl(test::notation("X(5,ALL) X(0x80000000,9)")),
            "// root signature version 1.0\n"
            "RootParameterType(5),\n"
            "RootParameterType(0x80000000, visibility = 9)\n");
}

TEST(Hlsl, writes_the_fields_of_a_static_sampler_that_are_not_the_default) {
  EXPECT_EQ(
      to_hlsl(test::notation("V=1.2 S(0,0,ALL) S(1,0,ALL,Filter=0x15,MipLODBias=15.99) "
                             "S(3,2,PIXEL,Filter=0x80,U=CLAMP,V=MIRROR,W=BORDER,MipLODBias=-1,MaxAnisotropy=1,"
                             "Comparison=NEVER,Border=OPAQUE_BLACK_UINT,MinLOD=1,MaxLOD=10,Flags=0x1)")),
      "// root signature version 1.2\n"
      "StaticSampler(s0),\n"
      "StaticSampler(s1, filter = FILTER_MIN_MAG_MIP_LINEAR, mipLODBias = 15.99),\n"
      "StaticSampler(s3, filter = FILTER_COMPARISON_MIN_MAG_MIP_POINT, addressU = TEXTURE_ADDRESS_CLAMP,\n"
      "              addressV = TEXTURE_ADDRESS_MIRROR, addressW = TEXTURE_ADDRESS_BORDER, mipLODBias = -1.0,\n"
      "              maxAnisotropy = 1, comparisonFunc = COMPARISON_NEVER,\n"
      "              borderColor = STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT, minLOD = 1.0, maxLOD = 10.0, space = 2,\n"
      "              visibility = SHADER_VISIBILITY_PIXEL, flags = UINT_BORDER_COLOR)\n");
}

TEST(Hlsl, writes_values_of_static_samplers_that_have_no_name_as_numbers) {
  EXPECT_EQ(to_hlsl(test::notation("V=1.2 S(0,0,ALL,Filter=2,U=0,Comparison=9,Border=5,Flags=0x5)")),
            "// root signature version 1.2\n"
            "StaticSampler(s0, filter = 2, addressU = 0, comparisonFunc = 9, borderColor = 5, "
            "flags = UINT_BORDER_COLOR | 0x4)\n");
}

TEST(Hlsl, shows_the_bits_of_floats_that_a_number_does_not_show) {
  const auto lod = [](std::string_view bits) {
    const std::string text = to_hlsl(test::notation("S(0,0,ALL,MinLOD=" + std::string(bits) + ")"));
    const std::size_t start = text.find("minLOD = ") + 9;
    return text.substr(start, text.rfind(')') - start);
  };
  EXPECT_EQ(lod("0x7F800001"), "NaN /* 0x7F800001 */");
  EXPECT_EQ(lod("0xFFC00000"), "NaN /* 0xFFC00000 */");
  EXPECT_EQ(lod("INF"), "INF /* 0x7F800000 */");
  EXPECT_EQ(lod("-INF"), "-INF /* 0xFF800000 */");
  EXPECT_EQ(lod("0x1"), "1e-45 /* 0x1 */");
  EXPECT_EQ(lod("0x80000000"), "-0.0");
  EXPECT_EQ(lod("FLT_MAX"), "3.4028235e+38");
  EXPECT_EQ(lod("0.1"), "0.1");
}

TEST(Hlsl, says_in_comments_what_the_language_has_no_words_for) {
  EXPECT_EQ(to_hlsl(test::notation("Z=legacy:2 B P=xbox TIER=1")),
            "// root signature version 1.0\n"
            "RootFlags(0)\n"
            "// serialized by D3D12SerializeRootSignature with version 2\n"
            "// the serialized bytes are looked at\n"
            "// for platform XBOX_SERIES\n"
            "// for a device of resource binding tier 1\n");
}

TEST(Hlsl, says_that_there_is_nothing) {
  EXPECT_EQ(to_hlsl(RootSignatureCase{}), "// root signature version 1.0\nRootFlags(0)\n");
}

/// Whether the statements for a candidate have the line, spaces in front of it aside.
testing::AssertionResult has_line(std::string_view case_text, const std::string& line,
                                  CppInterface through = CppInterface::candidate) {
  const std::string body = to_cpp_body(test::notation(case_text), through);
  if (body.find(" " + line + "\n") != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no line " << line << " in\n" << body;
}

TEST(CppBody, writes_official_names) {
  constexpr std::string_view table = "V=1.1 T[PIXEL](R(SRV,U,4,1,A,0x1))";
  EXPECT_TRUE(
      has_line(table,
               "{D3D12_DESCRIPTOR_RANGE_TYPE_SRV, UINT_MAX, 4, 1, D3D12_DESCRIPTOR_RANGE_FLAG_DESCRIPTORS_VOLATILE, "
               "D3D12_DESCRIPTOR_RANGE_OFFSET_APPEND},"));
  EXPECT_TRUE(has_line(table, "parameters[0].ShaderVisibility = D3D12_SHADER_VISIBILITY_PIXEL;"));
  EXPECT_TRUE(has_line("K(4,0,0,ALL)", "parameters[0].ParameterType = D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS;"));
  EXPECT_TRUE(has_line("K(4,0,0,ALL)", "parameters[0].Constants.Num32BitValues = 4;"));
  EXPECT_TRUE(has_line("D(UAV,0,0,ALL,0x8)", "parameters[0].ParameterType = D3D12_ROOT_PARAMETER_TYPE_UAV;"));
  EXPECT_TRUE(
      has_line("D(UAV,0,0,ALL,0x8)", "parameters[0].Descriptor.Flags = D3D12_ROOT_DESCRIPTOR_FLAG_DATA_STATIC;"));
  EXPECT_TRUE(has_line("X(5,ALL)", "parameters[0].ParameterType = illegal<D3D12_ROOT_PARAMETER_TYPE>(0x5);"));
}

TEST(CppBody, uses_the_structs_of_the_version) {
  EXPECT_TRUE(has_line("V=1.0 D(UAV,0,0,ALL)", "D3D12_ROOT_PARAMETER parameters[1];"));
  EXPECT_FALSE(has_line("V=1.0 D(UAV,0,0,ALL)", "parameters[0].Descriptor.Flags = D3D12_ROOT_DESCRIPTOR_FLAG_NONE;"));
  EXPECT_TRUE(has_line("V=1.1 S(0,0,ALL)", "D3D12_STATIC_SAMPLER_DESC static_samplers[1];"));
  EXPECT_FALSE(has_line("V=1.1 S(0,0,ALL)", "static_samplers[0].Flags = D3D12_SAMPLER_FLAG_NONE;"));
  constexpr std::string_view newest = "V=1.2 D(UAV,0,0,ALL) S(0,0,ALL,Flags=0x1)";
  EXPECT_TRUE(has_line(newest, "D3D12_ROOT_PARAMETER1 parameters[1];"));
  EXPECT_TRUE(has_line(newest, "D3D12_STATIC_SAMPLER_DESC1 static_samplers[1];"));
  EXPECT_TRUE(has_line(newest, "static_samplers[0].Flags = D3D12_SAMPLER_FLAG_UINT_BORDER_COLOR;"));
  EXPECT_TRUE(has_line(newest, "desc.Version = D3D_ROOT_SIGNATURE_VERSION_1_2;"));
  EXPECT_TRUE(has_line(newest, "desc.Desc_1_2.pStaticSamplers = static_samplers;"));
}

TEST(CppBody, writes_floats_exactly) {
  EXPECT_TRUE(has_line("S(0,0,ALL,Bias=15.99)", "static_samplers[0].MipLODBias = 15.99f;"));
  EXPECT_TRUE(has_line("S(0,0,ALL,Bias=-16)", "static_samplers[0].MipLODBias = -16.0f;"));
  EXPECT_TRUE(has_line("S(0,0,ALL,Bias=NaN)", "static_samplers[0].MipLODBias = bits(0x7FC00000);"));
  EXPECT_TRUE(has_line("S(0,0,ALL,Bias=0x80000000)", "static_samplers[0].MipLODBias = bits(0x80000000);"));
  EXPECT_TRUE(has_line("S(0,0,ALL,Bias=0x1)", "static_samplers[0].MipLODBias = bits(0x1);"));
  EXPECT_TRUE(has_line("S(0,0,ALL)", "static_samplers[0].MaxLOD = D3D12_FLOAT32_MAX;"));
}

TEST(CppBody, calls_the_serializer_of_the_case) {
  EXPECT_TRUE(has_line("K(1,0,0,ALL)", "HRESULT hr = serialize(&desc, &blob, &error);", CppInterface::d3d12));
  EXPECT_TRUE(has_line("Z=legacy:1",
                       "HRESULT hr = serialize(&desc.Desc_1_0, D3D_ROOT_SIGNATURE_VERSION_1_0, &blob, &error);",
                       CppInterface::d3d12));
  EXPECT_TRUE(
      has_line("Z=legacy:99",
               "HRESULT hr = serialize(&desc.Desc_1_0, illegal<D3D_ROOT_SIGNATURE_VERSION>(0x63), &blob, &error);",
               CppInterface::d3d12));
}

TEST(CppBody, fills_the_input_of_a_candidate) {
  constexpr std::string_view text = "Z=legacy:2 B P=xbox TIER=1 L(s,3,2,PIXEL)";
  for (const char* line :
       {"{3, 3, 2, 5},", "input.num_lookups = 1;", "input.lookups = lookups;",
        "input.serializer = D3D12FUZZ_SERIALIZER_LEGACY;", "input.legacy_version = 2;", "input.observe_blob = 1;",
        "input.platform = D3D12FUZZ_PLATFORM_XBOX_SERIES;", "input.resource_binding_tier = 1;"}) {
    EXPECT_TRUE(has_line(text, line));
  }
}

testing::AssertionResult reads_back(const RootSignatureCase& value) {
  for (const CppInterface through : {CppInterface::d3d12, CppInterface::candidate}) {
    const std::string body = to_cpp_body(value, through);
    if (from_cpp_body(body) != said_by_cpp_body(value, through)) {
      return testing::AssertionFailure() << test::to_notation(value) << "\n" << body;
    }
  }
  return testing::AssertionSuccess();
}

TEST(CppBody, reads_back_as_the_case_it_was_written_from) {
  for (const std::string_view text :
       {"V=1.0", "V=1.0 F=0x81 T[ALL]() T[PIXEL](R(SRV,U,4,1,0),R(9,0,0xFFFFFFFF,0,A))",
        "V=1.1 T[8](R(UAV,1,0,0,A,0x10001)) K(0xFFFFFFFF,2,1,MESH) D(CBV,3,0,ALL,0x8) D(SRV,0,0,ALL) X(5,ALL) "
        "S(0,0,ALL)",
        "V=1.2 T[ALL](R(SRV,1,0,0,A)) S(0,0,ALL) S(3,2,PIXEL,Filter=0x15,U=CLAMP,V=3,W=6,Bias=15.99,MaxAnisotropy=1,"
        "Cmp=0,Border=3,MinLOD=NaN,MaxLOD=-INF,Flags=0x3)",
        "Z=legacy:2 B P=xbox TIER=2 L(b,0xFFFFFFFF,0,COMPUTE)"}) {
    RootSignatureCase value = test::notation(text);
    EXPECT_TRUE(reads_back(value));
    value.lowering = {DeadBytes::xAA, ArrayPlacement::read_only, EmptyArray::dangling};
    EXPECT_TRUE(reads_back(value));
  }
}

TEST(CppBody, reads_every_boundary_of_a_float_back) {
  for (const std::uint64_t bits : leaf_meaning(MipLodBias{}).boundaries) {
    RootSignatureCase value;
    StaticSampler& sampler = value.static_samplers.emplace_back();
    sampler.mip_lod_bias = static_cast<MipLodBias>(bits);
    sampler.min_lod = static_cast<MinLod>(bits);
    EXPECT_TRUE(reads_back(value));
  }
}

TEST(CppBody, reads_generated_cases_back) {
  for (std::uint64_t i = 0; i < 3000; ++i) {
    RootSignatureCase value;
    ChoiceSource choices(5, i);
    generate(choices, value);
    ASSERT_TRUE(reads_back(value)) << i;
  }
}

TEST(CppBody, says_nothing_that_its_reader_does_not_see) {
  const RootSignatureCase value = test::notation("T[ALL](R(SRV,1,0,0,A)) K(1,0,0,ALL) S(0,0,ALL)");
  const std::string body = to_cpp_body(value, CppInterface::candidate);
  ASSERT_EQ(from_cpp_body(body), value);
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string text = body;
    text.replace(text.find(from), from.size(), to);
    return from_cpp_body(text);
  };
  EXPECT_EQ(with("parameters[2]", "parameters[3]"), value) << "an array may be larger than what is used of it";
  EXPECT_EQ(with("NumParameters = 2", "NumParameters = 3"), std::nullopt);
  EXPECT_EQ(with("NumDescriptorRanges = 1", "NumDescriptorRanges = 2"), std::nullopt);
  EXPECT_EQ(with("NumStaticSamplers = 1", "NumStaticSamplers = 0"), std::nullopt);
  EXPECT_EQ(with("pDescriptorRanges = ranges0", "pDescriptorRanges = ranges1"), std::nullopt);
  EXPECT_EQ(with("Desc_1_0.Flags", "Desc_1_1.Flags"), std::nullopt);
  EXPECT_EQ(with("parameters[1].Constants", "parameters[0].Constants"), std::nullopt);
  EXPECT_EQ(with("Constants.Num32BitValues", "Descriptor.Flags"), std::nullopt);
  EXPECT_NE(with("Num32BitValues = 1", "Num32BitValues = 2"), value);
  EXPECT_NE(with("16;", "17;"), value);
}

TEST(CppBody, refuses_text_of_another_form) {
  EXPECT_EQ(from_cpp_body("int main() {}\n"), std::nullopt);
  EXPECT_EQ(from_cpp_body("no end of line"), std::nullopt);
  EXPECT_EQ(from_cpp_body("  x = 1;\n"), std::nullopt);
  EXPECT_EQ(from_cpp_body("  static_samplers[0].MinLOD = 1.0f;\n"), std::nullopt) << "no sampler has begun";
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
