/// A candidate in a process of its own: whatever it does there is the outcome of one case.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "candidates/candidate.h"
#include "candidates/in_process.h"

namespace d3d12fuzz {

namespace worker {
class Channel;
class OutputCapture;
class Process;
struct SanitizerReport;
}  // namespace worker

struct IsolationOptions {
  std::chrono::milliseconds case_timeout{10'000};  ///< without an answer for so long, a case has timed out
  /// The same once three cases have timed out: a candidate that hangs often would else take all the time there is.
  std::chrono::milliseconds hurried_timeout{200};
  std::chrono::milliseconds start_timeout{60'000};  ///< for opening the candidate
  std::uint32_t batch_size = 64;                    ///< cases handed over at once; 1 to 1024
  /// Fills memory that the candidate never wrote before each case, and gives each worker the domain's simplest case
  /// before its first: see worker/heap_fill.h. About 8 microseconds a case; of use with libraries of others only.
  bool fill_heap = true;
  /// Private memory that the candidate may take, in bytes; 0 for no limit. Allocations beyond it fail, so that a case
  /// cannot take all that the machine has, nor all its time to fill it. Not kept under a sanitizer, whose own memory
  /// would count.
  std::uint64_t memory_limit = std::uint64_t{128} << 20;
  /// Evaluates a case again and again after which more memory is in use than before: if that is so each time, the
  /// candidate leaks.
  bool check_leaks = false;
  /// Evaluates each case once more for each allocation that it makes, which fails then, 64 at most: the candidate may
  /// refuse the case, but not die of it.
  bool fail_allocations = false;
  std::string flags;  ///< how the last two are asked for on the command line, for the candidate's provenance
};

/// Runs a candidate in a forked process that lives from case to case. A case that crashes, aborts, exits or does not
/// return gets that as its outcome, with what it had reached before; the worker is then replaced and the next case goes
/// on. Each case is evaluated exactly once, but for those of a batch in which a worker overwrote its own records, left
/// its process changed, or died while it had several cases at once: they are evaluated again one by one, as nothing
/// else tells which of them did it. While the worker is at one request, this side writes the next one and reads the
/// outcomes of the last.
///
/// The worker ends with the process that made this object. A fork of that process may destroy the object, which does
/// nothing to the worker, or use it, which starts a worker of the fork's own. This side starts no thread.
class IsolatedCandidate final : public Candidate {
 public:
  using Opener = std::function<std::unique_ptr<InProcessCandidate>()>;

  /// \param open  makes the candidate; called in the worker alone, once for each that is started
  /// \throws InputError what `open` throws, or if it crashes or does not return in time, or if allocations are to be
  ///         watched and cannot be in this program
  explicit IsolatedCandidate(Opener open, IsolationOptions options = {});
  ~IsolatedCandidate() override;
  IsolatedCandidate(const IsolatedCandidate&) = delete;
  IsolatedCandidate& operator=(const IsolatedCandidate&) = delete;

  const Provenance& provenance() const override { return provenance_; }
  bool supports(const Domain& domain) const override;
  bool takes_undefined() const override { return takes_undefined_; }
  Tolerances tolerances() const override { return tolerances_; }
  void watch_single_cases() override { watch_single_cases_ = true; }

  /// \throws InputError if the candidate cannot be opened again after a crash, or dies again and again without a case
  void evaluate(const Domain& domain, std::span<const Case* const> cases, std::span<Outcome> outcomes) override;

  /// Workers started after the first, whose time to open the candidate is lost.
  std::uint64_t restarts() const { return restarts_; }

  std::uint64_t unexplained_deaths() const override { return unexplained_deaths_; }

 private:
  enum class Answer { replied, ended, timed_out, malformed };

  /// Cases that stand in a lane of the channel, or none.
  struct Request {
    std::uint32_t lane = 0;
    std::uint32_t count = 0;
    std::uint32_t size = 0;  ///< bytes of their records
    bool watched = false;    ///< whether the worker looks at its process when it is done
  };

  void make_channel();
  void start();
  [[noreturn]] void fail_start(Answer answer);
  Answer wait_for_answer(std::uint32_t number, std::chrono::milliseconds timeout);
  void ask();

  Request write_request(std::span<const Case* const> cases, std::uint32_t lane);
  void submit(const Request& request);
  void submit_first(std::span<const Case* const> cases);
  std::size_t evaluate_batch(std::span<const Case* const> cases, std::span<Outcome> outcomes);
  std::uint32_t take_outcomes(std::uint32_t lane, std::span<const Case* const> cases, std::uint32_t begin,
                              std::uint32_t end, std::span<Outcome> outcomes);
  struct Aftermath;
  Aftermath look_back(const Request& request);
  std::size_t settle_request(const Request& request, const Aftermath& aftermath, std::span<Outcome> outcomes);
  void note_death_between_cases(bool fruitless);
  std::string describe(Answer answer, std::chrono::milliseconds timeout) const;
  std::chrono::milliseconds case_timeout() const;
  void fill_crash(Answer answer, Outcome& outcome);

  Opener open_;
  IsolationOptions options_;
  int owner_ = 0;  ///< process whose worker uses the channel
  std::unique_ptr<worker::Channel> channel_;
  std::unique_ptr<worker::OutputCapture> capture_;
  std::unique_ptr<worker::Process> process_;
  Provenance provenance_;
  std::uint64_t supported_ = 0;  ///< bit i: all_domains()[i]
  bool takes_undefined_ = false;
  Tolerances tolerances_;
  bool watch_single_cases_ = false;
  Request under_way_;           ///< handed over, and not answered yet
  std::int64_t text_seen_ = 0;  ///< where in the captured text that of the next request begins
  std::uint32_t request_ = 0;   ///< number of the last request
  std::uint64_t restarts_ = 0;
  std::uint64_t unexplained_deaths_ = 0;
  bool parted_death_ = false;  ///< a worker died of several cases at once, and none of them has shown it alone yet
  bool warm_up_ = true;        ///< until a worker dies of it
  std::uint32_t timed_out_cases_ = 0;
  std::uint32_t fruitless_deaths_ = 0;  ///< in a row
  std::size_t cases_to_part_ = 0;   ///< next cases to hand over one by one, as a worker wrote rubbish over its records
  const Domain* domain_ = nullptr;  ///< of the last request
  std::unique_ptr<DomainCall> call_;  ///< of that domain
  MemoryImage image_;
};

}  // namespace d3d12fuzz
