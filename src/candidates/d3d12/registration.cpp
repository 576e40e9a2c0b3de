#include "candidates/d3d12/registration.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "candidates/d3d12/library.h"
#include "candidates/plugin/plugin.h"

namespace d3d12fuzz::d3d12 {
namespace {

constexpr std::string_view kDirect = "d3d12";
constexpr std::string_view kThroughHelper = "d3dx12";

/// As it is named on the command line.
std::string name_of_candidate(const LibraryOptions& options) {
  if (!options.max_version) return "d3d12:" + options.path;
  return "d3dx12:" + options.path + (*options.max_version == D3D_ROOT_SIGNATURE_VERSION_1_0 ? ",max=1.0" : ",max=1.1");
}

Opener opener(LibraryOptions options) {
  if (!options.convention) options.convention = detect_calling_convention(options.path);
  return [options] {
    return plugin::open_candidate(
        open_library, text_of(options),
        {.name = name_of_candidate(options), .calling_convention = std::string(name_of(*options.convention))});
  };
}

}  // namespace

LibraryOptions parse_library_spec(std::string_view candidate, std::string_view text) {
  try {
    LibraryOptions options = parse_library_options(text);
    if (candidate == kThroughHelper) {
      if (!options.max_version) options.max_version = D3D_ROOT_SIGNATURE_VERSION_1_1;
    } else if (options.max_version) {
      throw InputError("max= is an option of d3dx12, which converts down; expected d3dx12 or no max=");
    }
    return options;
  } catch (const InputError& error) {
    throw InputError("candidate '" + std::string(candidate) + ":" + std::string(text) + "': " + error.what());
  }
}

Opener d3d12_opener(std::string_view text) { return opener(parse_library_spec(kDirect, text)); }

Opener d3dx12_opener(std::string_view text) { return opener(parse_library_spec(kThroughHelper, text)); }

}  // namespace d3d12fuzz::d3d12
