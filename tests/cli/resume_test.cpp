// Runs that end before their time, and the same command again.

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <map>
#include <random>
#include <thread>

#include "base/json_text.h"
#include "cli/program.h"

namespace d3d12fuzz {
namespace {

using test::d3d12fuzz_program;
using test::Ended;
using test::Program;
using test::TemporaryFolder;
using Arguments = std::vector<std::string>;
namespace fs = std::filesystem;

Arguments joined(Arguments first, const Arguments& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// The files of a folder and those below it, by their path within.
std::map<std::string, std::string> contents(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files[fs::relative(entry.path(), folder)] = read_file(entry.path());
  }
  return files;
}

/// Faults of every kind, all in workers.
const Arguments kSeveral{"run",
                         "--candidate",
                         "builtin:fault=overlap-ignores-space",
                         "--candidate",
                         "builtin:fault=crash-on-fifth-range",
                         "--candidate",
                         "builtin:fault=lookup-keeps-base",
                         "--candidate",
                         "builtin:fault=visibility-8-accepted",
                         "--cases",
                         "6000",
                         "--keep-going",
                         "--json",
                         "--out"};
const Arguments kOne{"run",     "--candidate", "builtin",      "--fault", "overlap-ignores-space",
                     "--cases", "30000",       "--keep-going", "--json",  "--out"};

/// Whether all that the programs of this test started ends, which a signal to a parent takes a moment for.
bool all_processes_end() {
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < std::chrono::seconds(30)) {
    const pid_t ended = waitpid(-1, nullptr, WNOHANG);
    if (ended < 0 && errno == ECHILD) return true;
    if (ended <= 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

class Resume : public testing::Test {
 protected:
  /// A run in a folder of its own that nothing stops.
  Ended whole(const Arguments& arguments, const std::string& folder) {
    const Ended ended = d3d12fuzz_program(joined(arguments, {folder}));
    EXPECT_EQ(ended.status, 1);
    EXPECT_EQ(ended.err, "");
    return ended;
  }

  /// A run that a signal ends once it has a state.
  Ended stopped(const Arguments& arguments, const std::string& folder, int signal_number) {
    while (!HasFatalFailure()) {
      Program program(joined({D3D12FUZZ_PROGRAM}, joined(arguments, {folder})));
      const auto begin = std::chrono::steady_clock::now();
      while (!fs::exists(folder + "/run.state") &&
             std::chrono::steady_clock::now() - begin < std::chrono::seconds(60)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      program.send_signal(signal_number);
      const Ended ended = program.finish();
      EXPECT_TRUE(all_processes_end());
      // Else the run came to its end before the signal came, which proves nothing.
      if (fs::exists(folder + "/run.state")) return ended;
    }
    return {};
  }

  void expect_same(const Ended& resumed, const std::string& folder, const Ended& expected,
                   const std::string& expected_folder) {
    EXPECT_EQ(resumed.status, expected.status);
    EXPECT_EQ(resumed.out, expected.out);
    EXPECT_EQ(contents(folder), contents(expected_folder));
  }

  TemporaryFolder temporary_;
  const std::string a_ = temporary_.path("a");
  const std::string b_ = temporary_.path("b");
};

TEST_F(Resume, a_run_that_was_killed_goes_on_to_the_same_end) {
  for (const Arguments& arguments : {kOne, kSeveral}) {
    fs::remove_all(a_);
    fs::remove_all(b_);
    const Ended expected = whole(arguments, a_);
    EXPECT_EQ(contents(a_).count("run.state"), 0u);
    EXPECT_EQ(stopped(arguments, b_, SIGKILL).status, 128 + SIGKILL);
    const Ended resumed = d3d12fuzz_program(joined(arguments, {b_, "--jobs", "2"}));
    EXPECT_TRUE(resumed.err.starts_with("resuming at case ")) << resumed.err;
    EXPECT_TRUE(resumed.err.ends_with(" so far\n")) << resumed.err;
    expect_same(resumed, b_, expected, a_);
  }
}

TEST_F(Resume, a_run_that_was_interrupted_says_how_it_goes_on_and_goes_on) {
  const Ended expected = whole(kOne, a_);
  const Ended interrupted = stopped(kOne, b_, SIGINT);
  EXPECT_EQ(interrupted.status, 1);
  EXPECT_EQ(parse_json(interrupted.out, "out").at("interrupted"), true);
  EXPECT_TRUE(interrupted.err.starts_with("the same command resumes at case ")) << interrupted.err;
  EXPECT_TRUE(interrupted.err.ends_with("; with --fresh it starts anew\n")) << interrupted.err;
  const Ended resumed = d3d12fuzz_program(joined(kOne, {b_}));
  EXPECT_TRUE(resumed.err.starts_with("resuming at case ")) << resumed.err;
  expect_same(resumed, b_, expected, a_);
}

TEST_F(Resume, findings_are_told_once_and_numbered_on) {
  Arguments as_text = kOne;
  std::erase(as_text, "--json");
  const Ended expected = whole(as_text, a_);
  const Ended killed = stopped(as_text, b_, SIGKILL);
  const Ended resumed = d3d12fuzz_program(joined(as_text, {b_}));
  EXPECT_EQ(resumed.status, 1);
  EXPECT_EQ(contents(b_), contents(a_));
  for (const std::string number : {"\n[1] ", "\n[2] "}) {
    EXPECT_NE(expected.out.find(number), std::string::npos);
    EXPECT_NE((killed.out + resumed.out).find(number), std::string::npos) << killed.out << resumed.out;
  }
  EXPECT_TRUE(resumed.out.ends_with("\n2 findings in " + b_ + "\n")) << resumed.out;
}

TEST_F(Resume, does_not_go_on_if_told_to_start_anew) {
  const Ended expected = whole(kOne, a_);
  stopped(kOne, b_, SIGKILL);
  const Ended fresh = d3d12fuzz_program(joined(kOne, {b_, "--fresh"}));
  EXPECT_EQ(fresh.err, "");
  expect_same(fresh, b_, expected, a_);
}

TEST_F(Resume, other_arguments_start_anew_and_leave_the_findings_that_are_there) {
  stopped(kOne, b_, SIGKILL);
  write_file(b_ + "/accepts-illegal-DT-999.json", "kept");
  const Ended other = d3d12fuzz_program(joined(kOne, {b_, "--seed", "2", "--cases", "600"}));
  EXPECT_EQ(other.status, 1);
  EXPECT_EQ(other.err, b_ + "/run.state: of a run with other arguments: seed 1; here: seed 2; starting anew\n");
  EXPECT_EQ(parse_json(other.out, "out").at("cases"), 600);
  EXPECT_EQ(contents(b_).at("accepts-illegal-DT-999.json"), "kept");
  EXPECT_EQ(contents(b_).count("run.state"), 0u);
}

TEST_F(Resume, a_state_that_cannot_be_read_starts_anew) {
  fs::create_directory(b_);
  write_file(b_ + "/run.state", "rubbish");
  const Ended expected = whole(kOne, a_);
  const Ended anew = d3d12fuzz_program(joined(kOne, {b_}));
  EXPECT_EQ(anew.err, b_ + "/run.state: not a state of a run as this version writes it; starting anew\n");
  expect_same(anew, b_, expected, a_);
}

TEST_F(Resume, files_that_a_killed_run_left_half_written_go) {
  const Ended expected = whole(kSeveral, a_);
  fs::create_directories(b_ + "/A-builtin");
  // No process has so large a number.
  for (const std::string name : {"run.state.tmp99999999", "A-builtin/x.json.tmp99999999"}) {
    write_file(b_ + "/" + name, "{");
  }
  expect_same(whole(kSeveral, b_), b_, expected, a_);
}

// Whatever the moment, all that is there is whole, nothing runs on, and the same command comes to the same end.
TEST_F(Resume, kills_at_random_moments_lose_nothing) {
  const Ended expected = whole(kSeveral, a_);
  const int kills = std::getenv("D3D12FUZZ_LONG") != nullptr ? 50 : 6;
  std::mt19937 moments(1);
  for (int i = 0; i < kills; ++i) {
    SCOPED_TRACE("kill " + std::to_string(i));
    Program program(joined({D3D12FUZZ_PROGRAM}, joined(kSeveral, {b_, "--jobs", i % 2 == 0 ? "1" : "2"})));
    std::this_thread::sleep_for(std::chrono::microseconds(moments() % 1'000'000));
    program.send_signal(SIGKILL);
    program.finish();
    EXPECT_TRUE(all_processes_end());
    if (!fs::exists(b_)) continue;
    for (const auto& [path, content] : contents(b_)) {
      if (path.ends_with(".json")) EXPECT_NO_THROW(parse_json(content, path)) << path;
    }
  }
  expect_same(d3d12fuzz_program(joined(kSeveral, {b_})), b_, expected, a_);
}

}  // namespace
}  // namespace d3d12fuzz
