#include "candidates/command/workplace.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/error.h"

namespace d3d12fuzz::command {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw InputError("candidate \"command\": " + what + ": " + std::strerror(errno));
}

/// Waits for a word or the end of the other side, and cleans up.
[[noreturn]] void clean_up_behind(int from_owner, const std::string& folder, const std::atomic<pid_t>& running_group) {
  setsid();  // what the terminal sends to the harness is not for this one
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_IGN);
  signal(SIGCHLD, SIG_DFL);
  // Whoever waits for the end of a pipe or a socket of the harness shall not wait for this one.
  dup2(from_owner, STDIN_FILENO);
  close_range(STDOUT_FILENO, ~0u, 0);

  char word;
  while (read(STDIN_FILENO, &word, sizeof(word)) < 0 && errno == EINTR) continue;
  if (const pid_t group = running_group.load(); group > 0) kill(-group, SIGKILL);
  // What was killed may still be about to make a file.
  std::error_code error;
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::filesystem::remove_all(folder, error);
    if (!error) break;
    usleep(10'000);
  }
  _exit(0);
}

}  // namespace

Workplace::Workplace() : owner_(getpid()) {
  std::error_code error;
  const std::filesystem::path place = std::filesystem::temp_directory_path(error);
  if (error) throw InputError("candidate \"command\": no folder for temporary files: " + error.message());
  folder_ = (place / "d3d12fuzz_command_XXXXXX").string();
  if (mkdtemp(folder_.data()) == nullptr) fail("cannot make the folder " + folder_);
  start_cleaner();
}

void Workplace::start_cleaner() {
  void* const shared =
      mmap(nullptr, sizeof(*running_group_), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int ends[2];
  if (shared == MAP_FAILED || pipe2(ends, O_CLOEXEC) != 0) {
    rmdir(folder_.c_str());
    fail("cannot share memory or a pipe");
  }
  running_group_ = new (shared) std::atomic<pid_t>(0);
  std::fflush(stdout);
  cleaner_ = fork();
  if (cleaner_ == 0) {
    close(ends[1]);
    clean_up_behind(ends[0], folder_, *running_group_);
  }
  close(ends[0]);
  if (cleaner_ < 0) {
    close(ends[1]);
    rmdir(folder_.c_str());
    fail("cannot start a process");
  }
  to_cleaner_ = ends[1];
}

Workplace::~Workplace() {
  if (owner_ == getpid()) {
    // Closing alone says nothing while a fork of this process holds a copy of the descriptor.
    const char word = 0;
    while (write(to_cleaner_, &word, sizeof(word)) < 0 && errno == EINTR) continue;
    while (waitpid(cleaner_, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  close(to_cleaner_);
  munmap(running_group_, sizeof(*running_group_));
}

void Workplace::clear() const {
  std::error_code ignored;
  for (std::filesystem::directory_iterator at(folder_, ignored), end; at != end; at.increment(ignored)) {
    std::filesystem::remove_all(at->path(), ignored);
  }
}

}  // namespace d3d12fuzz::command
