// The functions that libFuzzer and engines of its kind call, for any target of this folder.

#include <cstdio>
#include <cstdlib>
#include <optional>

#include "base/error.h"
#include "fuzz/target.h"
#include "fuzzing/case_mutator.h"
#include "fuzzing/fuzz_target.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace d3d12fuzz {
namespace {

/// libFuzzer reads each byte of this section as one counter, and clears it before each input.
[[gnu::section("__libfuzzer_extra_counters")]] std::uint8_t rule_counters[kRuleCounters];

struct Running {
  FuzzTarget target;
  CaseMutator mutator;
};
std::optional<Running> running;

/// Engines other than libFuzzer do not all call LLVMFuzzerInitialize.
Running& start() {
  if (running) return *running;
  try {
    const TargetSetup setup = set_up_target();
    KnownDifferences known = KnownDifferences::parse(setup.known_differences, setup.known_file);
    running.emplace(Running{FuzzTarget(*setup.domain, setup.open_candidate(), std::move(known), rule_counters),
                            CaseMutator(*setup.domain, &LLVMFuzzerMutate)});
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::_Exit(2);
  }
  return *running;
}

}  // namespace
}  // namespace d3d12fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  d3d12fuzz::start();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  d3d12fuzz::start().target.test({data, size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return d3d12fuzz::start().mutator.mutate({data, max_size}, size, seed);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second, std::size_t second_size, std::uint8_t* out,
                                                 std::size_t max_size, unsigned seed) {
  return d3d12fuzz::start().mutator.cross_over({first, first_size}, {second, second_size}, {out, max_size}, seed);
}
