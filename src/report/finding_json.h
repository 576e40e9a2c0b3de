/// Cases and findings as files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "report/finding.h"

namespace d3d12fuzz {

/// What a case or finding file holds, as far as replaying it needs.
struct LoadedCase {
  const Domain* domain = nullptr;
  Node tree;
  std::optional<Difference> difference;  ///< of a finding, if the file says what differed
  std::string signature;                 ///< of a finding; empty in a case file
  Provenance candidate;                  ///< of a finding
};

/// The text of a case file.
std::string case_json(const Domain& domain, const Node& tree);

/// The text of a finding file.
std::string finding_json(const Finding& finding);

/// Reads either kind of file; "-" is standard input. Never repairs: what the domain would change is refused.
/// \throws InputError naming file, field, what was found and what was expected
LoadedCase load_case(const std::filesystem::path& path);

/// The same from text; `name` stands for the file in errors.
LoadedCase parse_case(std::string_view text, std::string_view name);

}  // namespace d3d12fuzz
