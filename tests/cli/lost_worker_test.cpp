// Runs whose worker goes for good before they are at their end.

#include <gmock/gmock.h>

#include <chrono>
#include <map>
#include <thread>

#include "base/json_text.h"
#include "candidates/host/listening.h"

namespace d3d12fuzz {
namespace {

using test::Ended;
using test::Listening;
using test::Program;
using test::TemporaryFolder;
using testing::HasSubstr;
using testing::MatchesRegex;
using Arguments = std::vector<std::string>;
namespace fs = std::filesystem;

std::map<std::string, std::string> contents(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) files[entry.path().filename()] = read_file(entry.path());
  return files;
}

class LostWorker : public testing::Test {
 protected:
  Arguments run_of(const std::string& candidate, const std::string& folder, const Arguments& more) const {
    Arguments arguments{D3D12FUZZ_PROGRAM, "run",   "--candidate",          candidate, "--cases", "30000",
                        "--keep-going",    "--out", temporary_.path(folder)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  /// A run that has a state when its worker is killed.
  Ended run_that_loses(Listening worker, const Arguments& arguments, const std::string& folder) {
    const std::string state = temporary_.path(folder) + "/run.state";
    Program run(arguments);
    const auto begin = std::chrono::steady_clock::now();
    while (!fs::exists(state) && std::chrono::steady_clock::now() - begin < std::chrono::seconds(60)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    worker.end(SIGKILL);
    return run.finish();
  }

  TemporaryFolder temporary_;
};

TEST_F(LostWorker, ends_the_run_with_what_was_found_and_the_run_goes_on_when_it_is_back) {
  const std::string options = "fault=overlap-ignores-space";
  int port = 0;
  Ended expected;
  std::string candidate;
  {
    Listening worker(D3D12FUZZ_BUILTIN_PLUGIN, options);
    port = worker.port();
    candidate = worker.candidate();
    expected = test::run_program(run_of(candidate, "whole", {"--json"}));
    ASSERT_EQ(expected.status, 1) << expected.err;
    worker.end(SIGTERM);
  }
  for (const std::string jobs : {"1", "2"}) {
    SCOPED_TRACE(jobs + " jobs");
    const Arguments arguments = run_of(candidate, jobs, {"--json", "--jobs", jobs});
    const Ended lost = run_that_loses(Listening(D3D12FUZZ_BUILTIN_PLUGIN, options, port), arguments, jobs);
    EXPECT_EQ(lost.status, 2) << lost.out << lost.err;
    const std::string reason =
        "candidate '" + candidate + "': cannot connect: Connection refused, when cases [0-9]+ to [0-9]+ were examined";
    EXPECT_THAT(lost.err, MatchesRegex("the same command resumes at case [0-9]+; with --fresh it starts anew\n"
                                       "d3d12fuzz: " +
                                       reason + "\n"));
    const boost::json::object summary = parse_json(lost.out, "out").as_object();
    EXPECT_THAT(std::string(summary.at("ended_by").as_string()), MatchesRegex(reason));
    EXPECT_EQ(summary.at("interrupted"), false);
    EXPECT_GE(summary.at("cases").as_int64(), 512);
    EXPECT_LT(summary.at("cases").as_int64(), 30000);
    EXPECT_FALSE(summary.at("findings").as_array().empty());

    const Listening back(D3D12FUZZ_BUILTIN_PLUGIN, options, port);
    const Ended resumed = test::run_program(arguments);
    EXPECT_EQ(resumed.status, 1);
    EXPECT_THAT(resumed.err, testing::StartsWith("resuming at case "));
    EXPECT_EQ(resumed.out, expected.out);
    EXPECT_EQ(contents(temporary_.path(jobs)), contents(temporary_.path("whole")));
  }
}

// As of a device that a case brings down.
TEST_F(LostWorker, keeps_the_case_that_it_was_lost_by) {
  // One is started for the job, and one for its parent; none after the first crash.
  const std::string script = temporary_.file("worker.sh",
                                             "test -e $1 && exit 1\n"
                                             "$2 $3 --options fault=crash-on-fifth-range --stdio 2>/dev/null\n"
                                             "test $? -lt 128 || : > $1\n");
  const std::string candidate = "pipe:sh " + script + " " + temporary_.path("crashed") +
                                " " D3D12FUZZ_WORKER_PROGRAM " " D3D12FUZZ_BUILTIN_PLUGIN;
  const Ended ended = test::run_program(run_of(candidate, "found", {}));
  EXPECT_EQ(ended.status, 2) << ended.out;
  EXPECT_THAT(ended.err, HasSubstr("the worker ended before it answered (exit status 1), when cases "));
  EXPECT_THAT(ended.out, HasSubstr(" crashes at create: "));
  EXPECT_THAT(ended.out, HasSubstr(", not completed\n"));
  EXPECT_THAT(ended.out, HasSubstr("\n1 finding in "));
}

}  // namespace
}  // namespace d3d12fuzz
