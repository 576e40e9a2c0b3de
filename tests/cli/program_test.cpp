// The program as a person or a script uses it: what it prints, and its exit status.

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "base/json_text.h"
#include "candidates/builtin/builtin.h"
#include "cli/program.h"
#include "domains/root_signature/domain.h"
#include "report/finding_json.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using test::d3d12fuzz_program;
using test::Ended;
using test::Program;
using test::TemporaryFolder;
using Names = std::vector<std::string>;

std::string case_of(std::string_view text) {
  return case_json(root_signature::domain(), to_tree(test::notation(text)));
}

/// What a run against builtin prints as JSON.
Ended json_run(std::vector<std::string> flags) {
  std::vector<std::string> arguments{"run", "-c", "builtin", "--json", "--keep-going"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  return d3d12fuzz_program(std::move(arguments));
}

TEST(Help, is_no_error) {
  const Ended help = d3d12fuzz_program({"--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_EQ(help.err, "");
  for (const std::string_view verb : {"run", "replay", "shrink", "show", "import", "rules", "candidates"}) {
    EXPECT_NE(help.out.find("\n  " + std::string(verb)), std::string::npos) << verb;
    const Ended of_verb = d3d12fuzz_program({std::string(verb), "--help"});
    EXPECT_EQ(of_verb.status, 0) << verb;
    EXPECT_EQ(of_verb.err, "") << verb;
    EXPECT_NE(of_verb.out, "") << verb;
  }
  EXPECT_NE(help.out.find("Exit status: 0 clean, 1 findings, 2 bad input, 3 failure of the harness."),
            std::string::npos);
}

TEST(Import, reads_what_show_writes) {
  TemporaryFolder folder;
  const std::string text = case_of("V=1.1 F=0x1 T[ALL](R(SRV,2,0,0,A,0x1)); S(0,0,PIXEL)");
  const std::string blob = folder.file("case.bin", "");
  EXPECT_EQ(d3d12fuzz_program({"show", folder.file("case.json", text), "--as", "blob", "-o", blob}).status, 0);
  EXPECT_EQ(d3d12fuzz_program({"import", blob}).out, text);
  const std::string bytes = d3d12fuzz_program({"show", folder.file("case.json", text), "--as", "blob"}).out;
  EXPECT_EQ(bytes, read_file(blob));
  const Ended truncated = d3d12fuzz_program({"import", folder.file("short.bin", bytes.substr(0, 31))});
  EXPECT_EQ(truncated.status, 2);
  EXPECT_TRUE(
      truncated.err.ends_with("short.bin: at byte 31: found the end, expected a container's header of 32 bytes\n"));
}

TEST(Version, is_that_of_the_project) {
  const Ended version = d3d12fuzz_program({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_EQ(version.out, std::string("d3d12fuzz ") + D3D12FUZZ_VERSION + "\n");
  EXPECT_EQ(version.err, "");
}

TEST(Run, without_a_difference_ends_with_0) {
  const Ended run = d3d12fuzz_program({"run", "-c", "builtin", "--cases", "3000", "--seed", "7"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_TRUE(
      run.out.starts_with(std::string("d3d12fuzz ") + D3D12FUZZ_VERSION +
                          ": root_signature, the reference model against builtin\nseed 7, 1 job\n\n3000 cases in "))
      << run.out;
  EXPECT_TRUE(run.out.ends_with("\nno findings\n")) << run.out;
}

TEST(Run, prints_each_finding_once_and_ends_with_1) {
  const Ended run = d3d12fuzz_program(
      {"run", "-c", "builtin", "--fault", "zero-count-accepted", "--cases", "3000", "--keep-going", "--jobs", "2"});
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.out.find("\nseed 1, 2 jobs\n"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("\n[1] builtin"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("\n[2] "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("DT-002"), std::string::npos) << run.out;
  EXPECT_TRUE(run.out.ends_with("\n1 finding; give --out FOLDER to keep them\n")) << run.out;
}

TEST(Run, stops_after_the_first_round_that_finds_something_unless_told_to_keep_going) {
  const Ended run =
      d3d12fuzz_program({"run", "-c", "builtin", "--fault", "zero-count-accepted", "--cases", "100000", "--json"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(parse_json(run.out, "out").at("cases").as_int64(), 512);
  EXPECT_EQ(parse_json(json_run({"--fault", "zero-count-accepted", "--cases", "2000"}).out, "out").at("cases"), 2000);
}

TEST(Run, prints_valid_json_with_what_it_counted) {
  const Ended run = json_run({"--cases", "2000", "--seed", "18446744073709551615"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
  const boost::json::object summary = parse_json(run.out, "out").as_object();
  std::vector<std::string> keys;
  for (const auto& member : summary) keys.emplace_back(member.key());
  EXPECT_EQ(keys, (Names{"domain", "candidate", "reference", "seed", "cases", "interrupted", "classes", "unsupported",
                         "not_compared", "differing", "rules_exercised", "rules", "findings"}));
  EXPECT_EQ(summary.at("domain"), "root_signature");
  EXPECT_EQ(summary.at("candidate"), "builtin");
  EXPECT_EQ(summary.at("reference"), "the reference model");
  EXPECT_EQ(summary.at("seed"), "18446744073709551615");
  EXPECT_EQ(summary.at("cases"), 2000);
  EXPECT_EQ(summary.at("interrupted"), false);
  EXPECT_EQ(summary.at("unsupported"), 0);
  EXPECT_EQ(summary.at("differing"), 0);
  EXPECT_EQ(summary.at("rules_exercised"), summary.at("rules"));
  EXPECT_TRUE(summary.at("findings").as_array().empty());
  std::int64_t cases = 0;
  for (const auto& member : summary.at("classes").as_object()) cases += member.value().as_int64();
  EXPECT_EQ(cases, 2000);
}

TEST(Run, gives_the_same_bytes_at_every_job_count) {
  for (const std::vector<std::string>& fault :
       std::vector<std::vector<std::string>>{{},
                                             {"--fault", "overlap-within-table-unchecked"},
                                             {"--fault", "overlap-ignores-space"},
                                             {"--fault", "lookup-keeps-base"}}) {
    std::string first;
    for (const std::string jobs : {"1", "2"}) {
      std::vector<std::string> flags{"--cases", "4000", "--seed", "5", "--jobs", jobs};
      flags.insert(flags.end(), fault.begin(), fault.end());
      const Ended run = json_run(std::move(flags));
      EXPECT_EQ(run.status, fault.empty() ? 0 : 1);
      EXPECT_EQ(run.err, "");
      if (first.empty()) first = run.out;
      EXPECT_EQ(run.out, first) << testing::PrintToString(fault);
    }
  }
}

TEST(Run, a_seed_draws_other_cases_than_another) {
  EXPECT_NE(json_run({"--cases", "1000", "--seed", "1"}).out, json_run({"--cases", "1000", "--seed", "2"}).out);
}

TEST(Run, another_implementation_may_stand_on_the_reference_side) {
  const Ended run = json_run({"--cases", "1000", "--reference", "builtin"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(parse_json(run.out, "out").at("reference"), "builtin");
  EXPECT_EQ(json_run({"--cases", "1000", "--reference", "builtin", "--fault", "zero-count-accepted"}).status, 1);
}

TEST(Run, a_crash_in_a_worker_is_a_finding) {
  const Ended run = json_run({"--fault", "crash-on-fifth-range", "--cases", "512"});
  EXPECT_EQ(run.status, 1);
  const boost::json::value summary = parse_json(run.out, "out");
  ASSERT_EQ(summary.at("findings").as_array().size(), 1u);
  const std::string signature(summary.at("findings").as_array()[0].at("signature").as_string());
  EXPECT_TRUE(signature.starts_with("crash ") && signature.ends_with(" at create")) << signature;
}

TEST(Run, a_crash_in_process_is_a_failure_of_the_harness) {
  const Ended run = json_run({"--fault", "crash-on-fifth-range", "--cases", "512", "--isolation", "in-process"});
  EXPECT_EQ(run.status, 3);
  const boost::json::value summary = parse_json(run.out, "out");
  EXPECT_EQ(summary.at("cases").as_int64(), 0);
  EXPECT_EQ(summary.at("ended_by").as_string(),
            "a job process died; with a candidate in process, try --isolation worker");
  EXPECT_EQ(run.err,
            "d3d12fuzz: failure of the harness: a job process died; with a candidate in process, try "
            "--isolation worker\n");
}

TEST(Run, keeps_findings_as_files_that_replay) {
  const TemporaryFolder folder;
  const std::string out = folder.path("a/b");
  const Ended run = d3d12fuzz_program(
      {"run", "-c", "builtin", "--fault", "zero-count-accepted", "--cases", "2000", "--keep-going", "--out", out});
  EXPECT_EQ(run.status, 1);
  EXPECT_TRUE(run.out.ends_with("\n1 finding in " + out + "\n")) << run.out;
  Names names;
  for (const auto& entry : std::filesystem::directory_iterator(out)) names.push_back(entry.path().filename());
  ASSERT_EQ(names, Names{"accepts-illegal-DT-002.json"});
  const std::string file = out + "/" + names[0];
  EXPECT_NE(run.out.find(std::string("  replay     ") + D3D12FUZZ_PROGRAM + " replay " + file +
                         " --candidate builtin --fault zero-count-accepted\n"),
            std::string::npos)
      << run.out;

  const Ended replayed = d3d12fuzz_program({"replay", file, "-c", "builtin", "--fault", "zero-count-accepted"});
  EXPECT_EQ(replayed.status, 1);
  EXPECT_EQ(replayed.err, "");
  EXPECT_TRUE(replayed.out.starts_with(file + ": differs\n")) << replayed.out;

  const Ended without = d3d12fuzz_program({"replay", file, "-c", "builtin"});
  EXPECT_EQ(without.status, 0);
  EXPECT_EQ(without.err, file + ": found with options --fault zero-count-accepted, replayed with another\n");
  EXPECT_TRUE(without.out.starts_with(file + ": no difference\n")) << without.out;
  EXPECT_NE(without.out.find("  the recorded finding does not show: accepts-illegal DT-002 at serialize\n"),
            std::string::npos);
}

TEST(Run, the_commands_that_it_prints_work_as_they_stand) {
  const TemporaryFolder folder;
  const Ended run = d3d12fuzz_program(
      {"run", "-c", "builtin", "--fault", "lookup-keeps-base", "--cases", "2000", "--out", folder.path("found")});
  ASSERT_EQ(run.status, 1);
  for (const auto& [label, status] : {std::pair<std::string, int>{"  replay     ", 1}, {"  as C++     ", 0}}) {
    const std::size_t at = run.out.find("\n" + label);
    ASSERT_NE(at, std::string::npos) << run.out;
    const std::size_t begin = at + 1 + label.size();
    std::vector<std::string> words{""};
    for (const char c : run.out.substr(begin, run.out.find('\n', begin) - begin)) {
      if (c == ' ') {
        words.emplace_back();
      } else {
        words.back() += c;
      }
    }
    const Ended again = test::run_program(words);
    EXPECT_EQ(again.status, status) << label << again.err;
    EXPECT_EQ(again.err, "");
    EXPECT_NE(again.out, "");
  }
}

/// A run that is interrupted once it said that it began.
void interrupt_run(std::vector<std::string> flags, int signal_number) {
  std::vector<std::string> arguments{D3D12FUZZ_PROGRAM, "run", "--time", "30", "-c", "builtin"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  Program program(std::move(arguments));
  ASSERT_TRUE(program.wait_for_output("\nseed 1, "));
  program.send_signal(signal_number);
  const Ended ended = program.finish();
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_NE(ended.out.find("cases/s), interrupted\nscored "), std::string::npos) << ended.out;
  EXPECT_TRUE(ended.out.ends_with("\nno findings\n")) << ended.out;
  EXPECT_FALSE(program.left_processes());
}

TEST(Run, an_interrupt_ends_it_with_its_summary_and_leaves_no_processes) {
  interrupt_run({}, SIGINT);
  interrupt_run({"--jobs", "2"}, SIGTERM);
  interrupt_run({"--jobs", "2", "--isolation", "worker"}, SIGINT);
}

TEST(Run, leaves_no_processes) {
  Program program(
      {D3D12FUZZ_PROGRAM, "run", "-c", "builtin", "--isolation", "worker", "--jobs", "2", "--cases", "500"});
  EXPECT_EQ(program.finish().status, 0);
  EXPECT_FALSE(program.left_processes());
}

TEST(Replay, tells_what_each_file_shows) {
  const TemporaryFolder folder;
  const std::string legal = folder.file("legal.json", case_of("T[ALL](R(SRV,1,0,0,A))"));
  const std::string illegal = folder.file("illegal.json", case_of("T[ALL](R(SRV,0,0,0,A))"));
  const Ended clean = d3d12fuzz_program({"replay", legal, illegal, "-c", "builtin"});
  EXPECT_EQ(clean.status, 0);
  EXPECT_EQ(clean.err, "");
  EXPECT_EQ(clean.out, legal +
                           ": no difference\n"
                           "  class      scored\n"
                           "  got        serialize accepted, deserialize accepted, create accepted\n" +
                           illegal +
                           ": no difference\n"
                           "  class      scored\n"
                           "  breaks     DT-002\n"
                           "  got        serialize rejected (E_INVALIDARG)\n");
  const Ended differs =
      d3d12fuzz_program({"replay", legal, illegal, "-c", "builtin", "--fault", "zero-count-accepted"});
  EXPECT_EQ(differs.status, 1);
  EXPECT_EQ(differs.out, legal +
                             ": no difference\n"
                             "  class      scored\n"
                             "  got        serialize accepted, deserialize accepted, create accepted\n" +
                             illegal +
                             ": differs\n"
                             "  class      scored\n"
                             "  breaks     DT-002\n"
                             "  got        serialize accepted, deserialize accepted, create accepted\n"
                             "  difference accepts-illegal DT-002 at serialize\n"
                             "  difference accepts-illegal DT-002 at create\n");
}

TEST(Replay, names_a_wrong_value) {
  const Ended replayed = d3d12fuzz_program({"replay", "-", "-c", "builtin", "--fault", "lookup-keeps-base"},
                                           case_of("T[ALL](R(SRV,1,1,0,A)); L(t,1,0,VERTEX)"));
  EXPECT_EQ(replayed.status, 1);
  EXPECT_TRUE(
      replayed.out.ends_with("  difference wrong-value lookups[].slot at create\n"
                             "             lookups[0].slot: expected 0, got 1\n"))
      << replayed.out;
}

TEST(Show, has_four_forms) {
  const TemporaryFolder folder;
  const std::string text = case_of("T[ALL](R(SRV,U,0,0,A),R(SRV,1,0,1,A))");
  const std::string file = folder.file("case.json", text);
  const auto shown = [&](const std::string& form) {
    const Ended show = d3d12fuzz_program({"show", file, "--as", form});
    EXPECT_EQ(show.status, 0);
    EXPECT_EQ(show.err, "");
    return show.out;
  };
  const std::string hlsl =
      "// root signature version 1.0\n"
      "DescriptorTable(SRV(t0, numDescriptors = unbounded),\n"
      "                SRV(t0, space = 1))\n";
  EXPECT_EQ(shown("json"), text);
  EXPECT_EQ(shown("hlsl"), hlsl);
  EXPECT_TRUE(shown("text").starts_with(hlsl + "\nclass        scored\n"
                                               "serialize    must be rejected\n"
                                               "deserialize  may be accepted or rejected\n"
                                               "create       must be rejected\n"
                                               "breaks       DT-005: "))
      << shown("text");
  const std::string cpp = shown("cpp");
  EXPECT_TRUE(cpp.starts_with("// d3d12fuzz: a case and what Direct3D 12 makes of it\n// DT-005: ")) << cpp;
  EXPECT_NE(cpp.find("int main(int argc, char** argv) {\n"), std::string::npos);
}

TEST(Show, a_case_of_a_seed_is_always_the_same) {
  const Ended show = d3d12fuzz_program({"show", "--seed", "7", "--case", "12345", "--as", "json"});
  EXPECT_EQ(show.status, 0);
  EXPECT_EQ(d3d12fuzz_program({"show", "--seed", "7", "--case", "12345", "--as", "json"}).out, show.out);
  EXPECT_NE(d3d12fuzz_program({"show", "--seed", "8", "--case", "12345", "--as", "json"}).out, show.out);
  const std::unique_ptr<Case> value = root_signature::domain().make_case();
  ChoiceSource choices(7, 12345);
  root_signature::domain().generate(choices, *value);
  EXPECT_EQ(show.out, case_json(root_signature::domain(), root_signature::domain().tree(*value)));
}

class Shrink : public testing::Test {
 protected:
  Ended shrink(const std::string& file, std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"shrink", file, "-c", "builtin", "--fault", "zero-count-accepted"});
    return d3d12fuzz_program(std::move(flags));
  }

  TemporaryFolder folder_;
  const std::string small_ = case_of("T[ALL](R(SRV,0,0,0,A))");
  const std::string big_ = case_of("T[PIXEL](R(UAV,4,2,0,A),R(SRV,0,9,3,7)); T[ALL](R(CBV,1,0,0,A))");
};

TEST_F(Shrink, gives_the_smallest_case) {
  const std::string out = folder_.path("small.json");
  const Ended shrunk = shrink(folder_.file("big.json", big_), {"--out", out});
  EXPECT_EQ(shrunk.status, 1);
  EXPECT_EQ(shrunk.err, "");
  EXPECT_TRUE(shrunk.out.ends_with(" evaluations\n")) << shrunk.out;
  EXPECT_EQ(load_case(out).tree, to_tree(test::notation("T[ALL](R(SRV,0,0,0,A))")));
  EXPECT_EQ(load_case(out).signature, "accepts-illegal DT-002 at serialize");
  EXPECT_EQ(folder_.names(), (Names{"big.json", "small.json"}));
  EXPECT_EQ(shrink(out, {"--verify-minimal"}).status, 0);
}

TEST_F(Shrink, only_verifies_if_asked_to) {
  const std::string small = folder_.file("small.json", small_);
  const Ended minimal = shrink(small, {"--verify-minimal"});
  EXPECT_EQ(minimal.status, 0);
  EXPECT_EQ(minimal.out, small + ": accepts-illegal DT-002 at serialize: minimal, no simpler neighbour shows it\n" +
                             small + ": accepts-illegal DT-002 at create: minimal, no simpler neighbour shows it\n");
  const std::string big = folder_.file("big.json", big_);
  const Ended not_minimal = shrink(big, {"--verify-minimal"});
  EXPECT_EQ(not_minimal.status, 1);
  EXPECT_TRUE(not_minimal.out.starts_with(
      big +
      ": accepts-illegal DT-002 at serialize: not minimal, a simpler case shows it too:\n// root signature version"))
      << not_minimal.out;
  EXPECT_EQ(folder_.names(), (Names{"big.json", "small.json"}));
}

TEST_F(Shrink, has_nothing_to_do_where_nothing_differs) {
  const std::string file = folder_.file("small.json", small_);
  const Ended shrunk = d3d12fuzz_program({"shrink", file, "-c", "builtin", "--out", folder_.path("out.json")});
  EXPECT_EQ(shrunk.status, 0);
  EXPECT_EQ(shrunk.out, file + ": no difference, nothing to shrink\n");
  EXPECT_EQ(folder_.names(), Names{"small.json"});
}

TEST(Candidates, are_listed_with_every_fault) {
  const Ended candidates = d3d12fuzz_program({"candidates"});
  EXPECT_EQ(candidates.status, 0);
  EXPECT_EQ(candidates.err, "");
  EXPECT_TRUE(candidates.out.starts_with("builtin[:fault=ID] ")) << candidates.out;
  EXPECT_NE(candidates.out.find("\nd3d12[:PATH[,abi=ms|sysv]] "), std::string::npos);
  for (const builtin::FaultInfo& fault : builtin::faults()) {
    EXPECT_NE(candidates.out.find("\n  " + std::string(fault.id) + " "), std::string::npos) << fault.id;
  }
}

}  // namespace
}  // namespace d3d12fuzz
