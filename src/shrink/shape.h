/// The shape of a case: what sets it apart from the simplest one, without indices and plain numbers. It tells faults
/// apart where no rule does.
#pragma once

#include <string>
#include <vector>

#include "base/tree.h"

namespace d3d12fuzz {

/// Sorted texts such as "parameters[].descriptor_ranges[].range_type=SAMPLER", "parameters[] twice or more".
using Shape = std::vector<std::string>;

Shape shape_of(const Node& tree);

/// The features in one line, separated by commas.
std::string shape_text(const Shape& shape);

/// Whether a case has everything that the other has: then the fault that the other is minimal for may explain it.
bool contains(const Shape& whole, const Shape& part);

}  // namespace d3d12fuzz
