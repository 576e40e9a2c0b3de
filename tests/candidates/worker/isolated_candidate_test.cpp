#include "candidates/worker/isolated_candidate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "candidates/builtin/builtin.h"
#include "candidates/worker/channel.h"
#include "candidates/worker/sanitizer.h"
#include "domains/root_signature/domain.h"
#include "domains/root_signature/observables.h"
#include "domains/typed_domain.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using worker::Exchange;

/// What a case of these tests asks its candidate to do, by the root flags.
enum Deed : std::uint32_t {
  be_good = 0,
  call_abort = 1,
  read_null = 2,
  exit_with_3 = 3,
  hang = 4,
  write_over_counters = 5,
  ring_nonsense = 6,
  make_noise = 7,
  make_noise_and_abort = 8,
  kill_itself = 9,
  write_over_other_outcomes = 10,
  end_by_a_sanitizer = 11,
};

Exchange& exchange_of(d3d12fuzz_progress* progress) {
  return *reinterpret_cast<Exchange*>(reinterpret_cast<std::byte*>(progress) - offsetof(Exchange, progress));
}

/// Where the worker writes outcomes: lanes of input and output follow the exchange, whose size is rounded up to pages.
std::byte* output_of(d3d12fuzz_progress* progress, std::uint32_t lane) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return reinterpret_cast<std::byte*>(&exchange_of(progress)) + (sizeof(Exchange) + page - 1) / page * page +
         lane * (worker::kInputBytes + worker::kOutputBytes) + worker::kInputBytes;
}

[[noreturn]] void wait_for_ever() {
  while (true) pause();
}

void do_deed(std::uint32_t deed, d3d12fuzz_progress* progress) {
  switch (deed) {
    case call_abort:
      std::abort();
    case read_null: {
      const volatile int* volatile null = nullptr;
      (void)*null;
      break;
    }
    case exit_with_3:
      _exit(3);
    case hang:
      wait_for_ever();
    case write_over_counters:
      exchange_of(progress).started.store(1000);
      break;
    case ring_nonsense:
      exchange_of(progress).reply.ring(0x12345678);
      wait_for_ever();
    case make_noise:
      for (int i = 0; i < 1000; ++i) std::printf("noise of the candidate on its standard output\n");
      std::fprintf(stderr, "and on its standard error\n");
      std::fflush(stdout);
      break;
    case make_noise_and_abort:
      std::fprintf(stderr, "first line\nlast words\n\n");
      std::abort();
    case end_by_a_sanitizer:
      std::fprintf(stderr,
                   "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1234 at pc 0x1 bp 0x2 sp 0x3\n"
                   "WRITE of size 64 at 0x1234 thread T0\n"
                   "    #0 0x1 in __interceptor_memcpy ../../src/libsanitizer/asan/asan_interceptors.inc:827\n"
                   "    #1 0x2 in fill /src/foo.c:12:3\n\n"
                   "SUMMARY: AddressSanitizer: heap-buffer-overflow /src/foo.c:12:3 in fill\n");
      _exit(1);
    case kill_itself:
      kill(getpid(), SIGKILL);
      wait_for_ever();
    case write_over_other_outcomes:
      for (std::uint32_t lane = 0; lane < worker::kLanes; ++lane) std::memset(output_of(progress, lane), 0xFF, 65536);
      break;
    default:
      break;
  }
}

/// Accepts at serialize, does its deed in deserialize, then reports its process id as the cost.
void root_signature_function(void*, const d3d12fuzz_root_signature_input* input,
                             d3d12fuzz_root_signature_result* result) {
  std::uint32_t deed;
  std::memcpy(&deed, &input->desc->Desc_1_0.Flags, sizeof(deed));
  d3d12fuzz_progress& progress = *result->progress;
  progress.running_stage = D3D12FUZZ_STAGE_SERIALIZE;
  progress.stages[D3D12FUZZ_STAGE_SERIALIZE] = {D3D12FUZZ_STATUS_ACCEPTED, 0};
  progress.running_stage = D3D12FUZZ_STAGE_DESERIALIZE;
  do_deed(deed, result->progress);
  progress.stages[D3D12FUZZ_STAGE_DESERIALIZE] = {D3D12FUZZ_STATUS_REJECTED, -7};
  result->cost = static_cast<std::uint64_t>(getpid());
  result->observed = D3D12FUZZ_OBSERVED_COST;
}

