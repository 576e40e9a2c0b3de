/// The file from which a run that was killed goes on. It holds all that was found, those findings too that have no file
/// yet, so that it agrees with itself whatever became of the files beside it.
#pragma once

#include <boost/describe.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/campaign.h"

namespace d3d12fuzz {

struct RunState {
  std::vector<std::string> arguments;  ///< what decides the result of a run, a name and a value each
  CampaignState campaign;
  std::vector<std::vector<std::string>> files;  ///< of each candidate: FindingFiles::names
};
BOOST_DESCRIBE_STRUCT(RunState, (), (arguments, campaign, files))

/// What stands in a folder of findings.
inline constexpr std::string_view kRunStateName = "run.state";

/// Replaces the file, which is there whole or not at all. \throws InputError
void save_run_state(const std::filesystem::path& path, const RunState& state);

/// \param arguments  of the run that wants to go on
/// \param why_not    why nothing is returned though there is a file: one line that names it
/// \return nothing if there is no file, or it is none to go on from
std::optional<RunState> load_run_state(const std::filesystem::path& path, const std::vector<std::string>& arguments,
                                       std::string& why_not);

}  // namespace d3d12fuzz
