/// How a build of D3D12 passes arguments: native ones of Linux differ, and nothing in the file says which it is.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace d3d12fuzz::d3d12 {

enum class CallingConvention : std::uint8_t {
  ms_abi,    ///< Microsoft x64: Debian's libvkd3d
  sysv_abi,  ///< System V: what a compiler does here unless told otherwise
};

/// "ms_abi" or "sysv_abi".
std::string_view name_of(CallingConvention convention);

/// Tries both conventions on an empty root signature, each in a process of its own: the wrong one may crash or hang.
/// The library is not loaded into this process. Takes as long as loading it twice. Windows has one convention, which
/// needs no trial.
/// \param processor_time  that a trial may take at most, whatever else runs on the machine; one that waits for what
///                        never comes ends after 50 s
/// \throws InputError if the library cannot be loaded, or neither convention works
CallingConvention detect_calling_convention(const std::string& path,
                                            std::chrono::milliseconds processor_time = std::chrono::seconds(5));

}  // namespace d3d12fuzz::d3d12
