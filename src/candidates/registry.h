/// All candidates by name.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "candidates/candidate.h"
#include "candidates/stop.h"

namespace d3d12fuzz {

enum class Isolation {
  automatic,  ///< a worker process for all but the faultless built-in candidate
  worker,
  in_process,
};

struct CandidateOptions {
  std::string fault;  ///< of the built-in candidate; empty: none
  Isolation isolation = Isolation::automatic;
  std::chrono::milliseconds timeout{2000};  ///< of one case in a worker
  bool check_leaks = false;                 ///< in a worker on this machine; see IsolationOptions
  bool fail_allocations = false;            ///< likewise
  StopFunction stop;                        ///< ends waits for a worker at the other end of a link; empty: nothing does
};

/// Opens a candidate by its name on the command line: "builtin", "d3d12", "d3d12:PATH".
/// \throws InputError for an unknown name, an unknown fault, a library that cannot be used; Stopped
std::unique_ptr<Candidate> open_candidate(std::string_view spec, const CandidateOptions& options);

struct CandidateListing {
  std::string name;
  std::string summary;
};

/// What can be named, for help and the `candidates` verb.
std::vector<CandidateListing> list_candidates();

}  // namespace d3d12fuzz
