#include "candidates/d3d12/registration.h"

#include <utility>

#include "base/error.h"
#include "candidates/d3d12/library.h"

namespace d3d12fuzz::d3d12 {

namespace {

constexpr std::string_view kDirect = "d3d12";
constexpr std::string_view kThroughHelper = "d3dx12";

[[noreturn]] void refuse(std::string_view candidate, std::string_view text, const std::string& what) {
  throw InputError("candidate '" + std::string(candidate) + ":" + std::string(text) + "': " + what);
}

/// Takes an option off the end of the text. \return its value; nothing if the last one is another
std::optional<std::string_view> take_option(std::string_view name, std::string_view& text) {
  const std::size_t comma = text.rfind(',');
  if (comma == std::string_view::npos || !text.substr(comma + 1).starts_with(name)) return std::nullopt;
  const std::string_view value = text.substr(comma + 1 + name.size());
  text = text.substr(0, comma);
  return value;
}

Opener opener(const LibrarySpec& spec) {
  const CallingConvention convention = spec.convention ? *spec.convention : detect_calling_convention(spec.path);
  return [spec, convention] {
    OpenedLibrary opened = open_d3d12_library(spec.path, convention, spec.max_version);
    return std::make_unique<InProcessCandidate>(opened.candidate, std::move(opened.provenance));
  };
}

}  // namespace

LibrarySpec parse_library_spec(std::string_view candidate, std::string_view text) {
  LibrarySpec spec;
  if (candidate == kThroughHelper) spec.max_version = D3D_ROOT_SIGNATURE_VERSION_1_1;
  std::string_view path = text;
  while (true) {
    if (const auto convention = take_option("abi=", path)) {
      if (*convention != "ms" && *convention != "sysv") {
        refuse(candidate, text,
               "unknown calling convention '" + std::string(*convention) + "'; expected abi=ms or abi=sysv");
      }
      spec.convention = *convention == "ms" ? CallingConvention::ms_abi : CallingConvention::sysv_abi;
    } else if (const auto version = candidate == kThroughHelper ? take_option("max=", path) : std::nullopt) {
      if (*version != "1.0" && *version != "1.1") {
        refuse(candidate, text, "unknown version '" + std::string(*version) + "'; expected max=1.0 or max=1.1");
      }
      spec.max_version = *version == "1.0" ? D3D_ROOT_SIGNATURE_VERSION_1_0 : D3D_ROOT_SIGNATURE_VERSION_1_1;
    } else {
      break;
    }
  }
  if (!path.empty()) spec.path = path;
  return spec;
}

Opener d3d12_opener(std::string_view text) { return opener(parse_library_spec(kDirect, text)); }

Opener d3dx12_opener(std::string_view text) { return opener(parse_library_spec(kThroughHelper, text)); }

}  // namespace d3d12fuzz::d3d12
