#include "candidates/command/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/error.h"
#include "candidates/worker/output_capture.h"

// The header of glibc 2.36 does not say that its functions are C's.
extern "C" {
#include <sys/pidfd.h>
}

namespace d3d12fuzz::command {
namespace {

using Clock = std::chrono::steady_clock;

/// A process that hangs within the kernel does not even end when it is killed.
constexpr std::chrono::seconds kKillLimit{2};

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  void reset(int number = -1) {
    if (number_ >= 0) close(number_);
    number_ = number;
  }

 private:
  int number_;
};

[[noreturn]] void fail(const std::string& program, int error) {
  throw InputError("candidate \"command\": \"" + program + "\" cannot be started: " + std::strerror(error));
}

void limit(__rlimit_resource resource, std::uint64_t most) {
  const rlimit both = {.rlim_cur = most, .rlim_max = most};
  setrlimit(resource, &both);
}

/// In the child. Returns only if the program cannot be executed.
void become(std::vector<std::string> arguments, pid_t parent, const worker::OutputCapture& capture, Workplace& place) {
  setpgid(0, 0);
  place.running_group().store(getpid());
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  capture.redirect_here();
  limit(RLIMIT_FSIZE, kLargestFile);
  limit(RLIMIT_CORE, 0);
  setenv("TMPDIR", place.folder().c_str(), 1);
  // Else a sanitizer's report ends in an exit status that says nothing. A leak is no matter of one case.
  setenv("ASAN_OPTIONS", "abort_on_error=1:detect_leaks=0", 0);
  setenv("UBSAN_OPTIONS", "abort_on_error=1:halt_on_error=1", 0);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  execv(argv[0], argv.data());
}

/// \return whether the process has ended
bool wait_until_ended(int process, std::chrono::milliseconds timeout) {
  const Clock::time_point deadline = Clock::now() + timeout;
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd waiting = {.fd = process, .events = POLLIN, .revents = 0};
    const int ready = poll(&waiting, 1, static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, INT32_MAX)));
    if (ready > 0) return true;
    if (left.count() <= 0) return false;
  }
}

}  // namespace

Ended run_program(const std::vector<std::string>& arguments, std::chrono::milliseconds timeout, Workplace& place) {
  const worker::OutputCapture capture;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail(arguments.front(), errno);
  const Descriptor from_child(ends[0]);
  Descriptor to_parent(ends[1]);

  const pid_t parent = getpid();
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) fail(arguments.front(), errno);
  if (child == 0) {
    become(arguments, parent, capture, place);
    const int error = errno;
    [[maybe_unused]] const ssize_t told = write(to_parent.get(), &error, sizeof(error));
    _exit(127);
  }
  to_parent.reset();
  const Descriptor process(pidfd_open(child, 0));
  const int no_descriptor = process.get() < 0 ? errno : 0;

  // The program's start closes the other end without a word.
  int error = 0;
  ssize_t count = 0;
  do count = read(from_child.get(), &error, sizeof(error));
  while (count < 0 && errno == EINTR);

  const bool in_time = no_descriptor == 0 && wait_until_ended(process.get(), timeout);
  // Not yet reaped, it keeps the number of its group from being given to others.
  kill(-child, SIGKILL);
  place.running_group().store(0);
  int status = 0;
  if (no_descriptor != 0 || wait_until_ended(process.get(), kKillLimit)) {
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  }
  if (no_descriptor != 0) fail(arguments.front(), no_descriptor);
  if (count == sizeof(error)) fail(arguments.front(), error);

  Ended ended = {.output = capture.text_since(0), .last_line = capture.last_line_since(0)};
  if (!in_time) {
    ended.how = Ended::How::timed_out;
  } else if (WIFSIGNALED(status)) {
    ended.how = Ended::How::killed;
    ended.number = WTERMSIG(status);
  } else {
    ended.number = WEXITSTATUS(status);
  }
  return ended;
}

}  // namespace d3d12fuzz::command
