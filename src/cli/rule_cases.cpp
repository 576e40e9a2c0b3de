#include "cli/rule_cases.h"

#include <algorithm>

#include "base/error.h"
#include "report/finding_json.h"

namespace d3d12fuzz {
namespace {

std::vector<std::filesystem::path> json_files(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) {
    throw InputError("--corpus: found \"" + folder.string() + "\", expected a folder" +
                     (error ? ": " + error.message() : ""));
  }
  std::vector<std::filesystem::path> files;
  std::filesystem::recursive_directory_iterator at(folder, error);
  for (; !error && at != std::filesystem::recursive_directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    if (at->path().extension() == ".json" && at->is_regular_file(ignored)) files.push_back(at->path());
  }
  if (error) throw InputError(folder.string() + ": cannot be read: " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

RuleCases find_rule_cases(const std::filesystem::path& folder) {
  RuleCases cases;
  std::map<const Domain*, std::unique_ptr<Model>> models;
  for (const std::filesystem::path& file : json_files(folder)) {
    try {
      const LoadedCase loaded = load_case(file);
      std::unique_ptr<Model>& model = models[loaded.domain];
      if (model == nullptr) model = loaded.domain->make_model();
      Expectation expectation;
      model->judge(*case_from_tree(*loaded.domain, loaded.tree), expectation);
      RuleSet broken = expectation.broken_rules;
      broken |= expectation.advisory;
      broken |= expectation.ambiguous;
      broken |= expectation.undefined;
      // One range may keep a rule that another breaks.
      expectation.met.for_each([&](RuleId id) {
        if (!broken.contains(id)) cases.by_rule[id].met.push_back(file.string());
      });
      broken.for_each([&](RuleId id) { cases.by_rule[id].broken.push_back(file.string()); });
    } catch (const InputError& error) {
      if (cases.unreadable++ == 0) cases.first_unreadable = error.what();
    }
  }
  return cases;
}

}  // namespace d3d12fuzz
