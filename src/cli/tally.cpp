#include "cli/tally.h"

#include <fmt/format.h>

namespace d3d12fuzz {

namespace {

std::vector<RuleId> scored_rules(const Domain& domain) {
  std::vector<RuleId> rules;
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const auto id = static_cast<RuleId>(i);
    if (rule(id).rule_class == RuleClass::scored && domain.decides(id)) rules.push_back(id);
  }
  return rules;
}

}  // namespace

void SilentCases::count(const Examination& examination, std::uint64_t case_index) {
  if (!examination.comparison.compared) {
    for (const Stage stage : kStages) {
      const Status status = examination.outcome.at(stage).status;
      if (status == Status::unsupported) return unsupported[static_cast<std::size_t>(stage)].add(case_index);
      if (status == Status::crashed || status == Status::timed_out) return ended.add(case_index);
    }
    open.add(case_index);
  } else if (examination.expectation.scoring_class() != RuleClass::scored) {
    open.add(case_index);
  }
}

SilentCases& SilentCases::operator+=(const SilentCases& other) {
  for (std::size_t i = 0; i < kStageCount; ++i) unsupported[i] += other.unsupported[i];
  ended += other.ended;
  open += other.open;
  return *this;
}

std::vector<RuleId> uncovered_rules(const Tally& tally, const Domain& domain) {
  std::vector<RuleId> rules = scored_rules(domain);
  std::erase_if(rules, [&](RuleId id) { return tally.coverage.exercised(id); });
  return rules;
}

ExercisedRules exercised_rules(const Tally& tally, const Domain& domain) {
  ExercisedRules result;
  result.all = scored_rules(domain).size();
  result.exercised = result.all - uncovered_rules(tally, domain).size();
  return result;
}

std::string health_line(const Tally& tally, const Domain& domain) {
  const auto share = [&](std::uint64_t count) {
    return tally.cases == 0 ? 0.0 : 100.0 * static_cast<double>(count) / static_cast<double>(tally.cases);
  };
  const auto of_class = [&](RuleClass rule_class) {
    return share(tally.by_class[static_cast<std::size_t>(rule_class)]);
  };
  const ExercisedRules rules = exercised_rules(tally, domain);
  const std::string tolerated =
      tally.tolerated == 0 ? "" : fmt::format("; tolerated by design {:.1f} %", share(tally.tolerated));
  return fmt::format(
      "scored {:.1f} %, advisory {:.1f} %, ambiguous {:.1f} %, undefined {:.1f} %; unsupported in part {:.1f} %; not "
      "compared {:.1f} %{}; rules exercised {} of {}",
      of_class(RuleClass::scored), of_class(RuleClass::advisory), of_class(RuleClass::ambiguous),
      of_class(RuleClass::undefined), share(tally.unsupported), share(tally.not_compared), tolerated, rules.exercised,
      rules.all);
}

}  // namespace d3d12fuzz
