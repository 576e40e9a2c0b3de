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
    : domain_(domain),
      candidate_(candidate),
      reference_(reference),
      takes_undefined_(candidate.takes_undefined() && (reference == nullptr || reference->takes_undefined())),
      model_(domain.make_model()) {}

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
  bool any_withheld = false;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    model_->judge(*cases[i], examinations_[i].expectation);
    examinations_[i].withheld = !takes_undefined_ && !examinations_[i].expectation.undefined.empty();
    any_withheld |= examinations_[i].withheld;
  }
  // One by one where some are withheld, which is rare.
  for (std::size_t i = 0; any_withheld && i < cases.size(); ++i) {
    if (!examinations_[i].withheld) evaluate(cases.subspan(i, 1), i);
  }
  if (!any_withheld) evaluate(cases, 0);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Examination& examination = examinations_[i];
    if (examination.withheld) {
      examination.outcome.clear();
    } else {
      if (reference_ != nullptr) expect_outcome(reference_outcomes_[i], examination.expectation);
      std::swap(examination.outcome, outcomes_[i]);
    }
    compare(examination.expectation, examination.outcome, domain_.observable_fields(), examination.comparison);
  }
  return std::span(examinations_).first(cases.size());
}

void Examiner::evaluate(std::span<const Case* const> cases, std::size_t first) {
  candidate_.evaluate(domain_, cases, std::span(outcomes_).subspan(first, cases.size()));
  if (reference_ != nullptr) {
    reference_->evaluate(domain_, cases, std::span(reference_outcomes_).subspan(first, cases.size()));
  }
}

}  // namespace d3d12fuzz
