// Runs and replays of several candidates at once.

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "base/json_text.h"
#include "cli/program.h"
#include "domains/root_signature/domain.h"
#include "report/finding_json.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using test::d3d12fuzz_program;
using test::Ended;
using test::TemporaryFolder;
using Arguments = std::vector<std::string>;

/// A run of candidates without a fault or with one, as JSON.
Ended json_run(const Arguments& candidates, const Arguments& flags) {
  Arguments arguments{"run", "--json", "--keep-going"};
  for (const std::string& candidate : candidates) arguments.insert(arguments.end(), {"--candidate", candidate});
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  return d3d12fuzz_program(std::move(arguments));
}

boost::json::object parsed(const Ended& ended) {
  EXPECT_EQ(ended.err, "");
  return parse_json(ended.out, "out").as_object();
}

std::string refusal(const Arguments& arguments) {
  const Ended ended = d3d12fuzz_program(arguments);
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.out, "");
  return ended.err;
}

TEST(SeveralCandidates, have_the_findings_that_each_has_alone) {
  const Arguments flags{"--cases", "4000", "--seed", "5"};
  const Arguments faults{"builtin:fault=lookup-keeps-base", "builtin", "builtin:fault=overlap-ignores-space"};
  const Ended together = json_run(faults, flags);
  EXPECT_EQ(together.status, 1);
  const boost::json::object summary = parsed(together);
  EXPECT_FALSE(summary.contains("findings"));
  EXPECT_FALSE(summary.contains("candidate"));
  const boost::json::array& candidates = summary.at("candidates").as_array();
  ASSERT_EQ(candidates.size(), 3u);
  for (std::size_t k = 0; k < faults.size(); ++k) {
    const boost::json::object alone = parsed(json_run({faults[k]}, flags));
    EXPECT_EQ(std::string(candidates[k].at("label").as_string()), std::string(1, static_cast<char>('A' + k)));
    for (const std::string key : {"candidate", "unsupported", "not_compared", "differing", "findings"}) {
      EXPECT_EQ(candidates[k].at(key), alone.at(key)) << faults[k] << ", " << key;
    }
    for (const std::string key : {"domain", "reference", "seed", "cases", "classes", "rules_exercised", "rules"}) {
      EXPECT_EQ(summary.at(key), alone.at(key)) << faults[k] << ", " << key;
    }
  }
  EXPECT_EQ(boost::json::serialize(summary.at("signatures")),
            R"([{"signature":"rejects-legal at serialize","findings":[0,0,2]},)"
            R"({"signature":"wrong-value lookups[].slot at create","findings":[1,0,0]}])");
}

TEST(SeveralCandidates, give_the_same_bytes_at_every_job_count) {
  const Arguments candidates{"builtin:fault=lookup-keeps-base", "builtin", "builtin:fault=overlap-ignores-space"};
  const Ended one = json_run(candidates, {"--cases", "4000"});
  EXPECT_EQ(one.status, 1);
  EXPECT_EQ(json_run(candidates, {"--cases", "4000", "--jobs", "3"}).out, one.out);
}

TEST(SeveralCandidates, that_differ_in_open_cases_alone_have_no_findings) {
  const Arguments flags{"--cases", "4000", "--known"};
  const TemporaryFolder folder;
  const std::string known = folder.file("known.tsv", "wrong-value lookups[].slot at create\t\tmeant\n");
  Arguments arguments = flags;
  arguments.push_back(known);
  const Ended ended = json_run({"builtin", "builtin:fault=lookup-keeps-base"}, arguments);
  EXPECT_EQ(ended.status, 0);
  const boost::json::object summary = parsed(ended);
  EXPECT_TRUE(summary.at("signatures").as_array().empty());
  EXPECT_EQ(summary.at("candidates").at(0).at("known").at("cases"), 0);
  EXPECT_GT(summary.at("candidates").at(1).at("known").at("cases").as_int64(), 0);
  std::size_t differing = 0;
  for (const boost::json::value& row : summary.at("disagreements").as_array()) {
    for (const boost::json::value& pair : row.at("pairs").as_array()) {
      if (pair.at("differing").as_int64() == 0) continue;
      ++differing;
      EXPECT_EQ(row.at("value"), "lookups[].slot");
      EXPECT_NE(row.at("class"), "scored");
    }
  }
  EXPECT_GT(differing, 3u);
}

