/// One of the processes among which a run divides its cases.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <boost/describe.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "candidates/stop.h"
#include "cli/tally.h"
#include "oracle/disagreements.h"
#include "shrink/collector.h"

namespace d3d12fuzz {

/// What jobs and their parent share, in memory mapped before they part.
struct SharedState {
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> cases_done{0};
};

/// Cases are dealt out in blocks of this many: block b goes to job b modulo the number of jobs.
inline constexpr std::uint64_t kBlock = 256;

/// What a round gave of one candidate.
struct CandidateRound {
  Tally tally;
  /// For each rule and stage the kShrinkStarts cases of least weight, the first of these; for each other signature the
  /// first case of each shape, 64 shapes at most. In the order of case indices.
  std::vector<Detection> detections;
  /// For each entry of the list of known differences the number of cases that showed it.
  std::vector<std::uint64_t> known;
};
BOOST_DESCRIBE_STRUCT(CandidateRound, (), (tally, detections, known))

struct RoundResult {
  std::vector<CandidateRound> candidates;
  Disagreements disagreements;  ///< of several candidates
  std::string ended_by;         ///< why not all cases were examined, but for a stop: the message of an InputError

  /// What no case was examined for. \param known  entries of the list of known differences
  static RoundResult of_nothing(std::size_t candidates, std::size_t known);
};
BOOST_DESCRIBE_STRUCT(RoundResult, (), (candidates, disagreements, ended_by))

/// Opens the candidates and, where another implementation is the reference, that one too.
struct Opened {
  std::vector<std::unique_ptr<Candidate>> candidates;  ///< at least one
  std::unique_ptr<Candidate> reference;                ///< null: the model

  std::vector<Candidate*> all() const {
    std::vector<Candidate*> pointers;
    for (const std::unique_ptr<Candidate>& candidate : candidates) pointers.push_back(candidate.get());
    return pointers;
  }
};
/// \param stop  ends the waits for candidates
using OpenFunction = std::function<Opened(const StopFunction& stop)>;

/// A child process that examines its share of each round. It ends when the parent does.
class Job {
 public:
  /// Forks. The parent must have no threads.
  /// \param known  differences that are counted, not detected
  /// \throws InputError if the system refuses
  Job(const Domain& domain, const OpenFunction& open, std::uint64_t seed, unsigned number, unsigned jobs,
      SharedState& shared, const KnownDifferences& known = {});
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Hands out cases [begin, end).
  void start(std::uint64_t begin, std::uint64_t end);

  /// Becomes readable when the result is there, or the job is gone.
  int descriptor() const { return socket_; }

  /// Reads the result of the round. It is of no candidates if the job was stopped before these were open.
  /// \throws InputError if a candidate cannot be opened; std::runtime_error if the job died (a fault of the harness, or
  ///         of a candidate in process)
  RoundResult finish();

 private:
  pid_t process_ = -1;
  int socket_ = -1;
};

/// The share of a round that job `number` of `jobs` examines. Also what a job runs. Where a candidate cannot be asked
/// any more, the result is what was examined before, and the other jobs are stopped.
RoundResult examine_share(Examiner& examiner, std::uint64_t seed, std::uint64_t begin, std::uint64_t end,
                          unsigned number, unsigned jobs, SharedState& shared, const KnownDifferences& known = {});

/// Puts the shares of a round, at least one, together, to what one job alone would have given.
RoundResult merge(std::vector<RoundResult> shares);

}  // namespace d3d12fuzz
