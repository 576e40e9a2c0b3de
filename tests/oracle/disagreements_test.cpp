#include "oracle/disagreements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace d3d12fuzz {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr ObservableField kFields[] = {{"cost", Stage::create}, {"flags[]", Stage::deserialize}};
constexpr std::uint32_t kSerialize = static_cast<std::uint32_t>(Stage::serialize);
constexpr std::uint32_t kCreate = static_cast<std::uint32_t>(Stage::create);

/// A case that runs into ambiguous rules, with serialize and create left open.
Expectation open_case(std::initializer_list<RuleId> rules) {
  Expectation expectation;
  expectation.stages = {Expected::either, Expected::accepted, Expected::either};
  for (const RuleId id : rules) expectation.ambiguous.insert(id);
  return expectation;
}

Outcome answering(Status serialize, Status deserialize, Status create, Observables observables = {}) {
  Outcome outcome;
  outcome.at(Stage::serialize).status = serialize;
  outcome.at(Stage::deserialize).status = deserialize;
  outcome.at(Stage::create).status = create;
  outcome.observables = std::move(observables);
  return outcome;
}

Outcome accepting(Observables observables = {}) {
  return answering(Status::accepted, Status::accepted, Status::accepted, std::move(observables));
}
Outcome rejecting() { return answering(Status::rejected, Status::not_reached, Status::not_reached); }

class DisagreementsTest : public testing::Test {
 protected:
  void count(const Expectation& expectation, const std::vector<Outcome>& outcomes, std::uint64_t case_index = 0) {
    std::vector<const Outcome*> pointers;
    for (const Outcome& outcome : outcomes) pointers.push_back(&outcome);
    counted_.count(expectation, pointers, kFields, case_index);
  }
  const OpenRow& at_stage(RuleId id, std::uint32_t stage) const { return counted_.rows().at({id, false, stage}); }
  const OpenRow& of_field(RuleId id, std::uint32_t field) const { return counted_.rows().at({id, true, field}); }

  Disagreements counted_;
};

TEST_F(DisagreementsTest, one_accepts_what_another_rejects) {
  count(open_case({"DT-009"_rule}), {accepting(), rejecting()}, 7);
  const OpenRow& row = at_stage("DT-009"_rule, kSerialize);
  EXPECT_EQ(row.answers[0].accepted, 1u);
  EXPECT_EQ(row.answers[0].rejected, 0u);
  EXPECT_EQ(row.answers[1].accepted, 0u);
  EXPECT_EQ(row.answers[1].rejected, 1u);
  ASSERT_THAT(row.pairs, SizeIs(1));
  EXPECT_EQ(row.pairs[0].compared, 1u);
  EXPECT_EQ(row.pairs[0].differing, 1u);
  EXPECT_EQ(row.pairs[0].alone, 1u);
  EXPECT_EQ(row.pairs[0].example, 7u);
}

TEST_F(DisagreementsTest, a_stage_that_one_of_them_did_not_answer_is_not_compared) {
  for (const Status silent : {Status::not_reached, Status::unsupported, Status::crashed, Status::timed_out}) {
    counted_ = {};
    count(open_case({"DT-009"_rule}), {accepting(), answering(Status::accepted, Status::accepted, silent)});
    const OpenRow& row = at_stage("DT-009"_rule, kCreate);
    EXPECT_EQ(row.answers[0].accepted, 1u);
    EXPECT_EQ(row.answers[1].accepted + row.answers[1].rejected, 0u) << name_of(silent);
    EXPECT_EQ(row.pairs[0].compared, 0u) << name_of(silent);
    EXPECT_EQ(row.pairs[0].differing, 0u) << name_of(silent);
  }
}

TEST_F(DisagreementsTest, a_stage_whose_answer_is_certain_is_not_compared) {
  Expectation expectation = open_case({"DT-009"_rule});
  expectation.at(Stage::serialize) = Expected::accepted;
  expectation.at(Stage::create) = Expected::nothing;
  count(expectation, {accepting(), rejecting()});
  EXPECT_THAT(counted_.rows(), IsEmpty());
}

TEST_F(DisagreementsTest, cases_that_are_scored_or_undefined_are_left_out) {
  Expectation broken = open_case({"DT-009"_rule});
  broken.broken.push_back({"DT-002"_rule, Stage::create});
  count(broken, {accepting(), rejecting()});
  Expectation undefined = open_case({"DT-009"_rule});
  undefined.undefined.insert("DT-076"_rule);
  count(undefined, {accepting(), rejecting()});
  count(open_case({}), {accepting(), rejecting()});
  EXPECT_THAT(counted_.rows(), IsEmpty());
}

TEST_F(DisagreementsTest, a_case_of_two_rules_counts_for_both_but_for_neither_alone) {
  Expectation expectation = open_case({"DT-009"_rule});
  expectation.advisory.insert("DT-020"_rule);
  count(expectation, {accepting(), rejecting()});
  for (const RuleId id : {"DT-009"_rule, "DT-020"_rule}) {
    EXPECT_EQ(at_stage(id, kSerialize).pairs[0].differing, 1u);
    EXPECT_EQ(at_stage(id, kSerialize).pairs[0].alone, 0u);
  }
}

