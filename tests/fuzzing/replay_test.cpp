// Targets without an engine, as a person or CTest runs them: root_signature_builtin, root_signature_bytes.

#include <gtest/gtest.h>

#include "cli/program.h"
#include "report/finding_json.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using test::Ended;
using test::TemporaryFolder;

Ended run_with_fault(const std::string& program, std::vector<std::string> arguments, const std::string& fault) {
  arguments.insert(arguments.begin(), {"env", "D3D12FUZZ_FAULT=" + fault, program});
  return test::run_program(std::move(arguments));
}

/// Runs the target with one of builtin's faults.
Ended target(std::vector<std::string> arguments, const std::string& fault = "none") {
  return run_with_fault(D3D12FUZZ_BUILTIN_TARGET, std::move(arguments), fault);
}

/// The same of the target of serialized root signatures as bytes.
Ended byte_target(std::vector<std::string> arguments, const std::string& fault = "none") {
  return run_with_fault(D3D12FUZZ_BYTE_TARGET, std::move(arguments), fault);
}

std::string json_of(std::string_view notation) {
  return case_json(*find_domain("root_signature"), to_tree(test::notation(notation)));
}

TEST(Replay, of_a_folder_takes_cases_and_inputs_and_leaves_other_files_out) {
  const TemporaryFolder folder;
  folder.file("legal.json", json_of("V=1.0 T[ALL](R(SRV,1,0,0,A))"));
  folder.file("crash-0123", "\x02");
  folder.file("known.tsv", "\x02");
  const Ended ended = target({folder.path()});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.out, "2 inputs, 0 failed\n");
  EXPECT_EQ(ended.err, "");
}

TEST(Replay, names_each_input_that_fails_and_goes_on) {
  const TemporaryFolder folder;
  const std::string bad = folder.file("a.json", json_of("V=1.0 T[ALL](R(SRV,0,0,0,A))"));
  const std::string good = folder.file("b.json", json_of("V=1.0 T[ALL](R(SRV,1,0,0,A))"));
  const Ended ended = target({bad, good}, "zero-count-accepted");
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.out, "2 inputs, 1 failed\n");
  EXPECT_TRUE(ended.err.starts_with("Assertion failure: accepts-illegal DT-002 at serialize\n")) << ended.err;
  EXPECT_TRUE(ended.err.ends_with("failed: " + bad + " (signal Aborted)\n")) << ended.err;
}

TEST(Replay, refuses_what_it_cannot_read_in_one_line) {
  const TemporaryFolder folder;
  const std::string no_case = folder.file("no_case.json", "{}");
  const auto expect_refused = [](const Ended& ended, const std::string& line) {
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err, line + "\n");
  };
  EXPECT_EQ(target({no_case}).status, 2);
  expect_refused(target({folder.path("absent")}),
                 folder.path("absent") + ": cannot be read: No such file or directory");
  std::filesystem::remove(no_case);
  expect_refused(target({folder.path()}), "no input found, expected files or folders with files");
  expect_refused(target({"--property", "beauty"}),
                 "--property: found \"beauty\", expected agreement, forms or repetition");
  expect_refused(target({"--cases", "many", "--property", "forms"}), "--cases: found \"many\", expected a number");
  expect_refused(target({"--property"}), "--property: expected a value behind it");
  expect_refused(target({"--cases", "5"}), "expected --property agreement, forms or repetition");
  expect_refused(target({"--property", "forms", "--time", "5"}),
                 "found \"--time\", expected --property, --cases, --seed or --out");
  expect_refused(target({"--property", "forms"}, "nonsense"),
                 "D3D12FUZZ_FAULT: unknown fault \"nonsense\", expected one of those that \"d3d12fuzz candidates\" "
                 "lists");
}

TEST(Replay, says_how_many_cases_a_property_was_compared_on) {
  const Ended ended = target({"--property", "agreement", "--cases", "100"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.out, "agreement holds: 100 cases, 91 of them compared\n");
  EXPECT_EQ(target({"--property", "forms", "--cases", "100"}).status, 0);
  EXPECT_EQ(target({"--property", "repetition", "--cases", "100"}).status, 0);
}

TEST(Replay, keeps_what_fails_a_property_as_a_file_that_fails_too) {
  const TemporaryFolder folder;
  const Ended ended = target({"--property", "agreement", "--out", folder.path("findings")}, "zero-count-accepted");
  EXPECT_EQ(ended.status, 1);
  const std::string file = folder.path("findings/accepts-illegal-DT-002.json");
  EXPECT_TRUE(ended.err.ends_with("  found at   seed 1, case 48\n  kept in    " + file + "\n")) << ended.err;
  EXPECT_EQ(target({folder.path("findings")}, "zero-count-accepted").status, 1);
  EXPECT_EQ(target({folder.path("findings")}).status, 0);
}

TEST(Replay, tells_and_keeps_the_case_that_ended_the_process) {
  const TemporaryFolder folder;
  const Ended ended = target({"--property", "agreement", "--out", folder.path()}, "crash-on-fifth-range");
  EXPECT_EQ(ended.status, 1);
  EXPECT_NE(ended.err.find("builtin ended its process, on this case or on one made of it to find the smallest: "
                           "signal Aborted\n  found at   seed 1, case "),
            std::string::npos)
      << ended.err;
  ASSERT_EQ(folder.names().size(), 1u);
  EXPECT_TRUE(folder.names()[0].starts_with("ended-seed-1-case-"));
  EXPECT_EQ(target({folder.path()}, "crash-on-fifth-range").status, 1);
  EXPECT_EQ(target({folder.path()}).status, 0);
}

TEST(ReplayOfBytes, takes_bytes_and_the_serialized_form_of_cases) {
  const TemporaryFolder folder;
  folder.file("no_magic", std::string(32, '\0'));
  folder.file("legal.json", json_of("V=1.0 T[ALL](R(SRV,1,0,0,A))"));
  const Ended ended = byte_target({folder.path()});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.out, "2 inputs, 0 failed\n");
  EXPECT_EQ(ended.err, "");
}

TEST(ReplayOfBytes, names_each_input_that_fails) {
  const TemporaryFolder folder;
  const std::string file = folder.file("legal.json", json_of("V=1.0 F=0x1"));
  const Ended ended = byte_target({file}, "read-root-flags-dropped");
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.out, "1 inputs, 1 failed\n");
  EXPECT_TRUE(ended.err.starts_with("Assertion failure: wrong-value ")) << ended.err;
  EXPECT_TRUE(ended.err.ends_with("failed: " + file + " (signal Aborted)\n")) << ended.err;
}

TEST(ReplayOfBytes, refuses_what_it_cannot_read_in_one_line) {
  const TemporaryFolder folder;
  EXPECT_EQ(byte_target({folder.path()}).err, "no input found, expected files or folders with files\n");
  const Ended ended = byte_target({folder.file("empty", "")}, "nonsense");
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.err,
            "D3D12FUZZ_FAULT: unknown fault \"nonsense\", expected one of those that \"d3d12fuzz candidates\" lists\n");
  EXPECT_EQ(byte_target({}).status, 2);
}

}  // namespace
}  // namespace d3d12fuzz
