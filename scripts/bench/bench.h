/// The parts of the benchmark program. Each prints its own table.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "candidates/in_process.h"
#include "domains/domain.h"

namespace d3d12fuzz::bench {

/// Cases per second of each stage alone, of the whole loop and of handing cases over, and heap allocations per case.
void measure_pipeline();

/// Cases per second of a candidate in a worker that answers at once, beside the bare round trip between two processes.
void measure_isolation();

/// Evaluations that shrinking large cases takes.
void measure_shrinking();

/// Runs one stage over `cases` cases and nothing else, for tools that count instructions.
/// \return false if there is no stage of that name
bool run_stage(std::string_view stage, std::uint64_t cases);

/// Calls of malloc and its kin since the program started.
std::uint64_t allocations();

/// Cases 0 to count - 1 of a seed.
std::vector<std::unique_ptr<Case>> draw_cases(const Domain& domain, std::uint64_t seed, std::size_t count);

/// A candidate that answers at once, without having looked at the case.
std::unique_ptr<InProcessCandidate> open_no_op();

/// The domain that is measured.
const Domain& measured_domain();

inline double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace d3d12fuzz::bench
