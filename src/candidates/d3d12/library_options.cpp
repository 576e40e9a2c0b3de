#include "candidates/d3d12/library_options.h"

#include "base/error.h"

namespace d3d12fuzz::d3d12 {
namespace {

/// Takes an option off the end of the text. \return its value; nothing if the last one is another
std::optional<std::string_view> take_option(std::string_view name, std::string_view& text) {
  const std::size_t comma = text.rfind(',');
  if (comma == std::string_view::npos || !text.substr(comma + 1).starts_with(name)) return std::nullopt;
  const std::string_view value = text.substr(comma + 1 + name.size());
  text = text.substr(0, comma);
  return value;
}

CallingConvention convention_of(std::string_view value) {
  if (value == "ms") return CallingConvention::ms_abi;
#ifdef _WIN32
  throw InputError("unknown calling convention '" + std::string(value) + "'; Windows has abi=ms alone");
#else
  if (value == "sysv") return CallingConvention::sysv_abi;
  throw InputError("unknown calling convention '" + std::string(value) + "'; expected abi=ms or abi=sysv");
#endif
}

D3D_ROOT_SIGNATURE_VERSION version_of(std::string_view value) {
  if (value == "1.0") return D3D_ROOT_SIGNATURE_VERSION_1_0;
  if (value == "1.1") return D3D_ROOT_SIGNATURE_VERSION_1_1;
  throw InputError("unknown version '" + std::string(value) + "'; expected max=1.0 or max=1.1");
}

}  // namespace

LibraryOptions parse_library_options(std::string_view text) {
  LibraryOptions options;
  while (true) {
    if (const auto convention = take_option("abi=", text)) {
      options.convention = convention_of(*convention);
    } else if (const auto version = take_option("max=", text)) {
      options.max_version = version_of(*version);
    } else {
      break;
    }
  }
  if (!text.empty()) options.path = text;
  return options;
}

std::string text_of(const LibraryOptions& options) {
  std::string text = options.path;
  if (options.convention) text += *options.convention == CallingConvention::ms_abi ? ",abi=ms" : ",abi=sysv";
  if (options.max_version) text += *options.max_version == D3D_ROOT_SIGNATURE_VERSION_1_0 ? ",max=1.0" : ",max=1.1";
  return text;
}

}  // namespace d3d12fuzz::d3d12
