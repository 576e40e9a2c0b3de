/// One run of a program, with everything that it may do to the harness kept within bounds.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "candidates/command/workplace.h"

namespace d3d12fuzz::command {

/// No file of a compiler may grow beyond this.
inline constexpr std::uint64_t kLargestFile = std::uint64_t{64} << 20;

/// How a program ended.
struct Ended {
  enum class How { exited, killed, timed_out };

  How how = How::exited;
  int number = 0;         ///< the exit status, or the number of the signal
  std::string output;     ///< what it wrote to both standard streams, at most 1 MiB
  std::string last_line;  ///< the last one of that which says anything, printable
};

/// Runs a program to its end. It gets no input, a process group of its own, the folder of the workplace for temporary
/// files, and ends with this process. Its sanitizers, if it has any, abort unless the environment tells them otherwise.
/// When it is over, by itself or by the timeout, all that is left of its group is killed.
/// \param arguments  the path of the program first
/// \throws InputError if it cannot be started
Ended run_program(const std::vector<std::string>& arguments, std::chrono::milliseconds timeout, Workplace& place);

}  // namespace d3d12fuzz::command