TEST_F(DisagreementsTest, the_example_is_the_first_of_the_cases_with_the_fewest_rules) {
  count(open_case({"DT-009"_rule, "DT-011"_rule}), {accepting(), rejecting()}, 1);
  EXPECT_EQ(at_stage("DT-009"_rule, kSerialize).pairs[0].example, 1u);
  count(open_case({"DT-009"_rule}), {accepting(), accepting()}, 2);
  count(open_case({"DT-009"_rule}), {accepting(), rejecting()}, 3);
  count(open_case({"DT-009"_rule}), {accepting(), rejecting()}, 4);
  EXPECT_EQ(at_stage("DT-009"_rule, kSerialize).pairs[0].example, 3u);
  EXPECT_EQ(at_stage("DT-011"_rule, kSerialize).pairs[0].example, 1u);
}

TEST_F(DisagreementsTest, each_pair_is_compared) {
  EXPECT_EQ(pairs_of(3), (std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_THAT(pairs_of(1), IsEmpty());
  count(open_case({"DT-009"_rule}), {accepting(), rejecting(), accepting()});
  const OpenRow& row = at_stage("DT-009"_rule, kSerialize);
  ASSERT_THAT(row.pairs, SizeIs(3));
  EXPECT_EQ(row.pairs[0].differing, 1u);
  EXPECT_EQ(row.pairs[1].differing, 0u);
  EXPECT_EQ(row.pairs[2].differing, 1u);
}

TEST_F(DisagreementsTest, values_of_which_nothing_is_expected_are_compared_by_key) {
  const ObservableKey cost(0, 0, 0);
  count(open_case({"DT-009"_rule}), {accepting({{cost, 1}, {{1, 0, 0}, 5}, {{1, 1, 0}, 6}, {{1, 2, 0}, 7}}),
                                     accepting({{{1, 0, 0}, 5}, {{1, 1, 0}, 8}, {{1, 2, 0}, 9}})});
  EXPECT_EQ(of_field("DT-009"_rule, 0).answers[0].reported, 1u);
  EXPECT_EQ(of_field("DT-009"_rule, 0).answers[1].reported, 0u);
  EXPECT_EQ(of_field("DT-009"_rule, 0).pairs[0].compared, 0u);
  const OpenRow& flags = of_field("DT-009"_rule, 1);
  EXPECT_EQ(flags.answers[0].reported, 1u) << "cases are counted, not values";
  EXPECT_EQ(flags.pairs[0].compared, 1u);
  EXPECT_EQ(flags.pairs[0].differing, 1u);
}

TEST_F(DisagreementsTest, a_value_is_compared_unless_just_one_is_right) {
  const ObservableKey certain(0, 0, 0);
  const ObservableKey either(1, 0, 0);
  Expectation expectation = open_case({"DT-009"_rule});
  expectation.observables = {{certain, 1, 1}, {either, 1, 3}};
  count(expectation, {accepting({{certain, 1}, {either, 1}}), accepting({{certain, 2}, {either, 3}})});
  EXPECT_EQ(counted_.rows().count({"DT-009"_rule, true, 0}), 0u);
  EXPECT_EQ(of_field("DT-009"_rule, 1).pairs[0].differing, 1u);
}

TEST_F(DisagreementsTest, a_value_of_a_stage_that_did_not_answer_so_does_not_exist) {
  const ObservableKey cost(0, 0, 0);
  count(open_case({"DT-009"_rule}),
        {accepting({{cost, 1}}), answering(Status::accepted, Status::accepted, Status::rejected, {{cost, 2}})});
  EXPECT_EQ(of_field("DT-009"_rule, 0).answers[1].reported, 0u);
  EXPECT_EQ(of_field("DT-009"_rule, 0).pairs[0].compared, 0u);
}

TEST_F(DisagreementsTest, a_sum_is_what_all_cases_give_together) {
  Disagreements parts;
  const Expectation both = open_case({"DT-009"_rule, "DT-011"_rule});
  const Expectation one = open_case({"DT-009"_rule});
  count(both, {accepting(), rejecting()}, 5);
  parts += counted_;
  counted_ = {};
  count(one, {accepting(), rejecting()}, 9);
  count(one, {rejecting(), rejecting()}, 10);
  parts += counted_;
  counted_ = parts;
  const OpenRow& row = at_stage("DT-009"_rule, kSerialize);
  EXPECT_EQ(row.answers[0].accepted, 2u);
  EXPECT_EQ(row.answers[0].rejected, 1u);
  EXPECT_EQ(row.answers[1].rejected, 3u);
  EXPECT_EQ(row.pairs[0].compared, 3u);
  EXPECT_EQ(row.pairs[0].differing, 2u);
  EXPECT_EQ(row.pairs[0].alone, 1u);
  EXPECT_EQ(row.pairs[0].example, 9u);
  EXPECT_EQ(at_stage("DT-011"_rule, kSerialize).pairs[0].example, 5u);
}

}  // namespace
}  // namespace d3d12fuzz
