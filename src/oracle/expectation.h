/// What the reference model expects of a case.
#pragma once

#include <array>
#include <boost/describe.hpp>
#include <vector>

#include "oracle/observable.h"
#include "oracle/stage.h"
#include "rules/rule_set.h"

namespace d3d12fuzz {

enum class Expected : std::uint8_t {
  nothing,  ///< the stage is not part of the case's domain
  accepted,
  rejected,
  either,  ///< both are right
};

struct ExpectedObservable {
  ObservableKey key;
  std::uint64_t value = 0;
  std::uint64_t alternative = 0;  ///< a second admissible value; the same as `value` where there is none
};
BOOST_DESCRIBE_STRUCT(ExpectedObservable, (), (key, value, alternative))

/// A broken scored rule, and the first stage that owes the refusal.
struct BrokenRule {
  RuleId rule;
  Stage stage;
};
BOOST_DESCRIBE_STRUCT(BrokenRule, (), (rule, stage))

struct Expectation {
  std::array<Expected, kStageCount> stages{};
  std::vector<BrokenRule>
      broken;            ///< scored rules, each once, in the order of the catalogue; not empty: must be refused
  RuleSet met;           ///< rules that had a say and were kept
  RuleSet broken_rules;  ///< for coverage: those of `broken`, and rules that other domains refuse, seen broken here
  RuleSet advisory;      ///< advisory rules that the case breaks
  RuleSet ambiguous;     ///< ambiguous rules that the case runs into
  RuleSet undefined;     ///< undefined rules that the case runs into
  std::vector<ExpectedObservable> observables;  ///< ascending keys; what an accepting implementation must report

  Expected& at(Stage stage) { return stages[static_cast<std::size_t>(stage)]; }
  Expected at(Stage stage) const { return stages[static_cast<std::size_t>(stage)]; }

  /// How much a disagreement says about this case. A broken scored rule decides, whatever else the case runs into.
  RuleClass scoring_class() const {
    if (!broken.empty()) return RuleClass::scored;
    if (!undefined.empty()) return RuleClass::undefined;
    if (!ambiguous.empty()) return RuleClass::ambiguous;
    if (!advisory.empty()) return RuleClass::advisory;
    return RuleClass::scored;
  }

  void clear() {
    stages = {};
    broken.clear();
    met = broken_rules = advisory = ambiguous = undefined = RuleSet{};
    observables.clear();
  }
};
BOOST_DESCRIBE_STRUCT(Expectation, (), (stages, broken, met, broken_rules, advisory, ambiguous, undefined, observables))

}  // namespace d3d12fuzz
