/// A candidate behind a pipe or a socket: whatever happens there is the outcome of one case.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "candidates/candidate.h"
#include "candidates/domain_call.h"
#include "candidates/remote/link.h"

namespace d3d12fuzz {

struct RemoteOptions {
  std::chrono::milliseconds case_timeout{2'000};  ///< without an answer for so long, a case has timed out
  /// The same once three cases have timed out.
  std::chrono::milliseconds hurried_timeout{200};
  std::chrono::milliseconds start_timeout{60'000};  ///< from the greeting to the answer: the candidate is opened then
  std::uint32_t batch_size = 64;                    ///< cases handed over at once; 1 to 1024
};

/// Speaks the protocol of d3d12fuzz_worker.h. When the link ends or a reply breaks the protocol, a new link is made,
/// and those cases that have no outcome yet are handed over one by one, as nothing else tells which of them did it.
class RemoteCandidate final : public Candidate {
 public:
  /// Makes a link. \param again  whether there was one before. It may be stopped, which evaluate() hands on.
  using Connect = std::function<std::unique_ptr<remote::Link>(bool again)>;

  /// \param name  as on the command line
  /// \throws InputError what `connect` throws, or if what answers is no worker with a candidate
  RemoteCandidate(std::string name, Connect connect, RemoteOptions options = {});

  const Provenance& provenance() const override { return provenance_; }
  bool supports(const Domain& domain) const override;
  bool takes_undefined() const override { return (capabilities_ & D3D12FUZZ_TAKES_UNDEFINED) != 0; }
  Tolerances tolerances() const override { return tolerances_; }
  void watch_single_cases() override { watch_single_cases_ = true; }

  /// \throws CandidateGone if no link can be made any more; Stopped, as the constructor. The next call makes a new
  /// link.
  void evaluate(const Domain& domain, std::span<const Case* const> cases, std::span<Outcome> outcomes) override;

  std::uint64_t unexplained_deaths() const override { return unexplained_deaths_; }

  /// Links made after the first.
  std::uint64_t restarts() const { return restarts_; }

 private:
  struct Failure;

  void greet();
  [[noreturn]] void fail_greeting(const std::string& why);
  std::size_t evaluate_batch(std::span<const Case* const> cases, std::span<Outcome> outcomes);
  std::size_t hand_over(std::span<const Case* const> cases);
  std::optional<Failure> take_answer(std::span<const Case* const> cases, std::span<Outcome> outcomes,
                                     std::size_t& taken);
  bool take_outcomes(std::span<const Case* const> cases, std::uint32_t count, std::span<Outcome> outcomes,
                     std::size_t& taken);
  std::size_t settle_request(std::size_t count, std::span<Outcome> outcomes);
  Failure failure_of(remote::Transfer transfer);
  std::string told_by(const wire::LastWord& word) const;
  void settle(Failure failure, Outcome& outcome);
  std::chrono::milliseconds case_timeout() const;

  Connect connect_;
  RemoteOptions options_;
  Provenance provenance_;
  std::unique_ptr<remote::Link> link_;  ///< null after a failure
  bool link_is_new_ = true;             ///< no request went over it yet
  std::uint64_t functions_ = 0;
  std::uint32_t capabilities_ = 0;
  Tolerances tolerances_;
  bool watch_single_cases_ = false;
  bool watched_ = false;            ///< the last request
  const Domain* domain_ = nullptr;  ///< that of `call_`
  std::unique_ptr<DomainCall> call_;
  MemoryImage image_;
  wire::Buffer request_;
  wire::Buffer reply_;
  std::uint32_t number_ = 0;   ///< of the last request
  std::uint32_t conduct_ = 0;  ///< that was found at its end
  std::uint64_t restarts_ = 0;
  std::uint64_t unexplained_deaths_ = 0;
  bool parted_death_ = false;  ///< a link ended with several cases at once, and none of them has shown it alone yet
  std::uint32_t timed_out_cases_ = 0;
  std::size_t cases_to_part_ = 0;  ///< next cases to hand over one by one
};

}  // namespace d3d12fuzz
