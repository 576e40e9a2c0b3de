/// Domain root_signature on a D3D12 library: serialize, deserialize, create.
#pragma once

#include "candidates/d3d12/calling_convention.h"
#include "candidates/d3d12/library_file.h"
#include "domains/d3d12_types.h"
// The C header needs the D3D12 types before it.
#include "candidates/d3d12fuzz_candidate.h"

namespace d3d12fuzz::d3d12 {

/// A candidate that calls the library. Its context is freed by `destroy`; the device is made when the first root
/// signature is to be created.
d3d12fuzz_candidate make_candidate(const LoadedLibrary& library, CallingConvention convention);

}  // namespace d3d12fuzz::d3d12
