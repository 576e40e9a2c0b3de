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

TEST(Hlsl, says_that_there_is_nothing) {
  EXPECT_EQ(to_hlsl(RootSignatureCase{}), "// root signature version 1.0\n// no parameters\n");
}

TEST(CppBody, writes_official_names) {
  const std::string body = to_cpp_body(test::notation("V=1.1 T[PIXEL](R(SRV,U,4,1,A,0x1))"));
  EXPECT_NE(
      body.find("{D3D12_DESCRIPTOR_RANGE_TYPE_SRV, UINT_MAX, 4, 1, D3D12_DESCRIPTOR_RANGE_FLAG_DESCRIPTORS_VOLATILE, "
                "D3D12_DESCRIPTOR_RANGE_OFFSET_APPEND},"),
      std::string::npos)
      << body;
  EXPECT_NE(body.find("parameters[0].ShaderVisibility = D3D12_SHADER_VISIBILITY_PIXEL;"), std::string::npos);
}

TEST(CppBody, reads_back_as_the_case_it_was_written_from) {
  for (std::uint64_t i = 0; i < 3000; ++i) {
    RootSignatureCase value;
    ChoiceSource choices(5, i);
    generate(choices, value);
    RootSignatureCase said = value;
    said.lowering.array_placement = ArrayPlacement::heap;  // which the text does not say
    // A dangling pointer needs an empty array to stand in; every desc has one, that of the static samplers.
    const auto read = from_cpp_body(to_cpp_body(value));
    ASSERT_TRUE(read.has_value()) << i << to_cpp_body(value);
    ASSERT_EQ(*read, said) << i << to_cpp_body(value);
  }
}

TEST(CppBody, refuses_text_of_another_form) {
  EXPECT_EQ(from_cpp_body("int main() {}\n"), std::nullopt);
  EXPECT_EQ(from_cpp_body("no end of line"), std::nullopt);
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
