/// A fault of a candidate, with the smallest case that shows it.
#pragma once

#include <boost/describe.hpp>
#include <optional>
#include <string>
#include <vector>

#include "domains/domain.h"
#include "oracle/difference.h"
#include "oracle/expectation.h"
#include "oracle/outcome.h"
#include "oracle/provenance.h"
#include "oracle/signature.h"

namespace d3d12fuzz {

struct Finding {
  const Domain* domain = nullptr;
  Node tree;                  ///< the case
  Signature signature;        ///< of `difference`
  std::vector<Stage> stages;  ///< where the same case shows the same fault, in order
  std::vector<RuleId> rules;  ///< scored rules that the case breaks and the candidate accepts, in catalogue order
  std::string shape;  ///< tells faults apart that no rule tells apart: what the minimal case needs; empty for rules
  /// Of a refused legal case that is minimal: the scored `allowed` rules that it meets and no simpler neighbour does.
  /// It is these that the candidate does not keep.
  RuleSet refused_for;
  std::vector<std::string> also_shown;  ///< other signatures that the case shows
  Difference difference;
  Expectation expectation;
  Outcome outcome;                       ///< with the difference; empty if that was seen once and never again
  std::optional<Outcome> other_outcome;  ///< of an unstable finding: without the difference, from the same case

  Provenance candidate;
  Provenance reference;  ///< name "model" unless another implementation stands there
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> case_index;  ///< of the case that was shrunk; none if it was drawn from no seed
  unsigned reproduced = 0;  ///< of `attempts` repetitions before shrinking: all unless signature.unstable
  unsigned attempts = 0;
  bool minimal = false;  ///< a sweep proved that no simpler neighbour shows the fault

  bool stable() const { return !signature.unstable; }

  /// Whether the difference showed once before the repetitions, and in none of them.
  bool seen_once() const { return reproduced == 0; }

  /// Whether the difference showed once and the candidate could not be asked again: neither tried nor shrunk.
  bool untried() const { return signature.unstable && attempts == 0; }

  /// Weight of the case: rules that it breaks or runs into, beyond which it says nothing. One is clear.
  std::size_t weight() const { return weight_of(expectation); }
  static std::size_t weight_of(const Expectation& expectation);

  /// The rule that the report names: the most special of `rules`, the catalogue has the general ones first.
  std::optional<RuleId> rule() const;

  /// Stable between runs: what a file of the finding is called, without ending.
  std::string slug() const;
};
// Without the domain and the tree, which is of a type that the domain alone knows.
BOOST_DESCRIBE_STRUCT(Finding, (),
                      (signature, stages, rules, shape, refused_for, also_shown, difference, expectation, outcome,
                       other_outcome, candidate, reference, seed, case_index, reproduced, attempts, minimal))

}  // namespace d3d12fuzz
