// d3d12fuzz replay: cases and findings from files against a candidate.

#include <fmt/format.h>

#include "cli/candidate_flags.h"
#include "cli/verbs.h"
#include "report/finding_json.h"
#include "report/finding_text.h"

namespace d3d12fuzz {
namespace {

struct ReplayFlags {
  CandidateFlags candidate;
  std::vector<std::string> files;
};

/// Says where the candidate is another one than that of the finding.
void warn_of_other_candidate(const std::string& file, const Provenance& found, const Provenance& now) {
  const auto warn = [&](std::string_view what, const std::string& then, const std::string& today) {
    if (!then.empty() && then != today) {
      fmt::print(stderr, "{}: found with {} {}, replayed with {}\n", file, what, then,
                 today.empty() ? "another" : today);
    }
  };
  warn("candidate", found.name, now.name);
  if (found.name != now.name) return;
  warn("options", found.options, now.options);
  warn("version", found.version, now.version);
  warn("build id", found.build_id, now.build_id);
  warn("calling convention", found.calling_convention, now.calling_convention);
}

/// Prints what a case shows. \return whether it shows a difference
bool replay(const std::string& file, const LoadedCase& loaded, Examiner& examiner) {
  warn_of_other_candidate(file, loaded.candidate, examiner.candidate().provenance());
  const std::unique_ptr<Case> value = case_from_tree(*loaded.domain, loaded.tree);
  const Examination& examination = examiner.examine(*value);
  const std::vector<Signature> shown = examination.signatures(*loaded.domain);
  fmt::print(
      "{}: {}\n", file,
      shown.empty() ? (examination.comparison.compared ? "no difference" : "nothing could be compared") : "differs");
  fmt::print("  class      {}\n", name_of(examination.expectation.scoring_class()));
  const auto print_rules = [](std::string_view label, const RuleSet& rules) {
    if (rules.empty()) return;
    std::string ids;
    rules.for_each([&](RuleId id) { ids += (ids.empty() ? "" : " ") + std::string(rule(id).id); });
    fmt::print("  {:<10} {}\n", label, ids);
  };
  print_rules("breaks", examination.expectation.broken_rules);
  print_rules("advisory", examination.expectation.advisory);
  print_rules("ambiguous", examination.expectation.ambiguous);
  fmt::print("  got        {}\n", outcome_line(examination.outcome));
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Difference& difference = examination.comparison.differences[i];
    fmt::print("  difference {}\n", shown[i].text());
    if (difference.kind != DifferenceKind::wrong_value) continue;
    const ObservableField& field = loaded.domain->observable_fields()[difference.key.field];
    fmt::print("             {}: expected {}, got {}\n", path_of(field, difference.key),
               value_text(field, difference.expected), value_text(field, difference.got));
  }
  const bool same = std::any_of(shown.begin(), shown.end(),
                                [&](const Signature& signature) { return signature.text() == loaded.signature; });
  if (!loaded.signature.empty() && !same) fmt::print("  the recorded finding does not show: {}\n", loaded.signature);
  return !shown.empty();
}

int replay_all(const ReplayFlags& flags) {
  // Everything is read before anything runs: a bad file is no half replay.
  std::vector<LoadedCase> cases;
  for (const std::string& file : flags.files) cases.push_back(load_case(file));
  const Opened opened = flags.candidate.open();
  bool differs = false;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Examiner examiner(*cases[i].domain, *opened.candidate, opened.reference.get());
    differs |= replay(flags.files[i], cases[i], examiner);
  }
  return differs ? kFindings : kClean;
}

}  // namespace

void add_replay(CLI::App& app, int& status) {
  auto flags = std::make_shared<ReplayFlags>();
  CLI::App* verb = app.add_subcommand("replay", "run cases and findings from files");
  verb->footer(
      "Examples:\n"
      "  d3d12fuzz replay findings/*.json\n"
      "  d3d12fuzz replay case.json --candidate builtin\n"
      "Exits with 1 if any case shows a difference.");
  verb->add_option("FILE", flags->files, "case or finding files; - is standard input")->required();
  flags->candidate.add_to(*verb);
  verb->callback([flags, &status] { status = replay_all(*flags); });
}

}  // namespace d3d12fuzz
