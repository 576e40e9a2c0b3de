/// Which rows of the catalogue are meant: by id, or by what stands in their columns.
#pragma once

#include <string>
#include <vector>

#include "rules/catalogue.h"

namespace d3d12fuzz {

/// Empty texts let every row through.
struct RuleFilter {
  std::string rule_class;
  std::string domain;
  std::string violation;
  std::string platform;  ///< rows for both platforms hold on each
  std::string decided_by;
  std::string grep;     ///< in subject and text, whatever the case of letters
  bool judged = false;  ///< only what some domain of this version judges

  /// The rows that pass, in the order of the catalogue.
  /// \throws InputError for a value that its column does not have
  std::vector<RuleId> rules() const;
};

/// Whether any domain of this version judges the rule.
bool is_judged(RuleId id);

/// The rule of an id, in either case of letters.
/// \throws InputError, with the id that may have been meant
RuleId rule_by_name(const std::string& name);

}  // namespace d3d12fuzz
