// The program d3d12fuzz-worker on this platform; on Windows it is tested by tests/wine.

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "candidates/host/exchange.h"
#include "candidates/host/listening.h"
#include "candidates/worker/sanitizer.h"
#include "cli/program.h"

namespace d3d12fuzz {
namespace {

using test::Listening;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

const std::string kWorker = D3D12FUZZ_WORKER_PROGRAM;
const std::string kBuiltin = D3D12FUZZ_BUILTIN_PLUGIN;
const std::string kOdd = D3D12FUZZ_ODD_CANDIDATE;

/// Whatever a test does, no process is left behind.
class WorkerProgram : public testing::Test {
 protected:
  ~WorkerProgram() override {
    reap();
    // Those of other tests are none of this process's.
    prctl(PR_SET_CHILD_SUBREAPER, 0);
  }

 private:
  static void reap() {
    // Those of a worker that was killed have become children of this process.
    for (int i = 0; i < 2000; ++i) {
      const pid_t found = waitpid(-1, nullptr, WNOHANG);
      if (found < 0) return;
      if (found == 0) usleep(1000);
    }
    ADD_FAILURE() << "a process is left";
  }
};

test::Ended run_worker(std::vector<std::string> arguments, std::string_view input = {}) {
  arguments.insert(arguments.begin(), kWorker);
  return test::run_program(std::move(arguments), input);
}

/// What it says of bad input behind its own name.
std::string error_of(std::vector<std::string> arguments) {
  const test::Ended ended = run_worker(std::move(arguments));
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.out, "");
  const std::string prefix = "d3d12fuzz-worker: ";
  EXPECT_THAT(ended.err, StartsWith(prefix));
  EXPECT_EQ(ended.err.find('\n'), ended.err.size() - 1) << "one line";
  return ended.err.substr(prefix.size(), ended.err.size() - prefix.size() - 1);
}

// ---- Bad input

TEST_F(WorkerProgram, refuses_a_command_line_that_it_does_not_understand) {
  EXPECT_EQ(error_of({}), "no plug-in is named; see --help");
  EXPECT_EQ(error_of({kBuiltin}), "expected --listen, --stdio or --check; see --help");
  EXPECT_EQ(error_of({kBuiltin, "--frob"}), "unknown option '--frob'; see --help");
  EXPECT_EQ(error_of({kBuiltin, "--inherited", "3"}), "unknown option '--inherited'; see --help");
  EXPECT_EQ(error_of({kBuiltin, "--listen"}), "'--listen' has no value; see --help");
  EXPECT_EQ(error_of({"x", "y", "--stdio"}), "found 'y' behind the plug-in 'x'; expected one plug-in");
}

TEST_F(WorkerProgram, refuses_an_address_that_it_cannot_listen_at) {
  for (const std::string address : {"65536", "x", "", "127.0.0.1:", "80 ", "-1"}) {
    EXPECT_EQ(error_of({kBuiltin, "--listen", address}),
              "--listen '" + address + "': expected [ADDRESS:]PORT, with a port from 0 to 65535");
  }
  EXPECT_EQ(error_of({kBuiltin, "--listen", "192.0.2.1:0"}), "--listen '192.0.2.1:0': Cannot assign requested address");
}

TEST_F(WorkerProgram, refuses_what_is_no_plug_in) {
  const test::TemporaryFolder folder;
  const std::string text = folder.file("lib.so", "hello\n");
  EXPECT_EQ(error_of({"/nonexistent/lib.so", "--check"}), "plug-in '/nonexistent/lib.so': no such file");
  EXPECT_THAT(error_of({text, "--check"}), StartsWith("plug-in '" + text + "': is a text file; expected a shared "));
  for (const std::string mode : {"--check", "--stdio"}) {
    EXPECT_EQ(error_of({"libm.so.6", mode}), "plug-in 'libm.so.6': does not export d3d12fuzz_open_candidate");
  }
}

TEST_F(WorkerProgram, says_why_a_candidate_cannot_be_opened) {
  const std::string odd = "plug-in '" + kOdd + "': ";
  EXPECT_EQ(error_of({kOdd, "--options", "is-of-version-2", "--check"}),
            odd + "the candidate was built with version 2 of d3d12fuzz_candidate.h; expected version 4");
  EXPECT_EQ(error_of({kOdd, "--options", "has-no-device", "--check"}), odd + "there is no device");
  EXPECT_EQ(error_of({kBuiltin, "--options", "fault=x", "--check"}),
            "plug-in '" + kBuiltin + "': the candidate does not understand its options \"fault=x\"");
}

TEST_F(WorkerProgram, does_not_listen_for_a_candidate_that_cannot_be_opened) {
  const std::string odd = "plug-in '" + kOdd + "': ";
  EXPECT_EQ(error_of({kOdd, "--options", "has-no-device", "--listen", "0"}), odd + "there is no device");
  EXPECT_EQ(error_of({kOdd, "--options", "aborts-when-opened", "--listen", "0"}),
            odd + "dies of signal 6 when it is opened");
}

TEST_F(WorkerProgram, tells_the_harness_too_why_a_candidate_cannot_be_opened) {
  const test::Ended ended = run_worker({kOdd, "--options", "has-no-device", "--stdio"}, test::request_of_one_case(0));
  EXPECT_EQ(ended.status, 2);
  ASSERT_THAT(test::types_of(ended.out), ElementsAre(D3D12FUZZ_FRAME_REFUSED));
  EXPECT_EQ(test::frames_of(ended.out)[0].payload, "there is no device");
  EXPECT_EQ(ended.err, "d3d12fuzz-worker: plug-in '" + kOdd + "': there is no device\n");
}

TEST_F(WorkerProgram, says_nothing_of_a_plug_in_that_is_sound) {
  const test::Ended ended = run_worker({kBuiltin, "--options", "fault=zero-count-accepted", "--check"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.out + ended.err, "");
}

TEST_F(WorkerProgram, helps) {
  const test::Ended ended = run_worker({"--help"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_THAT(ended.out, HasSubstr("d3d12fuzz-worker PLUGIN [--options TEXT] (--listen [ADDRESS:]PORT | --stdio"));
}

// ---- Standard input and output

TEST_F(WorkerProgram, answers_on_standard_output_until_the_input_ends) {
  const test::Ended ended = run_worker({kOdd, "--stdio"}, test::request_of_one_case(0));
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(test::types_of(ended.out),
              ElementsAre(D3D12FUZZ_FRAME_WELCOME, D3D12FUZZ_FRAME_OUTCOMES, D3D12FUZZ_FRAME_DONE));
  EXPECT_EQ(ended.err, "");
}

TEST_F(WorkerProgram, keeps_what_a_candidate_prints_out_of_the_frames) {
  const test::Ended ended = run_worker({kOdd, "--options", "prints", "--stdio"}, test::request_of_one_case(0));
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(test::types_of(ended.out),
              ElementsAre(D3D12FUZZ_FRAME_WELCOME, D3D12FUZZ_FRAME_OUTCOMES, D3D12FUZZ_FRAME_DONE));
  EXPECT_EQ(ended.err, "this is no frame\n");
}

TEST_F(WorkerProgram, tells_of_a_crash_where_it_was) {
  const test::Ended ended = run_worker({kOdd, "--options", "aborts", "--stdio"}, test::request_of_one_case(0));
  EXPECT_EQ(ended.status, 128 + SIGABRT);
  const wire::LastWord word = test::last_word_of(ended.out);
  EXPECT_EQ(word.case_number, 0u);
  EXPECT_EQ(word.death, std::uint32_t{D3D12FUZZ_DEATH_SIGNAL});
  EXPECT_EQ(word.code, std::uint32_t{SIGABRT});
  EXPECT_EQ(word.progress.running_stage, std::uint32_t{D3D12FUZZ_STAGE_CREATE});
  EXPECT_THAT(word.text, HasSubstr("\nodd_candidate.so+0x"));
}

TEST_F(WorkerProgram, tells_of_a_call_of_a_bad_address_who_made_it) {
  if (worker::kSanitized) GTEST_SKIP() << "a sanitizer reports it in words";
  const test::Ended ended = run_worker({kOdd, "--options", "calls-nowhere", "--stdio"}, test::request_of_one_case(0));
  const wire::LastWord word = test::last_word_of(ended.out);
  EXPECT_EQ(word.code, std::uint32_t{SIGSEGV});
  EXPECT_THAT(word.text, MatchesRegex("0x10\nodd_candidate[.]so[+]0x[0-9a-f]+\n"));
}

TEST_F(WorkerProgram, tells_at_which_stage_a_candidate_called_exit) {
  const test::Ended ended = run_worker({kOdd, "--options", "exits", "--stdio"}, test::request_of_one_case(0));
  EXPECT_EQ(ended.status, 3);
  const wire::LastWord word = test::last_word_of(ended.out);
  EXPECT_EQ(word.case_number, 0u);
  EXPECT_EQ(word.death, std::uint32_t{D3D12FUZZ_DEATH_EXIT});
  EXPECT_EQ(word.code, 3u);
  EXPECT_EQ(word.progress.running_stage, std::uint32_t{D3D12FUZZ_STAGE_CREATE});
}

TEST_F(WorkerProgram, says_nothing_of_the_exit_of_what_a_candidate_forked) {
  const test::Ended ended = run_worker({kOdd, "--options", "forks-and-exits", "--stdio"}, test::request_of_one_case(0));
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(test::types_of(ended.out),
              ElementsAre(D3D12FUZZ_FRAME_WELCOME, D3D12FUZZ_FRAME_OUTCOMES, D3D12FUZZ_FRAME_DONE));
}

TEST_F(WorkerProgram, ends_a_case_that_hangs) {
  const test::Ended ended = run_worker({kOdd, "--options", "hangs", "--stdio"}, test::request_of_one_case(100));
  EXPECT_EQ(ended.status, 124);
  const wire::LastWord word = test::last_word_of(ended.out);
  EXPECT_EQ(word.case_number, 0u);
  EXPECT_EQ(word.death, std::uint32_t{D3D12FUZZ_DEATH_TIMEOUT});
  EXPECT_EQ(word.progress.running_stage, std::uint32_t{D3D12FUZZ_STAGE_CREATE});
}

TEST_F(WorkerProgram, serves_the_harness_over_standard_streams) {
  const auto run = [](const std::string& options) {
    return test::d3d12fuzz_program({"run", "--seed", "7", "--cases", "3000", "--candidate",
                                    "pipe:" + kWorker + " " + kBuiltin + options + " --stdio"});
  };
  const test::Ended clean = run("");
  EXPECT_EQ(clean.status, 0) << clean.out << clean.err;
  const test::Ended faulty = run(" --options fault=zero-count-accepted");
  EXPECT_EQ(faulty.status, 1) << faulty.err;
  EXPECT_THAT(faulty.out, HasSubstr(" accepts what DT-002 "));
}

// ---- TCP

/// A connection of this process to a port of this machine.
class Connection {
 public:
  explicit Connection(int port) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval limit = {.tv_sec = 20, .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  }
  ~Connection() { close(socket_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void write(std::string_view bytes) const {
    EXPECT_EQ(send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
  }
  void write_no_more() const { shutdown(socket_, SHUT_WR); }

  /// Whether something came, or the connection ended.
  bool any_news_within(int milliseconds) const {
    pollfd waiting = {.fd = socket_, .events = POLLIN, .revents = 0};
    return poll(&waiting, 1, milliseconds) == 1;
  }

  /// Waits for some bytes. \return none at the end
  std::string read_some() const {
    char bytes[4096];
    const ssize_t count = recv(socket_, bytes, sizeof(bytes), 0);
    // A process that is killed before it has read all leaves a reset.
    EXPECT_TRUE(count >= 0 || errno == ECONNRESET) << "nothing came, nor did the connection end";
    return {bytes, static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
  }
  /// Waits for a frame that is read whole.
  std::vector<std::uint32_t> read_types() const {
    std::string all;
    std::vector<std::uint32_t> types;
    do {
      const std::string some = read_some();
      if (some.empty()) return {};
      all += some;
      types = test::types_of(all);
    } while (types.back() == 0);
    return types;
  }
  std::string read_to_the_end() const {
    std::string all;
    for (std::string some = read_some(); !some.empty(); some = read_some()) all += some;
    return all;
  }

 private:
  int socket_;
};

TEST_F(WorkerProgram, says_where_it_listens) {
  Listening listening(kBuiltin);
  EXPECT_THAT(listening.line(), MatchesRegex("listening on 127\\.0\\.0\\.1:[1-9][0-9]*"));
}

TEST_F(WorkerProgram, serves_connection_after_connection) {
  Listening listening(kBuiltin, "fault=crash-on-fifth-range");
  const auto run = [&] {
    return test::d3d12fuzz_program(
        {"run", "--seed", "7", "--cases", "300", "--keep-going", "--candidate", listening.candidate()});
  };
  const test::Ended first = run();
  EXPECT_EQ(first.status, 1) << first.err;
  EXPECT_THAT(first.out, HasSubstr("create crashed: SIGABRT"));
  EXPECT_THAT(first.out, HasSubstr("d3d12fuzz_builtin.so+0x"));
  EXPECT_THAT(first.out, HasSubstr("\n300 cases in "));
  EXPECT_EQ(run().status, 1);
  EXPECT_EQ(listening.end(SIGTERM).status, 128 + SIGTERM);
}

TEST_F(WorkerProgram, hands_the_stage_and_the_status_of_an_exit_to_the_harness) {
  Listening listening(kOdd, "exits");
  const std::string pipe = "pipe:" + kWorker + " " + kOdd + " --options exits --stdio";
  for (const std::string& candidate : {listening.candidate(), pipe}) {
    const test::Ended run = test::d3d12fuzz_program({"run", "--cases", "20", "--candidate", candidate});
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_THAT(run.out, HasSubstr(" crashes at create: exit status 3\n"));
    EXPECT_THAT(run.out, HasSubstr("\n1 finding"));
  }
}

TEST_F(WorkerProgram, serves_several_connections_at_a_time) {
  Listening listening(kOdd, "hangs");
  const Connection hanging(listening.port());
  hanging.write(test::request_of_one_case(0));
  EXPECT_THAT(hanging.read_types(), ElementsAre(D3D12FUZZ_FRAME_WELCOME));
  const Connection other(listening.port());
  other.write(test::request_of_one_case(0));
  EXPECT_THAT(other.read_types(), ElementsAre(D3D12FUZZ_FRAME_WELCOME));
}

TEST_F(WorkerProgram, waits_for_better_times_when_it_has_no_descriptor_left) {
  Listening listening(kBuiltin);
  rlimit before;
  ASSERT_EQ(prlimit(listening.process(), RLIMIT_NOFILE, nullptr, &before), 0);
  const rlimit none = {.rlim_cur = 0, .rlim_max = before.rlim_max};
  ASSERT_EQ(prlimit(listening.process(), RLIMIT_NOFILE, &none, nullptr), 0);
  // The call that waits for this one may have its descriptor already.
  const Connection first(listening.port());
  const Connection connection(listening.port());
  connection.write(test::request_of_one_case(0));
  EXPECT_FALSE(connection.any_news_within(200));
  ASSERT_EQ(prlimit(listening.process(), RLIMIT_NOFILE, &before, nullptr), 0);
  EXPECT_THAT(connection.read_types(), testing::Contains(D3D12FUZZ_FRAME_WELCOME));
  EXPECT_EQ(listening.end(SIGTERM).status, 128 + SIGTERM);
}

TEST_F(WorkerProgram, outlives_what_a_candidate_does_to_its_process_group) {
  for (const std::string behaviour : {"kills-its-group", "forks-and-aborts"}) {
    Listening listening(D3D12FUZZ_HOSTILE_CANDIDATE, "behaviour=" + behaviour);
    const test::Ended run =
        test::d3d12fuzz_program({"run", "--cases", "100", "--keep-going", "--candidate", listening.candidate()});
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_THAT(run.out, HasSubstr("\n1 finding"));
    EXPECT_EQ(listening.end(SIGTERM).status, 128 + SIGTERM);
  }
}

TEST_F(WorkerProgram, ends_a_process_that_hangs_when_nobody_listens_any_more) {
  Listening listening(kOdd, "hangs");
  const Connection connection(listening.port());
  connection.write(test::request_of_one_case(0));
  connection.write_no_more();
  EXPECT_THAT(test::types_of(connection.read_to_the_end()), ElementsAre(D3D12FUZZ_FRAME_WELCOME));
}

TEST_F(WorkerProgram, takes_its_processes_along) {
  Listening listening(kOdd, "hangs");
  const Connection connection(listening.port());
  connection.write(test::request_of_one_case(0));
  EXPECT_THAT(connection.read_types(), ElementsAre(D3D12FUZZ_FRAME_WELCOME));
  listening.end(SIGKILL);
  EXPECT_EQ(connection.read_to_the_end(), "");
}

}  // namespace
}  // namespace d3d12fuzz
