// D3D12 libraries as a plug-in. Options: "PATH[,abi=ms|sysv][,max=1.0|1.1]"; an empty path is the platform's own
// library.

#include "candidates/d3d12/library.h"

int d3d12fuzz_open_candidate(uint32_t version, const char* options, d3d12fuzz_candidate* out) {
  return d3d12fuzz::d3d12::open_library(version, options, out);
}
