// Lists of known differences, as run and replay take them.

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

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

constexpr std::string_view kZeroCount =
    "signature\tshape\treason\n"
    "accepts-illegal DT-002 at serialize\t\tcounts are not looked at\n"
    "accepts-illegal DT-002 at create\t\tcounts are not looked at\n";

std::string case_of(std::string_view text) {
  return case_json(root_signature::domain(), to_tree(test::notation(text)));
}

class Known : public testing::Test {
 protected:
  /// A run against builtin with a fault.
  Ended run(std::string_view fault, std::vector<std::string> flags) {
    std::vector<std::string> arguments{"run", "-c", "builtin", "--fault", std::string(fault), "--cases", "3000"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return d3d12fuzz_program(std::move(arguments));
  }

  TemporaryFolder folder_;
};

TEST_F(Known, differences_alone_end_a_run_with_0) {
  const std::string file = folder_.file("known.tsv", kZeroCount);
  const Ended ended = run("zero-count-accepted", {"--known", file});
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.out.find("\n[1] "), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\n3000 cases in "), std::string::npos) << "the run is not cut short";
  EXPECT_NE(ended.out.find("\nknown differences: 2 of 2 entries seen in "), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find(" cases (" + file + ")\nno findings\n"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("NOTE"), std::string::npos) << ended.out;
}

TEST_F(Known, entries_that_no_case_shows_are_named) {
  const std::string file =
      folder_.file("known.tsv", std::string(kZeroCount) +
                                    "accepts-illegal DT-005 at serialize\t\tx\nrejects-legal at create\ta, b\ty\n");
  const Ended ended = run("zero-count-accepted", {"--known", file});
  EXPECT_EQ(ended.status, 0);
  EXPECT_NE(ended.out.find("\nknown differences: 2 of 4 entries seen in "), std::string::npos) << ended.out;
  EXPECT_NE(
      ended.out.find("\nnot seen: accepts-illegal DT-005 at serialize\nnot seen: rejects-legal at create (a, b)\n"),
      std::string::npos)
      << ended.out;
}

TEST_F(Known, differences_do_not_hide_others) {
  const std::string file = folder_.file("known.tsv", kZeroCount);
  const Ended ended = run("sampler-mix-accepted", {"--known", file, "--keep-going"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_NE(ended.out.find("\n[1] builtin accepts what DT-018"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\nknown differences: 0 of 2 entries seen in 0 cases ("), std::string::npos) << ended.out;
}

TEST_F(Known, a_stage_that_is_not_listed_is_told) {
  const std::string file = folder_.file("known.tsv", "accepts-illegal DT-002 at serialize\t\tx\n");
  const Ended ended = run("zero-count-accepted", {"--known", file, "--keep-going", "--json"});
  EXPECT_EQ(ended.status, 1);
  const boost::json::value summary = parse_json(ended.out, "out");
  ASSERT_EQ(summary.at("findings").as_array().size(), 1u);
  EXPECT_EQ(summary.at("findings").as_array()[0].at("signature"), "accepts-illegal DT-002 at create");
}

TEST_F(Known, differences_may_stand_in_several_files) {
  const std::string one = folder_.file("1.tsv", "accepts-illegal DT-002 at serialize\t\tx\n");
  const std::string two = folder_.file("2.tsv", "accepts-illegal DT-002 at create\t\tx\n");
  const Ended ended = run("zero-count-accepted", {"--known", one, "--known", two});
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_NE(ended.out.find("known differences: 2 of 2 entries seen in "), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find(" (" + one + ", " + two + ")\n"), std::string::npos) << ended.out;
}

TEST_F(Known, an_empty_list_is_said_to_be_empty) {
  const Ended ended = run("none", {"--known", folder_.file("known.tsv", "# nothing yet\n")});
  EXPECT_EQ(ended.status, 0);
  EXPECT_NE(ended.out.find("\nknown differences: 0 of 0 entries seen in 0 cases ("), std::string::npos) << ended.out;
}

TEST_F(Known, counts_are_the_same_at_every_job_count) {
  const std::string file =
      folder_.file("known.tsv", std::string(kZeroCount) + "accepts-illegal DT-005 at serialize\t\tx\n");
  const Ended one = run("zero-count-accepted", {"--known", file, "--json", "--jobs", "1"});
  EXPECT_EQ(one.status, 0);
  EXPECT_EQ(run("zero-count-accepted", {"--known", file, "--json", "--jobs", "2"}).out, one.out);
  const boost::json::value summary = parse_json(one.out, "out");
  const boost::json::array& entries = summary.at("known").at("entries").as_array();
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].at("signature"), "accepts-illegal DT-002 at serialize");
  EXPECT_EQ(entries[0].at("shape"), "");
  EXPECT_EQ(entries[0].at("reason"), "counts are not looked at");
  EXPECT_EQ(std::string(entries[0].at("file").as_string()), file);
  EXPECT_GT(entries[0].at("cases").as_int64(), 0);
  EXPECT_EQ(entries[2].at("cases"), 0);
  EXPECT_EQ(summary.at("known").at("cases"), summary.at("differing"));
}

/// What a run shows, as a list; written by replay of the findings that it keeps.
std::string list_of(const TemporaryFolder& folder, const std::string& fault) {
  const std::string out = folder.path("findings");
  d3d12fuzz_program({"run", "-c", "builtin", "--fault", fault, "--cases", "3000", "--keep-going", "--out", out});
  std::vector<std::string> arguments{"replay", "-c", "builtin", "--fault", fault};
  for (const auto& entry : std::filesystem::directory_iterator(out)) arguments.push_back(entry.path());
  arguments.insert(arguments.end(), {"--write-known", folder.path("known.tsv")});
  EXPECT_EQ(d3d12fuzz_program(arguments).status, 1);
  return folder.path("known.tsv");
}

TEST_F(Known, a_list_of_what_a_run_found_leaves_the_next_one_clean) {
  for (const std::string fault : {"overlap-end-wraps", "unbounded-is-sticky", "lookup-ignores-offset",
                                  "overlap-ignores-space", "crash-on-fifth-range"}) {
    const TemporaryFolder folder;
    const std::string file = list_of(folder, fault);
    const Ended ended = run(fault, {"--known", file, "--keep-going"});
    EXPECT_EQ(ended.status, 0) << ended.out;
    EXPECT_EQ(ended.out.find("not seen"), std::string::npos) << ended.out;
    EXPECT_NE(read_file(file).find("\tunreviewed\n"), std::string::npos);
  }
}

TEST_F(Known, differences_are_told_from_others_when_cases_are_replayed) {
  const std::string known = folder_.file("known.tsv", kZeroCount);
  const std::string shows = folder_.file("shows.json", case_of("T[ALL](R(SRV,0,0,0,A))"));
  const std::string legal = folder_.file("legal.json", case_of("T[ALL](R(SRV,1,0,0,A))"));
  const Ended ended =
      d3d12fuzz_program({"replay", "--known", known, shows, legal, "-c", "builtin", "--fault", "zero-count-accepted"});
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_EQ(ended.err, "");
  EXPECT_TRUE(ended.out.starts_with(shows + ": differs as is known\n")) << ended.out;
  EXPECT_NE(ended.out.find("\n  known      accepts-illegal DT-002 at serialize: counts are not looked at\n"),
            std::string::npos);
  EXPECT_EQ(ended.out.find("\n  difference "), std::string::npos);
  EXPECT_NE(ended.out.find("\n" + legal + ": no difference\n"), std::string::npos);
  EXPECT_TRUE(ended.out.ends_with("\nknown differences: 2 of 2 entries seen in 1 case (" + known + ")\n")) << ended.out;

  const Ended other = d3d12fuzz_program({"replay", "--known", known, shows, "-c", "builtin"});
  EXPECT_EQ(other.status, 0);
  EXPECT_TRUE(
      other.out.ends_with("not seen: accepts-illegal DT-002 at serialize\n"
                          "not seen: accepts-illegal DT-002 at create\n"))
      << other.out;
}

TEST_F(Known, an_unknown_difference_among_the_replayed_ends_with_1) {
  const std::string known = folder_.file("known.tsv", "accepts-illegal DT-002 at serialize\t\tx\n");
  const std::string shows = folder_.file("shows.json", case_of("T[ALL](R(SRV,0,0,0,A))"));
  const Ended ended =
      d3d12fuzz_program({"replay", shows, "--known", known, "-c", "builtin", "--fault", "zero-count-accepted"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(ended.out.starts_with(shows + ": differs\n")) << ended.out;
  EXPECT_NE(ended.out.find("\n  known      accepts-illegal DT-002 at serialize: x\n"), std::string::npos);
  EXPECT_NE(ended.out.find("\n  difference accepts-illegal DT-002 at create\n"), std::string::npos);
}

TEST_F(Known, a_written_list_keeps_the_reasons_of_the_one_given) {
  const std::string known = folder_.file("known.tsv",
                                         "accepts-illegal DT-002 at serialize\t\tseen\n"
                                         "accepts-illegal DT-005 at serialize\t\tno longer there\n");
  const std::string shows = folder_.file("shows.json", case_of("T[ALL](R(SRV,0,0,0,A))"));
  const auto write = [&] {
    return d3d12fuzz_program({"replay", shows, shows, "--known", known, "--write-known", known, "-c", "builtin",
                              "--fault", "zero-count-accepted"})
        .status;
  };
  const std::string expected =
      "signature\tshape\treason\n"
      "accepts-illegal DT-002 at create\t\tunreviewed\n"
      "accepts-illegal DT-002 at serialize\t\tseen\n";
  EXPECT_EQ(write(), 1);
  EXPECT_EQ(read_file(known), expected);
  EXPECT_EQ(write(), 0) << "all are known now";
  EXPECT_EQ(read_file(known), expected);
}

}  // namespace
}  // namespace d3d12fuzz
