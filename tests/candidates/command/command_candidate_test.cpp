// Against a compiler of the tests' own, which misbehaves when it is told to.
#include "candidates/command/command_candidate.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "base/error.h"
#include "candidates/registry.h"
#include "cli/program.h"
#include "domains/root_signature/domain.h"
#include "domains/root_signature/observables.h"
#include "support/notation.h"

namespace d3d12fuzz::command {
namespace {

using namespace root_signature;
using namespace std::chrono_literals;
using test::notation;
using test::TemporaryFolder;

constexpr std::string_view kStandIn = D3D12FUZZ_STAND_IN_COMPILER;

/// Processes that nobody waits for become children of this one, where their end can be seen.
[[maybe_unused]] const int kSubreaper = prctl(PR_SET_CHILD_SUBREAPER, 1);

/// The folder for temporary files of this process.
class TemporaryFiles {
 public:
  TemporaryFiles() { setenv("TMPDIR", folder_.path().c_str(), 1); }
  ~TemporaryFiles() { unsetenv("TMPDIR"); }
  std::vector<std::string> names() const { return folder_.names(); }

 private:
  TemporaryFolder folder_;
};

std::string spec(const std::string& flags, const std::string& version = "{version}") {
  return "command:" + std::string(kStandIn) + " " + flags + " -T rootsig_" + version + " -E RS {hlsl} -Fo {blob}";
}

Outcome evaluate(CommandCandidate& candidate, std::string_view text) {
  const std::unique_ptr<Case> made = case_from_tree(domain(), to_tree(notation(text)));
  const Case* const cases[] = {made.get()};
  Outcome outcomes[1];
  candidate.evaluate(domain(), cases, outcomes);
  return outcomes[0];
}

/// What a compiler that always misbehaves makes of a case.
Outcome outcome_of_deed(const std::string& deed, std::chrono::milliseconds timeout = 20s) {
  CommandCandidate candidate(spec("--deed " + deed), timeout);
  return evaluate(candidate, "V=1.1 K(1,0,0,ALL)");
}

StageOutcome at_serialize(const Outcome& outcome) { return outcome.at(Stage::serialize); }

/// "crashed: SIGSEGV: about to read null"
std::string failure(const Outcome& outcome) {
  if (!outcome.crash) return "no failure";
  return std::string(name_of(at_serialize(outcome).status)) + ": " + outcome.crash->what + ": " +
         outcome.crash->message;
}

/// The value of one observable, if it was seen.
std::optional<std::uint64_t> seen(const Outcome& outcome, ObservableKey key) {
  for (const Observable& observable : outcome.observables) {
    if (observable.key == key) return observable.value;
  }
  return std::nullopt;
}

bool is_running(pid_t process) { return kill(process, 0) == 0; }

/// Whether a process that was killed is gone, sooner or later.
bool ends(pid_t process) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    if (!is_running(process)) return true;
    waitpid(process, nullptr, WNOHANG);
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

TEST(CommandCandidate, says_what_it_is) {
  const CommandCandidate candidate(spec("--fault none"), 20s);
  EXPECT_EQ(candidate.provenance().name, spec("--fault none"));
  EXPECT_EQ(candidate.provenance().path, std::filesystem::canonical(kStandIn));
  EXPECT_EQ(candidate.provenance().version, "stand-in compiler 1.2.3");
  EXPECT_TRUE(candidate.supports(domain()));
  EXPECT_TRUE(candidate.takes_undefined());
}

TEST(CommandCandidate, reads_what_is_accepted) {
  CommandCandidate candidate(spec(""), 20s);
  const Outcome outcome = evaluate(candidate, "V=1.1 F=0x1 T[PIXEL](R(SRV,2,4,1,A,0x1)); L(t,4,1,PIXEL)");
  EXPECT_EQ(at_serialize(outcome), (StageOutcome{Status::accepted, 0}));
  EXPECT_EQ(outcome.at(Stage::deserialize), (StageOutcome{Status::accepted, 0}));
  EXPECT_EQ(outcome.at(Stage::create), StageOutcome{});
  EXPECT_EQ(seen(outcome, key(Field::description_1_1, DescriptionField::flags)), 1u);
  EXPECT_EQ(seen(outcome, key(Field::description_1_1, DescriptionField::num_descriptors, 0, 0)), 2u);
  EXPECT_EQ(seen(outcome, key(Field::description_1_1, DescriptionField::range_flags, 0, 0)), 1u);
  EXPECT_EQ(seen(outcome, key(Field::description_1_0, DescriptionField::flags)), std::nullopt);
  EXPECT_EQ(seen(outcome, key(Field::blob_size)), std::nullopt);
  EXPECT_EQ(seen(outcome, key(Field::lookup_parameter, 0)), std::nullopt);
}

TEST(CommandCandidate, reads_each_version_as_it_is_stored) {
  CommandCandidate candidate(spec(""), 20s);
  const auto limit = [](Field version) { return key(version, DescriptionField::num_32bit_values, 0); };
  EXPECT_EQ(seen(evaluate(candidate, "V=1.0 K(7,0,0,ALL)"), limit(Field::description_1_0)), 7u);
  EXPECT_EQ(seen(evaluate(candidate, "V=1.1 K(8,0,0,ALL)"), limit(Field::description_1_1)), 8u);
  EXPECT_EQ(seen(evaluate(candidate, "V=1.2 K(9,0,0,ALL)"), limit(Field::description_1_2)), 9u);
}

TEST(CommandCandidate, notes_a_refusal) {
  CommandCandidate candidate(spec(""), 20s);
  const Outcome outcome = evaluate(candidate, "V=1.1 K(65,0,0,ALL)");
  EXPECT_EQ(at_serialize(outcome), (StageOutcome{Status::rejected, 5}));
  EXPECT_EQ(outcome.at(Stage::deserialize), StageOutcome{});
  EXPECT_TRUE(outcome.observables.empty());
  EXPECT_FALSE(outcome.crash);
}

TEST(CommandCandidate, does_not_ask_what_the_text_does_not_say) {
  CommandCandidate candidate(spec("", "1_1"), 20s);
  const StageOutcome not_asked = {Status::unsupported, static_cast<std::int32_t>(0x80004001)};
  EXPECT_EQ(at_serialize(evaluate(candidate, "V=1.1 X(5,ALL)")), not_asked);
  EXPECT_EQ(at_serialize(evaluate(candidate, "V=1.0 K(1,0,0,ALL)")), not_asked);
  EXPECT_EQ(at_serialize(evaluate(candidate, "V=1.2 K(1,0,0,ALL)")), not_asked);
  EXPECT_EQ(at_serialize(evaluate(candidate, "V=1.1 K(1,0,0,ALL)")), (StageOutcome{Status::accepted, 0}));
}

TEST(CommandCandidate, a_signal_is_a_crash) {
  EXPECT_EQ(failure(outcome_of_deed("crash")), "crashed: SIGSEGV: about to read null");
}

TEST(CommandCandidate, a_report_of_a_sanitizer_is_a_crash) {
  unsetenv("ASAN_OPTIONS");
  unsetenv("UBSAN_OPTIONS");
  CommandCandidate candidate(
      "command:/bin/sh -c 'echo $ASAN_OPTIONS $UBSAN_OPTIONS; kill -ABRT $$; : rootsig_1_1 {hlsl} {blob}'", 20s);
  EXPECT_EQ(failure(evaluate(candidate, "V=1.1 K(1,0,0,ALL)")),
            "crashed: SIGABRT: abort_on_error=1:detect_leaks=0 abort_on_error=1:halt_on_error=1");
}

TEST(CommandCandidate, success_without_a_sound_container_is_a_crash) {
  EXPECT_EQ(failure(outcome_of_deed("no-container")), "crashed: exit status 0, but no container was written: ");
  EXPECT_EQ(failure(outcome_of_deed("folder")), "crashed: exit status 0, but what was written is no file: ");
  EXPECT_EQ(failure(outcome_of_deed("fifo")), "crashed: exit status 0, but what was written is no file: ");
  EXPECT_EQ(failure(outcome_of_deed("large-container")),
            "crashed: exit status 0, but the container is larger than 1 MiB: ");
  EXPECT_EQ(failure(outcome_of_deed("garbage")),
            "crashed: exit status 0, but the container is unsound: it does not begin with DXBC: ");
  EXPECT_EQ(failure(outcome_of_deed("truncate")),
            "crashed: exit status 0, but the container is unsound: it is shorter than it states: ");
  EXPECT_EQ(failure(outcome_of_deed("two-parts")),
            "crashed: exit status 0, but the container is unsound: it has more than one RTS0 part: ");
}

TEST(CommandCandidate, a_file_without_end_is_a_crash) {
  EXPECT_EQ(failure(outcome_of_deed("huge-file")), "crashed: a file larger than 64 MiB: ");
}

TEST(CommandCandidate, output_without_end_is_cut_and_timed_out) {
  EXPECT_EQ(failure(outcome_of_deed("endless-output", 1s)), "timed out: no answer within 1 s: noise of the compiler");
}

TEST(CommandCandidate, one_that_hangs_is_killed) {
  for (const std::string deed : {"hang", "hang-ignoring-sigterm"}) {
    SCOPED_TRACE(deed);
    const TemporaryFolder processes;
    EXPECT_EQ(failure(outcome_of_deed(deed + " --deed-folder " + processes.path(), 1s)),
              "timed out: no answer within 1 s: ");
    // Of two calls; the child of the second may be killed before it tells its number.
    ASSERT_GE(processes.names().size(), 1u);  // once when it was opened, once for the case
    for (const std::string& process : processes.names()) EXPECT_TRUE(ends(std::stoi(process)));
  }
}

TEST(CommandCandidate, a_child_that_stays_is_killed) {
  const TemporaryFolder processes;
  EXPECT_EQ(at_serialize(outcome_of_deed("leave-a-child --deed-folder " + processes.path())),
            (StageOutcome{Status::accepted, 0}));
  // Of two calls; the child of the second may be killed before it tells its number.
  ASSERT_GE(processes.names().size(), 1u);
  for (const std::string& process : processes.names()) EXPECT_TRUE(ends(std::stoi(process)));
}

TEST(CommandCandidate, leaves_no_files_behind) {
  const TemporaryFiles files;
  {
    CommandCandidate candidate(spec("--deed litter"), 20s);
    ASSERT_EQ(files.names().size(), 1u);
    const std::string folder = std::filesystem::temp_directory_path() / files.names()[0];
    EXPECT_EQ(at_serialize(evaluate(candidate, "V=1.1 K(1,0,0,ALL)")).status, Status::accepted);
    EXPECT_TRUE(std::filesystem::is_empty(folder));
  }
  EXPECT_TRUE(files.names().empty());
  for (const std::string deed : {"crash", "folder", "huge-file"}) {
    outcome_of_deed(deed);
    EXPECT_TRUE(files.names().empty()) << deed;
  }
}

TEST(CommandCandidate, leaves_nothing_behind_when_the_harness_is_killed) {
  const TemporaryFiles files;
  const TemporaryFolder processes;
  const pid_t harness = fork();
  if (harness == 0) {
    CommandCandidate candidate(spec("--deed hang --deed-folder " + processes.path()), 60s);
    _exit(1);
  }
  while (processes.names().empty()) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(files.names().size(), 1u);
  kill(harness, SIGKILL);
  waitpid(harness, nullptr, 0);
  EXPECT_TRUE(ends(std::stoi(processes.names()[0])));
  for (int attempt = 0; attempt < 1000 && !files.names().empty(); ++attempt) std::this_thread::sleep_for(10ms);
  EXPECT_TRUE(files.names().empty());
}

TEST(CommandCandidate, a_child_that_stays_ends_with_the_harness) {
  const TemporaryFolder processes;
  const pid_t harness = fork();
  if (harness == 0) {
    // The shell's child is no child of the harness.
    CommandCandidate candidate("command:/bin/sh -c '" + std::string(kStandIn) + " --deed hang --deed-folder " +
                                   processes.path() + " -T rootsig_1_1 -E RS {hlsl} -Fo {blob}; exit 3'",
                               60s);
    _exit(1);
  }
  while (processes.names().empty()) std::this_thread::sleep_for(1ms);
  kill(harness, SIGKILL);
  waitpid(harness, nullptr, 0);
  EXPECT_TRUE(ends(std::stoi(processes.names()[0])));
}

TEST(CommandCandidate, a_fork_does_nothing_when_it_destroys_it) {
  const TemporaryFiles files;
  auto candidate = std::make_unique<CommandCandidate>(spec(""), 20s);
  const pid_t child = fork();
  if (child == 0) {
    candidate.reset();
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  EXPECT_EQ(files.names().size(), 1u);
  EXPECT_EQ(at_serialize(evaluate(*candidate, "V=1.1 K(1,0,0,ALL)")).status, Status::accepted);
}

std::string error_of(const std::string& name, const CandidateOptions& options = {.timeout = 20s}) {
  try {
    open_candidate(name, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CommandCandidate, another_exit_status_is_unsupported) {
  // It is one of this case alone: the empty root signature is compiled.
  CommandCandidate candidate("command:/bin/sh -c 'grep -q RootConstants {hlsl} && exit 3; " + std::string(kStandIn) +
                                 " -T rootsig_1_1 -E RS {hlsl} -Fo {blob}'",
                             20s);
  EXPECT_EQ(at_serialize(evaluate(candidate, "V=1.1 K(1,0,0,ALL)")), (StageOutcome{Status::unsupported, 3}));
  EXPECT_EQ(at_serialize(evaluate(candidate, "V=1.1 D(CBV,0,0,ALL,0x0)")), (StageOutcome{Status::accepted, 0}));
}

TEST(CommandCandidate, one_that_never_answers_is_refused) {
  EXPECT_EQ(error_of(spec("--deed exit-3")),
            "candidate \"command\": the empty root signature is answered by exit status 3 and \"of the third kind\", "
            "expected 0 with a container, or 5 with the words \"root signature error\"");
  EXPECT_EQ(
      error_of(spec("--deed refuse-without-words")),
      "candidate \"command\": the empty root signature is answered by exit status 5, expected 0 with a container, "
      "or 5 with the words \"root signature error\"");
}

TEST(CommandCandidate, one_that_cannot_be_executed_is_refused) {
  const TemporaryFolder folder;
  const std::string file = folder.file("compiler",
                                       "\x7F"
                                       "ELF nothing more");
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  EXPECT_EQ(error_of("command:" + file + " rootsig_1_1 {hlsl} {blob}"),
            "candidate \"command\": \"" + file + "\" cannot be started: Exec format error");
}

TEST(CommandCandidate, takes_no_flags_of_others) {
  EXPECT_EQ(error_of(spec(""), {.fault = "cost-limit-63"}), "faults are of candidate \"builtin\" alone");
  EXPECT_EQ(error_of(spec(""), {.isolation = Isolation::in_process}),
            "candidate 'command' runs in a process that is not this one's; expected no --isolation in-process");
}

}  // namespace
}  // namespace d3d12fuzz::command