/// Rejects at serialize if there are root flags; else accepts and dies in create, as on the simplest case.
void dies_in_create(void*, const d3d12fuzz_root_signature_input* input, d3d12fuzz_root_signature_result* result) {
  std::uint32_t flags;
  std::memcpy(&flags, &input->desc->Desc_1_0.Flags, sizeof(flags));
  d3d12fuzz_progress& progress = *result->progress;
  progress.running_stage = D3D12FUZZ_STAGE_SERIALIZE;
  const bool rejects = flags != 0;
  progress.stages[D3D12FUZZ_STAGE_SERIALIZE] = {
      static_cast<std::uint32_t>(rejects ? D3D12FUZZ_STATUS_REJECTED : D3D12FUZZ_STATUS_ACCEPTED), 0};
  if (rejects) return;
  progress.running_stage = D3D12FUZZ_STAGE_CREATE;
  std::abort();
}

std::unique_ptr<InProcessCandidate> open_test_candidate() {
  return std::make_unique<InProcessCandidate>(
      d3d12fuzz_candidate{.version = D3D12FUZZ_CANDIDATE_VERSION, .root_signature = root_signature_function},
      Provenance{.name = "test", .version = "1", .build_id = "ab"});
}

IsolatedCandidate isolated(std::chrono::milliseconds timeout = 10s) {
  return IsolatedCandidate(open_test_candidate, {.case_timeout = timeout});
}

std::vector<Outcome> evaluate(Candidate& candidate, std::initializer_list<std::uint32_t> deeds) {
  std::vector<std::unique_ptr<Case>> made;
  std::vector<const Case*> cases;
  for (const std::uint32_t deed : deeds) {
    RootSignatureCase value;
    value.flags = RootSignatureFlags{deed};
    made.push_back(case_from_tree(domain(), to_tree(value)));
    cases.push_back(made.back().get());
  }
  std::vector<Outcome> outcomes(cases.size());
  candidate.evaluate(domain(), cases, outcomes);
  return outcomes;
}

Outcome evaluate(Candidate& candidate, std::uint32_t deed) { return evaluate(candidate, {deed})[0]; }

bool is_good(const Outcome& outcome) {
  return outcome.at(Stage::serialize) == StageOutcome{Status::accepted, 0} &&
         outcome.at(Stage::deserialize) == StageOutcome{Status::rejected, -7} &&
         outcome.at(Stage::create) == StageOutcome{} && !outcome.crash && outcome.observables.size() == 1;
}

pid_t worker_of(Candidate& candidate) {
  return static_cast<pid_t>(evaluate(candidate, be_good).observables.at(0).value);
}

/// How a crash inside deserialize must look.
void expect_crash_in_deserialize(const Outcome& outcome, Status status) {
  EXPECT_EQ(outcome.at(Stage::serialize).status, Status::accepted);
  EXPECT_EQ(outcome.at(Stage::deserialize).status, status);
  EXPECT_EQ(outcome.at(Stage::create).status, Status::not_reached);
  EXPECT_TRUE(outcome.observables.empty());
  EXPECT_TRUE(outcome.crash.has_value());
}

TEST(IsolatedCandidate, evaluates_in_a_process_of_its_own) {
  IsolatedCandidate candidate = isolated();
  EXPECT_TRUE(is_good(evaluate(candidate, be_good)));
  EXPECT_NE(worker_of(candidate), getpid());
  EXPECT_EQ(worker_of(candidate), worker_of(candidate));
  EXPECT_EQ(candidate.restarts(), 0u);
}

TEST(IsolatedCandidate, knows_what_its_candidate_says_of_itself) {
  const IsolatedCandidate candidate = isolated();
  EXPECT_EQ(candidate.provenance().line(), "test, version 1, build id ab");
  EXPECT_TRUE(candidate.supports(domain()));
  const IsolatedCandidate without(
      [] { return std::make_unique<InProcessCandidate>(d3d12fuzz_candidate{}, Provenance{.name = "none"}); });
  EXPECT_FALSE(without.supports(domain()));
}

TEST(IsolatedCandidate, an_abort_is_the_outcome_of_its_case) {
  IsolatedCandidate candidate = isolated();
  const Outcome outcome = evaluate(candidate, call_abort);
  expect_crash_in_deserialize(outcome, Status::crashed);
  EXPECT_EQ(outcome.crash->what, "SIGABRT");
  EXPECT_FALSE(outcome.crash->frames.empty());
  EXPECT_THAT(outcome.crash->key(), HasSubstr("test_candidates+0x"));
  EXPECT_TRUE(is_good(evaluate(candidate, be_good)));
  EXPECT_EQ(candidate.restarts(), 1u);
}

