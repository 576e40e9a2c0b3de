// Benchmarks of the harness, as tables for people. scripts/bench.sh runs it.
//
// Usage: d3d12fuzz_bench [pipeline | isolation | shrinking]...   all without arguments
//        d3d12fuzz_bench stage NAME CASES                        one stage alone, for tools that count instructions

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "bench.h"

int main(int argc, char** argv) {
  using namespace d3d12fuzz::bench;
  if (argc == 4 && std::string_view(argv[1]) == "stage") {
    if (run_stage(argv[2], std::strtoull(argv[3], nullptr, 10))) return 0;
    fmt::print(
        stderr,
        "d3d12fuzz_bench: no stage \"{}\", expected generate, model, hand over, builtin, compare or whole loop\n",
        argv[2]);
    return 2;
  }
  const auto wanted = [&](std::string_view part) {
    for (int i = 1; i < argc; ++i) {
      if (argv[i] == part) return true;
    }
    return argc == 1;
  };
  if (wanted("pipeline")) measure_pipeline();
  std::fflush(stdout);
  if (wanted("isolation")) measure_isolation();
  std::fflush(stdout);
  if (wanted("shrinking")) measure_shrinking();
  return 0;
}
