/// Turns detections into findings: each distinct fault once, with its smallest case.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "report/finding.h"
#include "shrink/examiner.h"
#include "shrink/known_differences.h"
#include "shrink/shape.h"
#include "shrink/shrinker.h"

namespace d3d12fuzz {

/// A difference that some case showed.
struct Detection {
  Signature signature;
  std::uint64_t case_index = 0;
  std::uint64_t weight = 0;  ///< Finding::weight_of its case
  std::uint64_t shape = 0;   ///< hash of the case's shape
};
BOOST_DESCRIBE_STRUCT(Detection, (), (signature, case_index, weight, shape))

/// A rule that is not enforced is shrunk from so many cases, and the simplest result is kept: the first case on its own
/// may lead to one that is minimal, yet not the simplest.
inline constexpr unsigned kShrinkStarts = 4;

/// So many cases of one unstable signature are tried: the signature alone is its identity, but a stable fault may have
/// the same.
inline constexpr unsigned kUnstableStarts = 16;

/// The hash that Detection::shape holds.
std::uint64_t hash_of(const Shape& shape);

struct CollectorOptions {
  std::uint64_t seed = 1;
  std::size_t shrink_budget = 5000;  ///< evaluations for each finding
  unsigned attempts = 5;             ///< repetitions that a finding must survive before it is shrunk
  Provenance reference;
  KnownDifferences known;  ///< these are no findings, nor what follows from them
  /// Whether shrinking is to end soon, with what there is; findings are kept as they are then.
  std::function<bool()> stop = [] { return false; };
};

/// A finding as a collector holds it, as a plain value that can be archived.
struct CollectedFinding {
  Finding finding;  ///< but for its domain and tree
  std::vector<std::uint8_t> encoded_case;
  unsigned starts = 0;  ///< how many cases it was shrunk from
};
BOOST_DESCRIBE_STRUCT(CollectedFinding, (), (finding, encoded_case, starts))

class Collector {
 public:
  /// \param examiner  of the same candidate as the cases were detected with
  Collector(Examiner& examiner, CollectorOptions options);

  /// Takes in a detection, in the order of case indices. Shrinks it unless a finding explains it. If the candidate
  /// cannot be asked any more, it is kept as it is: see Finding::untried.
  void add(const Detection& detection);

  /// Other faults that shrinking met on its way are taken in after those detected, and likewise.
  void add_met_on_the_way();

  /// Why the candidate cannot be asked any more: an InputError, or Stopped. Null as long as it can.
  std::exception_ptr failure() const { return failure_; }

  /// All distinct findings so far that no other explains: by rule, then by case index. A finding whose case breaks
  /// further rules is left out as long as a purer case may turn up, unless `final`.
  std::vector<const Finding*> findings(bool final) const;

  /// Whether anything at all was detected that does not follow from a known difference.
  bool any() const;

  /// Whether something was detected that follows from a known difference and is left out for that reason.
  bool any_that_follow_from_known() const;

  /// All that was collected, those findings too that another explains. Nothing that is still to be taken in by
  /// `add_met_on_the_way`.
  std::vector<CollectedFinding> collected() const;

  /// Goes on from what another collector of the same domain, candidate and options had collected.
  void restore(std::vector<CollectedFinding> collected);

  /// Tries a case several times and shrinks it as if it had been detected; one that shows the signature now and then
  /// becomes an unstable finding and stays as it is. For the `shrink` verb.
  /// \return nothing if the case does not show the signature
  std::optional<Finding> shrink_case(const Case& value, const Signature& signature,
                                     std::optional<std::uint64_t> case_index);

  /// The first neighbour of a case that still shows the signature.
  std::optional<Node> simpler_neighbour_of(const Node& tree, const Signature& signature);

  /// Called when shrinking a detection begins, with its signature; for progress lines.
  std::function<void(const Signature&)> on_shrink;

  /// Evaluations that each shrink took, in order.
  const std::vector<std::size_t>& evaluations() const { return evaluations_; }

 private:
  bool explained(const Detection& detection, const Shape& shape) const;
  ShrinkQuestion question_for(const Signature& signature);
  std::optional<std::size_t> weigh(const Node& tree, const Signature& signature);
  /// What repeated evaluations of a case gave.
  struct Tries {
    unsigned count = 0;
    unsigned shown = 0;
    Examination with;     ///< the last that showed the signature; if none did, the last of all
    Examination without;  ///< the last that did not
  };
  enum class TryUntil { end, shown };

  /// Evaluates a case as often as the options say, or until it shows the signature. A try that ran into a limit of time
  /// does not count unless a hang is what is looked for.
  Tries try_repeatedly(const Case& value, const Signature& signature, TryUntil until);

  /// \return nothing if no try showed the signature, or if it is a hang that went away while it was shrunk
  std::optional<Finding> finding_from(const Case& value, const Signature& signature, const Tries& tries);
  std::optional<Finding> shrink_stable(const Case& value, const Signature& signature, const Tries& tries);
  std::optional<Finding> finding_of_shrunk(const Node& tree, const Signature& signature);
  Finding finding_of(const Node& tree, const Signature& signature, const Examination& examination);

  /// Of a difference that an evaluation showed before and none of the tries does.
  /// \return nothing if a slow machine would explain it
  std::optional<Finding> seen_once(const Case& value, const Signature& signature, const Tries& tries);
  Finding unstable_finding(const Case& value, const Signature& signature, const Tries& tries);

  /// What `find` makes of a case; of a candidate that cannot be asked any more, an untried finding.
  template <class Find>
  std::optional<Finding> find_or_keep(const Case& value, const Signature& signature, Find find);
  Expectation expectation_of(const Case& value) const;
  RuleSet rules_met_by_no_neighbour(const Node& tree);
  void store(Finding finding);
  bool is_known(const Signature& signature, const Node& tree) const;

  /// The stages of a finding at which no known rule is broken as well.
  std::vector<Stage> stages_beside_known(const Finding& finding) const;

  /// Whether the finding shrank to a known difference, or `findings` would put it down to one if it stood beside it.
  bool follows_from_known(const Finding& finding) const;

  Examiner& examiner_;
  CollectorOptions options_;
  std::vector<Finding> findings_;
  std::vector<Shape> shapes_;                              ///< of the findings' cases
  std::vector<unsigned> starts_;                           ///< how many cases each finding was shrunk from
  std::map<std::string, std::pair<Signature, Node>> met_;  ///< by signature: other faults met while shrinking
  std::vector<std::size_t> evaluations_;
  std::exception_ptr failure_;
};

}  // namespace d3d12fuzz