TEST(IsolatedCandidate, a_bad_access_is_the_outcome_of_its_case) {
  IsolatedCandidate candidate = isolated();
  const Outcome outcome = evaluate(candidate, read_null);
  expect_crash_in_deserialize(outcome, Status::crashed);
  // A sanitizer reports it in words and exits.
  EXPECT_THAT(outcome.crash->what, HasSubstr(worker::kSanitized ? "Sanitizer: " : "SIGSEGV"));
  EXPECT_FALSE(outcome.crash->frames.empty());
  EXPECT_TRUE(is_good(evaluate(candidate, be_good)));
}

TEST(IsolatedCandidate, a_sanitizer_s_report_names_the_crash_of_its_case) {
  IsolatedCandidate candidate = isolated();
  const Outcome outcome = evaluate(candidate, end_by_a_sanitizer);
  expect_crash_in_deserialize(outcome, Status::crashed);
  EXPECT_EQ(outcome.crash->what, "AddressSanitizer: heap-buffer-overflow");
  EXPECT_EQ(outcome.crash->message, "WRITE of size 64");
  EXPECT_THAT(outcome.crash->frames, ElementsAre("fill foo.c:12"));
  // The report of an earlier case is not that of this one.
  EXPECT_EQ(evaluate(candidate, exit_with_3).crash->what, "exit status 3");
}

TEST(IsolatedCandidate, an_early_exit_is_the_outcome_of_its_case) {
  IsolatedCandidate candidate = isolated();
  const Outcome outcome = evaluate(candidate, exit_with_3);
  expect_crash_in_deserialize(outcome, Status::crashed);
  EXPECT_EQ(outcome.crash->what, "exit status 3");
  EXPECT_EQ(outcome.crash->key(), "exit status 3");
  EXPECT_TRUE(is_good(evaluate(candidate, be_good)));
}

TEST(IsolatedCandidate, a_kill_is_the_outcome_of_its_case) {
  IsolatedCandidate candidate = isolated();
  const Outcome outcome = evaluate(candidate, kill_itself);
  expect_crash_in_deserialize(outcome, Status::crashed);
  EXPECT_EQ(outcome.crash->what, "SIGKILL");
  EXPECT_TRUE(is_good(evaluate(candidate, be_good)));
}

TEST(IsolatedCandidate, a_hang_is_the_outcome_of_its_case) {
  IsolatedCandidate candidate = isolated(100ms);
  const Outcome outcome = evaluate(candidate, hang);
  expect_crash_in_deserialize(outcome, Status::timed_out);
  EXPECT_EQ(outcome.crash->what, "no answer within 100 ms");
  EXPECT_TRUE(is_good(evaluate(candidate, be_good)));
}

TEST(IsolatedCandidate, a_garbage_reply_is_the_outcome_of_its_case) {
  IsolatedCandidate candidate = isolated();
  for (const Deed deed : {write_over_counters, ring_nonsense}) {
    const Outcome outcome = evaluate(candidate, deed);
    ASSERT_TRUE(outcome.crash.has_value());
    EXPECT_EQ(outcome.crash->what, "malformed reply");
    EXPECT_EQ(outcome.at(Stage::serialize).status, Status::crashed);
    EXPECT_TRUE(outcome.observables.empty());
    EXPECT_TRUE(is_good(evaluate(candidate, be_good)));
  }
}

TEST(IsolatedCandidate, a_crash_within_a_batch_leaves_the_other_cases_intact) {
  IsolatedCandidate candidate = isolated(100ms);
  for (const Deed deed : {call_abort, read_null, exit_with_3, hang, kill_itself}) {
    const std::vector<Outcome> outcomes = evaluate(candidate, {be_good, be_good, deed, be_good, be_good});
    EXPECT_TRUE(outcomes[2].crash.has_value()) << deed;
    for (const std::size_t i : {0, 1, 3, 4}) EXPECT_TRUE(is_good(outcomes[i])) << deed << " at " << i;
  }
}

void die_of_several(void*, std::uint32_t, const d3d12fuzz_root_signature_input* const*,
                    d3d12fuzz_root_signature_result* const*) {
  std::abort();
}

