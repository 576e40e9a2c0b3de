/// Child programs: run to their end, or talked to while they run. No shell between.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.h"

namespace d3d12fuzz::test {

struct Ended {
  int status = -1;  ///< exit status; 128 and the signal's number for one that a signal ended; -1: it had to be killed
  std::string out;
  std::string err;
};

/// A child in a process group of its own. A test that hangs fails: after the limit the whole group is killed.
class Program {
 public:
  explicit Program(std::vector<std::string> arguments, std::string_view input = {}) {
    // Processes that the child leaves behind become children of this one, where they can be seen.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    char input_path[] = "/tmp/d3d12fuzz_input_XXXXXX";
    const int in = mkostemp(input_path, O_CLOEXEC);
    unlink(input_path);
    for (std::string_view rest = input; !rest.empty();) {
      const ssize_t count = write(in, rest.data(), rest.size());
      if (count <= 0) break;
      rest.remove_prefix(static_cast<std::size_t>(count));
    }
    lseek(in, 0, SEEK_SET);
    int out[2] = {-1, -1};
    int err[2] = {-1, -1};
    EXPECT_EQ(pipe2(out, O_CLOEXEC), 0);
    EXPECT_EQ(pipe2(err, O_CLOEXEC), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const int error = posix_spawnp(&process_, argv[0], &actions, &attributes, argv.data(), environ);
    EXPECT_EQ(error, 0) << arguments[0];
    if (error != 0) process_ = -1;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(in);
    close(out[1]);
    close(err[1]);
    streams_[0] = {out[0], {}};
    streams_[1] = {err[0], {}};
  }

  ~Program() {
    if (process_ > 0) {
      kill(-process_, SIGKILL);
      waitpid(process_, nullptr, 0);
    }
    for (const Stream& stream : streams_) {
      if (stream.descriptor >= 0) close(stream.descriptor);
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Reads until standard output holds the text. \return false if it ended before
  bool wait_for_output(std::string_view text) {
    while (streams_[0].text.find(text) == std::string::npos) {
      if (streams_[0].descriptor < 0 || !read_some()) return false;
    }
    return true;
  }

  /// What has been read of standard output so far.
  const std::string& output() const { return streams_[0].text; }

  void send_signal(int number) const { kill(process_, number); }

  pid_t process() const { return process_; }

  /// Reads until the child and all that hold its outputs are gone.
  Ended finish() {
    while (streams_[0].descriptor >= 0 || streams_[1].descriptor >= 0) {
      if (!read_some()) return {.status = -1, .out = streams_[0].text, .err = streams_[1].text};
    }
    int status = 0;
    waitpid(process_, &status, 0);
    group_ = std::exchange(process_, -1);
    return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            .out = streams_[0].text,
            .err = streams_[1].text};
  }

  /// After the end: whether a process of the child's group still runs.
  bool left_processes() const {
    while (true) {
      const pid_t found = waitpid(-group_, nullptr, WNOHANG);
      if (found < 0) return errno != ECHILD;
      if (found == 0) return true;
    }
  }

 private:
  struct Stream {
    int descriptor = -1;
    std::string text;
  };

  /// Waits for output of either kind. \return false after the limit; then all is killed
  bool read_some() {
    // Long runs are asked for.
    const int limit_milliseconds = std::getenv("D3D12FUZZ_LONG") != nullptr ? 3'600'000 : 120'000;
    pollfd waiting[2];
    for (int i = 0; i < 2; ++i) waiting[i] = {.fd = streams_[i].descriptor, .events = POLLIN, .revents = 0};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        start_ + std::chrono::milliseconds(limit_milliseconds) - std::chrono::steady_clock::now());
    const int ready = left.count() > 0 ? poll(waiting, 2, static_cast<int>(left.count())) : 0;
    if (ready == 0) {
      ADD_FAILURE() << "a child did not end, and was killed";
      kill(-process_, SIGKILL);
      return false;
    }
    for (int i = 0; i < 2; ++i) {
      if (streams_[i].descriptor < 0 || waiting[i].revents == 0) continue;
      char buffer[1 << 14];
      const ssize_t count = read(streams_[i].descriptor, buffer, sizeof(buffer));
      if (count > 0) {
        streams_[i].text.append(buffer, static_cast<std::size_t>(count));
      } else {
        close(std::exchange(streams_[i].descriptor, -1));
      }
    }
    return true;
  }

  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  pid_t process_ = -1;
  pid_t group_ = -1;
  Stream streams_[2];
};

/// Runs a program to its end.
inline Ended run_program(std::vector<std::string> arguments, std::string_view input = {}) {
  return Program(std::move(arguments), input).finish();
}

/// Runs d3d12fuzz to its end.
inline Ended d3d12fuzz_program(std::vector<std::string> arguments, std::string_view input = {}) {
  arguments.insert(arguments.begin(), D3D12FUZZ_PROGRAM);
  return run_program(std::move(arguments), input);
}

/// An empty folder for one test, gone with it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    char path[] = "/tmp/d3d12fuzz_test_XXXXXX";
    if (mkdtemp(path) == nullptr) ADD_FAILURE() << "no folder in /tmp";
    path_ = path;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path(std::string_view name = {}) const { return name.empty() ? path_ : path_ + "/" + std::string(name); }

  /// Writes a file. \return its path
  std::string file(std::string_view name, std::string_view content) const {
    write_file(path(name), content);
    return path(name);
  }

  /// The names of all files in it, sorted.
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) all.push_back(entry.path().filename());
    std::sort(all.begin(), all.end());
    return all;
  }

 private:
  std::string path_;
};

}  // namespace d3d12fuzz::test
