// Root signatures in HLSL source files.

#include "domains/root_signature/hlsl_source.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "domains/root_signature/hlsl_reader.h"

namespace d3d12fuzz::root_signature {
namespace {

std::string text_of(std::string_view source, std::string_view macro = "") {
  return find_root_signature(source, macro, "a.hlsl").text;
}

std::string error_of(std::string_view source, std::string_view macro = "") {
  try {
    const PlacedText found = find_root_signature(source, macro, "a.hlsl");
    from_hlsl(found, source, Version::v1_1, "a.hlsl");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(HlslSource, takes_the_text_of_the_attribute) {
  EXPECT_EQ(text_of("[numthreads(1, 1, 1)]\n[ RootSignature ( \"CBV(b0), \" \"SRV(t0)\" ) ]\nvoid main() {}"),
            "CBV(b0), SRV(t0)");
}

TEST(HlslSource, takes_the_only_macro_that_is_a_string) {
  EXPECT_EQ(text_of("#define THREADS 64\n"
                    "#define MIN(a, b) \"no\"\n"
                    "  #  define RS \"CBV(b0),\" /* first */ \\\n"
                    "               \"SRV(t0)\" // last\n"
                    "float x = 1;\n"),
            "CBV(b0),SRV(t0)");
}

TEST(HlslSource, follows_the_macro_of_the_attribute_into_others) {
  const std::string_view source =
      "#define COMMON \"CBV(b0)\"\n"
      "#define OTHER \"UAV(u0)\"\n"
      "#define RS COMMON \", SRV(t0)\"\n"
      "[RootSignature(RS)] void a() {}\n"
      "[RootSignature(RS)] void b() {}\n";
  EXPECT_EQ(text_of(source), "CBV(b0), SRV(t0)");
  EXPECT_EQ(text_of(source, "OTHER"), "UAV(u0)");
}

TEST(HlslSource, looks_into_neither_comments_nor_strings) {
  EXPECT_EQ(text_of("// #define A \"CBV(b1)\"\n/* [RootSignature(\"CBV(b2)\")] */\n"
                    "static string s = \"[RootSignature(\";\n#define RS \"CBV(b0)\"\n"),
            "CBV(b0)");
}

TEST(HlslSource, an_escape_is_one_byte_and_a_broken_line_none) {
  EXPECT_EQ(text_of("#define RS \"CBV(b0),\\n \\\n SRV(t0)\"\n"), "CBV(b0),\n  SRV(t0)");
}

TEST(HlslSource, errors_name_the_place_in_the_file) {
  EXPECT_EQ(error_of("#define A \"CBV(b0)\"\n#define RS A \\\n  \", SRV(b0)\"\n", "RS"),
            "a.hlsl:3:10: found 'b0', expected a register such as t0 or the name of an argument");
  EXPECT_EQ(error_of("\n[RootSignature(\"CBV(b0\")]"), "a.hlsl:2:23: found the end, expected ',' or ')'");
}

TEST(HlslSource, refuses_what_is_not_clear) {
  EXPECT_EQ(error_of("float x = 1; // \"CBV(b0)\""),
            "a.hlsl: found no root signature, expected [RootSignature(\"...\")] or #define NAME \"...\"");
  EXPECT_EQ(error_of("#define A \"CBV(b0)\"\n#define B \"CBV(b1)\"\n"),
            "a.hlsl: found several root signatures (the macros A, B), expected --name with the macro to take");
  EXPECT_EQ(error_of("[RootSignature(\"CBV(b0)\")]\n[RootSignature(\"CBV(b1)\")]\n#define C \"CBV(b2)\""),
            "a.hlsl: found several root signatures (2 attributes, C), expected --name with the macro to take");
  EXPECT_EQ(error_of("[RootSignature(RS)]"), "a.hlsl:1:16: found no definition of a string 'RS', expected one #define");
  EXPECT_EQ(error_of("#define RS \"CBV(b0)\"\n#define RS \"CBV(b1)\"\n[RootSignature(RS)]"),
            "a.hlsl:3:16: found more than one definition of a string 'RS', expected one #define");
  EXPECT_EQ(error_of("#define A B \"\"\n#define B A\n[RootSignature(A)]"), "a.hlsl:2:11: found 'A' within itself");
  EXPECT_EQ(error_of("#define RS \"CBV(b0)\n"), "a.hlsl:1:12: found a string without end, expected '\"'");
  EXPECT_EQ(error_of("[RootSignature(1)]"), "a.hlsl:1:16: found '1', expected a string, a macro or ')'");
}

TEST(HlslSource, macros_that_multiply_come_to_an_end) {
  std::string source = "#define M0 \"\"\n";
  for (int i = 1; i < 60; ++i) {
    const std::string below = "M" + std::to_string(i - 1);
    source += "#define M" + std::to_string(i) + " " + below + " " + below + "\n";
  }
  EXPECT_TRUE(error_of(source, "M59").ends_with("found more than 65536 strings and macros in a root signature"));
}

TEST(HlslSource, deep_macros_do_not_exhaust_the_stack) {
  std::string source = "#define M0 \"CBV(b0)\"\n";
  for (int i = 1; i < 100'000; ++i) {
    source += "#define M" + std::to_string(i) + " M" + std::to_string(i - 1) + "\n";
  }
  EXPECT_TRUE(error_of(source, "M99999").ends_with("found macros within macros more than 64 deep"));
}

TEST(HlslSource, the_text_of_a_root_signature_is_no_source) {
  EXPECT_FALSE(is_hlsl_source("CBV(b0), // the \"main\" one\nSRV(t0) /* \"a\" */"));
  EXPECT_TRUE(is_hlsl_source("// text\n#define RS \"CBV(b0)\""));
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
