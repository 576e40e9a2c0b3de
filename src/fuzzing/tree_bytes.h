/// From the binary form of a case straight to its tree, which a mutator edits: the way through the case itself would
/// cost it more time than all edits.
#pragma once

#include <cstdint>
#include <span>

#include "base/tree.h"

namespace d3d12fuzz {

/// Makes `out` the tree that the bytes decode to (base/binary_codec.h), not repaired; it keeps its memory.
/// \param type  of the domain whose form the bytes are
void read_tree(std::span<const std::uint8_t> bytes, const TypeInfo& type, Node& out);

}  // namespace d3d12fuzz
