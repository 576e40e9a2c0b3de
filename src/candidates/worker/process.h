/// A forked process and how it ended.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace d3d12fuzz::worker {

class GroupGuard;

/// At most one child at a time, which leads a process group. Only the process that started it kills or reaps it; in a
/// fork of that process the object does nothing. What the child forked ends with it, and with this process, unless it
/// left the group.
class Process {
 public:
  Process();
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Forks. The child is to make a group of its own. Precondition: none is running.
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

  std::unique_ptr<GroupGuard> guard_;  ///< of `owner_`
  pid_t owner_ = -1;
  pid_t child_ = -1;  ///< -1: none
  std::optional<int> status_;
};

}  // namespace d3d12fuzz::worker
