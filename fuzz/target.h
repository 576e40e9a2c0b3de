/// What a file of this folder that is a target defines; entry_points.cpp does the rest.
#pragma once

#include <memory>
#include <string_view>

#include "candidates/candidate.h"

namespace d3d12fuzz {

struct TargetSetup {
  const Domain* domain;
  std::unique_ptr<Candidate> candidate;
  std::string_view known_differences;  ///< the text that KnownDifferences reads; empty if there are none
};

/// Called once, before the first input.
/// \throws InputError if the environment asks for what there is not
TargetSetup set_up_target();

}  // namespace d3d12fuzz
