/// Sees to it that what a worker forked does not outlive the harness.
#pragma once

#include <sys/types.h>

#include <atomic>

namespace d3d12fuzz::worker {

/// A process that waits for the end of the thread that made this object, whatever ends it, and then kills one process
/// group. It ends with the object, and kills nothing then. In a fork of the process that made it the object does
/// nothing.
class GroupGuard {
 public:
  /// \throws InputError if the system refuses
  GroupGuard();
  ~GroupGuard();
  GroupGuard(const GroupGuard&) = delete;
  GroupGuard& operator=(const GroupGuard&) = delete;

  /// The group to be killed from now on; 0 for none. A group that has ended must not be left here: its number may be
  /// another's soon.
  void watch(pid_t group) { group_->store(group); }

 private:
  pid_t owner_;
  pid_t guard_ = -1;
  std::atomic<pid_t>* group_;  ///< that this process and the guard share
};

}  // namespace d3d12fuzz::worker
