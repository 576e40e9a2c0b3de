/// Which rules a run exercised, rule by rule.
#pragma once

#include <boost/json/array.hpp>
#include <string>

#include "cli/tally.h"

namespace d3d12fuzz {

/// A heading and a line for each rule that the domain decides, of any class, sorted by id.
std::string coverage_table(const Tally& tally, const Domain& domain);

/// The same for scripts.
boost::json::array coverage_json(const Tally& tally, const Domain& domain);

/// Whether every scored rule was exercised, in one line; else which ones were not.
std::string covered_line(const Tally& tally, const Domain& domain);

}  // namespace d3d12fuzz
