#include "fuzzing/known_set.h"

#include <algorithm>

#include "base/error.h"
#include "oracle/signature.h"

namespace d3d12fuzz {
namespace {

/// Takes what stands before the separator off the text; all of it if there is none.
std::string_view take_until(char separator, std::string_view& text) {
  const std::size_t at = text.find(separator);
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return taken;
}

Shape parse_shape(std::string_view text) {
  Shape shape;
  while (!text.empty()) {
    std::string_view feature = take_until(',', text);
    while (feature.starts_with(' ')) feature.remove_prefix(1);
    shape.emplace_back(feature);
  }
  std::sort(shape.begin(), shape.end());
  return shape;
}

}  // namespace

KnownSet KnownSet::parse(std::string_view text, std::string_view name) {
  KnownSet set;
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view line = take_until('\n', text);
    if (line.empty() || line.starts_with('#')) continue;
    const auto fail = [&](const std::string& what) {
      throw InputError(std::string(name) + ":" + std::to_string(number) + ": " + what);
    };
    if (std::count(line.begin(), line.end(), '\t') != 2) fail("expected signature, shape and reason between tabs");
    const std::string_view signature = take_until('\t', line);
    const std::string_view shape = take_until('\t', line);
    if (!parse_signature(signature)) fail("\"" + std::string(signature) + "\" is no signature");
    if (line.empty()) fail("expected a reason");
    set.lines_.push_back({std::string(signature), parse_shape(shape)});
  }
  return set;
}

bool KnownSet::explains(std::string_view signature, const Domain& domain, const Case& value) const {
  return std::any_of(lines_.begin(), lines_.end(), [&](const Line& line) {
    return line.signature == signature && (line.shape.empty() || contains(shape_of(domain.tree(value)), line.shape));
  });
}

}  // namespace d3d12fuzz
