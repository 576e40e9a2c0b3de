/// Work in child processes: what ends one is reported, and the rest goes on.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace d3d12fuzz {

/// Exit statuses of programs without an engine, and of their children.
inline constexpr int kClean = 0;
inline constexpr int kFound = 1;
inline constexpr int kBadInput = 2;

/// What a child tells its parent.
struct Progress {
  std::size_t done;      ///< items that need no further look
  std::size_t compared;  ///< cases that a property could fail of
  bool opened;           ///< the candidate is open
};

/// Lies in memory that parent and children share.
class SharedProgress {
 public:
  /// \throws InputError if there is no such memory
  SharedProgress();
  ~SharedProgress();
  SharedProgress(const SharedProgress&) = delete;
  SharedProgress& operator=(const SharedProgress&) = delete;

  volatile Progress* operator->() const { return progress_; }

 private:
  Progress* progress_;
};

/// Runs `body` in a child, which ends with the status that it returns; with kBadInput, and the error told, if it throws
/// an InputError.
/// \return what waitpid says of it
/// \throws InputError if no child can be started
int in_child(const std::function<int()>& body);

/// What waitpid says, in words.
std::string how_it_ended(int status);

}  // namespace d3d12fuzz
