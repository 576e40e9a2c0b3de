/// What a file of this folder that is a target defines; entry_points.cpp and replay.cpp do the rest.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "candidates/candidate.h"

namespace d3d12fuzz {

struct TargetSetup {
  const Domain* domain;
  std::string candidate_name;  ///< in reports

  /// Opens the candidate, in the process in which it is to run.
  /// \throws InputError if it cannot be opened
  std::function<std::unique_ptr<Candidate>()> open_candidate;

  std::string_view known_differences;            ///< the text that KnownDifferences reads; empty if there are none
  std::string known_file = "known differences";  ///< stands for the file in errors
};

/// \throws InputError if the environment asks for what there is not
TargetSetup set_up_target();

}  // namespace d3d12fuzz
