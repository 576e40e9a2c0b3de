/// The candidate `d3d12:...` of the command line.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "candidates/d3d12/calling_convention.h"
#include "candidates/in_process.h"

namespace d3d12fuzz::d3d12 {

inline constexpr std::string_view kDefaultLibrary = "libvkd3d-utils.so.1";

/// What stands after "d3d12:".
struct LibrarySpec {
  std::string path = std::string(kDefaultLibrary);
  std::optional<CallingConvention> convention;  ///< found out if not given
};

/// Reads "PATH", "PATH,abi=ms", "PATH,abi=sysv"; an empty path is the default library.
/// \throws InputError if the convention is neither
LibrarySpec parse_library_spec(std::string_view text);

/// Opens the library of a spec in whatever process it is called in, as often as it is called.
using Opener = std::function<std::unique_ptr<InProcessCandidate>()>;

/// An opener whose calling convention is settled now, in processes of its own, so that a worker that restarts need not
/// find it out again. Nothing is loaded into this process.
/// \throws InputError if the text cannot be read, the library cannot be loaded, or neither convention works. The opener
///         throws InputError if the library cannot be loaded.
Opener d3d12_opener(std::string_view text);

}  // namespace d3d12fuzz::d3d12
