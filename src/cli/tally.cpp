#include "cli/tally.h"

#include <fmt/format.h>

namespace d3d12fuzz {

ExercisedRules exercised_rules(const Tally& tally, const Domain& domain) {
  ExercisedRules result;
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const auto id = static_cast<RuleId>(i);
    if (rule(id).rule_class != RuleClass::scored || !domain.decides(id)) continue;
    ++result.all;
    result.exercised += tally.coverage.exercised(id) ? 1 : 0;
  }
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
  return fmt::format(
      "scored {:.1f} %, advisory {:.1f} %, ambiguous {:.1f} %, undefined {:.1f} %; unsupported in part {:.1f} %; not "
      "compared {:.1f} %; rules exercised {} of {}",
      of_class(RuleClass::scored), of_class(RuleClass::advisory), of_class(RuleClass::ambiguous),
      of_class(RuleClass::undefined), share(tally.unsupported), share(tally.not_compared), rules.exercised, rules.all);
}

}  // namespace d3d12fuzz