TEST(SeveralCandidates, the_example_of_a_disagreement_shows_it) {
  const boost::json::object summary =
      parsed(json_run({"builtin", "builtin:fault=lookup-keeps-base"}, {"--cases", "4000", "--seed", "3"}));
  std::string index;
  for (const boost::json::value& row : summary.at("disagreements").as_array()) {
    const boost::json::value& pair = row.at("pairs").at(0);
    if (row.at("rule") == "DT-019" && row.as_object().contains("value")) index = pair.at("case_index").as_string();
  }
  ASSERT_NE(index, "");
  const Ended shown = d3d12fuzz_program({"show", "--seed", "3", "--case", index});
  EXPECT_NE(shown.out.find("\nclass        advisory\n"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("\nadvisory     DT-019: "), std::string::npos) << shown.out;
}

TEST(SeveralCandidates, may_be_the_same_twice_and_then_agree) {
  const boost::json::object summary = parsed(json_run({"builtin", "builtin"}, {"--cases", "4000"}));
  EXPECT_EQ(summary.at("candidates").as_array().size(), 2u);
  EXPECT_FALSE(summary.at("disagreements").as_array().empty());
  for (const boost::json::value& row : summary.at("disagreements").as_array()) {
    EXPECT_TRUE(row.as_object().contains("stage")) << row;
    EXPECT_EQ(row.at("answers").at(0), row.at("answers").at(1));
    EXPECT_EQ(row.at("pairs").at(0).at("differing"), 0);
  }
}

TEST(SeveralCandidates, are_told_apart_in_the_text) {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  const Ended run =
      d3d12fuzz_program({"run", "-c", "builtin:fault=zero-count-accepted", "-c", "builtin", "-c",
                         "builtin:fault=zero-count-accepted", "--cases", "3000", "--keep-going", "--out", out});
  EXPECT_EQ(run.status, 1);
  EXPECT_TRUE(run.out.starts_with(std::string("d3d12fuzz ") + D3D12FUZZ_VERSION +
                                  ": root_signature, the reference model against 3 candidates\n"
                                  "A: builtin --fault zero-count-accepted\n"
                                  "B: builtin\n"
                                  "C: builtin --fault zero-count-accepted\n"
                                  "seed 1, 1 job\n\n"
                                  "[1] A: builtin accepts what DT-002 "))
      << run.out;
  EXPECT_NE(run.out.find("\n[2] C: builtin accepts what DT-002 "), std::string::npos) << run.out;
  for (const std::string line : {"\nA: scored ", "\nB: scored ", "\nC: scored "}) {
    EXPECT_NE(run.out.find(line), std::string::npos) << line;
  }
  EXPECT_TRUE(
      run.out.ends_with("\nfindings                             A  B  C\n"
                        "accepts-illegal DT-002 at serialize  1  -  1\n"
                        "\n2 findings in " +
                        out + "\n"))
      << run.out;
  EXPECT_NE(run.out.find(std::string("  replay     ") + D3D12FUZZ_PROGRAM + " replay " + out +
                         "/C-builtin/accepts-illegal-DT-002.json --candidate builtin --fault zero-count-accepted\n"),
            std::string::npos)
      << run.out;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(out)) {
    files.push_back(std::filesystem::relative(entry.path(), out));
  }
  std::sort(files.begin(), files.end());
  EXPECT_EQ(files, (Arguments{"A-builtin", "A-builtin/accepts-illegal-DT-002.json", "B-builtin", "C-builtin",
                              "C-builtin/accepts-illegal-DT-002.json"}));
  EXPECT_EQ(read_file(out + "/" + files[1]), read_file(out + "/" + files[4]));
}

