#include "candidates/worker/group_guard.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <string>

#include "base/error.h"

namespace d3d12fuzz::worker {
namespace {

[[noreturn]] void fail(int error) {
  throw InputError(std::string("cannot start the guard of a worker process: ") + std::strerror(error));
}

/// The end of a pipe would not do to learn that the harness is gone: whatever forks after this one, the candidate
/// included, holds the other end as well.
[[noreturn]] void guard(pid_t harness, const std::atomic<pid_t>& group) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  setsid();  // what is sent to the harness's group is not for this one
  // Whoever waits for the end of a pipe or a socket of the harness shall not wait for this one.
  close_range(0, ~0u, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  // The harness may have ended before the line above. Others may send signals, too.
  siginfo_t seen{};
  while (getppid() == harness && seen.si_pid != harness) sigwaitinfo(&all, &seen);
  if (const pid_t last = group.load(); last > 0) kill(-last, SIGKILL);
  _exit(0);
}

}  // namespace

GroupGuard::GroupGuard() : owner_(getpid()) {
  void* const shared = mmap(nullptr, sizeof(*group_), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) fail(errno);
  group_ = new (shared) std::atomic<pid_t>(0);
  guard_ = fork();
  if (guard_ == 0) guard(owner_, *group_);
  if (guard_ < 0) {
    const int error = errno;
    munmap(group_, sizeof(*group_));
    fail(error);
  }
  // A candidate that writes where it should not must not choose whom the guard kills.
  madvise(group_, sizeof(*group_), MADV_DONTFORK);
}

GroupGuard::~GroupGuard() {
  if (owner_ != getpid()) return;
  kill(guard_, SIGKILL);
  while (waitpid(guard_, nullptr, 0) < 0 && errno == EINTR) continue;
  munmap(group_, sizeof(*group_));
}

}  // namespace d3d12fuzz::worker
