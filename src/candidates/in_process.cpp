#include "candidates/in_process.h"

#include <utility>

namespace d3d12fuzz {

InProcessCandidate::InProcessCandidate(d3d12fuzz_candidate candidate, Provenance provenance)
    : candidate_(candidate), provenance_(std::move(provenance)) {}

InProcessCandidate::~InProcessCandidate() {
  if (candidate_.destroy != nullptr) candidate_.destroy(candidate_.context);
}

bool InProcessCandidate::supports(const Domain& domain) const {
  const std::unique_ptr<DomainCall> call = make_domain_call(domain);
  return call != nullptr && call->supported(candidate_);
}

DomainCall& InProcessCandidate::call_of(const Domain& domain) {
  if (domain_ != &domain) {
    call_ = make_domain_call(domain);
    domain_ = &domain;
  }
  return *call_;
}

void InProcessCandidate::evaluate_one(const Domain& domain, const Case& value, d3d12fuzz_progress& progress,
                                      Outcome& outcome) {
  call_of(domain).call(candidate_, value, progress, outcome);
}

void InProcessCandidate::evaluate(const Domain& domain, std::span<const Case* const> cases,
                                  std::span<Outcome> outcomes) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    d3d12fuzz_progress progress;
    evaluate_one(domain, *cases[i], progress, outcomes[i]);
  }
}

}  // namespace d3d12fuzz
