#include "rules/rule_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "rules/coverage.h"

namespace d3d12fuzz {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kLast = static_cast<RuleId>(kRuleCount - 1);

std::vector<RuleId> elements(const RuleSet& set) {
  std::vector<RuleId> list;
  set.for_each([&](RuleId id) { list.push_back(id); });
  return list;
}

RuleSet set_of(std::initializer_list<RuleId> ids) {
  RuleSet set;
  for (const RuleId id : ids) set.insert(id);
  return set;
}

TEST(RuleSet, is_empty_at_first) {
  const RuleSet set;
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.size(), 0u);
  EXPECT_THAT(elements(set), IsEmpty());
}

TEST(RuleSet, holds_what_is_inserted_once) {
  RuleSet set;
  set.insert("DT-023"_rule);
  set.insert("DT-023"_rule);
  EXPECT_EQ(set.size(), 1u);
  EXPECT_FALSE(set.empty());
  EXPECT_TRUE(set.contains("DT-023"_rule));
  EXPECT_FALSE(set.contains("DT-024"_rule));
}

TEST(RuleSet, goes_through_its_rules_in_the_order_of_the_catalogue) {
  const auto at = [](std::size_t i) { return static_cast<RuleId>(i); };
  EXPECT_THAT(elements(set_of({kLast, at(64), at(0), at(63), at(200)})),
              ElementsAre(at(0), at(63), at(64), at(200), kLast));
}

TEST(RuleSet, holds_all_rules) {
  RuleSet set;
  for (std::size_t i = 0; i < kRuleCount; ++i) set.insert(static_cast<RuleId>(i));
  EXPECT_EQ(set.size(), kRuleCount);
  EXPECT_EQ(elements(set).size(), kRuleCount);
}

TEST(RuleSet, unites_with_another) {
  RuleSet set = set_of({"DT-001"_rule, "DT-002"_rule});
  set |= set_of({"DT-002"_rule, kLast});
  EXPECT_EQ(set, set_of({"DT-001"_rule, "DT-002"_rule, kLast}));
}

// ---- Coverage. DT-005 is scored and rejected, DT-004 scored and allowed.

std::unique_ptr<RuleCoverage> coverage_of(std::initializer_list<RuleId> met, std::initializer_list<RuleId> broken) {
  auto coverage = std::make_unique<RuleCoverage>();
  coverage->count(set_of(met), set_of(broken));
  return coverage;
}

TEST(RuleCoverage, nothing_is_exercised_at_first) {
  const RuleCoverage coverage;
  for (std::size_t i = 0; i < kRuleCount; ++i) EXPECT_FALSE(coverage.exercised(static_cast<RuleId>(i)));
}

TEST(RuleCoverage, a_scored_rule_of_refusal_needs_a_case_on_either_side) {
  EXPECT_FALSE(coverage_of({"DT-005"_rule}, {})->exercised("DT-005"_rule));
  EXPECT_FALSE(coverage_of({}, {"DT-005"_rule})->exercised("DT-005"_rule));
  EXPECT_TRUE(coverage_of({"DT-005"_rule}, {"DT-005"_rule})->exercised("DT-005"_rule));
}

TEST(RuleCoverage, any_other_rule_needs_to_be_met) {
  EXPECT_TRUE(coverage_of({"DT-004"_rule}, {})->exercised("DT-004"_rule));
  EXPECT_TRUE(coverage_of({}, {"DT-009"_rule})->exercised("DT-009"_rule));
}

TEST(RuleCoverage, counts_cases) {
  RuleCoverage coverage;
  coverage.count(set_of({"DT-001"_rule, "DT-002"_rule}), set_of({"DT-005"_rule}));
  coverage.count(set_of({"DT-001"_rule}), {});
  EXPECT_EQ(coverage.met[static_cast<std::size_t>("DT-001"_rule)], 2u);
  EXPECT_EQ(coverage.met[static_cast<std::size_t>("DT-002"_rule)], 1u);
  EXPECT_EQ(coverage.broken[static_cast<std::size_t>("DT-005"_rule)], 1u);
  EXPECT_EQ(coverage.broken[static_cast<std::size_t>("DT-001"_rule)], 0u);
}

TEST(RuleCoverage, of_two_jobs_adds_up) {
  const auto sum = coverage_of({"DT-005"_rule}, {});
  *sum += *coverage_of({}, {"DT-005"_rule});
  EXPECT_TRUE(sum->exercised("DT-005"_rule));
}

}  // namespace
}  // namespace d3d12fuzz
