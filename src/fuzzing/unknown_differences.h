/// Which differences of a case are news.
#pragma once

#include <vector>

#include "shrink/examiner.h"
#include "shrink/known_differences.h"

namespace d3d12fuzz {

/// The differences that are neither known nor follow from a known one, in their order.
std::vector<Difference> unknown_differences(const Domain& domain, const Case& value, const Examination& examination,
                                            const KnownDifferences& known);

}  // namespace d3d12fuzz
