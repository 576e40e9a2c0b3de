/// Any library that exports the D3D12 entry points, as a candidate.
#pragma once

#include <optional>
#include <string>

#include "candidates/candidate.h"
#include "candidates/d3d12/calling_convention.h"
#include "domains/d3d12_types.h"
// The C header needs the D3D12 types before it.
#include "candidates/d3d12fuzz_candidate.h"

namespace d3d12fuzz::d3d12 {

struct OpenedLibrary {
  d3d12fuzz_candidate candidate;  ///< to be freed by its `destroy`
  Provenance provenance;
};

/// Loads a library into this process. Real ones abort on legal input: do it in a worker.
/// \param path  a file if it holds a slash, else a name that the dynamic linker looks for
/// \param max_version  as make_candidate's
/// \throws InputError as load_library
OpenedLibrary open_d3d12_library(const std::string& path, CallingConvention convention,
                                 std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version = {});

}  // namespace d3d12fuzz::d3d12
