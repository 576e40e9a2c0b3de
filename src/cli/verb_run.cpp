// d3d12fuzz run: random cases against a candidate.

#include <fmt/format.h>
#include <unistd.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdio>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/json_text.h"
#include "cli/campaign.h"
#include "cli/candidate_flags.h"
#include "cli/verbs.h"
#include "report/finding_json.h"
#include "report/finding_text.h"

namespace d3d12fuzz {
namespace {

struct RunFlags {
  CandidateFlags candidate;
  std::string domain = "root_signature";
  std::uint64_t cases = 0;
  double time = 0;
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  std::string out;
  bool keep_going = false;
  bool json = false;
  std::size_t shrink_budget = 5000;
};

/// A line that is rewritten on a terminal; elsewhere a plain line now and then.
class Progress {
 public:
  explicit Progress(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

  void show(std::uint64_t cases, double seconds, std::size_t findings) {
    if (quiet_ || (!terminal_ && seconds < next_plain_)) return;
    const std::string line = fmt::format("{} cases, {:.0f} s, {} cases/s, {} findings", cases, seconds,
                                         seconds > 0 ? static_cast<std::uint64_t>(cases / seconds) : 0, findings);
    if (terminal_) {
      fmt::print(stderr, "\r\x1b[K{}", line);
    } else {
      fmt::print(stderr, "{}\n", line);
      next_plain_ = seconds + 10;
    }
  }

  void shrinking(const Signature& signature) {
    if (!quiet_ && terminal_) fmt::print(stderr, "\r\x1b[Kshrinking: {}", signature.text());
  }

  void clear() const {
    if (!quiet_ && terminal_) fmt::print(stderr, "\r\x1b[K");
  }

 private:
  bool quiet_;
  bool terminal_;
  double next_plain_ = 10;
};

/// Keeps a finding in the output folder. \return where, or an empty text without folder
std::string keep(const Finding& finding, const std::string& folder) {
  if (folder.empty()) return {};
  const std::filesystem::path path = std::filesystem::path(folder) / (finding.slug() + ".json");
  write_file(path, finding_json(finding));
  return path.string();
}

boost::json::object summary_json(const Campaign& campaign, const CampaignResult& result, const RunFlags& flags,
                                 const Domain& domain) {
  namespace json = boost::json;
  const auto text = [](std::string_view view) { return json::value(json::string_view(view.data(), view.size())); };
  json::object object;
  object["domain"] = text(domain.name());
  object["candidate"] = text(campaign.candidate().line());
  object["reference"] = text(campaign.reference_name());
  object["seed"] = text(std::to_string(flags.seed));
  object["cases"] = result.tally.cases;
  object["interrupted"] = result.interrupted;
  json::object classes;
  for (std::size_t i = 0; i < std::size(result.tally.by_class); ++i) {
    if (static_cast<RuleClass>(i) == RuleClass::note) continue;
    classes[json::string_view(name_of(static_cast<RuleClass>(i)).data())] = result.tally.by_class[i];
  }
  object["classes"] = classes;
  object["unsupported"] = result.tally.unsupported;
  object["not_compared"] = result.tally.not_compared;
  object["differing"] = result.tally.differing;
  const ExercisedRules rules = exercised_rules(result.tally, domain);
  object["rules_exercised"] = rules.exercised;
  object["rules"] = rules.all;
  json::array findings;
  for (const Finding* finding : campaign.findings()) findings.push_back(parse_json(finding_json(*finding), "finding"));
  object["findings"] = findings;
  return object;
}

int run(const RunFlags& flags) {
  const Domain& domain = domain_by_name(flags.domain);
  if (!flags.out.empty()) make_writable_folder(flags.out);
  catch_interrupts();

  CampaignOptions options;
  if (flags.cases != 0) options.cases = flags.cases;
  if (flags.time > 0) options.time = std::chrono::milliseconds(static_cast<long long>(flags.time * 1000));
  if (!options.cases && !options.time) options.time = std::chrono::seconds(10);
  options.seed = flags.seed;
  options.jobs = flags.jobs;
  options.keep_going = flags.keep_going;
  options.shrink_budget = flags.shrink_budget;
  // Looked at here first, so that a library that cannot be used is one line and no process.
  flags.candidate.options();
  Campaign campaign(domain, [&] { return flags.candidate.open(); }, options);

  if (!flags.json) {
    fmt::print("d3d12fuzz {}: {}, {} against {}\nseed {}, {}\n", D3D12FUZZ_VERSION, domain.name(),
               campaign.reference_name(), campaign.candidate().line(), flags.seed,
               flags.jobs == 1 ? "1 job" : fmt::format("{} jobs", flags.jobs));
    std::fflush(stdout);
  }
  Progress progress(flags.json);
  std::size_t count = 0;
  CampaignEvents events;
  events.progress = [&](std::uint64_t cases, double seconds) { progress.show(cases, seconds, count); };
  events.shrinking = [&](const Signature& signature) { progress.shrinking(signature); };
  events.finding = [&](const Finding& finding) {
    ++count;
    const std::string file = keep(finding, flags.out);
    if (flags.json) return;
    progress.clear();
    fmt::print("\n[{}] {}", count, finding_text(finding, file, program_name()));
    std::fflush(stdout);
  };
  const CampaignResult result = campaign.run(events);
  progress.clear();

  const std::vector<const Finding*> findings = campaign.findings();
  if (flags.json) {
    fmt::print("{}", write_json(summary_json(campaign, result, flags, domain)));
    return findings.empty() ? kClean : kFindings;
  }
  fmt::print("\n{} cases in {:.1f} s ({:.0f} cases/s){}\n{}\n", result.tally.cases, result.seconds,
             result.seconds > 0 ? static_cast<double>(result.tally.cases) / result.seconds : 0.0,
             result.interrupted ? ", interrupted" : "", health_line(result.tally, domain));
  const std::uint64_t silent = result.tally.cases - result.tally.by_class[static_cast<std::size_t>(RuleClass::scored)];
  if (result.tally.cases > 0 &&
      (2 * silent > result.tally.cases || 2 * result.tally.not_compared > result.tally.cases)) {
    fmt::print("WARNING: more than half of the cases could not be judged; this run says little.\n");
  }
  if (!flags.keep_going && !findings.empty()) fmt::print("stopped at the first findings; --keep-going goes on\n");
  if (findings.empty() && result.tally.differing > 0) {
    fmt::print("NOTE: {} cases differed once, as by a time limit, and not again\n", result.tally.differing);
  }
  if (findings.empty()) {
    fmt::print("no findings\n");
  } else {
    fmt::print("{} {}{}\n", findings.size(), findings.size() == 1 ? "finding" : "findings",
               flags.out.empty() ? "; give --out FOLDER to keep them" : " in " + flags.out);
  }
  return findings.empty() ? kClean : kFindings;
}

}  // namespace

void add_run(CLI::App& app, int& status) {
  auto flags = std::make_shared<RunFlags>();
  CLI::App* verb = app.add_subcommand("run", "draw random cases and compare a candidate with the reference");
  verb->footer(
      "Examples:\n"
      "  d3d12fuzz run --time 60 --keep-going --out findings\n"
      "  d3d12fuzz run --candidate d3d12:./libmyd3d12.so --cases 1000000 --jobs 2\n"
      "  d3d12fuzz run --candidate builtin --fault zero-count-accepted\n"
      "Case i is a function of the seed and i alone. Without --cases and --time the run takes 10 seconds.");
  verb->add_option("--domain,-d", flags->domain, "kind of case")->capture_default_str();
  flags->candidate.add_to(*verb);
  verb->add_option("--cases,-n", flags->cases, "stop after this many cases")->check(whole_number(1));
  verb->add_option("--time,-t", flags->time, "stop after this many seconds")->check(seconds());
  verb->add_option("--seed,-s", flags->seed, "of the random choices")->capture_default_str()->check(whole_number(0));
  verb->add_option("--jobs,-j", flags->jobs, "processes; findings do not depend on it")
      ->capture_default_str()
      ->check(CLI::Range(1u, 256u));
  verb->add_option("--out,-o", flags->out, "folder for the findings, one JSON file each");
  verb->add_flag("--keep-going,-k", flags->keep_going, "go on after the first findings");
  verb->add_flag("--json", flags->json, "print one JSON object at the end instead of text");
  verb->add_option("--shrink-budget", flags->shrink_budget, "evaluations for shrinking one finding")
      ->capture_default_str()
      ->check(whole_number(1));
  verb->callback([flags, &status] { status = run(*flags); });
}

}  // namespace d3d12fuzz