TEST(SeveralCandidates, stop_after_the_first_round_in_which_any_of_them_has_a_finding) {
  const Ended run = d3d12fuzz_program(
      {"run", "-c", "builtin", "-c", "builtin:fault=zero-count-accepted", "--cases", "100000", "--json"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(parsed(run).at("cases"), 512);
}

TEST(SeveralCandidates, may_be_compared_with_another_implementation) {
  const Ended run = json_run({"builtin", "builtin:fault=zero-count-accepted"},
                             {"--reference", "builtin:fault=zero-count-accepted", "--cases", "2000"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(parsed(run).at("reference"), "builtin --fault zero-count-accepted");
  EXPECT_FALSE(parsed(run).at("candidates").at(0).at("findings").as_array().empty());
  EXPECT_TRUE(parsed(run).at("candidates").at(1).at("findings").as_array().empty());
}

TEST(SeveralCandidates, have_no_common_fault_and_are_not_without_end) {
  EXPECT_EQ(refusal({"run", "-c", "builtin", "-c", "builtin", "--fault", "zero-count-accepted"}),
            "d3d12fuzz: --fault: found 2 candidates, expected one; of several write --candidate "
            "builtin:fault=zero-count-accepted\n");
  Arguments many{"run"};
  for (int i = 0; i < 13; ++i) many.insert(many.end(), {"-c", "builtin"});
  EXPECT_EQ(refusal(many), "d3d12fuzz: --candidate: found 13, expected 12 at most\n");
}

TEST(SeveralCandidates, of_a_replay_are_put_side_by_side) {
  const TemporaryFolder folder;
  const auto file = [&](const std::string& name, std::string_view text) {
    return folder.file(name, case_json(root_signature::domain(), to_tree(test::notation(text))));
  };
  const std::string legal = file("legal.json", "T[ALL](R(SRV,1,0,0,A))");
  const std::string illegal = file("illegal.json", "T[ALL](R(SRV,0,0,0,A))");
  const Ended replayed =
      d3d12fuzz_program({"replay", legal, illegal, "-c", "builtin", "-c", "builtin:fault=zero-count-accepted"});
  EXPECT_EQ(replayed.status, 1);
  EXPECT_EQ(replayed.err, "");
  EXPECT_NE(replayed.out.find(illegal + ": A: no difference\n"), std::string::npos) << replayed.out;
  EXPECT_NE(replayed.out.find(illegal + ": B: differs\n"), std::string::npos) << replayed.out;
  const std::string blanks(illegal.size() - 4, ' ');
  EXPECT_TRUE(
      replayed.out.ends_with("\nA: builtin\n"
                             "B: builtin --fault zero-count-accepted\n"
                             "file" +
                             blanks + "  A              B\n" + legal + "    no difference  no difference\n" + illegal +
                             "  no difference  differs\n"))
      << replayed.out;
}

TEST(SeveralCandidates, are_for_run_and_replay_alone) {
  const TemporaryFolder folder;
  const std::string file =
      folder.file("case.json", case_json(root_signature::domain(), to_tree(test::notation("T[ALL](R(SRV,0,0,0,A))"))));
  // As with any other flag of these verbs the last one counts.
  const Ended shrunk = d3d12fuzz_program({"shrink", file, "-c", "builtin", "-c", "builtin:fault=zero-count-accepted"});
  EXPECT_EQ(shrunk.status, 1);
  EXPECT_EQ(d3d12fuzz_program({"shrink", file, "-c", "builtin:fault=zero-count-accepted", "-c", "builtin"}).status, 0);
}

}  // namespace
}  // namespace d3d12fuzz
