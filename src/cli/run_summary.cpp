#include "cli/run_summary.h"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "base/json_text.h"
#include "cli/candidate_flags.h"
#include "cli/candidate_tables.h"
#include "cli/coverage_table.h"
#include "report/finding_json.h"

namespace d3d12fuzz {
namespace {

namespace json = boost::json;

json::value text_value(std::string_view text) { return json::value(json::string_view(text.data(), text.size())); }

/// Each line with the candidate's label before it, where there are several.
std::string of_candidate(const RunSummary& summary, std::size_t candidate, std::string_view text) {
  return summary.campaign.candidates() == 1 ? std::string(text) : labelled_lines(candidate, text);
}

/// Why cases say nothing, by the commonest reason, and where to look.
std::string why_silent(const RunSummary& summary, const Tally& tally) {
  const SilentCases& silent = tally.silent;
  CasesAlike most = silent.open;
  std::string why = "the rules leave open what is right";
  if (silent.ended.cases > most.cases) {
    most = silent.ended;
    why = "the candidate crashes or hangs";
  }
  for (const Stage stage : kStages) {
    const CasesAlike& unsupported = silent.unsupported[static_cast<std::size_t>(stage)];
    if (unsupported.cases <= most.cases) continue;
    most = unsupported;
    why = "the candidate does not support " + std::string(name_of(stage));
  }
  return fmt::format(
      "  most often {}: {} of {} cases, the first is case {}\n"
      "  its answer: d3d12fuzz show --domain {} --seed {} --case {} --as json > case.json, then\n"
      "              d3d12fuzz replay case.json with the same --candidate\n",
      why, most.cases, tally.cases, most.first, summary.domain.name(), summary.options.seed, most.first);
}

/// What keeps a run from being taken for more than it is.
std::string notes(const RunSummary& summary, std::size_t candidate) {
  const Tally& tally = summary.result.candidates[candidate].tally;
  std::string text;
  const std::uint64_t silent = tally.cases - tally.by_class[static_cast<std::size_t>(RuleClass::scored)];
  if (tally.cases > 0 && (2 * silent > tally.cases || 2 * tally.not_compared > tally.cases)) {
    text += "WARNING: more than half of the cases could not be judged; this run says little.\n";
    text += why_silent(summary, tally);
  }
  if (tally.unexplained_deaths > 0) {
    text += fmt::format("WARNING: the candidate's process died {} times without a case that shows it alone.\n",
                        tally.unexplained_deaths);
  }
  const bool any_findings = !summary.campaign.findings(candidate).empty();
  if (any_findings && !summary.options.keep_going) {
    text += "stopped at the first findings; --keep-going goes on\n";
  }
  if (!any_findings && tally.unknown > 0) {
    text += summary.campaign.any_that_follow_from_known(candidate)
                ? fmt::format("NOTE: {} cases differed in what shrinks to known differences or follows from them\n",
                              tally.unknown)
                : fmt::format("NOTE: {} cases differed once, as by a time limit, and not again\n", tally.unknown);
  }
  return text;
}

/// The line that says what ended a run before its time.
std::string failure_text(const Campaign& campaign) {
  try {
    std::rethrow_exception(campaign.failure());
  } catch (const std::exception& failure) {
    return failure.what();
  }
}

std::vector<std::vector<const Finding*>> findings_by_candidate(const Campaign& campaign) {
  std::vector<std::vector<const Finding*>> all;
  for (std::size_t k = 0; k < campaign.candidates(); ++k) all.push_back(campaign.findings(k));
  return all;
}

void add_counts(const RunSummary& summary, std::size_t candidate, json::object& object) {
  const CandidateResult& result = summary.result.candidates[candidate];
  object["unsupported"] = result.tally.unsupported;
  object["not_compared"] = result.tally.not_compared;
  if (result.tally.tolerated != 0) object["tolerated"] = result.tally.tolerated;
  object["differing"] = result.tally.differing;
  if (result.tally.unexplained_deaths != 0) object["unexplained_deaths"] = result.tally.unexplained_deaths;
}

void add_known_and_findings(const RunSummary& summary, std::size_t candidate, json::object& object) {
  const CandidateResult& result = summary.result.candidates[candidate];
  if (!summary.known.files.empty()) {
    object["known"] = known_json(summary.options.known, result.known, result.tally.known);
  }
  json::array findings;
  for (const Finding* finding : summary.campaign.findings(candidate)) {
    findings.push_back(parse_json(finding_json(*finding), "finding"));
  }
  object["findings"] = findings;
}

}  // namespace

std::string unopened_text() { return "0 cases, interrupted before all candidates were open\nno findings\n"; }

std::string unopened_json(const Domain& domain, const CampaignOptions& options) {
  json::object object;
  object["domain"] = text_value(domain.name());
  object["seed"] = text_value(std::to_string(options.seed));
  object["cases"] = 0;
  object["interrupted"] = true;
  object["findings"] = json::array();
  return write_json(object);
}

std::string summary_text(const RunSummary& summary) {
  const CampaignResult& result = summary.result;
  const Tally& cases = result.cases();
  const std::vector<std::vector<const Finding*>> findings = findings_by_candidate(summary.campaign);
  std::string text = fmt::format("\n{} cases in {:.1f} s ({:.0f} cases/s){}\n", cases.cases, result.seconds,
                                 result.seconds > 0 ? static_cast<double>(cases.cases) / result.seconds : 0.0,
                                 result.interrupted           ? ", interrupted"
                                 : summary.campaign.failure() ? ", not completed"
                                                              : "");
  for (std::size_t k = 0; k < findings.size(); ++k) {
    text += of_candidate(summary, k, health_line(result.candidates[k].tally, summary.domain) + "\n");
  }
  if (summary.coverage) text += "\n" + coverage_table(cases, summary.domain) + "\n";
  if (summary.options.until_covered) text += covered_line(cases, summary.domain);
  std::size_t count = 0;
  for (std::size_t k = 0; k < findings.size(); ++k) {
    const CandidateResult& of = result.candidates[k];
    text += of_candidate(summary, k, known_text(summary.known, summary.options.known, of.known, of.tally.known));
    text += of_candidate(summary, k, notes(summary, k));
    count += findings[k].size();
  }
  if (findings.size() > 1) {
    text += "\n" + disagreement_table(result.disagreements, summary.domain, summary.options.seed) + "\n";
    if (count > 0) text += signature_table(findings) + "\n";
  }
  if (count == 0) return text + "no findings\n";
  return text + fmt::format("{} {}{}\n", count, count == 1 ? "finding" : "findings",
                            summary.out.empty() ? "; give --out FOLDER to keep them" : " in " + summary.out);
}

std::string summary_json(const RunSummary& summary) {
  const CampaignResult& result = summary.result;
  const Tally& cases = result.cases();
  const bool several = summary.campaign.candidates() > 1;
  json::object object;
  object["domain"] = text_value(summary.domain.name());
  if (!several) object["candidate"] = text_value(summary.campaign.candidate(0).line());
  object["reference"] = text_value(summary.campaign.reference_name());
  object["seed"] = text_value(std::to_string(summary.options.seed));
  object["cases"] = cases.cases;
  object["interrupted"] = result.interrupted;
  if (summary.campaign.failure()) object["ended_by"] = text_value(failure_text(summary.campaign));
  json::object classes;
  for (std::size_t i = 0; i < std::size(cases.by_class); ++i) {
    if (static_cast<RuleClass>(i) == RuleClass::note) continue;
    classes[json::string_view(name_of(static_cast<RuleClass>(i)).data())] = cases.by_class[i];
  }
  object["classes"] = classes;
  if (!several) add_counts(summary, 0, object);
  const ExercisedRules rules = exercised_rules(cases, summary.domain);
  object["rules_exercised"] = rules.exercised;
  object["rules"] = rules.all;
  if (summary.coverage) object["coverage"] = coverage_json(cases, summary.domain);
  if (summary.options.until_covered) {
    json::array uncovered;
    for (const RuleId id : uncovered_rules(cases, summary.domain)) uncovered.push_back(text_value(rule(id).id));
    object["covered"] = uncovered.empty();
    object["uncovered"] = uncovered;
  }
  if (!several) {
    add_known_and_findings(summary, 0, object);
    return write_json(object);
  }
  json::array candidates;
  for (std::size_t k = 0; k < summary.campaign.candidates(); ++k) {
    json::object of;
    of["label"] = candidate_label(k);
    of["candidate"] = text_value(summary.campaign.candidate(k).line());
    add_counts(summary, k, of);
    add_known_and_findings(summary, k, of);
    candidates.push_back(of);
  }
  object["candidates"] = candidates;
  object["disagreements"] = disagreement_json(result.disagreements, summary.domain);
  object["signatures"] = signature_json(findings_by_candidate(summary.campaign));
  return write_json(object);
}

}  // namespace d3d12fuzz
