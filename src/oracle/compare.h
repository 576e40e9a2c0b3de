/// The oracle: compares a candidate's outcome with the expectation, stage by stage.
#pragma once

#include <vector>

#include "oracle/difference.h"
#include "oracle/expectation.h"
#include "oracle/outcome.h"

namespace d3d12fuzz {

struct Comparison {
  std::vector<Difference> differences;  ///< empty: nothing to report
  bool unsupported = false;             ///< some stage answered `unsupported`
  bool compared = false;                ///< at least one stage could be judged

  void clear() {
    differences.clear();
    unsupported = compared = false;
  }
};

/// Compares stage by stage, never across stages. One difference for each scored rule that is broken and not enforced at
/// a stage; at most one wrong value for each field; a crash or a hang is a difference whatever the case's class.
/// \param out  cleared first; allocates only when there is a difference
void compare(const Expectation& expectation, const Outcome& outcome, std::span<const ObservableField> fields,
             Comparison& out);

/// The expectation that another implementation's outcome sets up when it stands on the reference side: its verdicts and
/// values are taken as right; what it does not know, or crashed on, is not compared.
/// \param out  keeps its rules, which the model found; stages and observables are replaced
void expect_outcome(const Outcome& reference, Expectation& out);

}  // namespace d3d12fuzz
