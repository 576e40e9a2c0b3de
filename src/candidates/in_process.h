/// A candidate that runs inside the harness.
#pragma once

#include "candidates/candidate.h"
#include "candidates/domain_call.h"

namespace d3d12fuzz {

class InProcessCandidate final : public Candidate {
 public:
  /// Takes over `candidate`; destroys it at the end.
  InProcessCandidate(d3d12fuzz_candidate candidate, Provenance provenance);
  ~InProcessCandidate() override;
  InProcessCandidate(const InProcessCandidate&) = delete;
  InProcessCandidate& operator=(const InProcessCandidate&) = delete;

  const Provenance& provenance() const override { return provenance_; }
  bool supports(const Domain& domain) const override;
  bool takes_undefined() const override { return (candidate_.capabilities & D3D12FUZZ_TAKES_UNDEFINED) != 0; }
  void evaluate(const Domain& domain, std::span<const Case* const> cases, std::span<Outcome> outcomes) override;

  /// One case; `progress` as in DomainCall::call. Precondition: the domain is supported.
  void evaluate_one(const Domain& domain, const Case& value, d3d12fuzz_progress& progress, Outcome& outcome);

 private:
  DomainCall& call_of(const Domain& domain);

  d3d12fuzz_candidate candidate_;
  Provenance provenance_;
  const Domain* domain_ = nullptr;  ///< that of `call_`
  std::unique_ptr<DomainCall> call_;
};

}  // namespace d3d12fuzz
