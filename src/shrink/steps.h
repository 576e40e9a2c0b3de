/// Each kind of step towards a simpler case; neighbours.h says what it does.
#pragma once

#include "shrink/neighbours.h"

namespace d3d12fuzz {

// On the elements of lists.
std::vector<Node> removals(const Node& tree, NumberSteps numbers);
std::vector<Node> joins(const Node& tree, NumberSteps numbers);
std::vector<Node> absorptions(const Node& tree, NumberSteps numbers);
std::vector<Node> swaps(const Node& tree, NumberSteps numbers);
std::vector<Node> moves(const Node& tree, NumberSteps numbers);
std::vector<Node> compensations(const Node& tree, NumberSteps numbers);

// On choices.
std::vector<Node> alternatives(const Node& tree, NumberSteps numbers);
std::vector<Node> alternatives_alike(const Node& tree, NumberSteps numbers);

// On leaves.
std::vector<Node> lowered(const Node& tree, NumberSteps numbers);
std::vector<Node> lowered_alike(const Node& tree, NumberSteps numbers);
std::vector<Node> shifted(const Node& tree, NumberSteps numbers);
std::vector<Node> trades(const Node& tree, NumberSteps numbers);
std::vector<Node> exchanges(const Node& tree, NumberSteps numbers);
std::vector<Node> exchanges_alike(const Node& tree, NumberSteps numbers);
std::vector<Node> renames(const Node& tree, NumberSteps numbers);
std::vector<Node> pairs(const Node& tree, NumberSteps numbers);

}  // namespace d3d12fuzz
