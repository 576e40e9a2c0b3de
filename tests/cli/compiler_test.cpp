// Runs against a compiler, end to end: the stand-in of the tests.

#include "cli/program.h"

namespace d3d12fuzz {
namespace {

using test::d3d12fuzz_program;
using test::Ended;
using test::TemporaryFolder;
using testing::HasSubstr;
using testing::StartsWith;

std::string compiler(const std::string& flags, const std::string& version = "{version}") {
  return std::string("command:") + D3D12FUZZ_STAND_IN_COMPILER + " " + flags + " -T rootsig_" + version +
         " -E RS {hlsl} -Fo {blob}";
}

TEST(Compiler, one_without_a_fault_has_no_findings) {
  const TemporaryFolder folder;
  const Ended ended = d3d12fuzz_program({"run", "--candidate", compiler(""), "--timeout", "60", "--cases", "2000",
                                         "--keep-going", "--jobs", "2", "--out", folder.path()});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("no findings"));
  EXPECT_TRUE(folder.names().empty());
}

TEST(Compiler, a_domain_that_it_has_nothing_for_is_refused) {
  const std::string name = compiler("");
  const Ended ended = d3d12fuzz_program({"run", "--candidate", name, "--domain", "root_signature_blob"});
  EXPECT_EQ(ended.status, 2) << ended.out;
  EXPECT_THAT(ended.err, HasSubstr("has no function for domain root_signature_blob, expected one that has\n"));
}

TEST(Compiler, a_rule_that_it_does_not_enforce_is_found_and_shrunk) {
  const TemporaryFolder folder;
  const std::string name = compiler("--fault zero-count-accepted", "1_1");
  const Ended ended =
      d3d12fuzz_program({"run", "--candidate", name, "--timeout", "60", "--cases", "2000", "--out", folder.path()});
  EXPECT_EQ(ended.status, 1) << ended.err;
  ASSERT_EQ(folder.names(), std::vector<std::string>{"accepts-illegal-DT-002.json"});
  const std::string file = folder.path("accepts-illegal-DT-002.json");
  EXPECT_THAT(ended.out, HasSubstr("  case\n"
                                   "      // root signature version 1.1\n"
                                   "      DescriptorTable(SRV(t0, numDescriptors = 0))\n"));
  EXPECT_THAT(ended.out, HasSubstr("replay " + file + " --candidate '" + name + "'\n"));
  EXPECT_THAT(ended.out, HasSubstr("show " + file + " --as hlsl-source\n"));

  const Ended source = d3d12fuzz_program({"show", file, "--as", "hlsl-source"});
  EXPECT_EQ(source.status, 0);
  EXPECT_EQ(source.out, "#define RS \"DescriptorTable(SRV(t0, numDescriptors = 0, flags = 0))\"\n");

  EXPECT_EQ(d3d12fuzz_program({"replay", file, "--candidate", name}).status, 1);
  EXPECT_EQ(d3d12fuzz_program({"replay", file, "--candidate", compiler("")}).status, 0);
}

TEST(Compiler, a_legal_root_signature_that_it_refuses_is_found_and_shrunk) {
  const TemporaryFolder folder;
  const Ended ended = d3d12fuzz_program({"run", "--candidate", compiler("--fault cost-limit-63"), "--timeout", "60",
                                         "--cases", "2000", "--out", folder.path()});
  EXPECT_EQ(ended.status, 1) << ended.err;
  EXPECT_EQ(folder.names().size(), 1u);
  EXPECT_THAT(ended.out, HasSubstr("  got        serialize rejected (0x5)\n"
                                   "  case\n"
                                   "      // root signature version 1.0\n"
                                   "      RootConstants(num32BitConstants = 64, b0)\n"));
}

TEST(Compiler, a_timeout_is_the_one_that_was_asked_for) {
  const TemporaryFolder folder;
  const TemporaryFolder processes;
  const std::string file =
      folder.file("case.json", d3d12fuzz_program({"show", "--seed", "1", "--case", "3", "--as", "json"}).out);
  const Ended ended = d3d12fuzz_program(
      {"replay", file, "--candidate", compiler("--deed hang --deed-folder " + processes.path()), "--timeout", "0.2"});
  EXPECT_EQ(ended.status, 1) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("  got        serialize timed out: no answer within 200 ms\n"));
}

TEST(Compiler, one_that_is_not_there_is_bad_input) {
  const Ended ended = d3d12fuzz_program({"run", "--candidate", "command:no-such-compiler rootsig_1_1 {hlsl} {blob}"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.err, "d3d12fuzz: candidate \"command\": found no program \"no-such-compiler\" in PATH\n");
}

TEST(Compiler, is_listed_among_the_candidates) {
  EXPECT_THAT(d3d12fuzz_program({"candidates"}).out,
              HasSubstr("command:LINE                 a compiler that LINE runs once a case, from {hlsl} to {blob}\n"));
}

TEST(Compiler, no_source_is_shown_of_a_case_that_hlsl_does_not_say) {
  // Of a seed's first cases, some say more than HLSL can, and some do not.
  int shown = 0;
  int refused = 0;
  for (int i = 0; i < 20; ++i) {
    const Ended ended = d3d12fuzz_program({"show", "--case", std::to_string(i), "--as", "hlsl-source"});
    if (ended.status == 0) {
      EXPECT_THAT(ended.out, StartsWith("#define RS \""));
      ++shown;
    } else {
      EXPECT_EQ(ended.status, 2);
      EXPECT_EQ(ended.err,
                "d3d12fuzz: --as hlsl-source: found a case of which HLSL does not say all, expected --as hlsl\n");
      ++refused;
    }
  }
  EXPECT_GT(shown, 0);
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace d3d12fuzz
