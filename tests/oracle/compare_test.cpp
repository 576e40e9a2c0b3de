#include "oracle/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace d3d12fuzz {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

constexpr std::int32_t kInvalidArgument = static_cast<std::int32_t>(0x80070057);

constexpr ObservableField kFields[] = {{"cost", Stage::create},
                                       {"parameters[].size", Stage::create},
                                       {"flags", Stage::deserialize},
                                       {.path = "error_written", .stage = Stage::create, .when = Status::rejected}};

/// Stages serialize, deserialize and create.
Expectation expecting(Expected serialize, Expected deserialize, Expected create) {
  Expectation expectation;
  expectation.at(Stage::serialize) = serialize;
  expectation.at(Stage::deserialize) = deserialize;
  expectation.at(Stage::create) = create;
  return expectation;
}

Expectation legal() { return expecting(Expected::accepted, Expected::accepted, Expected::accepted); }

/// As the model has it for a case that breaks rules of serialize and of create.
Expectation illegal(std::vector<BrokenRule> broken) {
  Expectation expectation = expecting(Expected::either, Expected::either, Expected::rejected);
  for (const BrokenRule& rule : broken) {
    if (rule.stage == Stage::serialize) expectation.at(Stage::serialize) = Expected::rejected;
  }
  expectation.broken = std::move(broken);
  return expectation;
}

Outcome outcome(Status serialize, Status deserialize, Status create) {
  Outcome out;
  out.at(Stage::serialize).status = serialize;
  out.at(Stage::deserialize).status = deserialize;
  out.at(Stage::create).status = create;
  return out;
}

Outcome all_accepted() { return outcome(Status::accepted, Status::accepted, Status::accepted); }

Comparison compared(const Expectation& expectation, const Outcome& got) {
  Comparison comparison;
  compare(expectation, got, kFields, comparison);
  return comparison;
}

MATCHER_P2(Is, kind, stage, "") { return arg.kind == kind && arg.stage == stage && !arg.rule; }
MATCHER_P2(DoesNotEnforce, rule_id, stage, "") {
  return arg.kind == DifferenceKind::rule_not_enforced && arg.stage == stage && arg.rule == rule_id;
}

// ---- Stages

TEST(Compare, an_accepted_legal_case_is_equal) {
  const Comparison comparison = compared(legal(), all_accepted());
  EXPECT_THAT(comparison.differences, IsEmpty());
  EXPECT_TRUE(comparison.compared);
  EXPECT_FALSE(comparison.unsupported);
}

TEST(Compare, a_refused_illegal_case_is_equal) {
  const Outcome refused = outcome(Status::rejected, Status::not_reached, Status::not_reached);
  const Comparison comparison = compared(illegal({{"DT-005"_rule, Stage::serialize}}), refused);
  EXPECT_THAT(comparison.differences, IsEmpty());
  EXPECT_TRUE(comparison.compared);
}

TEST(Compare, a_refused_legal_case_tells_stage_and_hresult) {
  Outcome refused = outcome(Status::rejected, Status::not_reached, Status::not_reached);
  refused.at(Stage::serialize).hresult = kInvalidArgument;
  const Comparison comparison = compared(legal(), refused);
  ASSERT_THAT(comparison.differences, ElementsAre(Is(DifferenceKind::legal_rejected, Stage::serialize)));
  EXPECT_EQ(comparison.differences[0].hresult, kInvalidArgument);
}

TEST(Compare, an_accepted_illegal_case_tells_each_rule_at_each_stage) {
  const Expectation expectation = illegal({{"DT-001"_rule, Stage::serialize}, {"DT-023"_rule, Stage::serialize}});
  EXPECT_THAT(
      compared(expectation, all_accepted()).differences,
      ElementsAre(DoesNotEnforce("DT-001"_rule, Stage::serialize), DoesNotEnforce("DT-023"_rule, Stage::serialize),
                  DoesNotEnforce("DT-001"_rule, Stage::create), DoesNotEnforce("DT-023"_rule, Stage::create)));
}

