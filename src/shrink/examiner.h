/// Puts cases before the reference and the candidate and compares what they say.
#pragma once

#include <memory>
#include <vector>

#include "candidates/candidate.h"
#include "oracle/compare.h"
#include "oracle/signature.h"

namespace d3d12fuzz {

struct Examination {
  Expectation expectation;
  Outcome outcome;
  Comparison comparison;
  bool withheld = false;  ///< undefined, and kept from a candidate that does not take such cases

  /// The signatures of all differences, in their order.
  std::vector<Signature> signatures(const Domain& domain) const;
};

class Examiner {
 public:
  /// \param reference  stands in for the model on the reference side; null: the model itself. The model is asked for
  /// the
  ///                   rules and the scoring class all the same.
  Examiner(const Domain& domain, Candidate& candidate, Candidate* reference = nullptr);

  const Domain& domain() const { return domain_; }
  Candidate& candidate() const { return candidate_; }

  /// Examines one case. The result is valid until the next call.
  const Examination& examine(const Case& value);

  /// Examines a batch. The results are valid until the next call.
  std::span<const Examination> examine(std::span<const Case* const> cases);

 private:
  /// Hands cases over; their outcomes stand from `first` on.
  void evaluate(std::span<const Case* const> cases, std::size_t first);

  const Domain& domain_;
  Candidate& candidate_;
  Candidate* reference_;
  bool takes_undefined_;  ///< all that are asked
  std::unique_ptr<Model> model_;
  std::vector<Outcome> outcomes_;
  std::vector<Outcome> reference_outcomes_;
  std::vector<Examination> examinations_;
};

}  // namespace d3d12fuzz
