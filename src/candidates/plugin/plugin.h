/// Candidates of others: whatever exports d3d12fuzz_open_candidate.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "candidates/in_process.h"

namespace d3d12fuzz::plugin {

/// Opens the candidate of a function and completes what is known of it by what it says of itself.
/// \param options     the candidate's own
/// \param provenance  what is known without it
/// \throws InputError if it cannot be opened, in the candidate's words where it has some, or was built with another
///         version of the interface
std::unique_ptr<InProcessCandidate> open_candidate(d3d12fuzz_open_candidate_fn open, const std::string& options,
                                                   Provenance provenance);

/// Opens the plug-in of a spec in whatever process it is called in, as often as it is called.
/// \param text  "PATH" or "PATH,OPTIONS": the options are all behind the first comma
/// \return throws InputError where the plug-in cannot be loaded or opened
std::function<std::unique_ptr<InProcessCandidate>()> opener(std::string_view text);

}  // namespace d3d12fuzz::plugin
