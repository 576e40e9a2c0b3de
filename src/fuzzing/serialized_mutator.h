/// Mutation of serialized root signatures as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzzing/tree_mutator.h"

namespace d3d12fuzz {

/// Has the byte mutator edit the first `size` bytes of `data`. In three of four results the container then says its own
/// size and digest: readers that check these go no further otherwise.
/// \param data  room for the result, all of which may be used
/// \return the size of the result
std::size_t mutate_serialized(TreeMutator::ByteMutator mutate, std::span<std::uint8_t> data, std::size_t size,
                              std::uint32_t seed);

}  // namespace d3d12fuzz
