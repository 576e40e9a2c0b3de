/// Where compilers run: a folder of their files, and somebody who cleans up whatever happens.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <string>

namespace d3d12fuzz::command {

/// A private folder for temporary files, and a process that outlives this one: when the workplace is given up, or this
/// process ends in any way, it kills the group of the compiler that runs and removes the folder with all that is in it.
/// In a fork of the process that made it the object does nothing.
class Workplace {
 public:
  /// \throws InputError if the system has no room for the folder or no process
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  const std::string& folder() const { return folder_; }

  /// Removes all that is in the folder, as far as that is allowed.
  void clear() const;

  /// In memory that all processes share: the process group that runs, 0 if none.
  std::atomic<pid_t>& running_group() { return *running_group_; }

 private:
  void start_cleaner();

  pid_t owner_;
  std::string folder_;
  std::atomic<pid_t>* running_group_ = nullptr;
  pid_t cleaner_ = -1;
  int to_cleaner_ = -1;
};

}  // namespace d3d12fuzz::command
