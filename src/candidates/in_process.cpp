#include "candidates/in_process.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

namespace d3d12fuzz {
namespace {

/// Cases handed to a candidate that takes batches at once.
constexpr std::size_t kBatch = 64;

}  // namespace

InProcessCandidate::InProcessCandidate(const d3d12fuzz_candidate& candidate, Provenance provenance)
    : candidate_(candidate), provenance_(std::move(provenance)) {}

InProcessCandidate::~InProcessCandidate() {
  if (candidate_.destroy != nullptr) candidate_.destroy(candidate_.context);
}

bool InProcessCandidate::supports(const Domain& domain) const {
  const std::unique_ptr<DomainCall> call = make_domain_call(domain);
  return call != nullptr && d3d12fuzz_candidate_supports(&candidate_, call->function()) != 0;
}

void InProcessCandidate::prepare(const Domain& domain) {
  if (worker_ == nullptr) worker_.reset(d3d12fuzz_worker_create(&candidate_));
  if (worker_ == nullptr) throw std::bad_alloc();
  if (domain_ == &domain) return;
  call_ = make_domain_call(domain);
  domain_ = &domain;
}

void InProcessCandidate::evaluate(const Domain& domain, std::span<const Case* const> cases,
                                  std::span<Outcome> outcomes) {
  prepare(domain);
  while (!cases.empty()) {
    const std::size_t done = evaluate_some(cases, outcomes);
    cases = cases.subspan(done);
    outcomes = outcomes.subspan(done);
  }
}

/// \return how many: one, or a batch
std::size_t InProcessCandidate::evaluate_some(std::span<const Case* const> cases, std::span<Outcome> outcomes) {
  const bool at_once = d3d12fuzz_worker_takes_batches(worker_.get(), call_->function()) != 0;
  const std::size_t count = std::min(cases.size(), at_once ? kBatch : std::size_t{1});
  if (records_.size() < count) {
    records_.resize(count);
    progress_.resize(count);
  }
  for (std::size_t i = 0; i < count; ++i) {
    call_->write(*cases[i], image_);
    const std::size_t size = wire::case_record_size(image_);
    records_[i].clear();
    std::byte* const record = records_[i].extend(size);
    wire::write_case_record(call_->function(), image_, record);
    if (d3d12fuzz_worker_load(worker_.get(), record, size, &progress_[i]) != 0) {
      throw std::runtime_error("a case was not understood by the worker in this process");
    }
  }
  d3d12fuzz_worker_call(worker_.get());
  for (std::uint32_t i = 0; i < count; ++i) {
    outcome_.clear();
    const std::size_t size = d3d12fuzz_worker_outcome_size(worker_.get(), i);
    d3d12fuzz_worker_write_outcome(worker_.get(), i, i, outcome_.extend(size));
    const std::optional<wire::OutcomeRecord> record = wire::OutcomeRecord::read(outcome_.bytes(), i);
    if (!record || !call_->read(*cases[i], *record, outcomes[i])) {
      throw std::runtime_error("an outcome of the worker in this process cannot be read");
    }
  }
  d3d12fuzz_worker_clear(worker_.get());
  return count;
}

}  // namespace d3d12fuzz
