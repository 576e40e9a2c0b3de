#include "candidates/worker/process.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <thread>

#include "base/error.h"
#include "candidates/worker/crash_report.h"
#include "candidates/worker/group_guard.h"

namespace d3d12fuzz::worker {
namespace {

using Clock = std::chrono::steady_clock;

/// A process that hangs within the kernel, as a driver can make it, does not even end when it is killed.
constexpr std::chrono::seconds kKillLimit{2};

}  // namespace

Process::Process() = default;

Process::~Process() { end({}); }

bool Process::start() {
  // Else a child that leaves by exit() would write this text once more.
  std::fflush(stdout);
  status_.reset();
  if (owner_ != getpid()) guard_ = std::make_unique<GroupGuard>();
  owner_ = getpid();
  child_ = fork();
  if (child_ < 0) throw InputError(std::string("cannot start a worker process: ") + std::strerror(errno));
  if (child_ > 0) {
    guard_->watch(child_);
    return false;
  }
  owner_ = -1;
  child_ = -1;
  return true;
}

bool Process::running() {
  if (child_ < 0 || owner_ != getpid()) return false;
  // Until it is waited for, its number is its own, and that of its group.
  siginfo_t seen{};
  const int looked = waitid(P_PID, static_cast<id_t>(child_), &seen, WEXITED | WNOHANG | WNOWAIT);
  if (looked == 0 ? seen.si_pid == 0 : errno == EINTR) return true;
  // Where somebody else reaps children, how it ended is lost.
  if (looked == 0) kill_group();
  guard_->watch(0);
  int status = 0;
  if (looked == 0 && waitpid(child_, &status, 0) == child_) status_ = status;
  child_ = -1;
  return false;
}

void Process::kill_group() const { kill(-child_, SIGKILL); }

bool Process::wait_until_ended(std::chrono::milliseconds limit) {
  const Clock::time_point deadline = Clock::now() + limit;
  std::chrono::microseconds nap{20};
  while (running()) {
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(nap);
    if (nap < std::chrono::milliseconds(2)) nap *= 2;
  }
  return true;
}

void Process::end(std::chrono::milliseconds grace) {
  if (child_ < 0 || owner_ != getpid()) return;
  if (grace.count() > 0 && wait_until_ended(grace)) return;
  kill(child_, SIGKILL);
  kill_group();
  if (!wait_until_ended(kKillLimit)) child_ = -1;
}

std::string Process::ending() const {
  if (!status_) return "ended, nobody knows how";
  if (WIFSIGNALED(*status_)) return name_of_signal(WTERMSIG(*status_));
  return "exit status " + std::to_string(WEXITSTATUS(*status_));
}

}  // namespace d3d12fuzz::worker