TEST(IsolatedCandidate, a_death_that_no_case_shows_alone_is_counted) {
  const auto open = [] {
    return std::make_unique<InProcessCandidate>(d3d12fuzz_candidate{.version = D3D12FUZZ_CANDIDATE_VERSION,
                                                                    .root_signature = root_signature_function,
                                                                    .root_signature_batch = die_of_several},
                                                Provenance{.name = "test"});
  };
  IsolatedCandidate candidate(open, {.case_timeout = 10s});
  for (const Outcome& outcome : evaluate(candidate, {be_good, be_good, be_good})) EXPECT_TRUE(is_good(outcome));
  EXPECT_EQ(candidate.unexplained_deaths(), 1u);
  EXPECT_TRUE(evaluate(candidate, {be_good, call_abort})[1].crash.has_value());
  EXPECT_EQ(candidate.unexplained_deaths(), 1u) << "this one has a case that shows it";
}

TEST(IsolatedCandidate, several_crashes_within_a_batch_are_each_told) {
  IsolatedCandidate candidate = isolated();
  const std::vector<Outcome> outcomes =
      evaluate(candidate, {call_abort, exit_with_3, be_good, kill_itself, be_good, call_abort});
  std::vector<std::string> told;
  for (const Outcome& outcome : outcomes) told.push_back(outcome.crash ? outcome.crash->what : "good");
  EXPECT_THAT(told, ElementsAre("SIGABRT", "exit status 3", "good", "SIGKILL", "good", "SIGABRT"));
}

TEST(IsolatedCandidate, a_case_that_writes_over_the_records_of_its_batch_spoils_no_other) {
  IsolatedCandidate candidate = isolated();
  for (const Deed deed : {write_over_counters, ring_nonsense, write_over_other_outcomes}) {
    const std::vector<Outcome> outcomes = evaluate(candidate, {be_good, be_good, deed, be_good, be_good});
    for (const std::size_t i : {0, 1, 3, 4}) EXPECT_TRUE(is_good(outcomes[i])) << deed << " at " << i;
  }
}

TEST(IsolatedCandidate, a_request_under_way_spoils_none_before_or_behind_it) {
  for (const std::uint32_t batch_size : {1, 2, 3}) {
    for (const Deed deed : {call_abort, exit_with_3, kill_itself, write_over_counters, ring_nonsense,
                            write_over_other_outcomes, make_noise_and_abort, end_by_a_sanitizer}) {
      IsolatedCandidate candidate(open_test_candidate, {.batch_size = batch_size});
      const std::vector<Outcome> outcomes =
          evaluate(candidate, {be_good, be_good, be_good, deed, be_good, be_good, be_good, deed, be_good, be_good});
      for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const bool does_deed = i == 3 || i == 7;
        // What a case does to records that are not its own may come to nothing.
        if (does_deed && deed == write_over_other_outcomes) continue;
        EXPECT_EQ(outcomes[i].crash.has_value(), does_deed) << deed << " at " << i << " of " << batch_size;
        if (!does_deed) EXPECT_TRUE(is_good(outcomes[i])) << deed << " at " << i << " of " << batch_size;
      }
    }
  }
}

TEST(IsolatedCandidate, large_batches_come_back_in_order) {
  IsolatedCandidate candidate(open_test_candidate, {.batch_size = 7});
  std::vector<std::unique_ptr<Case>> made;
  std::vector<const Case*> cases;
  for (std::uint32_t i = 0; i < 100; ++i) {
    RootSignatureCase value;
    value.flags = RootSignatureFlags{i % 10 == 9 ? std::uint32_t{exit_with_3} : 1000 + i};
    made.push_back(case_from_tree(domain(), to_tree(value)));
    cases.push_back(made.back().get());
  }
  std::vector<Outcome> outcomes(cases.size());
  candidate.evaluate(domain(), cases, outcomes);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (i % 10 == 9) {
      EXPECT_TRUE(outcomes[i].crash.has_value()) << i;
    } else {
      EXPECT_TRUE(is_good(outcomes[i])) << i;
    }
  }
  EXPECT_LE(candidate.restarts(), 10u);
}

TEST(IsolatedCandidate, noise_of_the_candidate_does_not_reach_this_process) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  IsolatedCandidate candidate = isolated();
  const Outcome outcome = evaluate(candidate, make_noise);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_TRUE(is_good(outcome));
}

TEST(IsolatedCandidate, the_last_line_before_a_crash_is_told) {
  IsolatedCandidate candidate = isolated();
  EXPECT_EQ(evaluate(candidate, make_noise_and_abort).crash->message, "last words");
  evaluate(candidate, make_noise);
  // Words of an earlier case are not those of this one.
  EXPECT_EQ(evaluate(candidate, exit_with_3).crash->message, "");
}

