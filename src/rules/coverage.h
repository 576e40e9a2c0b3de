/// How many cases met and broke each rule.
#pragma once

#include <array>
#include <boost/describe.hpp>
#include <cstdint>

#include "rules/rule_set.h"

namespace d3d12fuzz {

struct RuleCoverage {
  std::array<std::uint64_t, kRuleCount> met{};     ///< cases that the rule had a say in and that kept it
  std::array<std::uint64_t, kRuleCount> broken{};  ///< cases that broke it

  void count(const RuleSet& met_rules, const RuleSet& broken_rules) {
    met_rules.for_each([&](RuleId id) { ++met[static_cast<std::size_t>(id)]; });
    broken_rules.for_each([&](RuleId id) { ++broken[static_cast<std::size_t>(id)]; });
  }

  RuleCoverage& operator+=(const RuleCoverage& other) {
    for (std::size_t i = 0; i < kRuleCount; ++i) {
      met[i] += other.met[i];
      broken[i] += other.broken[i];
    }
    return *this;
  }

  /// Exercised: a scored `rejected` rule by a case that keeps and one that breaks it; any other by a case that meets
  /// it.
  bool exercised(RuleId id) const {
    const auto i = static_cast<std::size_t>(id);
    const Rule& row = rule(id);
    if (row.rule_class == RuleClass::scored && row.violation == Violation::rejected) return met[i] > 0 && broken[i] > 0;
    return met[i] > 0 || broken[i] > 0;
  }
};
BOOST_DESCRIBE_STRUCT(RuleCoverage, (), (met, broken))

}  // namespace d3d12fuzz
