// d3d12fuzz run: random cases against a candidate.

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "base/file.h"
#include "candidates/d3d12/library_identity.h"
#include "cli/campaign.h"
#include "cli/candidate_flags.h"
#include "cli/known_flags.h"
#include "cli/run_folder.h"
#include "cli/run_summary.h"
#include "cli/verbs.h"
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
  KnownFlags known;
  bool keep_going = false;
  bool until_covered = false;
  bool coverage = false;
  bool json = false;
  bool fresh = false;
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

std::string yes_or_no(bool value) { return value ? "yes" : "no"; }

/// What decides the result of a run, for its state. How many jobs there are does not, nor what is printed.
std::vector<std::string> deciding_arguments(const RunFlags& flags, const CampaignOptions& options,
                                            const Campaign& campaign) {
  // The built-in candidate and the model are of this very build.
  std::vector<std::string> arguments{
      fmt::format("d3d12fuzz {} {}", D3D12FUZZ_VERSION, d3d12::build_id_of({.handle = dlopen(nullptr, RTLD_LAZY)})),
      fmt::format("domain {}", flags.domain),
      fmt::format("seed {}", flags.seed),
      fmt::format("cases {}", options.cases.value_or(0)),
      fmt::format("time {} ms", options.time ? options.time->count() : 0),
      fmt::format("keep-going {}", yes_or_no(options.keep_going)),
      fmt::format("until-covered {}", yes_or_no(options.until_covered)),
      fmt::format("shrink-budget {}", options.shrink_budget),
      fmt::format("isolation {}", flags.candidate.isolation),
      fmt::format("timeout {} s", flags.candidate.timeout_seconds),
      fmt::format("reference {}", campaign.reference_name()),
  };
  for (std::size_t k = 0; k < campaign.candidates(); ++k) {
    arguments.push_back(fmt::format("candidate {}", campaign.candidate(k).line()));
  }
  for (const KnownDifference& entry : options.known.entries()) {
    arguments.push_back(fmt::format("known {}: {}: {}", entry.file, entry.text(), entry.reason));
  }
  return arguments;
}

/// How many findings a campaign has told.
std::size_t told_by(const CampaignState& state) {
  std::size_t count = 0;
  for (const std::vector<std::string>& told : state.told) count += told.size();
  return count;
}

/// Where an earlier process of the run was, with a line that says so, or why it is not taken up.
std::optional<CampaignState> take_up(RunFolder& folder, bool fresh) {
  if (fresh) folder.forget();
  std::string why_not;
  std::optional<CampaignState> state = folder.take_up(why_not);
  if (!why_not.empty()) fmt::print(stderr, "{}; starting anew\n", why_not);
  if (state) {
    const std::size_t findings = told_by(*state);
    fmt::print(stderr, "resuming at case {}, {} {} so far\n", state->next_case, findings,
               findings == 1 ? "finding" : "findings");
  }
  return state;
}

/// "builtin", or with several candidates a line for each: "A: builtin".
std::string candidate_lines(const Campaign& campaign) {
  if (campaign.candidates() == 1) return campaign.candidate(0).line();
  std::string lines = fmt::format("{} candidates", campaign.candidates());
  for (std::size_t k = 0; k < campaign.candidates(); ++k) {
    lines += fmt::format("\n{}: {}", candidate_label(k), campaign.candidate(k).line());
  }
  return lines;
}

