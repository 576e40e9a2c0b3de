// Does nothing: how fast the engine itself is. scripts/bench_fuzz.sh measures the other targets by it.

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t*, std::size_t) { return 0; }
