#include "oracle/observable.h"

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

}  // namespace d3d12fuzz
