#include "oracle/provenance.h"

namespace d3d12fuzz {

std::string Provenance::line() const {
  std::string text = name;
  if (!options.empty()) text += " " + options;
  const auto add = [&](const std::string& part, const char* label) {
    if (!part.empty()) text += std::string(", ") + label + part;
  };
  add(path, "");
  add(version, "version ");
  add(build_id, "build id ");
  add(calling_convention, "");
  return text;
}

}  // namespace d3d12fuzz
