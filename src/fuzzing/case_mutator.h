/// The custom mutator of an engine: bytes of a case in, bytes of another case out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "fuzzing/tree_mutator.h"

namespace d3d12fuzz {

/// With the memory that it reuses. Not for two threads at once.
class CaseMutator {
 public:
  CaseMutator(const Domain& domain, TreeMutator::ByteMutator bytes);

  /// Mutates the case in the first `size` bytes of `data`. A case that does not fit loses elements of its longest
  /// lists.
  /// \param data  room for the result, all of which may be used
  /// \return the size of the result
  std::size_t mutate(std::span<std::uint8_t> data, std::size_t size, std::uint32_t seed);

  /// Writes a case that has parts of two others to `out`; as for mutate() if it does not fit.
  std::size_t cross_over(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second,
                         std::span<std::uint8_t> out, std::uint32_t seed);

 private:
  std::size_t write(std::span<std::uint8_t> out);

  const Domain& domain_;
  TreeMutator mutator_;
  std::unique_ptr<Case> case_;
  Node tree_;
  Node other_tree_;
  std::vector<std::uint8_t> encoded_;
};

}  // namespace d3d12fuzz