int run(const RunFlags& flags) {
  const Domain& domain = domain_by_name(flags.domain);
  CampaignOptions options;
  if (flags.cases != 0) options.cases = flags.cases;
  if (flags.time > 0) options.time = std::chrono::milliseconds(static_cast<long long>(flags.time * 1000));
  // Rules are covered by cases, not by time.
  constexpr std::uint64_t most_until_covered = 100'000;
  if (!options.cases && !options.time && flags.until_covered) options.cases = most_until_covered;
  if (!options.cases && !options.time) options.time = std::chrono::seconds(10);
  options.seed = flags.seed;
  options.jobs = flags.jobs;
  options.keep_going = flags.keep_going || flags.until_covered;
  options.until_covered = flags.until_covered;
  options.known = flags.known.load();
  options.shrink_budget = flags.shrink_budget;
  if (!flags.out.empty()) make_writable_folder(flags.out);
  catch_interrupts();
  // Looked at here first, so that a library that cannot be used is one line and no process.
  flags.candidate.options();
  std::optional<Campaign> opened;
  try {
    opened.emplace(domain, [&](const StopFunction& stop) { return flags.candidate.open(stop); }, options);
  } catch (const Stopped&) {
    fmt::print("{}", flags.json ? unopened_json(domain, options) : unopened_text());
    return kClean;
  }
  Campaign& campaign = *opened;

  if (!flags.json) {
    fmt::print("d3d12fuzz {}: {}, {} against {}\nseed {}, {}\n", D3D12FUZZ_VERSION, domain.name(),
               campaign.reference_name(), candidate_lines(campaign), flags.seed,
               flags.jobs == 1 ? "1 job" : fmt::format("{} jobs", flags.jobs));
    std::fflush(stdout);
  }
  RunFolder folder(flags.out, flags.candidate.candidates, deciding_arguments(flags, options, campaign));
  const std::optional<CampaignState> before = take_up(folder, flags.fresh);
  Progress progress(flags.json);
  std::size_t count = before ? told_by(*before) : 0;
  CampaignEvents events;
  events.progress = [&](std::uint64_t cases, double seconds) { progress.show(cases, seconds, count); };
  events.shrinking = [&](const Signature& signature) { progress.shrinking(signature); };
  events.finding = [&](std::size_t candidate, const Finding& finding) {
    ++count;
    const std::string file = folder.keep(candidate, finding);
    if (flags.json) return;
    progress.clear();
    const std::string label = campaign.candidates() > 1 ? candidate_label(candidate) + ": " : "";
    fmt::print("\n[{}] {}{}", count, label, finding_text(finding, file, program_name()));
    std::fflush(stdout);
  };
  if (folder.keeps_state()) events.round_done = [&](const CampaignState& state) { folder.keep_state(state); };
  const CampaignResult result = campaign.run(events, before ? &*before : nullptr);
  progress.clear();
  folder.keep_only_final(campaign);

  const RunSummary summary{.domain = domain,
                           .campaign = campaign,
                           .options = options,
                           .result = result,
                           .known = flags.known,
                           .out = flags.out,
                           .coverage = flags.coverage || flags.until_covered};
  fmt::print("{}", flags.json ? summary_json(summary) : summary_text(summary));
  std::fflush(stdout);
  if (!result.interrupted && !campaign.failure()) {
    folder.forget();
  } else if (const std::optional<std::uint64_t> next = folder.keep_for_later()) {
    fmt::print(stderr, "the same command resumes at case {}; with --fresh it starts anew\n", *next);
  }
  if (campaign.failure()) std::rethrow_exception(campaign.failure());
  return campaign.any_findings() ? kFindings : kClean;
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
      "  d3d12fuzz run --candidate d3d12 --candidate d3dx12 --candidate builtin:fault=cost-limit-63 --keep-going\n"
      "  d3d12fuzz run --known known.tsv --keep-going            tell only what is not on a list\n"
      "  d3d12fuzz run --candidate builtin --until-covered --cases 100000\n"
      "A run ends\n"
      "  after the first round of cases that has a finding, unless --keep-going or --until-covered is given,\n"
      "  after --cases or --time, whichever comes first; after 10 seconds if neither is given,\n"
      "  with --until-covered after the first round that leaves no scored rule to be exercised; after 100000 cases if\n"
      "  neither --cases nor --time is given.\n"
      "Rounds are of 512 cases at first, and grow. Case i is a function of the seed and i alone.\n"
      "Several candidates\n"
      "  are given the same cases, and each is compared with the reference. Where Direct3D leaves a case open they\n"
      "  are compared with each other too: a table at the end says who differs from whom; that is no finding. The\n"
      "  same one given twice shows what it does not do alike each time. --out has a folder for each: A-builtin.\n"
      "A run whose candidate cannot be asked any more, as its worker at the other end of a link is gone for good,\n"
      "  ends with what was found till then, and exits with 2.\n"
      "A run that ended so, was killed or interrupted\n"
      "  goes on, with --out, when the same command is given again: from the last whole round, by FOLDER/run.state.\n"
      "  Time spent till then counts for --time. Other arguments (--jobs and what is printed apart), another build\n"
      "  of d3d12fuzz or of a candidate start anew. A run that comes to its end removes the state.");
  verb->add_option("--domain,-d", flags->domain, "kind of case")->capture_default_str();
  flags->candidate.add_to(*verb, true);
  verb->add_option("--cases,-n", flags->cases, "stop after this many cases")->check(whole_number(1));
  verb->add_option("--time,-t", flags->time, "stop after this many seconds")->check(seconds());
  verb->add_option("--seed,-s", flags->seed, "of the random choices")->capture_default_str()->check(whole_number(0));
  verb->add_option("--jobs,-j", flags->jobs, "processes; findings do not depend on it")
      ->capture_default_str()
      ->check(CLI::Range(1u, 256u));
  verb->add_option("--out,-o", flags->out, "folder for the findings, one JSON file each");
  verb->add_flag("--fresh", flags->fresh, "with --out: start anew, though an earlier run did not come to its end");
  verb->add_flag("--keep-going,-k", flags->keep_going, "go on after the first findings");
  flags->known.add_to(*verb);
  verb->add_flag("--until-covered", flags->until_covered,
                 "stop when every scored rule of the domain was exercised; with --coverage");
  verb->add_flag("--coverage", flags->coverage, "print at the end how many cases met and broke each rule");
  verb->add_flag("--json", flags->json, "print one JSON object at the end instead of text");
  verb->add_option("--shrink-budget", flags->shrink_budget, "evaluations for shrinking one finding")
      ->capture_default_str()
      ->check(whole_number(1));
  verb->callback([flags, &status] { status = run(*flags); });
}

}  // namespace d3d12fuzz
