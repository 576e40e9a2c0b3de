#include "oracle/observable.h"

#include <algorithm>
#include <charconv>

namespace d3d12fuzz {

std::string path_of(const ObservableField& field, ObservableKey key) {
  std::string text;
  const std::uint16_t indices[] = {key.first, key.second};
  std::size_t next = 0;
  for (const char c : field.path) {
    if (c == ']' && next < std::size(indices)) text += std::to_string(indices[next++]);
    text += c;
  }
  return text;
}

std::optional<ObservableKey> key_of(std::span<const ObservableField> fields, std::string_view path) {
  std::string plain;  // the path without its indices
  std::uint16_t indices[2] = {};
  std::size_t count = 0;
  while (!path.empty()) {
    const std::size_t bracket = std::min(path.find('['), path.size());
    plain += path.substr(0, bracket);
    path.remove_prefix(bracket);
    if (path.empty()) break;
    const std::size_t end = path.find(']');
    if (end == std::string_view::npos || count == std::size(indices)) return std::nullopt;
    const char* const last = path.data() + end;
    const auto [rest, error] = std::from_chars(path.data() + 1, last, indices[count++]);
    if (error != std::errc{} || rest != last) return std::nullopt;
    plain += "[]";
    path.remove_prefix(end + 1);
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].path == plain) return ObservableKey(static_cast<std::uint16_t>(i), indices[0], indices[1]);
  }
  return std::nullopt;
}

}  // namespace d3d12fuzz
