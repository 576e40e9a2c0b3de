/// Which cases of a folder exercise a rule.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "rules/catalogue.h"

namespace d3d12fuzz {

/// The cases and findings below a folder, as the model judges them.
struct RuleCases {
  struct Files {
    std::vector<std::string> met;     ///< whose cases the rule has a say in, and that keep it
    std::vector<std::string> broken;  ///< whose cases break it
  };
  std::map<RuleId, Files> by_rule;
  std::size_t unreadable = 0;    ///< *.json files that hold no case of this version
  std::string first_unreadable;  ///< what is wrong with the first of these
};

/// Judges every *.json file of the folder and those in it, in the order of their names.
/// \throws InputError if the folder cannot be read
RuleCases find_rule_cases(const std::filesystem::path& folder);

}  // namespace d3d12fuzz
