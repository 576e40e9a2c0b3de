// Runs that are interrupted while a worker keeps them waiting.

#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <chrono>
#include <thread>

#include "base/json_text.h"
#include "cli/program.h"

namespace d3d12fuzz {
namespace {

using test::Ended;
using test::Program;
using test::TemporaryFolder;
using testing::HasSubstr;

/// Listens, and says nothing to who connects.
class Silent {
 public:
  Silent() : listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    EXPECT_EQ(bind(listener_, reinterpret_cast<const sockaddr*>(&address), size), 0);
    EXPECT_EQ(listen(listener_, 8), 0);
    EXPECT_EQ(getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size), 0);
    candidate_ = "tcp:127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  }
  ~Silent() {
    close(connection_);
    close(listener_);
  }
  Silent(const Silent&) = delete;
  Silent& operator=(const Silent&) = delete;

  /// As the harness names it.
  const std::string& candidate() const { return candidate_; }

  /// Waits until somebody has connected and said something.
  void hear() {
    connection_ = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    char byte;
    EXPECT_EQ(recv(connection_, &byte, 1, 0), 1);
  }

 private:
  int listener_;
  int connection_ = -1;
  std::string candidate_;
};

std::vector<std::string> run_of(const std::string& candidate) {
  return {D3D12FUZZ_PROGRAM, "run", "--candidate", candidate, "--cases", "512", "--timeout", "1000"};
}

TEST(Interrupt, is_heeded_while_a_worker_does_not_greet) {
  for (const int signal_number : {SIGINT, SIGTERM}) {
    Silent worker;
    Program run(run_of(worker.candidate()));
    worker.hear();
    run.send_signal(signal_number);
    const Ended ended = run.finish();
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.out, "0 cases, interrupted before all candidates were open\nno findings\n");
    EXPECT_EQ(ended.err, "");
  }
}

TEST(Interrupt, before_a_worker_greets_is_an_object_for_scripts) {
  Silent worker;
  std::vector<std::string> arguments = run_of(worker.candidate());
  arguments.insert(arguments.end(), {"--json", "--seed", "7"});
  Program run(arguments);
  worker.hear();
  run.send_signal(SIGINT);
  const Ended ended = run.finish();
  EXPECT_EQ(ended.status, 0);
  const boost::json::object summary = parse_json(ended.out, "out").as_object();
  EXPECT_EQ(summary.at("interrupted"), true);
  EXPECT_EQ(summary.at("cases"), 0);
  EXPECT_EQ(summary.at("seed"), "7");
}

TEST(Interrupt, is_heeded_while_a_job_is_not_greeted) {
  const TemporaryFolder folder;
  // The first one serves, for the parent; others say nothing.
  const std::string script = folder.file("worker.sh",
                                         "test -e $1/first || { : > $1/first; exec $2 $3 --stdio; }\n"
                                         ": > $1/other\n"
                                         "exec sleep 1000\n");
  Program run(
      run_of("pipe:sh " + script + " " + folder.path() + " " D3D12FUZZ_WORKER_PROGRAM " " D3D12FUZZ_BUILTIN_PLUGIN));
  const auto begin = std::chrono::steady_clock::now();
  while (!std::filesystem::exists(folder.path("other")) &&
         std::chrono::steady_clock::now() - begin < std::chrono::seconds(60)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  run.send_signal(SIGINT);
  const Ended ended = run.finish();
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, HasSubstr("\n0 cases in "));
  EXPECT_THAT(ended.out, HasSubstr(", interrupted\n"));
  EXPECT_EQ(ended.err, "");
}

TEST(Interrupt, is_heeded_while_a_case_is_not_answered) {
  Program run(run_of("pipe:" D3D12FUZZ_WORKER_PROGRAM " " D3D12FUZZ_ODD_CANDIDATE " --options hangs --stdio"));
  EXPECT_TRUE(run.wait_for_output("1 job\n"));
  run.send_signal(SIGINT);
  const Ended ended = run.finish();
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, HasSubstr("\n0 cases in "));
  EXPECT_THAT(ended.out, HasSubstr(", interrupted\n"));
  EXPECT_EQ(ended.err, "");
}

}  // namespace
}  // namespace d3d12fuzz
