/// The worker's side: opens the candidate, answers requests until it is killed.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>

#include "candidates/in_process.h"
#include "candidates/worker/channel.h"
#include "candidates/worker/output_capture.h"

namespace d3d12fuzz::worker {

/// Opens the candidate; called in the worker alone.
using Opener = std::function<std::unique_ptr<InProcessCandidate>()>;

struct ChildSetup {
  pid_t parent;                ///< the worker ends with it
  std::uint64_t memory_limit;  ///< in bytes beyond what the process has now; 0 for none
  bool fill_heap;              ///< see heap_fill.h
  bool warm_up;                ///< evaluate the simplest case before the first
  bool check_leaks;            ///< see IsolationOptions
  bool fail_allocations;       ///< likewise
};

/// Runs in a process just forked. Never returns, and lets no exception out.
[[noreturn]] void run_child(const Opener& open, const ChildSetup& setup, Channel& channel,
                            const OutputCapture& capture) noexcept;

}  // namespace d3d12fuzz::worker
