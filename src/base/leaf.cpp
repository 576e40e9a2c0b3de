#include "base/leaf.h"

#include <bit>

namespace d3d12fuzz {

Distance distance_from_simplest(const LeafMeaning& meaning, std::uint64_t value) {
  if (value == meaning.simplest) return {};
  if (meaning.kind == LeafKind::flags) return {static_cast<std::uint32_t>(std::popcount(value)), value};
  // Zero is as simple as a name: it is the first thing a reader tries. An enumeration has a name for it, or none at
  // all.
  if (value == 0 && meaning.kind != LeafKind::enumeration) return {1, 0};
  for (std::size_t i = 0; i < meaning.names.size(); ++i) {
    if (meaning.names[i].value == value) return {2, i};
  }
  if (meaning.kind == LeafKind::real) {
    for (std::size_t i = 0; i < meaning.boundaries.size(); ++i) {
      if (meaning.boundaries[i] == value) return {2, i};
    }
  }
  return {3, value};
}

}  // namespace d3d12fuzz
