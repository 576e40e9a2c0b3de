// Which rules a run exercised, and runs that end when all are.

#include "cli/coverage_table.h"

#include <boost/json/object.hpp>

#include "base/json_text.h"
#include "cli/program.h"
#include "domains/root_signature/domain.h"

namespace d3d12fuzz {
namespace {

using test::d3d12fuzz_program;
using test::Ended;

Ended run(std::vector<std::string> flags) {
  flags.insert(flags.begin(), {"run", "-c", "builtin"});
  return d3d12fuzz_program(std::move(flags));
}

TEST(CoverageTable, has_a_line_for_each_rule_that_the_domain_decides) {
  Tally tally;
  tally.coverage.met[static_cast<std::size_t>("DT-002"_rule)] = 12;
  tally.coverage.met[static_cast<std::size_t>("DT-005"_rule)] = 3;
  tally.coverage.broken[static_cast<std::size_t>("DT-005"_rule)] = 1;
  const std::string table = coverage_table(tally, root_signature::domain());
  EXPECT_TRUE(table.starts_with("rule     class     violation          met       broken exercised subject\nDT-001 "))
      << table;
  EXPECT_NE(table.find("\nDT-002   scored    rejected            12            0 no        range.NumDescriptors\n"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("\nDT-005   scored    rejected             3            1 yes       range.unbounded.append\n"),
            std::string::npos)
      << table;
  std::size_t decided = 0;
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    decided += root_signature::domain().decides(static_cast<RuleId>(i)) ? 1 : 0;
  }
  EXPECT_EQ(static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n')), decided + 1);
  const boost::json::array rows = coverage_json(tally, root_signature::domain());
  EXPECT_EQ(rows.size(), decided);
  EXPECT_EQ(rows[1].at("id"), "DT-002");
  EXPECT_EQ(rows[1].at("met"), 12);
  EXPECT_EQ(rows[1].at("exercised"), false);
}

TEST(CoverageTable, names_the_scored_rules_that_are_missing) {
  Tally tally;
  const std::size_t all = exercised_rules(tally, root_signature::domain()).all;
  tally.coverage.met.fill(1);
  tally.coverage.broken.fill(1);
  EXPECT_EQ(covered_line(tally, root_signature::domain()),
            "covered: all " + std::to_string(all) + " scored rules were exercised\n");
  tally.coverage.met[static_cast<std::size_t>("DT-002"_rule)] = 0;
  tally.coverage.broken[static_cast<std::size_t>("DT-005"_rule)] = 0;
  tally.coverage.met[static_cast<std::size_t>("DT-020"_rule)] = 0;
  EXPECT_EQ(uncovered_rules(tally, root_signature::domain()), (std::vector{"DT-002"_rule, "DT-005"_rule}));
  EXPECT_EQ(
      covered_line(tally, root_signature::domain()),
      "NOT COVERED: the run ended with 2 of " + std::to_string(all) + " scored rules not exercised: DT-002, DT-005\n");
}

TEST(Coverage, is_printed_if_asked_for) {
  const Ended with = run({"--cases", "600", "--coverage"});
  EXPECT_EQ(with.status, 0);
  EXPECT_NE(with.out.find("\nrule     class "), std::string::npos) << with.out;
  EXPECT_EQ(with.out.find("overed"), std::string::npos) << with.out;
  EXPECT_EQ(run({"--cases", "600"}).out.find("\nrule     class "), std::string::npos);
  const boost::json::value summary = parse_json(run({"--cases", "600", "--coverage", "--json"}).out, "out");
  EXPECT_FALSE(summary.at("coverage").as_array().empty());
  EXPECT_FALSE(summary.as_object().contains("covered"));
}

TEST(UntilCovered, ends_a_run_as_soon_as_every_scored_rule_was_exercised) {
  const Ended ended = run({"--until-covered", "--cases", "100000", "--json", "--jobs", "1"});
  EXPECT_EQ(ended.status, 0);
  const boost::json::value summary = parse_json(ended.out, "out");
  EXPECT_EQ(summary.at("covered"), true);
  EXPECT_TRUE(summary.at("uncovered").as_array().empty());
  EXPECT_EQ(summary.at("rules_exercised"), summary.at("rules"));
  EXPECT_LT(summary.at("cases").as_int64(), 100000);
  EXPECT_EQ(run({"--until-covered", "--cases", "100000", "--json", "--jobs", "2"}).out, ended.out);
  const Ended text = run({"--until-covered", "--cases", "100000"});
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.out.find("\nrule     class "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("\ncovered: all "), std::string::npos) << text.out;
}

TEST(UntilCovered, names_what_is_missing_when_the_cases_end_before) {
  const Ended text = run({"--until-covered", "--cases", "5"});
  EXPECT_EQ(text.status, 0) << "no finding";
  EXPECT_NE(text.out.find("\nNOT COVERED: the run ended with "), std::string::npos) << text.out;
  const boost::json::value summary = parse_json(run({"--until-covered", "--cases", "5", "--json"}).out, "out");
  EXPECT_EQ(summary.at("cases"), 5);
  EXPECT_EQ(summary.at("covered"), false);
  EXPECT_FALSE(summary.at("uncovered").as_array().empty());
}

TEST(UntilCovered, findings_count_all_the_same) {
  const Ended ended =
      run({"--until-covered", "--cases", "100000", "--keep-going", "--fault", "zero-count-accepted", "--json"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(parse_json(ended.out, "out").at("covered"), true);
}

}  // namespace
}  // namespace d3d12fuzz
