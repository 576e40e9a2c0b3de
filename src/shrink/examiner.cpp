#include "shrink/examiner.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace d3d12fuzz {
namespace {

void check_support(const Candidate& candidate, const Domain& domain) {
  if (candidate.supports(domain)) return;
  throw InputError("candidate '" + candidate.provenance().name + "' has no function for domain " +
                   std::string(domain.name()) + ", expected one that has");
}

}  // namespace

std::vector<Signature> Examination::signatures(const Domain& domain) const {
  std::vector<Signature> all;
  for (const Difference& difference : comparison.differences) {
    all.push_back(signature_of(difference, outcome, domain.observable_fields()));
  }
  return all;
}

Examiner::Examiner(const Domain& domain, Candidate& candidate, Candidate* reference)
    : Examiner(domain, std::vector{&candidate}, reference) {}

Examiner::Examiner(const Domain& domain, std::span<Candidate* const> candidates, Candidate* reference)
    : domain_(domain), reference_(reference), model_(domain.make_model()) {
  if (reference != nullptr) check_support(*reference, domain);
  const bool reference_takes_undefined = reference == nullptr || reference->takes_undefined();
  for (Candidate* candidate : candidates) {
    check_support(*candidate, domain);
    sides_.push_back({.candidate = candidate,
                      .takes_undefined = candidate->takes_undefined() && reference_takes_undefined,
                      .outcomes = {},
                      .examinations = {}});
  }
}

const Examination& Examiner::examine(const Case& value) {
  const Case* const cases[] = {&value};
  return examine(std::span(cases))[0];
}

std::span<const Examination> Examiner::examine(std::span<const Case* const> cases) {
  batch_size_ = cases.size();
  failure_ = nullptr;
  if (withheld_.size() < batch_size_) {
    withheld_.resize(batch_size_);
    reference_outcomes_.resize(batch_size_);
    for (Side& side : sides_) {
      side.examinations.resize(batch_size_);
      side.outcomes.resize(batch_size_);
    }
  }
  std::vector<Examination>& judged = sides_.front().examinations;
  for (std::size_t i = 0; i < batch_size_; ++i) model_->judge(*cases[i], judged[i].expectation);
  const auto withhold = [&](bool takes_undefined) {
    for (std::size_t i = 0; i < batch_size_; ++i) {
      withheld_[i] = !takes_undefined && !judged[i].expectation.undefined.empty();
    }
  };
  for (Side& side : sides_) {
    withhold(side.takes_undefined);
    evaluate(*side.candidate, cases, side.outcomes);
    for (std::size_t i = 0; i < batch_size_; ++i) {
      Examination& examination = side.examinations[i];
      examination.withheld = withheld_[i];
      if (&side != &sides_.front()) examination.expectation = judged[i].expectation;
      if (examination.withheld) {
        examination.outcome.clear();
      } else {
        std::swap(examination.outcome, side.outcomes[i]);
      }
    }
  }
  if (reference_ != nullptr) {
    withhold(std::any_of(sides_.begin(), sides_.end(), [](const Side& side) { return side.takes_undefined; }));
    evaluate(*reference_, cases, reference_outcomes_);
  }
  for (Side& side : sides_) {
    for (std::size_t i = 0; i < batch_size_; ++i) {
      Examination& examination = side.examinations[i];
      if (reference_ != nullptr && !examination.withheld) {
        expect_outcome(reference_outcomes_[i], examination.expectation, reference_->tolerances());
      }
      compare(examination.expectation, examination.outcome, domain_.observable_fields(), examination.comparison,
              side.candidate->tolerances());
    }
  }
  if (failure_) std::rethrow_exception(failure_);
  return examinations(0);
}

void Examiner::evaluate(Candidate& candidate, std::span<const Case* const> cases, std::span<Outcome> outcomes) {
  cases = cases.first(batch_size_);
  outcomes = outcomes.first(batch_size_);
  const auto withheld = std::span(withheld_).first(batch_size_);
  // One by one where some are withheld, which is rare.
  const bool any_withheld = std::find(withheld.begin(), withheld.end(), true) != withheld.end();
  const std::size_t step = any_withheld ? 1 : batch_size_;
  for (std::size_t i = 0; i < cases.size(); i += step) {
    if (withheld[i]) continue;
    try {
      candidate.evaluate(domain_, cases.subspan(i, step), outcomes.subspan(i, step));
    } catch (const CandidateGone& gone) {
      end_batch_after(i + gone.evaluated());
      return;
    } catch (...) {
      end_batch_after(i);
      return;
    }
  }
}

/// To be called where an exception is handled.
void Examiner::end_batch_after(std::size_t cases) {
  batch_size_ = cases;
  if (!failure_) failure_ = std::current_exception();
}

}  // namespace d3d12fuzz
