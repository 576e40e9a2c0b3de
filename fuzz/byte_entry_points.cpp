// The functions that libFuzzer and engines of its kind call, for targets whose input is a serialized root signature.

#include <cstdio>
#include <cstdlib>

#include "base/error.h"
#include "fuzz/byte_target.h"
#include "fuzzing/fuzz_target.h"
#include "fuzzing/serialized_mutator.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace d3d12fuzz {
namespace {

/// libFuzzer reads each byte of this section as one counter, and clears it before each input.
[[gnu::section("__libfuzzer_extra_counters")]] std::uint8_t rule_counters[kRuleCounters];

/// Engines other than libFuzzer do not all call LLVMFuzzerInitialize.
const ByteTest& started() {
  static const ByteTest test = [] {
    try {
      return open_byte_target(rule_counters);
    } catch (const InputError& error) {
      std::fprintf(stderr, "%s\n", error.what());
      std::_Exit(2);
    }
  }();
  return test;
}

}  // namespace
}  // namespace d3d12fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  d3d12fuzz::started();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  d3d12fuzz::started()({data, size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return d3d12fuzz::mutate_serialized(&LLVMFuzzerMutate, {data, max_size}, size, seed);
}
