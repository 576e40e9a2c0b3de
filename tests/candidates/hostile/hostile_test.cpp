// A run against a candidate that misbehaves tells each fault once, what it tells besides stays as it is, and nothing is
// left behind.

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdlib>
#include <thread>

#include "base/json_text.h"
#include "candidates/worker/sanitizer.h"
#include "cli/program.h"

namespace d3d12fuzz {
namespace {

using namespace std::chrono_literals;
using test::Ended;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::IsEmpty;
using worker::kSanitized;

/// Where a run sees a behaviour.
enum class Seen {
  once,     ///< always, and once
  perhaps,  ///< at most once, since it strikes some time later, or no case at all
  never,    ///< nobody is to be told
};

struct Behaviour {
  std::string name;
  std::string signature;  ///< `*` stands for an address
  Seen seen = Seen::once;
  /// Whether a sanitizer in the worker tells it in other words, or takes the limit of memory away that it needs.
  bool changed_by_sanitizer = false;
};

const std::string kCrashHere = "crash hostile_candidate.so+0x* at serialize";
const std::string kHang = "hang no answer at serialize";

const Behaviour kBehaviours[] = {
    {"aborts", kCrashHere},
    {"reads-null", kCrashHere, Seen::once, true},
    {"writes-null", kCrashHere, Seen::once, true},
    {"calls-bad-address", kCrashHere, Seen::once, true},
    {"divides-by-zero", kCrashHere, Seen::once, true},
    {"illegal-instruction", kCrashHere, Seen::once, true},
    {"recurses-without-end", kCrashHere, Seen::once, true},
    {"exits-with-0", "crash exit status 0 at serialize"},
    {"exits-at-once-with-3", "crash exit status 3 at serialize"},
    {"exits-from-another-thread", "crash exit status 5 at serialize"},
    {"kills-itself", "crash SIGKILL at serialize"},
    {"kills-its-group", "crash SIGTERM at serialize"},
    {"throws", "crash libstdc++.so.6+0x* at serialize"},
    {"forks-and-aborts", kCrashHere},
    {"prints-bytes-and-aborts", kCrashHere},
    {"allocates-until-null", kCrashHere, Seen::once, true},
    {"writes-over-the-channel", "crash malformed reply at serialize"},
    {"stops-itself", kHang},
    {"loops", kHang},
    {"sleeps-for-ever", kHang},
    {"prints-without-end", kHang},
    {"is-slow", "", Seen::never},
    {"runs-out-of-memory", "", Seen::never},
    {"forks-many", "", Seen::never},
    {"forks-and-returns", "", Seen::never},
    {"rings-alarm-later", "crash SIGALRM", Seen::perhaps},
    {"crashes-in-a-thread-later", "crash hostile_candidate.so+0x*", Seen::perhaps, true},
    {"rounds-upward", "misconduct changes-floating-point-control at create"},
    {"flushes-denormals", "misconduct changes-floating-point-control at create"},
    {"sets-locale", "misconduct changes-the-locale at create"},
    {"uses-locale", "misconduct changes-the-locale at create"},
    {"ignores-bad-accesses", "misconduct changes-signal-handlers at create"},
    {"handles-alarms", "misconduct changes-signal-handlers at create"},
    {"blocks-signals", "misconduct changes-signal-handlers at create"},
    {"writes-behind", "misconduct writes-outside-its-buffers at create"},
    {"writes-before", "misconduct writes-outside-its-buffers at create"},
    {"writes-into-input", "misconduct writes-into-its-input at create"},
    {"closes-descriptors", "misconduct closes-descriptors at create"},
    {"gives-absurd-counts", "wrong-value description_1_0.num_parameters at deserialize"},
    {"counts-calls", "wrong-value cost at create"},
    {"forks-a-child-that-lives", "", Seen::never},
    {"prints-without-newline", "", Seen::never},
    {"prints-much", "", Seen::never},
    {"prints-bytes", "", Seen::never},
    {"claims-unknown-status", "", Seen::never},
    {"claims-unknown-observations", "", Seen::never},
    {"claims-unknown-stage", "", Seen::never},
    {"changes-pointers", "", Seen::never},
    {"opens-descriptors", "", Seen::never},
    {"changes-directory", "", Seen::never},
};

/// A fault of the candidate that has nothing to do with its behaviour.
constexpr const char* kFault = ",fault=zero-count-accepted";
constexpr const char* kFaultSignature = "accepts-illegal DT-002 at serialize";

std::string plugin(const std::string& behaviour) {
  return std::string("plugin:") + D3D12FUZZ_HOSTILE_CANDIDATE + ",behaviour=" + behaviour + kFault;
}

/// With `*` for each address.
std::string without_addresses(std::string text) {
  const std::size_t at = text.find("+0x");
  if (at == std::string::npos) return text;
  const std::size_t end = std::min(text.find(' ', at), text.size());
  return text.substr(0, at + 3) + "*" + text.substr(end);
}

std::vector<std::string> files_in(const char* folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

/// Whether this process still has children after a while, be it by taking in those that others left.
bool children_are_left() {
  for (int i = 0; i < 2000; ++i) {
    while (waitpid(-1, nullptr, WNOHANG) > 0) continue;
    if (waitpid(-1, nullptr, WNOHANG) < 0) return false;
    std::this_thread::sleep_for(10ms);
  }
  return true;
}

struct Summary {
  std::vector<std::string> signatures;  ///< of all findings but that of the fault
  std::vector<std::string> unstable;    ///< those of them that a second look did not always show
  bool has_fault = false;
  std::int64_t cases = 0;
};

/// A run in a folder of its own for temporary files, which leaves nothing there and nowhere else.
Summary run(const std::string& candidate, const std::string& cases) {
  const TemporaryFolder temporary;
  const std::vector<std::string> shared_memory = files_in("/dev/shm");
  setenv("TMPDIR", temporary.path().c_str(), 1);
  const Ended ended =
      test::d3d12fuzz_program({"run", "-c", candidate, "--cases", cases, "--keep-going", "--json", "--timeout", "0.5"});
  EXPECT_EQ(ended.status, 1) << ended.err;
  EXPECT_FALSE(children_are_left());
  EXPECT_THAT(temporary.names(), IsEmpty());
  EXPECT_EQ(files_in("/dev/shm"), shared_memory);
  Summary result;
  if (ended.status != 1) return result;
  const boost::json::value printed = parse_json(ended.out, "out");
  result.cases = printed.at("cases").as_int64();
  for (const boost::json::value& finding : printed.at("findings").as_array()) {
    std::string signature(finding.at("signature").as_string());
    if (signature == kFaultSignature) {
      EXPECT_FALSE(result.has_fault) << "told twice";
      result.has_fault = true;
      continue;
    }
    constexpr std::string_view comes_and_goes = "unstable ";
    const bool unstable = signature.starts_with(comes_and_goes);
    if (unstable) signature.erase(0, comes_and_goes.size());
    result.signatures.push_back(signature);
    if (unstable) result.unstable.push_back(signature);
  }
  return result;
}

/// Without what is said of a difference that comes and goes.
std::string as_shown(const std::string& signature) {
  constexpr std::string_view unstable = "unstable ";
  return signature.starts_with(unstable) ? signature.substr(unstable.size()) : signature;
}

class Hostile : public testing::TestWithParam<Behaviour> {};

/// A run tells the behaviour as it is to be told, and the other fault.
void check(const std::string& candidate, const std::string& cases, const std::string& signature, Seen expected) {
  const Summary seen = run(candidate, cases);
  EXPECT_TRUE(seen.has_fault);
  std::vector<std::string> told;
  for (const std::string& each : seen.signatures) told.push_back(without_addresses(each));
  switch (expected) {
    case Seen::once:
      EXPECT_THAT(told, ElementsAre(signature));
      EXPECT_THAT(seen.unstable, IsEmpty());
      break;
    case Seen::perhaps:
      EXPECT_LE(told.size(), 1u) << testing::PrintToString(told);
      for (const std::string& each : told) EXPECT_TRUE(as_shown(each).starts_with(signature)) << each;
      break;
    case Seen::never:
      EXPECT_THAT(told, IsEmpty());
      break;
  }
}

TEST_P(Hostile, is_told_once_and_nothing_else_suffers) {
  const Behaviour& behaviour = GetParam();
  if (kSanitized && behaviour.changed_by_sanitizer) GTEST_SKIP() << "a sanitizer has its own words for it";
  check(plugin(behaviour.name), behaviour.signature == kHang ? "100" : "300", behaviour.signature, behaviour.seen);
}

std::string name_of_behaviour(const testing::TestParamInfo<Behaviour>& parameter) {
  std::string name = parameter.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Behaviours, Hostile, testing::ValuesIn(kBehaviours), name_of_behaviour);

/// By way of the worker program and its standard streams.
std::string pipe(const std::string& behaviour) {
  return std::string("pipe:") + D3D12FUZZ_WORKER_PROGRAM + " " + D3D12FUZZ_HOSTILE_CANDIDATE +
         " --options behaviour=" + behaviour + kFault + " --stdio";
}

class HostilePipe : public testing::TestWithParam<Behaviour> {};

TEST_P(HostilePipe, is_told_once_and_nothing_else_suffers) {
  const Behaviour& behaviour = GetParam();
  if (kSanitized && behaviour.changed_by_sanitizer) GTEST_SKIP() << "a sanitizer has its own words for it";
  check(pipe(behaviour.name), "100", behaviour.signature, behaviour.seen);
}

/// Those where the way makes a difference. Hangs are told by a watchdog there, half a second after the limit: they
/// would take minutes. Memory has no limit there, and there is no shared memory to write over.
const Behaviour kOverPipe[] = {
    {"aborts", kCrashHere},
    {"reads-null", kCrashHere, Seen::once, true},
    {"calls-bad-address", kCrashHere, Seen::once, true},
    {"exits-with-0", "crash exit status 0 at serialize"},
    {"exits-from-another-thread", "crash exit status 5 at serialize"},
    {"kills-itself", "crash SIGKILL at serialize"},
    {"kills-its-group", "crash SIGTERM at serialize"},
    {"throws", "crash libstdc++.so.6+0x* at serialize"},
    {"forks-and-aborts", kCrashHere},
    // The streams go with them.
    {"closes-descriptors", "crash exit status 1 at serialize"},
    {"rounds-upward", "misconduct changes-floating-point-control at create"},
    {"sets-locale", "misconduct changes-the-locale at create"},
    {"blocks-signals", "misconduct changes-signal-handlers at create"},
    {"writes-behind", "misconduct writes-outside-its-buffers at create"},
    {"gives-absurd-counts", "wrong-value description_1_0.num_parameters at deserialize"},
    {"is-slow", "", Seen::never},
    {"forks-many", "", Seen::never},
    {"forks-and-returns", "", Seen::never},
    {"prints-much", "", Seen::never},
    {"prints-bytes", "", Seen::never},
    {"changes-pointers", "", Seen::never},
};

INSTANTIATE_TEST_SUITE_P(Behaviours, HostilePipe, testing::ValuesIn(kOverPipe), name_of_behaviour);

class HostileKilled : public testing::TestWithParam<std::string> {};

TEST_P(HostileKilled, leaves_nothing_that_a_candidate_forked) {
  test::Program program({D3D12FUZZ_PROGRAM, "run", "-c", GetParam(), "--keep-going", "--jobs", "2"});
  // It is told after a round, of which some cases forked.
  ASSERT_TRUE(program.wait_for_output("\n[1] "));
  program.send_signal(SIGKILL);
  EXPECT_EQ(program.finish().status, 128 + SIGKILL);
  EXPECT_FALSE(children_are_left());
}

INSTANTIATE_TEST_SUITE_P(Ways, HostileKilled,
                         testing::Values(plugin("forks-a-child-that-lives"), pipe("forks-a-child-that-lives")),
                         [](const auto& way) { return way.index == 0 ? "plugin" : "pipe"; });

/// 100,000 cases take minutes: D3D12FUZZ_LONG=1 asks for them.
TEST(HostileRun, tells_each_of_all_behaviours_once) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer has its own words for many of them";
  const std::string cases = std::getenv("D3D12FUZZ_LONG") != nullptr ? "100000" : "5000";
  const Summary seen = run(plugin("all"), cases);
  EXPECT_EQ(std::to_string(seen.cases), cases);
  EXPECT_TRUE(seen.has_fault);

  std::vector<std::string> expected;
  std::vector<std::string> later;
  for (const Behaviour& behaviour : kBehaviours) {
    if (behaviour.seen == Seen::perhaps) later.push_back(behaviour.signature);
    if (behaviour.seen != Seen::once) continue;
    // Where an address tells them apart each is a fault of its own.
    const bool has_address = behaviour.signature.find('*') != std::string::npos;
    if (has_address || std::find(expected.begin(), expected.end(), behaviour.signature) == expected.end()) {
      expected.push_back(behaviour.signature);
    }
  }
  std::vector<std::string> told;
  for (const std::string& signature : seen.signatures) {
    const bool is_stable = std::find(seen.unstable.begin(), seen.unstable.end(), signature) == seen.unstable.end();
    const std::string shown = without_addresses(signature);
    if (is_stable) {
      told.push_back(shown);
    } else {
      EXPECT_TRUE(std::any_of(later.begin(), later.end(), [&](const std::string& each) {
        return as_shown(shown).starts_with(each);
      })) << signature;
    }
  }
  EXPECT_THAT(told, testing::UnorderedElementsAreArray(expected));
  std::vector<std::string> distinct = seen.signatures;
  std::sort(distinct.begin(), distinct.end());
  EXPECT_EQ(std::adjacent_find(distinct.begin(), distinct.end()), distinct.end());
}

}  // namespace
}  // namespace d3d12fuzz