TEST(Compare, a_rule_of_a_later_stage_is_not_blamed_at_an_earlier_one) {
  const Expectation expectation = illegal({{"DT-005"_rule, Stage::serialize}, {"DT-050"_rule, Stage::create}});
  EXPECT_THAT(compared(expectation, all_accepted()).differences,
              ElementsAre(DoesNotEnforce("DT-005"_rule, Stage::serialize), DoesNotEnforce("DT-005"_rule, Stage::create),
                          DoesNotEnforce("DT-050"_rule, Stage::create)));
}

TEST(Compare, a_rule_of_create_may_be_refused_at_serialize_or_at_create) {
  const Expectation expectation = illegal({{"DT-050"_rule, Stage::create}});
  EXPECT_THAT(compared(expectation, outcome(Status::rejected, Status::not_reached, Status::not_reached)).differences,
              IsEmpty());
  EXPECT_THAT(compared(expectation, outcome(Status::accepted, Status::accepted, Status::rejected)).differences,
              IsEmpty());
  EXPECT_THAT(compared(expectation, all_accepted()).differences,
              ElementsAre(DoesNotEnforce("DT-050"_rule, Stage::create)));
}

TEST(Compare, a_refusal_at_one_stage_does_not_make_up_for_another) {
  const Expectation expectation = illegal({{"DT-005"_rule, Stage::serialize}});
  // Refused too late: create is right, serialize is not.
  EXPECT_THAT(compared(expectation, outcome(Status::accepted, Status::accepted, Status::rejected)).differences,
              ElementsAre(DoesNotEnforce("DT-005"_rule, Stage::serialize)));
  // A candidate that goes on after its refusal.
  EXPECT_THAT(compared(expectation, outcome(Status::rejected, Status::not_reached, Status::accepted)).differences,
              ElementsAre(DoesNotEnforce("DT-005"_rule, Stage::create)));
}

TEST(Compare, a_refusal_that_no_rule_explains_is_one_difference_without_rule) {
  const Expectation expectation = expecting(Expected::rejected, Expected::either, Expected::either);
  EXPECT_THAT(compared(expectation, all_accepted()).differences,
              ElementsAre(Is(DifferenceKind::rule_not_enforced, Stage::serialize)));
}

TEST(Compare, where_both_are_right_nothing_is_compared) {
  const Expectation either = expecting(Expected::either, Expected::either, Expected::either);
  for (const Status status : {Status::accepted, Status::rejected}) {
    const Comparison comparison = compared(either, outcome(status, status, status));
    EXPECT_THAT(comparison.differences, IsEmpty());
    EXPECT_FALSE(comparison.compared);
  }
}

TEST(Compare, a_stage_that_the_domain_does_not_have_is_not_compared) {
  Outcome got = all_accepted();
  got.at(Stage::execute).status = Status::rejected;
  EXPECT_THAT(compared(legal(), got).differences, IsEmpty());
}

TEST(Compare, what_was_not_reached_is_not_compared) {
  const Comparison comparison =
      compared(legal(), outcome(Status::not_reached, Status::not_reached, Status::not_reached));
  EXPECT_THAT(comparison.differences, IsEmpty());
  EXPECT_FALSE(comparison.compared);
  EXPECT_FALSE(comparison.unsupported);
}

TEST(Compare, unsupported_is_told_and_not_judged) {
  for (const Expectation& expectation : {legal(), illegal({{"DT-005"_rule, Stage::serialize}})}) {
    const Comparison comparison =
        compared(expectation, outcome(Status::unsupported, Status::not_reached, Status::not_reached));
    EXPECT_THAT(comparison.differences, IsEmpty());
    EXPECT_TRUE(comparison.unsupported);
    EXPECT_FALSE(comparison.compared);
  }
}

