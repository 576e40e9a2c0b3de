// Memory that a candidate keeps, and memory that it does not get.

#include "candidates/worker/allocation_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "base/error.h"
#include "candidates/worker/isolated_candidate.h"
#include "candidates/worker/sanitizer.h"
#include "domains/root_signature/domain.h"
#include "oracle/conduct.h"

namespace d3d12fuzz {
namespace {

using worker::kSanitized;

/// What a call does with memory before it accepts at serialize.
using Deed = void (*)(d3d12fuzz_root_signature_result& result);

template <Deed deed>
void accept(void*, const d3d12fuzz_root_signature_input*, d3d12fuzz_root_signature_result* result) {
  result->progress->running_stage = D3D12FUZZ_STAGE_SERIALIZE;
  deed(*result);
  result->progress->stages[D3D12FUZZ_STAGE_SERIALIZE] = {D3D12FUZZ_STATUS_ACCEPTED, 0};
}

template <Deed deed>
std::unique_ptr<InProcessCandidate> open() {
  return std::make_unique<InProcessCandidate>(
      d3d12fuzz_candidate{.version = D3D12FUZZ_CANDIDATE_VERSION, .root_signature = accept<deed>},
      Provenance{.name = "test"});
}

/// What becomes of each of some simplest cases.
std::vector<Outcome> evaluate(IsolatedCandidate::Opener opener, const IsolationOptions& options, std::size_t count) {
  IsolatedCandidate candidate(std::move(opener), options);
  const Domain& domain = root_signature::domain();
  const std::unique_ptr<Case> value = domain.make_case();
  const std::vector<const Case*> cases(count, value.get());
  std::vector<Outcome> outcomes(count);
  candidate.evaluate(domain, cases, outcomes);
  return outcomes;
}

void* volatile kept;

void leak(d3d12fuzz_root_signature_result&) { kept = std::malloc(64); }

void keep_in_a_cache(d3d12fuzz_root_signature_result&) {
  static void* const cache = std::malloc(64);
  kept = cache;
}

void give_back(d3d12fuzz_root_signature_result&) {
  void* volatile block = std::malloc(64);
  std::free(block);
}

void trust_the_second_block(d3d12fuzz_root_signature_result&) {
  void* volatile first = std::malloc(16);
  auto* volatile second = static_cast<char*>(std::malloc(16));
  *second = 1;
  std::free(second);
  std::free(first);
}

void refuse_without_memory(d3d12fuzz_root_signature_result& result) {
  void* volatile block = std::malloc(16);
  result.cost = block == nullptr ? 99 : 1;
  result.observed = D3D12FUZZ_OBSERVED_COST;
  std::free(block);
}

TEST(AllocationProbe, is_there_but_under_a_sanitizer) {
  EXPECT_EQ(worker::allocation_probe() != nullptr, !kSanitized);
  if (!kSanitized) return;
  EXPECT_THROW(evaluate(open<leak>, {.check_leaks = true}, 1), InputError);
}

TEST(CheckLeaks, memory_that_each_call_keeps_is_a_fault_of_conduct) {
  if (kSanitized) GTEST_SKIP() << "allocations cannot be watched under a sanitizer";
  for (const Outcome& outcome : evaluate(open<leak>, {.fill_heap = false, .check_leaks = true}, 3)) {
    EXPECT_EQ(outcome.conduct, bit_of(Conduct::leak));
    EXPECT_EQ(outcome.at(Stage::serialize).status, Status::accepted);
  }
}

TEST(CheckLeaks, a_cache_is_none_nor_is_memory_that_is_given_back) {
  if (kSanitized) GTEST_SKIP() << "allocations cannot be watched under a sanitizer";
  for (const IsolatedCandidate::Opener& opener : {open<keep_in_a_cache>, open<give_back>}) {
    for (const Outcome& outcome : evaluate(opener, {.fill_heap = false, .check_leaks = true}, 3)) {
      EXPECT_EQ(outcome.conduct, 0u);
    }
  }
}

TEST(CheckLeaks, nothing_is_looked_for_unless_it_is_asked_for) {
  EXPECT_EQ(evaluate(open<leak>, {.fill_heap = false}, 1)[0].conduct, 0u);
}

TEST(FailAllocations, a_crash_names_the_allocation_that_failed) {
  if (kSanitized) GTEST_SKIP() << "allocations cannot be watched under a sanitizer";
  for (const Outcome& outcome :
       evaluate(open<trust_the_second_block>, {.fill_heap = false, .fail_allocations = true}, 2)) {
    ASSERT_TRUE(outcome.crash.has_value());
    EXPECT_EQ(outcome.crash->what, "SIGSEGV after allocation 2 failed");
    EXPECT_EQ(outcome.at(Stage::serialize).status, Status::crashed);
  }
}

TEST(FailAllocations, the_outcome_is_that_of_a_call_that_gets_all_its_memory) {
  if (kSanitized) GTEST_SKIP() << "allocations cannot be watched under a sanitizer";
  const std::vector<Outcome> outcomes =
      evaluate(open<refuse_without_memory>, {.fill_heap = false, .fail_allocations = true}, 1);
  ASSERT_FALSE(outcomes[0].crash.has_value());
  ASSERT_EQ(outcomes[0].observables.size(), 1u);
  EXPECT_EQ(outcomes[0].observables[0].value, 1u);
}

}  // namespace
}  // namespace d3d12fuzz
