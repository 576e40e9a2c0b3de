#include "fuzzing/fuzz_target.h"

#include <cstdio>
#include <utility>

#include "fuzzing/fail.h"
#include "fuzzing/unknown_differences.h"
#include "report/finding_text.h"

namespace d3d12fuzz {
namespace {

std::string expected_line(const Domain& domain, const Difference& difference) {
  const std::string at_stage = " at " + std::string(name_of(difference.stage));
  switch (difference.kind) {
    case DifferenceKind::rule_not_enforced:
      return "rejected" + at_stage;
    case DifferenceKind::legal_rejected:
      return "accepted" + at_stage;
    case DifferenceKind::wrong_value: {
      const ObservableField& field = domain.observable_fields()[difference.key.field];
      return path_of(field, difference.key) + " = " + value_text(field, difference.expected);
    }
    case DifferenceKind::crash:
    case DifferenceKind::hang:
      return "an answer, whatever it is";
    case DifferenceKind::misconduct:
      return std::string(demand_on(difference.conduct.value()));
  }
  return {};
}

std::string got_line(const Domain& domain, const Difference& difference, const Outcome& outcome) {
  if (difference.kind != DifferenceKind::wrong_value) return outcome_line(outcome);
  const ObservableField& field = domain.observable_fields()[difference.key.field];
  return path_of(field, difference.key) + " = " + value_text(field, difference.got);
}

}  // namespace

void count_rules(const Expectation& expectation, std::span<std::uint8_t> rule_counters) {
  const auto mark = [&](const RuleSet& rules, std::size_t which) {
    rules.for_each([&](RuleId id) { rule_counters[2 * static_cast<std::size_t>(id) + which] = 1; });
  };
  mark(expectation.met, 0);
  RuleSet run_into = expectation.broken_rules;
  run_into |= expectation.advisory;
  run_into |= expectation.ambiguous;
  run_into |= expectation.undefined;
  mark(run_into, 1);
}

FuzzTarget::FuzzTarget(const Domain& domain, std::unique_ptr<Candidate> candidate, KnownDifferences known,
                       std::span<std::uint8_t> rule_counters)
    : domain_(domain),
      candidate_(std::move(candidate)),
      known_(std::move(known)),
      rule_counters_(rule_counters),
      case_(domain.make_case()),
      examiner_(domain, *candidate_) {}

void FuzzTarget::test(std::span<const std::uint8_t> bytes) {
  domain_.decode(bytes, *case_);
  test_case(*case_);
}

void FuzzTarget::test_case(const Case& value) {
  const Examination& examination = examiner_.examine(value);
  count_rules(examination.expectation, rule_counters_);
  if (!examination.comparison.differences.empty()) report_unknown(value, examination);
}

void FuzzTarget::report_unknown(const Case& value, const Examination& examination) const {
  const std::vector<Difference> unknown = unknown_differences(domain_, value, examination, known_);
  if (unknown.empty()) return;
  const Difference& difference = unknown.front();
  const Signature signature = signature_of(difference, examination.outcome, domain_.observable_fields());
  std::string text = "Assertion failure: " + signature.text() + "\n";
  if (difference.rule) text += "rule       " + std::string(rule(*difference.rule).text) + "\n";
  text += "expected   " + expected_line(domain_, difference) + "\n";
  text += "got        " + got_line(domain_, difference, examination.outcome) + "\n";
  text += domain_.hlsl(value);
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
  fail_with(difference.kind);
}

}  // namespace d3d12fuzz
