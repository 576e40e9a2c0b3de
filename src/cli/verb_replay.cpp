// d3d12fuzz replay: cases and findings from files against a candidate.

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/file.h"
#include "cli/candidate_flags.h"
#include "cli/candidate_tables.h"
#include "cli/known_flags.h"
#include "cli/verbs.h"
#include "report/finding_json.h"
#include "report/finding_text.h"

namespace d3d12fuzz {
namespace {

struct ReplayFlags {
  CandidateFlags candidate;
  std::vector<std::string> files;
  KnownFlags known;
  std::string write_known;
};

/// What replayed cases showed with one candidate.
struct Shown {
  std::vector<std::uint64_t> known;   ///< for each known difference the number of cases
  std::uint64_t known_cases = 0;      ///< cases that showed any of them
  bool unknown = false;               ///< any case showed any other
  std::vector<std::string> verdicts;  ///< of each case
  std::vector<KnownDifference> all;   ///< of all cases
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

/// A difference as an entry of a list. Rules, crashes and what comes and goes need no shape to be told apart.
KnownDifference unreviewed(const Signature& signature, const Shape& shape) {
  KnownDifference entry;
  entry.signature = signature;
  const bool by_shape =
      signature.kind == DifferenceKind::legal_rejected || signature.kind == DifferenceKind::wrong_value;
  if (by_shape && !signature.unstable) entry.shape = shape;
  entry.reason = "unreviewed";
  return entry;
}

void print_rules(std::string_view label, const RuleSet& rules) {
  if (rules.empty()) return;
  std::string ids;
  rules.for_each([&](RuleId id) { ids += (ids.empty() ? "" : " ") + std::string(rule(id).id); });
  fmt::print("  {:<10} {}\n", label, ids);
}

/// How often an unstable finding is looked for.
constexpr unsigned kTries = 10;

/// What a case shows, and how often it shows what its file says of it.
struct Replayed {
  Examination examination;  ///< the first that shows the recorded difference, else the last
  std::vector<Signature> shown;
  unsigned times = 0;  ///< how many of the tries showed the recorded difference
  unsigned tries = 0;
};

/// Evaluates a case once, and that of an unstable finding several times.
Replayed evaluate(const LoadedCase& loaded, Examiner& examiner) {
  const std::unique_ptr<Case> value = case_from_tree(*loaded.domain, loaded.tree);
  const std::optional<Signature> recorded = parse_signature(loaded.signature);
  const bool unstable = recorded && recorded->unstable;
  Replayed replayed;
  for (unsigned i = 0; i < (unstable ? kTries : 1); ++i) {
    const Examination& examination = examiner.examine(*value);
    std::vector<Signature> shown = examination.signatures(*loaded.domain);
    ++replayed.tries;
    if (replayed.times == 0) {
      replayed.examination = examination;
      replayed.shown = shown;
    }
    if (recorded && std::find(shown.begin(), shown.end(), recorded->as_shown()) != shown.end()) ++replayed.times;
  }
  if (replayed.times == 0 || replayed.times == replayed.tries) return replayed;
  for (Signature& signature : replayed.shown) signature.unstable = signature == recorded->as_shown();
  return replayed;
}

std::string_view verdict(const Comparison& comparison, bool any_unknown) {
  if (any_unknown) return "differs";
  if (!comparison.differences.empty()) return "differs as is known";
  return comparison.compared ? "no difference" : "nothing could be compared";
}

/// Prints what a case shows and adds it to the rest.
/// \param label  of the candidate, where there are several
void replay(const std::string& file, const std::string& label, const LoadedCase& loaded, Examiner& examiner,
            const KnownDifferences& known, Shown& all) {
  // Of several, most are others than the one that the finding is of.
  if (label.empty()) warn_of_other_candidate(file, loaded.candidate, examiner.candidate().provenance());
  const Replayed replayed = evaluate(loaded, examiner);
  const Examination& examination = replayed.examination;
  const std::vector<Signature>& shown = replayed.shown;
  const Shape shape = shape_of(loaded.tree);
  std::vector<const KnownDifference*> entries;
  for (const Signature& signature : shown) {
    std::optional<std::size_t> entry = known.match(signature, [&] { return shape; });
    if (!entry) entry = known.match(signature.as_shown(), [&] { return shape; });
    if (entry) ++all.known[*entry];
    entries.push_back(entry ? &known.entries()[*entry] : nullptr);
    all.all.push_back(entry ? known.entries()[*entry] : unreviewed(signature, shape));
  }
  const bool any_unknown = std::find(entries.begin(), entries.end(), nullptr) != entries.end();
  const bool any_known =
      std::any_of(entries.begin(), entries.end(), [](const auto* entry) { return entry != nullptr; });
  all.unknown |= any_unknown;
  all.known_cases += any_known ? 1 : 0;

  all.verdicts.emplace_back(verdict(examination.comparison, any_unknown));
  fmt::print("{}: {}{}\n", file, label.empty() ? "" : label + ": ", all.verdicts.back());
  fmt::print("  class      {}\n", name_of(examination.expectation.scoring_class()));
  print_rules("breaks", examination.expectation.broken_rules);
  print_rules("advisory", examination.expectation.advisory);
  print_rules("ambiguous", examination.expectation.ambiguous);
  fmt::print("  got        {}\n", outcome_line(examination.outcome));
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (entries[i] != nullptr) {
      fmt::print("  known      {}: {}\n", shown[i].text(), entries[i]->reason);
      continue;
    }
    const Difference& difference = examination.comparison.differences[i];
    fmt::print("  difference {}\n", shown[i].text());
    if (difference.kind != DifferenceKind::wrong_value) continue;
    const ObservableField& field = loaded.domain->observable_fields()[difference.key.field];
    fmt::print("             {}: expected {}, got {}\n", path_of(field, difference.key),
               value_text(field, difference.expected), value_text(field, difference.got));
  }
  if (replayed.tries > 1) fmt::print("  unstable   shown {} times in {}\n", replayed.times, replayed.tries);
  if (!loaded.signature.empty() && replayed.times == 0) {
    fmt::print("  the recorded finding does not show: {}\n", loaded.signature);
  }
}

/// The entries, each once, without those that a more general one makes needless.
std::vector<KnownDifference> distinct(std::vector<KnownDifference> all) {
  std::sort(all.begin(), all.end(), [](const KnownDifference& a, const KnownDifference& b) {
    // Those that somebody wrote stay, whatever their shape.
    return std::tuple(a.file.empty(), a.shape.size(), a.text()) < std::tuple(b.file.empty(), b.shape.size(), b.text());
  });
  std::vector<KnownDifference> once;
  for (KnownDifference& entry : all) {
    const bool covered = std::any_of(once.begin(), once.end(), [&](const KnownDifference& other) {
      const bool meant_too = entry.file.empty() ? contains(entry.shape, other.shape) : entry.shape == other.shape;
      return other.signature == entry.signature && meant_too;
    });
    if (!covered) once.push_back(std::move(entry));
  }
  return once;
}

/// Which case shows something with which candidate.
void print_table(const std::vector<std::string>& files, const Opened& opened, const std::vector<Shown>& shown) {
  std::vector<std::vector<std::string>> rows{{"file"}};
  for (std::size_t k = 0; k < shown.size(); ++k) rows.front().push_back(candidate_label(k));
  for (std::size_t i = 0; i < files.size(); ++i) {
    rows.push_back({files[i]});
    for (const Shown& of : shown) rows.back().push_back(of.verdicts[i]);
  }
  fmt::print("\n");
  for (std::size_t k = 0; k < shown.size(); ++k) {
    fmt::print("{}: {}\n", candidate_label(k), opened.candidates[k]->provenance().line());
  }
  fmt::print("{}", aligned_text(rows));
}

int replay_all(const ReplayFlags& flags) {
  // Everything is read before anything runs: a bad file is no half replay.
  std::vector<LoadedCase> cases;
  for (const std::string& file : flags.files) cases.push_back(load_case(file));
  const KnownDifferences known = flags.known.load();
  const Opened opened = flags.candidate.open();
  const bool several = opened.candidates.size() > 1;
  std::vector<Shown> shown(opened.candidates.size());
  for (Shown& of : shown) of.known.resize(known.entries().size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    for (std::size_t k = 0; k < shown.size(); ++k) {
      opened.candidates[k]->watch_single_cases();
      Examiner examiner(*cases[i].domain, *opened.candidates[k], opened.reference.get());
      replay(flags.files[i], several ? candidate_label(k) : "", cases[i], examiner, known, shown[k]);
    }
  }
  if (several) print_table(flags.files, opened, shown);
  std::vector<KnownDifference> all;
  bool unknown = false;
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const std::string text = known_text(flags.known, known, shown[k].known, shown[k].known_cases);
    fmt::print("{}", several ? labelled_lines(k, text) : text);
    all.insert(all.end(), shown[k].all.begin(), shown[k].all.end());
    unknown |= shown[k].unknown;
  }
  if (!flags.write_known.empty()) write_file(flags.write_known, known_differences_text(distinct(std::move(all))));
  return unknown ? kFindings : kClean;
}

}  // namespace

void add_replay(CLI::App& app, int& status) {
  auto flags = std::make_shared<ReplayFlags>();
  CLI::App* verb = app.add_subcommand("replay", "run cases and findings from files");
  verb->footer(
      "Examples:\n"
      "  d3d12fuzz replay findings/*.json\n"
      "  d3d12fuzz replay case.json --candidate builtin\n"
      "  d3d12fuzz replay findings/*.json --write-known known.tsv        list what they show, to be reviewed\n"
      "  d3d12fuzz replay findings/*.json --known known.tsv\n"
      "  d3d12fuzz replay findings/*.json --candidate d3d12 --candidate builtin     which shows what, as a table\n"
      "Exits with 1 if any case shows a difference that is not known.");
  verb->add_option("FILE", flags->files, "case or finding files; - is standard input")->required();
  flags->candidate.add_to(*verb, true);
  flags->known.add_to(*verb);
  verb->add_option("--write-known", flags->write_known,
                   "file for a list of all differences shown, for --known; reasons are those of --known, else "
                   "\"unreviewed\"");
  verb->callback([flags, &status] { status = replay_all(*flags); });
}

}  // namespace d3d12fuzz
