/// Puts cases before the reference and the candidates and compares what they say.
#pragma once

#include <exception>
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
  ///                   the rules and the scoring class all the same.
  /// \throws InputError if one of them has no function for the domain
  Examiner(const Domain& domain, Candidate& candidate, Candidate* reference = nullptr);

  /// Of several candidates, at least one. Model and reference are asked once for each case.
  Examiner(const Domain& domain, std::span<Candidate* const> candidates, Candidate* reference);

  const Domain& domain() const { return domain_; }
  std::size_t candidates() const { return sides_.size(); }
  Candidate& candidate(std::size_t number = 0) const { return *sides_[number].candidate; }

  /// Examines one case. The result, of the first candidate, is valid until the next call.
  /// \throws what Candidate::evaluate throws
  const Examination& examine(const Case& value);

  /// Examines a batch. The results, of the first candidate, are valid until the next call.
  /// \throws what Candidate::evaluate throws; `examinations` has the cases then that were evaluated before
  std::span<const Examination> examine(std::span<const Case* const> cases);

  /// The results of any candidate for the batch last examined; of each as many.
  std::span<const Examination> examinations(std::size_t candidate) const {
    return std::span(sides_[candidate].examinations).first(batch_size_);
  }

 private:
  struct Side {
    Candidate* candidate;
    bool takes_undefined;  ///< and so does the reference
    std::vector<Outcome> outcomes;
    std::vector<Examination> examinations;
  };

  /// Hands over those of the batch's cases that are not withheld, and shortens the batch to those that were evaluated.
  void evaluate(Candidate& candidate, std::span<const Case* const> cases, std::span<Outcome> outcomes);
  void end_batch_after(std::size_t cases);

  const Domain& domain_;
  std::vector<Side> sides_;
  Candidate* reference_;
  std::unique_ptr<Model> model_;
  std::vector<Outcome> reference_outcomes_;
  std::vector<char> withheld_;  ///< of each case of the batch, from the one that is asked next
  std::size_t batch_size_ = 0;
  std::exception_ptr failure_;  ///< what a candidate threw in this batch
};

}  // namespace d3d12fuzz
