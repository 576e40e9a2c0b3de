/// The files of a run's findings.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "report/finding.h"

namespace d3d12fuzz {

class FindingFiles {
 public:
  /// \param folder  which exists; empty: no files
  explicit FindingFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// \return where the finding is, or an empty text without folder
  std::string keep(const Finding& finding);

  /// Leaves of the run's files those of the final findings alone. A finding is written as soon as it is there; a later
  /// one may have taken its place, or may have a smaller case.
  void keep_only(const std::vector<const Finding*>& findings);

  /// The names of the files that the run wrote, those too that an earlier process of it did; sorted.
  const std::set<std::string>& names() const { return names_; }
  void restore(const std::vector<std::string>& names) { names_.insert(names.begin(), names.end()); }

 private:
  std::filesystem::path folder_;
  std::set<std::string> names_;
};

}  // namespace d3d12fuzz