TEST(Compare, a_stage_beside_an_unsupported_one_is_judged) {
  const Comparison comparison = compared(illegal({{"DT-005"_rule, Stage::serialize}}),
                                         outcome(Status::accepted, Status::accepted, Status::unsupported));
  EXPECT_THAT(comparison.differences, ElementsAre(DoesNotEnforce("DT-005"_rule, Stage::serialize)));
  EXPECT_TRUE(comparison.unsupported);
  EXPECT_TRUE(comparison.compared);
}

TEST(Compare, a_crash_is_a_difference_whatever_is_expected) {
  for (const Expected expected : {Expected::nothing, Expected::accepted, Expected::rejected, Expected::either}) {
    const Expectation expectation = expecting(Expected::accepted, Expected::accepted, expected);
    EXPECT_THAT(compared(expectation, outcome(Status::accepted, Status::accepted, Status::crashed)).differences,
                ElementsAre(Is(DifferenceKind::crash, Stage::create)));
    EXPECT_THAT(compared(expectation, outcome(Status::accepted, Status::accepted, Status::timed_out)).differences,
                ElementsAre(Is(DifferenceKind::hang, Stage::create)));
  }
}

TEST(Compare, stages_before_a_crash_are_judged) {
  EXPECT_THAT(
      compared(illegal({{"DT-005"_rule, Stage::serialize}}),
               outcome(Status::accepted, Status::crashed, Status::not_reached))
          .differences,
      ElementsAre(DoesNotEnforce("DT-005"_rule, Stage::serialize), Is(DifferenceKind::crash, Stage::deserialize)));
}

TEST(Compare, forgets_what_it_said_before) {
  Comparison comparison;
  compare(legal(), outcome(Status::unsupported, Status::rejected, Status::crashed), kFields, comparison);
  ASSERT_THAT(comparison.differences, Not(IsEmpty()));
  compare(legal(), outcome(Status::not_reached, Status::not_reached, Status::not_reached), kFields, comparison);
  EXPECT_THAT(comparison.differences, IsEmpty());
  EXPECT_FALSE(comparison.compared);
  EXPECT_FALSE(comparison.unsupported);
}

// ---- Tolerances

Comparison compared(const Expectation& expectation, const Outcome& got, Tolerances tolerances) {
  Comparison comparison;
  compare(expectation, got, kFields, comparison, tolerances);
  return comparison;
}

TEST(Compare, accepting_what_a_rule_forbids_is_tolerated_where_it_is_by_design) {
  const Expectation expectation = illegal({{"DT-005"_rule, Stage::serialize}});
  const Comparison comparison = compared(expectation, all_accepted(), {.illegal = true});
  EXPECT_THAT(comparison.differences, IsEmpty());
  EXPECT_TRUE(comparison.tolerated);
  EXPECT_FALSE(comparison.compared) << "such an answer says nothing";
  EXPECT_EQ(compared(expectation, all_accepted(), {.refusals = true}).differences.size(), 2u);
  EXPECT_FALSE(compared(expectation, all_accepted(), {.refusals = true}).tolerated);
}

TEST(Compare, refusing_what_every_rule_allows_is_tolerated_where_it_is_by_design) {
  const Outcome refused = outcome(Status::accepted, Status::accepted, Status::rejected);
  const Comparison comparison = compared(legal(), refused, {.refusals = true});
  EXPECT_THAT(comparison.differences, IsEmpty());
  EXPECT_TRUE(comparison.tolerated);
  EXPECT_TRUE(comparison.compared) << "the stages before it were judged";
  EXPECT_THAT(compared(legal(), refused, {.illegal = true}).differences,
              ElementsAre(Is(DifferenceKind::legal_rejected, Stage::create)));
}

