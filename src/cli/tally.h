/// What a run counts.
#pragma once

#include <algorithm>
#include <boost/describe.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "rules/coverage.h"
#include "shrink/examiner.h"

namespace d3d12fuzz {

/// Cases that have something in common.
struct CasesAlike {
  std::uint64_t cases = 0;
  std::uint64_t first = 0;  ///< the lowest index of a case, if there are any

  void add(std::uint64_t case_index) { *this += {.cases = 1, .first = case_index}; }

  CasesAlike& operator+=(const CasesAlike& other) {
    if (other.cases == 0) return *this;
    first = cases == 0 ? other.first : std::min(first, other.first);
    cases += other.cases;
    return *this;
  }
};
BOOST_DESCRIBE_STRUCT(CasesAlike, (), (cases, first))

/// Cases that say nothing of a candidate, each under one reason: they are not scored, or no stage could be judged.
struct SilentCases {
  CasesAlike unsupported[kStageCount];  ///< no stage could be judged, and this was the first not supported
  CasesAlike ended;                     ///< no stage could be judged, and one crashed or hung
  CasesAlike open;                      ///< others: the rules leave open what is right, or the case was withheld

  void count(const Examination& examination, std::uint64_t case_index);
  SilentCases& operator+=(const SilentCases& other);
};
BOOST_DESCRIBE_STRUCT(SilentCases, (), (unsupported, ended, open))

struct Tally {
  std::uint64_t cases = 0;
  std::uint64_t by_class[5] = {};        ///< indexed by RuleClass
  std::uint64_t unsupported = 0;         ///< cases of which the candidate did not support some stage
  std::uint64_t not_compared = 0;        ///< cases of which no stage could be judged
  std::uint64_t tolerated = 0;           ///< cases that differed in what the candidate does by design
  std::uint64_t differing = 0;           ///< cases that showed a difference
  std::uint64_t known = 0;               ///< cases that showed a known difference
  std::uint64_t unknown = 0;             ///< cases that showed a difference that is not known
  std::uint64_t unexplained_deaths = 0;  ///< see Candidate
  SilentCases silent;
  RuleCoverage coverage;

  /// Counts all but `known` and `unknown`, which depend on a list, and deaths, of which no case tells.
  void count(const Examination& examination, std::uint64_t case_index) {
    ++cases;
    silent.count(examination, case_index);
    ++by_class[static_cast<std::size_t>(examination.expectation.scoring_class())];
    unsupported += examination.comparison.unsupported ? 1 : 0;
    not_compared += examination.comparison.compared ? 0 : 1;
    tolerated += examination.comparison.tolerated ? 1 : 0;
    differing += examination.comparison.differences.empty() ? 0 : 1;
    // What a candidate was not even asked exercises no rule.
    if (examination.comparison.unsupported && !examination.comparison.compared) return;
    const Expectation& expectation = examination.expectation;
    RuleSet broken = expectation.broken_rules;
    broken |= expectation.advisory;
    broken |= expectation.ambiguous;
    broken |= expectation.undefined;
    coverage.count(expectation.met, broken);
  }

  Tally& operator+=(const Tally& other) {
    cases += other.cases;
    for (std::size_t i = 0; i < std::size(by_class); ++i) by_class[i] += other.by_class[i];
    unsupported += other.unsupported;
    not_compared += other.not_compared;
    tolerated += other.tolerated;
    differing += other.differing;
    known += other.known;
    unknown += other.unknown;
    unexplained_deaths += other.unexplained_deaths;
    silent += other.silent;
    coverage += other.coverage;
    return *this;
  }
};
BOOST_DESCRIBE_STRUCT(Tally, (),
                      (cases, by_class, unsupported, not_compared, tolerated, differing, known, unknown,
                       unexplained_deaths, silent, coverage))

/// "scored 91.2 %, advisory 3.1 %, …; rules exercised 31 of 33": how much of a run says something. What was tolerated
/// is named only if anything was.
std::string health_line(const Tally& tally, const Domain& domain);

/// The scored rules that the domain's cases can decide and that were not exercised, in the order of the catalogue.
std::vector<RuleId> uncovered_rules(const Tally& tally, const Domain& domain);

/// How many of the domain's scored rules were exercised, and how many there are that the domain's cases can decide.
struct ExercisedRules {
  std::size_t exercised = 0;
  std::size_t all = 0;
};
ExercisedRules exercised_rules(const Tally& tally, const Domain& domain);

}  // namespace d3d12fuzz
