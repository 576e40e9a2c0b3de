/// The identity that the linker gave a library.
#pragma once

#include <string>

namespace d3d12fuzz::d3d12 {

/// The GNU build id of a loaded library, in lower-case hexadecimal; empty if it has none.
/// \param handle  from dlopen
std::string build_id_of(void* handle);

}  // namespace d3d12fuzz::d3d12