TEST(Compare, what_agrees_with_the_rules_is_not_tolerated_but_equal) {
  const Tolerances all = {.illegal = true, .refusals = true};
  EXPECT_FALSE(compared(legal(), all_accepted(), all).tolerated);
  const Comparison refused = compared(illegal({{"DT-005"_rule, Stage::serialize}}),
                                      outcome(Status::rejected, Status::not_reached, Status::not_reached), all);
  EXPECT_FALSE(refused.tolerated);
  EXPECT_TRUE(refused.compared);
}

TEST(Compare, no_tolerance_covers_a_crash_a_wrong_value_or_conduct) {
  const Tolerances all = {.illegal = true, .refusals = true};
  EXPECT_THAT(compared(legal(), outcome(Status::accepted, Status::accepted, Status::crashed), all).differences,
              ElementsAre(Is(DifferenceKind::crash, Stage::create)));
  Expectation expectation = legal();
  expectation.observables = {{.key = {0, 0, 0}, .value = 5, .alternative = 5}};
  Outcome got = all_accepted();
  got.observables = {{{0, 0, 0}, 6}};
  got.conduct = bit_of(Conduct::leak);
  EXPECT_EQ(compared(expectation, got, all).differences.size(), 2u);
}

// ---- Conduct

MATCHER_P2(Misbehaves, conduct, stage, "") {
  return arg.kind == DifferenceKind::misconduct && arg.stage == stage && arg.conduct == conduct;
}

TEST(Compare, each_fault_of_conduct_is_a_difference_at_the_last_stage_reached) {
  Outcome got = outcome(Status::accepted, Status::rejected, Status::not_reached);
  got.conduct = bit_of(Conduct::leak) | bit_of(Conduct::wrote_outside);
  EXPECT_THAT(compared(expecting(Expected::accepted, Expected::rejected, Expected::either), got).differences,
              ElementsAre(Misbehaves(Conduct::wrote_outside, Stage::deserialize),
                          Misbehaves(Conduct::leak, Stage::deserialize)));
}

TEST(Compare, conduct_where_no_stage_was_reached_is_told_at_serialize) {
  Outcome got;
  got.conduct = bit_of(Conduct::locale);
  const Comparison comparison = compared(legal(), got);
  EXPECT_THAT(comparison.differences, ElementsAre(Misbehaves(Conduct::locale, Stage::serialize)));
  EXPECT_FALSE(comparison.compared) << "no stage was judged";
}

TEST(Compare, conduct_is_judged_whatever_is_expected) {
  for (const Expected expected : {Expected::nothing, Expected::accepted, Expected::either}) {
    Outcome got = all_accepted();
    got.conduct = bit_of(Conduct::descriptors);
    EXPECT_THAT(compared(expecting(expected, expected, expected), got).differences,
                ElementsAre(Misbehaves(Conduct::descriptors, Stage::create)));
  }
}

TEST(Compare, an_answer_is_judged_beside_conduct) {
  Outcome got = all_accepted();
  got.conduct = bit_of(Conduct::wrote_input);
  EXPECT_THAT(
      compared(illegal({{"DT-050"_rule, Stage::create}}), got).differences,
      ElementsAre(DoesNotEnforce("DT-050"_rule, Stage::create), Misbehaves(Conduct::wrote_input, Stage::create)));
}

// ---- Observables

constexpr ObservableKey kCost{0, 0, 0};
constexpr ObservableKey size(std::uint16_t parameter) { return {1, parameter, 0}; }
constexpr ObservableKey kFlags{2, 0, 0};
constexpr ObservableKey kErrorWritten{3, 0, 0};  // after a refusal

ExpectedObservable expected(ObservableKey key, std::uint64_t value) { return {key, value, value}; }

Comparison compared(std::vector<ExpectedObservable> expected_values, Observables got, Outcome stages = all_accepted()) {
  Expectation expectation = legal();
  expectation.observables = std::move(expected_values);
  stages.observables = std::move(got);
  return compared(expectation, stages);
}

TEST(Compare, equal_values_are_equal) {
  EXPECT_THAT(compared({expected(kCost, 5), expected(size(0), 6)}, {{kCost, 5}, {size(0), 6}}).differences, IsEmpty());
}

