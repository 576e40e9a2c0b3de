#include "candidates/d3d12/registration.h"

#include <utility>

#include "base/error.h"
#include "candidates/d3d12/library.h"

namespace d3d12fuzz::d3d12 {

LibrarySpec parse_library_spec(std::string_view text) {
  static constexpr std::string_view kConventionOption = ",abi=";
  LibrarySpec spec;
  const std::size_t option = text.rfind(kConventionOption);
  const std::string_view path = text.substr(0, option);
  if (!path.empty()) spec.path = path;
  if (option == std::string_view::npos) return spec;
  const std::string_view convention = text.substr(option + kConventionOption.size());
  if (convention == "ms") {
    spec.convention = CallingConvention::ms_abi;
  } else if (convention == "sysv") {
    spec.convention = CallingConvention::sysv_abi;
  } else {
    throw InputError("candidate 'd3d12:" + std::string(text) + "': unknown calling convention '" +
                     std::string(convention) + "'; expected abi=ms or abi=sysv");
  }
  return spec;
}

Opener d3d12_opener(std::string_view text) {
  const LibrarySpec spec = parse_library_spec(text);
  const CallingConvention convention = spec.convention ? *spec.convention : detect_calling_convention(spec.path);
  return [path = spec.path, convention] {
    OpenedLibrary opened = open_d3d12_library(path, convention);
    return std::make_unique<InProcessCandidate>(opened.candidate, std::move(opened.provenance));
  };
}

}  // namespace d3d12fuzz::d3d12
