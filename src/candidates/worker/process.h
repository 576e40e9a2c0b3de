/// A forked process and how it ended.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>

namespace d3d12fuzz::worker {

/// At most one child at a time. Only the process that started it kills or reaps it; in a fork of that process the
/// object does nothing.
class Process {
 public:
  Process() = default;
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Forks. Precondition: none is running.
  /// \return whether this is the child
  /// \throws InputError if the system refuses
  bool start();

  /// Whether the child still runs, as far as is known without waiting.
  bool running();

  /// Gives the child some time to end, then kills it.
  void end(std::chrono::milliseconds grace);

  /// "exit status 3", "SIGKILL" of the last child that ended.
  std::string ending() const;

 private:
  bool wait_until_ended(std::chrono::milliseconds limit);

  /// Kills the child and what it forked, unless that left its group. Precondition: the child has not been waited for.
  void kill_group() const;

  pid_t owner_ = -1;
  pid_t child_ = -1;  ///< -1: none
  std::optional<int> status_;
};

}  // namespace d3d12fuzz::worker
