/// What a run keeps in its folder: the findings, and as long as it is not at its end the state from which it goes on.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/finding_files.h"
#include "cli/run_state.h"

namespace d3d12fuzz {

class RunFolder {
 public:
  /// Makes a folder for each candidate, within the folder of the run where there are several: "A-builtin". Removes what
  /// processes that were killed left half written.
  /// \param folder      of the run, which exists; empty: nothing is kept
  /// \param candidates  as the command line names them
  /// \param arguments   see RunState
  /// \throws InputError
  RunFolder(std::filesystem::path folder, const std::vector<std::string>& candidates,
            std::vector<std::string> arguments);

  /// The state of a run of the same arguments that did not come to its end.
  /// \param why_not  see load_run_state
  std::optional<CampaignState> take_up(std::string& why_not);

  /// Removes the state of an earlier run.
  void forget();

  bool keeps_state() const { return !folder_.empty(); }

  /// \return where the finding is, or an empty text without folder
  std::string keep(std::size_t candidate, const Finding& finding) { return findings_[candidate].keep(finding); }

  void keep_state(const CampaignState& state);

  /// Leaves of the run's files those of the final findings alone.
  void keep_only_final(const Campaign& campaign);

  /// The case from which a run that was interrupted goes on; nothing if it has no state. Its state then knows the files
  /// of findings that were shrunk in a hurry, so that they go when better ones take their place.
  std::optional<std::uint64_t> keep_for_later();

 private:
  void save();

  std::filesystem::path folder_;
  std::vector<FindingFiles> findings_;
  RunState state_;
  bool has_state_ = false;
};

}  // namespace d3d12fuzz
