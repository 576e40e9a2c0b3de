/// A worker that listens on TCP.
#pragma once

#include <cstdlib>
#include <string>

#include "cli/program.h"

namespace d3d12fuzz::test {

class Listening {
 public:
  /// \param port  that it listens at; 0 for any
  explicit Listening(const std::string& plugin, const std::string& options = {}, int port = 0)
      : program_({D3D12FUZZ_WORKER_PROGRAM, plugin, "--options", options, "--listen", std::to_string(port)}) {
    EXPECT_TRUE(program_.wait_for_output("\n"));
  }

  /// Its first line.
  std::string line() const { return program_.output().substr(0, program_.output().find('\n')); }

  int port() const { return std::atoi(line().substr(line().rfind(':') + 1).c_str()); }

  /// As the harness names it.
  std::string candidate() const { return "tcp:127.0.0.1:" + std::to_string(port()); }

  pid_t process() const { return program_.process(); }

  Ended end(int signal_number) {
    program_.send_signal(signal_number);
    return program_.finish();
  }

 private:
  Program program_;
};

}  // namespace d3d12fuzz::test
