/// Any library that exports the D3D12 entry points, as a candidate of the C interface.
#pragma once

#include <cstdint>

#include "candidates/d3d12fuzz_candidate.h"

namespace d3d12fuzz::d3d12 {

/// A d3d12fuzz_open_candidate: loads a library into this process, and finds its calling convention out in others unless
/// the options name it. Real libraries abort on legal input: do it in a worker.
/// \param options  as parse_library_options reads them
/// \return D3D12FUZZ_BAD_OPTIONS or D3D12FUZZ_CANNOT_OPEN with `out->error`, which is valid until the next call
int open_library(std::uint32_t version, const char* options, d3d12fuzz_candidate* out) noexcept;

}  // namespace d3d12fuzz::d3d12
