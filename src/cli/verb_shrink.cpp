// d3d12fuzz shrink: a case from a file, made as small as it goes.

#include <fmt/format.h>

#include "base/file.h"
#include "cli/candidate_flags.h"
#include "cli/verbs.h"
#include "report/finding_json.h"
#include "report/finding_text.h"

namespace d3d12fuzz {
namespace {

struct ShrinkFlags {
  CandidateFlags candidate;
  std::string file;
  std::string out;
  bool verify_minimal = false;
  std::size_t budget = 5000;
};

/// The differences to look at: the recorded one if the file is a finding and shows it, else all.
std::vector<Signature> signatures_to_keep(const LoadedCase& loaded, const Examination& examination) {
  const std::vector<Signature> shown = examination.signatures(*loaded.domain);
  // What comes and goes need not show this time.
  const std::optional<Signature> recorded = parse_signature(loaded.signature);
  if (recorded && recorded->unstable) return {recorded->as_shown()};
  for (const Signature& signature : shown) {
    if (signature.text() == loaded.signature) return {signature};
  }
  return shown;
}

int shrink_file(const ShrinkFlags& flags) {
  const LoadedCase loaded = load_case(flags.file);
  const Domain& domain = *loaded.domain;
  const Opened opened = flags.candidate.open();
  Examiner examiner(domain, *opened.candidates.front(), opened.reference.get());
  CollectorOptions options;
  options.shrink_budget = flags.budget;
  options.reference.name = flags.candidate.reference;
  Collector collector(examiner, options);

  const std::unique_ptr<Case> value = case_from_tree(domain, loaded.tree);
  const std::vector<Signature> signatures = signatures_to_keep(loaded, examiner.examine(*value));
  if (signatures.empty()) {
    fmt::print("{}: no difference, nothing to shrink\n", flags.file);
    return kClean;
  }
  if (flags.verify_minimal) {
    bool minimal = true;
    for (const Signature& signature : signatures) {
      const std::optional<Node> simpler = collector.simpler_neighbour_of(loaded.tree, signature);
      fmt::print("{}: {}: {}\n", flags.file, signature.text(),
                 simpler ? "not minimal, a simpler case shows it too:" : "minimal, no simpler neighbour shows it");
      if (simpler) fmt::print("{}", domain.hlsl(*case_from_tree(domain, *simpler)));
      minimal &= !simpler;
    }
    return minimal ? kClean : kFindings;
  }
  const std::optional<Finding> finding = collector.shrink_case(*value, signatures.front(), std::nullopt);
  if (!finding) {
    fmt::print("{}: {} was shown once and never again\n", flags.file, signatures.front().text());
    return kFindings;
  }
  if (!flags.out.empty()) write_file(flags.out, finding_json(*finding));
  fmt::print("{}{} evaluations\n", finding_text(*finding, flags.out, program_name()),
             collector.evaluations().empty() ? 0 : collector.evaluations().front());
  return kFindings;
}

}  // namespace

void add_shrink(CLI::App& app, int& status) {
  auto flags = std::make_shared<ShrinkFlags>();
  CLI::App* verb = app.add_subcommand("shrink", "make a case that shows a difference as small as it goes");
  verb->footer(
      "Examples:\n"
      "  d3d12fuzz shrink big.json --out small.json\n"
      "  d3d12fuzz shrink findings/accepts-illegal-DT-005.json --verify-minimal\n"
      "With --verify-minimal nothing is shrunk: exits with 0 if no simpler neighbour shows the difference, else with "
      "1.");
  verb->add_option("FILE", flags->file, "case or finding file; - is standard input")->required();
  flags->candidate.add_to(*verb);
  verb->add_option("--out,-o", flags->out, "file for the result");
  verb->add_option("--budget", flags->budget, "evaluations at most")->capture_default_str()->check(whole_number(1));
  verb->add_flag("--verify-minimal", flags->verify_minimal, "only check that the case is minimal");
  verb->callback([flags, &status] { status = shrink_file(*flags); });
}

}  // namespace d3d12fuzz
