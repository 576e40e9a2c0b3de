/// A candidate that runs inside the harness.
#pragma once

#include "candidates/candidate.h"
#include "candidates/d3d12fuzz_worker.h"
#include "candidates/domain_call.h"
#include "candidates/tolerance_bits.h"
#include "candidates/wire/bytes.h"

namespace d3d12fuzz {

class InProcessCandidate final : public Candidate {
 public:
  /// Takes over `candidate`; destroys it at the end.
  InProcessCandidate(const d3d12fuzz_candidate& candidate, Provenance provenance);
  ~InProcessCandidate() override;
  InProcessCandidate(const InProcessCandidate&) = delete;
  InProcessCandidate& operator=(const InProcessCandidate&) = delete;

  const Provenance& provenance() const override { return provenance_; }
  bool supports(const Domain& domain) const override;
  bool takes_undefined() const override { return (candidate_.capabilities & D3D12FUZZ_TAKES_UNDEFINED) != 0; }
  Tolerances tolerances() const override { return tolerances_of(candidate_.tolerances); }
  void evaluate(const Domain& domain, std::span<const Case* const> cases, std::span<Outcome> outcomes) override;

  const d3d12fuzz_candidate& c_interface() const { return candidate_; }

 private:
  void prepare(const Domain& domain);
  std::size_t evaluate_some(std::span<const Case* const> cases, std::span<Outcome> outcomes);

  struct WorkerDeleter {
    void operator()(d3d12fuzz_worker* worker) const { d3d12fuzz_worker_destroy(worker); }
  };

  d3d12fuzz_candidate candidate_;
  Provenance provenance_;
  const Domain* domain_ = nullptr;  ///< that of `call_`
  std::unique_ptr<DomainCall> call_;
  std::unique_ptr<d3d12fuzz_worker, WorkerDeleter> worker_;  ///< made with the first case
  MemoryImage image_;
  std::vector<wire::Buffer> records_;
  std::vector<d3d12fuzz_progress> progress_;
  wire::Buffer outcome_;
};

}  // namespace d3d12fuzz
