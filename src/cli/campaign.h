/// A run: rounds of cases, divided among jobs, whose detections become findings.
#pragma once

#include <chrono>
#include <cstdint>
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

struct CampaignResult {
  Tally tally;
  std::vector<std::uint64_t> known;  ///< for each entry of CampaignOptions::known the number of cases that showed it
  bool interrupted = false;
  double seconds = 0;  ///< spent on cases, shrinking left out
};

/// What a campaign tells while it runs.
struct CampaignEvents {
  std::function<void(const Finding&)> finding;                        ///< a finding that will stay
  std::function<void(std::uint64_t cases, double seconds)> progress;  ///< about ten times a second
  std::function<void(const Signature&)> shrinking;
};

class Campaign {
 public:
  /// \param open  opens the candidate; called once in this process and once in each job
  /// \throws InputError if the candidate cannot be opened
  Campaign(const Domain& domain, OpenFunction open, CampaignOptions options);
  ~Campaign();

  const Provenance& candidate() const { return opened_->candidate->provenance(); }
  std::string reference_name() const;

  /// Runs until cases, time or an interrupt ends it. What was found till then is shrunk and kept.
  CampaignResult run(const CampaignEvents& events);

  /// The final findings, in the order of rules and case indices.
  std::vector<const Finding*> findings() const { return collector_->findings(true); }

  /// Whether something was left out since it follows from a known difference.
  bool any_that_follow_from_known() const { return collector_->any_that_follow_from_known(); }

  const std::vector<std::size_t>& shrink_evaluations() const { return collector_->evaluations(); }

 private:
  RoundResult run_round(std::uint64_t begin, std::uint64_t end, const CampaignEvents& events,
                        std::chrono::steady_clock::time_point start);
  bool time_is_up(std::chrono::steady_clock::time_point start) const;
  void report_new(bool final, const CampaignEvents& events);

  const Domain& domain_;
  CampaignOptions options_;
  SharedState* shared_;
  std::vector<std::unique_ptr<Job>> jobs_;
  std::optional<Opened> opened_;
  std::unique_ptr<Examiner> examiner_;
  std::unique_ptr<Collector> collector_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::optional<std::chrono::steady_clock::time_point> stopping_since_;  ///< when shrinking first saw the end
  std::vector<std::string> reported_;  ///< signatures and shapes of the findings told so far
};

/// Set by SIGINT and SIGTERM once `catch_interrupts` was called; a second signal ends the process at once.
bool interrupted();
void catch_interrupts();

}  // namespace d3d12fuzz
