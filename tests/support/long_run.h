/// Tests that scripts/long.sh runs over more.
#pragma once

#include <cstdlib>
#include <string_view>

namespace d3d12fuzz::test {

/// Whether D3D12FUZZ_LONG asks for more values.
inline bool long_run() {
  const char* text = std::getenv("D3D12FUZZ_LONG");
  return text != nullptr && std::string_view(text) == "1";
}

}  // namespace d3d12fuzz::test
