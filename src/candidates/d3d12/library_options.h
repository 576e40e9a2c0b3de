/// What names a D3D12 library and how it is to be called: the options of the plug-in.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "candidates/d3d12/calling_convention.h"
#include "domains/d3d12_types.h"

namespace d3d12fuzz::d3d12 {

#ifdef _WIN32
inline constexpr std::string_view kDefaultLibrary = "d3d12.dll";
#else
inline constexpr std::string_view kDefaultLibrary = "libvkd3d-utils.so.1";
#endif

struct LibraryOptions {
  std::string path = std::string(kDefaultLibrary);
  std::optional<CallingConvention> convention;            ///< found out if not given
  std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version;  ///< if given, through the helper of d3dx12.h at this version
};

/// Reads "PATH" with options behind it, in any order: ",abi=ms", ",abi=sysv", ",max=1.0", ",max=1.1". An empty path is
/// the default library.
/// \throws InputError if an option has another value, or the platform has no such convention
LibraryOptions parse_library_options(std::string_view text);

/// The text that is read as these options.
std::string text_of(const LibraryOptions& options);

}  // namespace d3d12fuzz::d3d12
