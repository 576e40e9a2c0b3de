/// The candidates `d3d12:...` and `d3dx12:...` of the command line.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "candidates/d3d12/library_options.h"
#include "candidates/in_process.h"

namespace d3d12fuzz::d3d12 {

/// Reads what stands after "d3d12:" or "d3dx12:": options as the plug-in has them, but that ",max=..." is of d3dx12
/// alone, which converts down to 1.1 unless it is told otherwise.
/// \throws InputError as parse_library_options, or if d3d12 has a version
LibraryOptions parse_library_spec(std::string_view candidate, std::string_view text);

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