TEST(Compare, another_value_tells_key_and_both_values) {
  const Comparison comparison =
      compared({expected(size(0), 1), expected(size(3), 6)}, {{size(0), 1}, {size(3), 0x100000006}});
  ASSERT_THAT(comparison.differences, ElementsAre(Is(DifferenceKind::wrong_value, Stage::create)));
  EXPECT_EQ(comparison.differences[0].key, (size(3)));
  EXPECT_EQ(comparison.differences[0].expected, 6u);
  EXPECT_EQ(comparison.differences[0].got, 0x100000006u);
}

TEST(Compare, either_of_two_admissible_values_is_equal) {
  const std::vector<ExpectedObservable> either = {{.key = kFlags, .value = 1, .alternative = 3}};
  EXPECT_THAT(compared(either, {{kFlags, 1}}).differences, IsEmpty());
  EXPECT_THAT(compared(either, {{kFlags, 3}}).differences, IsEmpty());
  EXPECT_THAT(compared(either, {{kFlags, 2}}).differences,
              ElementsAre(Is(DifferenceKind::wrong_value, Stage::deserialize)));
}

TEST(Compare, values_that_were_not_observed_are_no_difference) {
  EXPECT_THAT(compared({expected(kCost, 5), expected(size(0), 6), expected(kFlags, 7)}, {{kFlags, 7}}).differences,
              IsEmpty());
  EXPECT_THAT(compared({expected(kCost, 5)}, {}).differences, IsEmpty());
}

TEST(Compare, values_that_nothing_is_known_of_are_no_difference) {
  EXPECT_THAT(compared({expected(size(1), 6)}, {{kCost, 5}, {size(0), 9}, {size(1), 6}, {kFlags, 7}}).differences,
              IsEmpty());
  EXPECT_THAT(compared({}, {{kCost, 5}}).differences, IsEmpty());
}

TEST(Compare, one_wrong_value_says_enough_of_its_field) {
  const Comparison comparison = compared({expected(size(0), 1), expected(size(1), 2), expected(kFlags, 3)},
                                         {{size(0), 9}, {size(1), 9}, {kFlags, 9}});
  ASSERT_THAT(comparison.differences, ElementsAre(Is(DifferenceKind::wrong_value, Stage::create),
                                                  Is(DifferenceKind::wrong_value, Stage::deserialize)));
  EXPECT_EQ(comparison.differences[0].key, (size(0)));
}

TEST(Compare, a_value_of_a_stage_that_did_not_accept_is_not_compared) {
  for (const Status status : {Status::rejected, Status::unsupported, Status::not_reached, Status::crashed}) {
    const Comparison comparison = compared({expected(kCost, 5), expected(kFlags, 7)}, {{kCost, 9}, {kFlags, 9}},
                                           outcome(Status::accepted, Status::accepted, status));
    EXPECT_THAT(comparison.differences, testing::Contains(Is(DifferenceKind::wrong_value, Stage::deserialize)));
    EXPECT_THAT(comparison.differences, Not(testing::Contains(Is(DifferenceKind::wrong_value, Stage::create))));
  }
}

TEST(Compare, a_value_of_a_refusal_is_compared_after_a_refusal_alone) {
  for (const Status status :
       {Status::accepted, Status::rejected, Status::unsupported, Status::not_reached, Status::crashed}) {
    Expectation expectation = expecting(Expected::accepted, Expected::accepted, Expected::either);
    expectation.observables = {expected(kCost, 5), expected(kErrorWritten, 0)};
    Outcome got = outcome(Status::accepted, Status::accepted, status);
    got.observables = {{kCost, 5}, {kErrorWritten, 1}};
    const Comparison comparison = compared(expectation, got);
    const auto wrong = testing::Contains(Is(DifferenceKind::wrong_value, Stage::create));
    if (status != Status::rejected) {
      EXPECT_THAT(comparison.differences, Not(wrong));
      continue;
    }
    ASSERT_THAT(comparison.differences, ElementsAre(Is(DifferenceKind::wrong_value, Stage::create)));
    EXPECT_EQ(comparison.differences[0].key, kErrorWritten);
    EXPECT_EQ(comparison.differences[0].expected, 0u);
    EXPECT_EQ(comparison.differences[0].got, 1u);
  }
}

