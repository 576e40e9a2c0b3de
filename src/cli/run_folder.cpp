#include "cli/run_folder.h"

#include <utility>

#include "base/file.h"
#include "cli/candidate_flags.h"

namespace d3d12fuzz {

RunFolder::RunFolder(std::filesystem::path folder, const std::vector<std::string>& candidates,
                     std::vector<std::string> arguments)
    : folder_(std::move(folder)) {
  state_.arguments = std::move(arguments);
  if (!folder_.empty()) remove_abandoned_files(folder_);
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    if (folder_.empty() || candidates.size() == 1) {
      findings_.emplace_back(folder_);
      continue;
    }
    const std::string name = candidates[k].substr(0, candidates[k].find(':'));
    const std::filesystem::path path = folder_ / (candidate_label(k) + "-" + name);
    make_writable_folder(path);
    remove_abandoned_files(path);
    findings_.emplace_back(path);
  }
}

std::optional<CampaignState> RunFolder::take_up(std::string& why_not) {
  if (folder_.empty()) return std::nullopt;
  std::optional<RunState> state = load_run_state(folder_ / kRunStateName, state_.arguments, why_not);
  if (!state) return std::nullopt;
  state_ = std::move(*state);
  has_state_ = true;
  for (std::size_t k = 0; k < findings_.size(); ++k) findings_[k].restore(state_.files[k]);
  return state_.campaign;
}

void RunFolder::forget() {
  has_state_ = false;
  if (!folder_.empty()) std::filesystem::remove(folder_ / kRunStateName);
}

void RunFolder::keep_state(const CampaignState& state) {
  state_.campaign = state;
  has_state_ = true;
  save();
}

void RunFolder::keep_only_final(const Campaign& campaign) {
  for (std::size_t k = 0; k < findings_.size(); ++k) findings_[k].keep_only(campaign.findings(k));
}

std::optional<std::uint64_t> RunFolder::keep_for_later() {
  if (!has_state_) return std::nullopt;
  save();
  return state_.campaign.next_case;
}

void RunFolder::save() {
  state_.files.clear();
  for (const FindingFiles& files : findings_) state_.files.emplace_back(files.names().begin(), files.names().end());
  save_run_state(folder_ / kRunStateName, state_);
}

}  // namespace d3d12fuzz
