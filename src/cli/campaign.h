/// A run: rounds of cases, divided among jobs, whose detections become findings.
#pragma once

#include <boost/describe.hpp>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/job.h"
#include "cli/tally.h"
#include "shrink/collector.h"

namespace d3d12fuzz {

struct CampaignOptions {
  std::optional<std::uint64_t> cases;             ///< stop after this many
  std::optional<std::chrono::milliseconds> time;  ///< stop after this long
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  bool keep_going = false;     ///< false: stop after the first round that has a finding
  bool until_covered = false;  ///< stop after the first round that leaves no scored rule to be exercised
  std::size_t shrink_budget = 5000;
  KnownDifferences known;  ///< counted, and neither shrunk nor told
};

struct CandidateResult {
  Tally tally;
  std::vector<std::uint64_t> known;  ///< for each entry of CampaignOptions::known the number of cases that showed it
};
BOOST_DESCRIBE_STRUCT(CandidateResult, (), (tally, known))

struct CampaignResult {
  std::vector<CandidateResult> candidates;
  Disagreements disagreements;  ///< of several candidates
  bool interrupted = false;
  double seconds = 0;  ///< spent on cases, shrinking left out

  /// What depends on no candidate: the number of cases, their classes, and the coverage of rules.
  const Tally& cases() const { return candidates.front().tally; }
};
BOOST_DESCRIBE_STRUCT(CampaignResult, (), (candidates, disagreements, interrupted, seconds))

/// All that a campaign knows between two rounds.
struct CampaignState {
  std::uint64_t next_case = 0;
  std::uint64_t rounds = 0;
  double spent_seconds = 0;  ///< of CampaignOptions::time
  CampaignResult result;
  std::vector<std::vector<CollectedFinding>> collected;  ///< of each candidate
  std::vector<std::vector<std::string>> told;  ///< of each candidate: signatures and shapes of the findings told
};
BOOST_DESCRIBE_STRUCT(CampaignState, (), (next_case, rounds, spent_seconds, result, collected, told))

/// What a campaign tells while it runs.
struct CampaignEvents {
  std::function<void(std::size_t candidate, const Finding&)> finding;  ///< a finding that will stay
  std::function<void(std::uint64_t cases, double seconds)> progress;   ///< about ten times a second
  std::function<void(const Signature&)> shrinking;
  std::function<void(const CampaignState&)> round_done;  ///< after each round that nothing cut short
};

class Campaign {
 public:
  /// \param open  opens the candidates; called once in this process and once in each job
  /// \throws InputError if a candidate cannot be opened; Stopped if an interrupt came first
  Campaign(const Domain& domain, OpenFunction open, CampaignOptions options);
  ~Campaign();

  std::size_t candidates() const { return sides_.size(); }
  const Provenance& candidate(std::size_t number) const { return opened_->candidates[number]->provenance(); }
  std::string reference_name() const;

  /// Runs until cases, time, an interrupt or a failure ends it. What was found till then is shrunk, as far as
  /// candidates can still be asked, and kept.
  /// \param from  where another campaign of the same arguments was; null: from the first case. The result is that of a
  ///              campaign that was never stopped. Findings that were told are not told again.
  CampaignResult run(const CampaignEvents& events, const CampaignState* from = nullptr);

  /// What ended the run before its time, but for an interrupt: an InputError if a candidate cannot be asked any more,
  /// as one behind a link whose other end is gone for good; another exception if a job died. Null if nothing did.
  std::exception_ptr failure() const { return failure_; }

  /// The final findings of a candidate, in the order of rules and case indices.
  std::vector<const Finding*> findings(std::size_t candidate) const {
    return sides_[candidate].collector->findings(true);
  }

  /// Whether any candidate has a final finding.
  bool any_findings() const;

  /// Whether something of a candidate was left out since it follows from a known difference.
  bool any_that_follow_from_known(std::size_t candidate) const {
    return sides_[candidate].collector->any_that_follow_from_known();
  }

 private:
  struct Side {
    std::unique_ptr<Examiner> examiner;  ///< of this candidate alone, for shrinking
    std::unique_ptr<Collector> collector;
    std::vector<std::string> told;  ///< signatures and shapes of the findings told so far
  };

  RoundResult run_round(std::uint64_t begin, std::uint64_t end, const CampaignEvents& events);
  RoundResult result_of(Job& job);
  void fail(std::exception_ptr failure);
  bool stop_shrinking();
  double spent_seconds() const;
  bool time_is_up() const;
  bool is_over(const CampaignState& state) const;
  void take_in(const RoundResult& round, CampaignResult& result);
  void tell_new(bool final, const CampaignEvents& events);
  void restore(const CampaignState& state);

  const Domain& domain_;
  CampaignOptions options_;
  SharedState* shared_;
  std::vector<std::unique_ptr<Job>> jobs_;
  std::optional<Opened> opened_;
  std::vector<Side> sides_;
  std::exception_ptr failure_;
  bool running_ = false;
  std::chrono::steady_clock::time_point start_;
  double spent_before_ = 0;  ///< seconds that the campaign ran before it was stopped
  std::optional<std::chrono::steady_clock::time_point> stopping_since_;  ///< when shrinking first saw the end
};

/// Set by SIGINT and SIGTERM once `catch_interrupts` was called; a second signal ends the process at once.
bool interrupted();
void catch_interrupts();

}  // namespace d3d12fuzz
