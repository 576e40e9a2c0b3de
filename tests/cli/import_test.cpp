// From other forms to case files.

#include <algorithm>

#include "cli/program.h"

namespace d3d12fuzz {
namespace {

using test::d3d12fuzz_program;
using test::Ended;
using test::TemporaryFolder;

TEST(Import, writes_a_case_that_shows_the_same_text) {
  const TemporaryFolder folder;
  const std::string text =
      folder.file("rs.txt", "// root signature version 1.2\nStaticSampler(s0, flags = UINT_BORDER_COLOR)\n");
  const std::string file = folder.path("case.json");
  EXPECT_EQ(d3d12fuzz_program({"import", "--hlsl", text, "--version", "1.2", "-o", file}).status, 0);
  EXPECT_EQ(d3d12fuzz_program({"show", file, "--as", "hlsl"}).out,
            "// root signature version 1.2\nStaticSampler(s0, flags = UINT_BORDER_COLOR)\n");
}

TEST(Import, writes_to_standard_output_without_a_file) {
  const Ended ended = d3d12fuzz_program({"import", "--hlsl", "CBV(b0)"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(d3d12fuzz_program({"show", "-", "--as", "hlsl"}, ended.out).out,
            "// root signature version 1.1\nCBV(b0)\n");
}

TEST(Import, refuses_bad_input_with_one_line) {
  const TemporaryFolder folder;
  const auto refusal = [](const std::string& hlsl) {
    const Ended ended = d3d12fuzz_program({"import", "--hlsl", hlsl});
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.out, "");
    return ended.err;
  };
  EXPECT_EQ(refusal("missing.hlsl"),
            "d3d12fuzz: --hlsl: found \"missing.hlsl\", expected an existing file or text such as CBV(b0)\n");
  EXPECT_EQ(refusal(folder.path()), "d3d12fuzz: " + folder.path() + ": is a folder, expected a file\n");
  EXPECT_EQ(refusal("CBV(b0, x)"),
            "d3d12fuzz: <text>:1:9: found 'x', expected a register such as b0 or the name of an argument\n");
  const std::string elements =
      ":1:1: found the end, expected RootFlags, RootConstants, CBV, SRV, UAV, "
      "DescriptorTable or StaticSampler\n";
  const std::string empty = folder.file("empty", "");
  EXPECT_EQ(refusal(empty), "d3d12fuzz: " + empty + elements);
  const std::string nested = folder.file("nested", std::string(1 << 20, '('));
  EXPECT_TRUE(refusal(nested).starts_with("d3d12fuzz: " + nested + ":1:1: found '(', expected RootFlags"));
}

TEST(Import, takes_a_root_signature_from_a_source_file) {
  const TemporaryFolder folder;
  const std::string file = folder.file(
      "shader.hlsl", "#define A \"CBV(b0)\"\n#define B A \", SRV(t0)\"\nfloat4 main() : SV_Target { return 0; }\n");
  const auto text_of = [&](const std::string& macro) {
    const Ended ended = d3d12fuzz_program({"import", "--hlsl", file, "--name", macro, "--version", "1.0"});
    EXPECT_EQ(ended.status, 0) << ended.err;
    return d3d12fuzz_program({"show", "-", "--as", "hlsl"}, ended.out).out;
  };
  EXPECT_EQ(text_of("A"), "// root signature version 1.0\nCBV(b0)\n");
  EXPECT_EQ(text_of("B"), "// root signature version 1.0\nCBV(b0),\nSRV(t0)\n");
  EXPECT_EQ(d3d12fuzz_program({"import", "--hlsl", file}).err,
            "d3d12fuzz: " + file +
                ": found several root signatures (the macros A, B), expected --name with the macro to take\n");
  EXPECT_EQ(d3d12fuzz_program({"import", "--hlsl", "CBV(b0)", "--name", "A"}).err,
            "d3d12fuzz: <text>: found the text of a root signature, expected a source file with --name\n");
}

TEST(Import, wants_a_container_or_hlsl) {
  const auto refusal = [](const std::vector<std::string>& arguments) {
    const Ended ended = d3d12fuzz_program(arguments);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.out, "");
    return ended.err;
  };
  EXPECT_EQ(refusal({"import"}), "d3d12fuzz: import: found neither, expected FILE or --hlsl\n");
  EXPECT_EQ(refusal({"import", "--hlsl", ""}),
            "d3d12fuzz: --hlsl: found no text, expected an existing file or text such as CBV(b0)\n");
  EXPECT_EQ(refusal({"import", "--hlsl", "CBV(b0)", "--version", "1.3"}),
            "d3d12fuzz: --version: found \"1.3\", expected 1.0, 1.1 or 1.2\n");
  EXPECT_NE(refusal({"import", "blob.bin", "--hlsl", "CBV(b0)"}).find("--hlsl"), std::string::npos);
  EXPECT_NE(refusal({"import", "blob.bin", "--version", "1.0"}).find("--hlsl"), std::string::npos);
}

TEST(Import, annotates_what_show_writes) {
  const std::string text =
      d3d12fuzz_program({"show", "-", "--as", "annotated"}, d3d12fuzz_program({"import", "--hlsl", "RootFlags(0)"}).out)
          .out;
  EXPECT_TRUE(text.starts_with("000000  44584243"));
  // The container, the part's header, the root signature's: 68 bytes, of which the digest is one field.
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 14);
}

TEST(Import, takes_any_bytes_for_the_domain_of_serialized_root_signatures) {
  const TemporaryFolder folder;
  const auto shown = [&](const std::string& bytes) {
    const std::string file = folder.file("captured.bin", bytes);
    const Ended ended = d3d12fuzz_program({"import", file, "--domain", "root_signature_blob"});
    EXPECT_EQ(ended.status, 0) << ended.err;
    return d3d12fuzz_program({"show", "-", "--as", "hlsl"}, ended.out).out;
  };
  const std::string sound =
      d3d12fuzz_program({"show", "-", "--as", "blob"}, d3d12fuzz_program({"import", "--hlsl", "CBV(b0)"}).out).out;
  EXPECT_EQ(shown(sound), "// root signature version 1.1\nCBV(b0)\n// serialized\n");
  std::string zero_digest = sound;
  std::fill_n(zero_digest.begin() + 4, 16, '\0');
  EXPECT_EQ(shown(zero_digest), "// root signature version 1.1\nCBV(b0)\n// serialized\n// the digest is zero\n");
  EXPECT_EQ(shown(sound.substr(0, 4)), "// 4 bytes\n//   44584243\n");
  const Ended too_many =
      d3d12fuzz_program({"import", folder.file("large.bin", std::string(513, 'x')), "-d", "root_signature_blob"});
  EXPECT_EQ(too_many.status, 2);
  EXPECT_EQ(too_many.err, "d3d12fuzz: " + folder.path("large.bin") +
                              ": found 513 bytes that no serializer writes, expected at most 512 of such bytes\n");
}

TEST(Import, makes_a_serialized_case_of_hlsl) {
  const Ended ended = d3d12fuzz_program({"import", "--hlsl", "CBV(b0)", "--domain", "root_signature_blob"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(d3d12fuzz_program({"show", "-", "--as", "hlsl"}, ended.out).out,
            "// root signature version 1.1\nCBV(b0)\n// serialized\n");
}

}  // namespace
}  // namespace d3d12fuzz
