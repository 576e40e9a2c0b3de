/// What a loaded library says of itself, so that a finding names the build that it was made with.
#pragma once

#include <string>

#include "candidates/d3d12/library_file.h"

namespace d3d12fuzz::d3d12 {

/// What the library says of its version; the name of its file if it says nothing. On Windows the version of its file,
/// with that of Wine behind it where there is one.
std::string version_of(const LoadedLibrary& library);

/// The identity that the linker gave the library: the GNU build id in lower-case hexadecimal; on Windows the GUID and
/// age of its debug information, or else time stamp and size, as symbol servers write them. Empty if there is none.
std::string build_id_of(const LoadedLibrary& library);

}  // namespace d3d12fuzz::d3d12
