/// The candidates `d3d12:...` and `d3dx12:...` of the command line.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "candidates/d3d12/calling_convention.h"
#include "candidates/in_process.h"
#include "domains/d3d12_types.h"

namespace d3d12fuzz::d3d12 {

inline constexpr std::string_view kDefaultLibrary = "libvkd3d-utils.so.1";

/// What stands after "d3d12:" or "d3dx12:".
struct LibrarySpec {
  std::string path = std::string(kDefaultLibrary);
  std::optional<CallingConvention> convention;            ///< found out if not given
  std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version;  ///< of "d3dx12:" alone
};

/// Reads "PATH" with options behind it, in any order: ",abi=ms", ",abi=sysv", and of d3dx12 ",max=1.0", ",max=1.1". An
/// empty path is the default library; d3dx12 converts down to 1.1 unless it is told otherwise.
/// \throws InputError if an option has another value
LibrarySpec parse_library_spec(std::string_view candidate, std::string_view text);

/// Opens the library of a spec in whatever process it is called in, as often as it is called.
using Opener = std::function<std::unique_ptr<InProcessCandidate>()>;

/// An opener whose calling convention is settled now, in processes of its own, so that a worker that restarts need not
/// find it out again. Nothing is loaded into this process.
/// \throws InputError if the text cannot be read, the library cannot be loaded, or neither convention works. The opener
///         throws InputError if the library cannot be loaded.
Opener d3d12_opener(std::string_view text);

/// The same through the helper of d3dx12.h.
Opener d3dx12_opener(std::string_view text);

}  // namespace d3d12fuzz::d3d12
