#include "shrink/examiner.h"

#include <utility>

namespace d3d12fuzz {

std::vector<Signature> Examination::signatures(const Domain& domain) const {
  std::vector<Signature> all;
  for (const Difference& difference : comparison.differences) {
    all.push_back(signature_of(difference, outcome, domain.observable_fields()));
  }
  return all;
}

Examiner::Examiner(const Domain& domain, Candidate& candidate, Candidate* reference)
    : domain_(domain), candidate_(candidate), reference_(reference), model_(domain.make_model()) {}

const Examination& Examiner::examine(const Case& value) {
  const Case* const cases[] = {&value};
  return examine(std::span(cases))[0];
}

std::span<const Examination> Examiner::examine(std::span<const Case* const> cases) {
  if (examinations_.size() < cases.size()) {
    examinations_.resize(cases.size());
    outcomes_.resize(cases.size());
    reference_outcomes_.resize(cases.size());
  }
  candidate_.evaluate(domain_, cases, std::span(outcomes_).first(cases.size()));
  if (reference_ != nullptr) {
    reference_->evaluate(domain_, cases, std::span(reference_outcomes_).first(cases.size()));
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Examination& examination = examinations_[i];
    model_->judge(*cases[i], examination.expectation);
    if (reference_ != nullptr) expect_outcome(reference_outcomes_[i], examination.expectation);
    std::swap(examination.outcome, outcomes_[i]);
    compare(examination.expectation, examination.outcome, domain_.observable_fields(), examination.comparison);
  }
  return std::span(examinations_).first(cases.size());
}

}  // namespace d3d12fuzz
