#include "cli/tally.h"

#include "domains/root_signature/domain.h"

namespace d3d12fuzz {
namespace {

const Domain& domain() { return root_signature::domain(); }

/// A case whose stages were all compared and that kept some rules.
Examination examination(std::initializer_list<RuleId> met = {}) {
  Examination made;
  made.comparison.compared = true;
  for (const RuleId id : met) made.expectation.met.insert(id);
  return made;
}

Examination breaking(RuleId id) {
  Examination made = examination();
  made.expectation.broken.push_back({id, Stage::serialize});
  made.expectation.broken_rules.insert(id);
  return made;
}

std::uint64_t of_class(const Tally& tally, RuleClass rule_class) {
  return tally.by_class[static_cast<std::size_t>(rule_class)];
}

TEST(Tally, counts_cases_by_class) {
  Tally tally;
  tally.count(examination(), 0);
  tally.count(breaking("DT-002"_rule), 0);
  Examination advisory = examination();
  advisory.expectation.advisory.insert("DT-020"_rule);
  tally.count(advisory, 0);
  Examination ambiguous = advisory;
  ambiguous.expectation.ambiguous.insert("DT-009"_rule);
  tally.count(ambiguous, 0);
  EXPECT_EQ(tally.cases, 4u);
  EXPECT_EQ(of_class(tally, RuleClass::scored), 2u);
  EXPECT_EQ(of_class(tally, RuleClass::advisory), 1u);
  EXPECT_EQ(of_class(tally, RuleClass::ambiguous), 1u);
  EXPECT_EQ(of_class(tally, RuleClass::undefined), 0u);
}

TEST(Tally, counts_what_was_unsupported_not_compared_tolerated_and_differing) {
  Tally tally;
  Examination made = examination();
  made.comparison.unsupported = true;
  tally.count(made, 0);
  made.comparison.compared = false;
  tally.count(made, 0);
  made = examination();
  made.comparison.differences.resize(3);
  made.comparison.tolerated = true;
  tally.count(made, 0);
  EXPECT_EQ(tally.unsupported, 2u);
  EXPECT_EQ(tally.not_compared, 1u);
  EXPECT_EQ(tally.tolerated, 1u);
  EXPECT_EQ(tally.differing, 1u);
}

TEST(Tally, a_sum_has_the_counts_of_both) {
  Tally a;
  a.count(examination({"DT-002"_rule}), 0);
  Tally b;
  b.count(breaking("DT-002"_rule), 0);
  b.count(examination({"DT-002"_rule, "DT-003"_rule}), 0);
  Examination made = examination();
  made.comparison.unsupported = true;
  made.comparison.compared = false;
  made.comparison.differences.resize(1);
  made.comparison.tolerated = true;
  b.count(made, 0);
  a += b;
  EXPECT_EQ(a.cases, 4u);
  EXPECT_EQ(of_class(a, RuleClass::scored), 4u);
  EXPECT_EQ(a.unsupported, 1u);
  EXPECT_EQ(a.not_compared, 1u);
  EXPECT_EQ(a.tolerated, 1u);
  EXPECT_EQ(a.differing, 1u);
  EXPECT_EQ(a.coverage.met[static_cast<std::size_t>("DT-002"_rule)], 2u);
  EXPECT_EQ(a.coverage.broken[static_cast<std::size_t>("DT-002"_rule)], 1u);
  EXPECT_EQ(a.coverage.met[static_cast<std::size_t>("DT-003"_rule)], 1u);
}

TEST(Tally, a_rule_that_must_be_refused_is_exercised_from_both_sides) {
  Tally tally;
  tally.count(examination({"DT-002"_rule}), 0);
  EXPECT_EQ(exercised_rules(tally, domain()).exercised, 0u);
  tally.count(breaking("DT-002"_rule), 0);
  EXPECT_EQ(exercised_rules(tally, domain()).exercised, 1u);
  // A rule that forbids nothing needs a case that meets it.
  tally.count(examination({"DT-012"_rule}), 0);
  EXPECT_EQ(exercised_rules(tally, domain()).exercised, 2u);
  // One that is not scored does not count, nor one that another domain decides.
  tally.count(examination({"DT-020"_rule}), 0);
  EXPECT_EQ(exercised_rules(tally, domain()).exercised, 2u);
}

TEST(Tally, what_a_candidate_does_not_support_exercises_no_rule) {
  Tally tally;
  Examination made = examination({"DT-012"_rule});
  made.comparison.unsupported = true;
  made.comparison.compared = false;
  tally.count(made, 0);
  EXPECT_EQ(exercised_rules(tally, domain()).exercised, 0u);
  made.comparison.compared = true;  // another stage than the one that is not supported
  tally.count(made, 0);
  EXPECT_EQ(exercised_rules(tally, domain()).exercised, 1u);
}

TEST(Tally, the_rules_of_a_domain_are_the_scored_ones_that_it_decides) {
  std::size_t all = 0;
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const auto id = static_cast<RuleId>(i);
    all += rule(id).rule_class == RuleClass::scored && domain().decides(id) ? 1 : 0;
  }
  EXPECT_GT(all, 30u);
  EXPECT_EQ(exercised_rules(Tally{}, domain()).all, all);
}

TEST(Tally, has_each_case_that_says_nothing_under_one_reason) {
  Tally tally;
  Examination made = examination();
  tally.count(made, 1);
  made.expectation.advisory.insert("DT-020"_rule);
  tally.count(made, 2);
  made.comparison.compared = false;
  tally.count(made, 3);
  made.outcome.at(Stage::serialize).status = Status::accepted;
  made.outcome.at(Stage::create).status = Status::unsupported;
  tally.count(made, 9);
  Tally other;
  other.count(made, 8);
  made.outcome.at(Stage::deserialize).status = Status::crashed;
  other.count(made, 5);
  tally += other;
  const CasesAlike& unsupported = tally.silent.unsupported[static_cast<std::size_t>(Stage::create)];
  EXPECT_EQ(unsupported.cases, 2u);
  EXPECT_EQ(unsupported.first, 8u);
  EXPECT_EQ(tally.silent.ended.cases, 1u);
  EXPECT_EQ(tally.silent.ended.first, 5u);
  EXPECT_EQ(tally.silent.open.cases, 2u);
  EXPECT_EQ(tally.silent.open.first, 2u);
}

TEST(HealthLine, has_the_share_of_each_class) {
  Tally tally;
  for (int i = 0; i < 5; ++i) tally.count(examination(), 0);
  Examination made = examination();
  made.expectation.advisory.insert("DT-020"_rule);
  made.comparison.unsupported = true;
  tally.count(made, 0);
  made.expectation.ambiguous.insert("DT-009"_rule);
  made.comparison.compared = false;
  tally.count(made, 0);
  tally.count(breaking("DT-002"_rule), 0);
  EXPECT_EQ(health_line(tally, domain()),
            "scored 75.0 %, advisory 12.5 %, ambiguous 12.5 %, undefined 0.0 %; unsupported in part 25.0 %; not "
            "compared 12.5 %; rules exercised 0 of " +
                std::to_string(exercised_rules(tally, domain()).all));
}

TEST(HealthLine, has_what_was_tolerated_if_anything_was) {
  Tally tally;
  for (int i = 0; i < 3; ++i) tally.count(examination(), 0);
  EXPECT_EQ(health_line(tally, domain()).find("tolerated"), std::string::npos);
  Examination made = examination();
  made.comparison.tolerated = true;
  tally.count(made, 0);
  EXPECT_NE(health_line(tally, domain()).find("; not compared 0.0 %; tolerated by design 25.0 %; rules exercised "),
            std::string::npos)
      << health_line(tally, domain());
}

TEST(HealthLine, of_no_cases_has_no_shares) {
  EXPECT_TRUE(health_line(Tally{}, domain())
                  .starts_with("scored 0.0 %, advisory 0.0 %, ambiguous 0.0 %, undefined 0.0 %; unsupported in part "
                               "0.0 %; not compared 0.0 %; rules exercised 0 of "));
}

}  // namespace
}  // namespace d3d12fuzz
