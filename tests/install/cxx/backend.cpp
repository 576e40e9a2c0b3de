// The example's backend as C++, which checks that its options arrive as they were given.

#include <stdexcept>
#include <string>

#define d3d12fuzz_open_candidate open_without_options
#include "root_layout.c"
#undef d3d12fuzz_open_candidate

extern "C" int d3d12fuzz_open_candidate(std::uint32_t version, const char* options, d3d12fuzz_candidate* out) {
  // An exception is thrown by this program's C++ library, beside that of the harness.
  try {
    if (std::string(options) != "a \"quoted\" \\ text;é") throw std::runtime_error("other options");
    return open_without_options(version, "", out);
  } catch (const std::runtime_error&) {
    return D3D12FUZZ_BAD_OPTIONS;
  }
}
