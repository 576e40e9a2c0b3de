/// A D3D12 library as a candidate.
#pragma once

#include <optional>

#include "candidates/d3d12/calling_convention.h"
#include "candidates/d3d12/library_file.h"
#include "domains/d3d12_types.h"
// The C header needs the D3D12 types before it.
#include "candidates/d3d12fuzz_candidate.h"

namespace d3d12fuzz::d3d12 {

/// A candidate that calls the library. Its context is freed by `destroy`; the device is made when the first root
/// signature is to be created.
/// \param max_version  if given, descs are serialized through D3DX12SerializeVersionedRootSignature at this version at
///                     most, and that is all that is tested: serialized root signatures do not go that way
d3d12fuzz_candidate make_candidate(const LoadedLibrary& library, CallingConvention convention,
                                   std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version = {});

}  // namespace d3d12fuzz::d3d12
