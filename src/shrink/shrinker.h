/// Typed shrinking: the simplest case that still shows a fault.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "base/tree.h"
#include "shrink/neighbours.h"

namespace d3d12fuzz {

/// What shrinking asks of a case. Called once for each tree at most.
struct ShrinkQuestion {
  /// The case that the domain makes of an edited tree, as a tree (Domain::assign repairs).
  std::function<Node(const Node&)> repaired;

  /// Nothing if the case does not show the fault; else its weight, such as the number of broken rules. Weight may not
  /// grow while shrinking.
  std::function<std::optional<std::size_t>(const Node&)> weigh;

  NumberSteps numbers = NumberSteps::all;

  /// Asked before each evaluation: whether to end with what there is, as if the budget had run out.
  std::function<bool()> stop = [] { return false; };
};

struct ShrinkResult {
  Node tree;
  std::size_t evaluations = 0;  ///< calls of `weigh`
  bool minimal = false;         ///< a full sweep over all neighbours found nothing simpler; false: the budget ran out
};

/// Shrinks a case that shows the fault. Deterministic; accepts strictly simpler cases only; shrinking the result again
/// changes nothing.
///
/// First each list loses what it can, found by bisection; then fields are lowered one by one, then the compound steps,
/// until a sweep over all neighbours (neighbours.h) finds nothing.
/// \param budget  calls of `weigh` at most
ShrinkResult shrink(const Node& start, const ShrinkQuestion& question, std::size_t budget);

/// The first neighbour of a case that still shows the fault, if there is one: the case is not 1-minimal.
std::optional<Node> simpler_neighbour(const Node& tree, const ShrinkQuestion& question);

}  // namespace d3d12fuzz