TEST(IsolatedCandidate, leaves_no_process_behind) {
  pid_t first = 0;
  pid_t second = 0;
  {
    IsolatedCandidate candidate = isolated();
    first = worker_of(candidate);
    evaluate(candidate, call_abort);
    second = worker_of(candidate);
    EXPECT_NE(first, second);
    EXPECT_EQ(kill(second, 0), 0);
  }
  EXPECT_EQ(kill(first, 0), -1);
  EXPECT_EQ(kill(second, 0), -1);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(IsolatedCandidate, leaves_no_process_behind_after_a_hang) {
  {
    IsolatedCandidate candidate = isolated(100ms);
    evaluate(candidate, hang);
  }
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

std::string error_of(IsolatedCandidate::Opener open) {
  try {
    IsolatedCandidate candidate(std::move(open), {.start_timeout = 100ms});
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(IsolatedCandidate, an_error_while_it_is_opened_is_that_of_the_candidate) {
  EXPECT_EQ(error_of([]() -> std::unique_ptr<InProcessCandidate> { throw InputError("x: is no candidate"); }),
            "x: is no candidate");
}

TEST(IsolatedCandidate, a_death_while_it_is_opened_is_an_error) {
  EXPECT_EQ(error_of([]() -> std::unique_ptr<InProcessCandidate> { _exit(4); }),
            "the candidate failed while it was opened in its worker process: exit status 4");
  EXPECT_EQ(error_of([]() -> std::unique_ptr<InProcessCandidate> {
              std::fprintf(stderr, "cannot go on\n");
              std::abort();
            }),
            "the candidate failed while it was opened in its worker process: SIGABRT: cannot go on");
  EXPECT_EQ(error_of([]() -> std::unique_ptr<InProcessCandidate> { wait_for_ever(); }),
            "the candidate failed while it was opened in its worker process: no answer within 100 ms");
}

TEST(IsolatedCandidate, answers_as_the_candidate_does_in_this_process) {
  const auto open = [] {
    return std::make_unique<InProcessCandidate>(builtin::make_builtin(builtin::Fault::none), Provenance{});
  };
  IsolatedCandidate isolated_builtin(open);
  const std::unique_ptr<InProcessCandidate> builtin_here = open();
  std::vector<std::unique_ptr<Case>> made;
  std::vector<const Case*> cases;
  for (std::uint64_t i = 0; i < 300; ++i) {
    ChoiceSource choices(8, i);
    made.push_back(domain().make_case());
    domain().generate(choices, *made.back());
    cases.push_back(made.back().get());
  }
  std::vector<Outcome> there(cases.size());
  std::vector<Outcome> here(cases.size());
  isolated_builtin.evaluate(domain(), cases, there);
  builtin_here->evaluate(domain(), cases, here);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    ASSERT_EQ(there[i].stages, here[i].stages) << i;
    ASSERT_EQ(there[i].observables.size(), here[i].observables.size()) << i;
    for (std::size_t o = 0; o < here[i].observables.size(); ++o) {
      ASSERT_EQ(there[i].observables[o].key, here[i].observables[o].key) << i;
      ASSERT_EQ(there[i].observables[o].value, here[i].observables[o].value) << i;
    }
  }
}

// The worker's own first case once left its stages behind as those of the case that followed.
TEST(IsolatedCandidate, a_death_on_the_simplest_case_is_no_outcome_of_another) {
  IsolatedCandidate candidate([] {
    return std::make_unique<InProcessCandidate>(
        d3d12fuzz_candidate{.version = D3D12FUZZ_CANDIDATE_VERSION, .root_signature = dies_in_create},
        Provenance{.name = "dies in create"});
  });
  const Domain& domain = root_signature::domain();
  CaseOf<RootSignatureCase> rejected;
  rejected.value = test::notation("F=0x1");
  CaseOf<RootSignatureCase> fatal;
  const Case* const cases[] = {&rejected, &fatal, &rejected};
  std::vector<Outcome> outcomes(3);
  candidate.evaluate(domain, cases, outcomes);
  for (const std::size_t i : {0, 2}) {
    EXPECT_EQ(outcomes[i].at(Stage::serialize).status, Status::rejected) << i;
    EXPECT_FALSE(outcomes[i].crash.has_value()) << i;
  }
  EXPECT_EQ(outcomes[1].at(Stage::serialize).status, Status::accepted);
  EXPECT_EQ(outcomes[1].at(Stage::create).status, Status::crashed);
}

}  // namespace
}  // namespace d3d12fuzz
