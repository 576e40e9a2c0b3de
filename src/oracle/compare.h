/// The oracle: compares a candidate's outcome with the expectation, stage by stage.
#pragma once

#include <vector>

#include "oracle/difference.h"
#include "oracle/expectation.h"
#include "oracle/outcome.h"
#include "oracle/tolerances.h"

namespace d3d12fuzz {

struct Comparison {
  std::vector<Difference> differences;  ///< empty: nothing to report
  bool unsupported = false;             ///< some stage answered `unsupported`
  bool compared = false;                ///< at least one stage could be judged
  bool tolerated = false;               ///< some stage differed in what the implementation does by design

  void clear() {
    differences.clear();
    unsupported = compared = tolerated = false;
  }
};

/// Compares stage by stage, never across stages. One difference for each scored rule that is broken and not enforced at
/// a stage; at most one wrong value for each field; a crash, a hang or a fault of conduct is a difference whatever the
/// case's class, the last at the last stage reached.
/// \param out         cleared first; allocates only when there is a difference
/// \param tolerances  of the candidate: a stage at which they explain its answer is not judged
void compare(const Expectation& expectation, const Outcome& outcome, std::span<const ObservableField> fields,
             Comparison& out, Tolerances tolerances = {});

/// The expectation that another implementation's outcome sets up when it stands on the reference side: its verdicts and
/// values are taken as right; what it does not know, or crashed on, is not compared.
/// \param out         keeps its rules, which the model found; stages and observables are replaced
/// \param tolerances  of the reference: what they explain is no verdict, nor are the values behind it
void expect_outcome(const Outcome& reference, Expectation& out, Tolerances tolerances = {});

}  // namespace d3d12fuzz