TEST(Compare, a_value_of_a_refusal_that_is_right_is_equal) {
  Expectation expectation = expecting(Expected::accepted, Expected::accepted, Expected::rejected);
  expectation.observables = {expected(kErrorWritten, 1)};
  Outcome got = outcome(Status::accepted, Status::accepted, Status::rejected);
  got.observables = {{kErrorWritten, 1}};
  EXPECT_THAT(compared(expectation, got).differences, IsEmpty());
}

// ---- Another implementation on the reference side

TEST(ExpectOutcome, takes_its_verdicts_and_values_for_right) {
  Outcome reference = outcome(Status::accepted, Status::rejected, Status::not_reached);
  reference.observables = {{kCost, 5}, {size(2), 6}};
  Expectation expectation = illegal({{"DT-005"_rule, Stage::serialize}});
  expectation.observables = {expected(kFlags, 1)};
  expect_outcome(reference, expectation);
  EXPECT_EQ(expectation.at(Stage::serialize), Expected::accepted);
  EXPECT_EQ(expectation.at(Stage::deserialize), Expected::rejected);
  ASSERT_EQ(expectation.observables.size(), 2u);
  EXPECT_EQ(expectation.observables[1].key, size(2));
  EXPECT_EQ(expectation.observables[1].value, 6u);
  EXPECT_EQ(expectation.observables[1].alternative, 6u);
  EXPECT_EQ(expectation.broken.size(), 1u);
}

TEST(ExpectOutcome, expects_nothing_where_it_does_not_know) {
  for (const Status status : {Status::not_reached, Status::unsupported, Status::crashed, Status::timed_out}) {
    Expectation expectation = legal();
    expect_outcome(outcome(Status::accepted, Status::accepted, status), expectation);
    EXPECT_EQ(expectation.at(Stage::create), Expected::either);
  }
}

TEST(ExpectOutcome, what_the_reference_does_by_design_is_no_verdict) {
  Outcome accepts = outcome(Status::accepted, Status::accepted, Status::rejected);
  accepts.observables = {{kCost, 5}};
  Expectation of_illegal = illegal({{"DT-005"_rule, Stage::serialize}});
  expect_outcome(accepts, of_illegal, {.illegal = true});
  EXPECT_EQ(of_illegal.at(Stage::serialize), Expected::either);
  EXPECT_EQ(of_illegal.at(Stage::create), Expected::rejected) << "it refused after all";
  EXPECT_THAT(of_illegal.observables, IsEmpty());

  Expectation of_legal = legal();
  expect_outcome(accepts, of_legal, {.refusals = true});
  EXPECT_EQ(of_legal.at(Stage::serialize), Expected::accepted);
  EXPECT_EQ(of_legal.at(Stage::create), Expected::either);

  Expectation with_the_other_tolerance = legal();
  expect_outcome(accepts, with_the_other_tolerance, {.illegal = true});
  EXPECT_EQ(with_the_other_tolerance.at(Stage::create), Expected::rejected);
  EXPECT_EQ(with_the_other_tolerance.observables.size(), 1u);
}

TEST(ExpectOutcome, two_that_answer_alike_are_equal) {
  Outcome reference = outcome(Status::accepted, Status::accepted, Status::rejected);
  reference.observables = {{kFlags, 7}};
  Expectation expectation;
  expect_outcome(reference, expectation);
  EXPECT_THAT(compared(expectation, reference).differences, IsEmpty());
}

}  // namespace
}  // namespace d3d12fuzz
