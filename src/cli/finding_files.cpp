#include "cli/finding_files.h"

#include <utility>

#include "base/file.h"
#include "report/finding_json.h"

namespace d3d12fuzz {

std::string FindingFiles::keep(const Finding& finding) {
  if (folder_.empty()) return {};
  const std::string name = finding.slug() + ".json";
  write_file(folder_ / name, finding_json(finding));
  names_.insert(name);
  return (folder_ / name).string();
}

void FindingFiles::keep_only(const std::vector<const Finding*>& findings) {
  const std::set<std::string> before = std::exchange(names_, {});
  for (const Finding* finding : findings) keep(*finding);
  for (const std::string& name : before) {
    if (!names_.contains(name)) std::filesystem::remove(folder_ / name);
  }
}

}  // namespace d3d12fuzz
