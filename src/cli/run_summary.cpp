#include "cli/run_summary.h"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "base/json_text.h"
#include "cli/coverage_table.h"
#include "report/finding_json.h"

namespace d3d12fuzz {
namespace {

namespace json = boost::json;

json::value text_value(std::string_view text) { return json::value(json::string_view(text.data(), text.size())); }

/// What keeps a run from being taken for more than it is.
std::string notes(const RunSummary& summary, bool any_findings) {
  const Tally& tally = summary.result.tally;
  std::string text;
  const std::uint64_t silent = tally.cases - tally.by_class[static_cast<std::size_t>(RuleClass::scored)];
  if (tally.cases > 0 && (2 * silent > tally.cases || 2 * tally.not_compared > tally.cases)) {
    text += "WARNING: more than half of the cases could not be judged; this run says little.\n";
  }
  if (any_findings && !summary.options.keep_going) {
    text += "stopped at the first findings; --keep-going goes on\n";
  }
  if (!any_findings && tally.unknown > 0) {
    text += summary.campaign.any_that_follow_from_known()
                ? fmt::format("NOTE: {} cases differed in what shrinks to known differences or follows from them\n",
                              tally.unknown)
                : fmt::format("NOTE: {} cases differed once, as by a time limit, and not again\n", tally.unknown);
  }
  return text;
}

}  // namespace

std::string summary_text(const RunSummary& summary) {
  const CampaignResult& result = summary.result;
  const std::size_t findings = summary.campaign.findings().size();
  std::string text = fmt::format("\n{} cases in {:.1f} s ({:.0f} cases/s){}\n{}\n", result.tally.cases, result.seconds,
                                 result.seconds > 0 ? static_cast<double>(result.tally.cases) / result.seconds : 0.0,
                                 result.interrupted ? ", interrupted" : "", health_line(result.tally, summary.domain));
  if (summary.coverage) text += "\n" + coverage_table(result.tally, summary.domain) + "\n";
  if (summary.options.until_covered) text += covered_line(result.tally, summary.domain);
  text += known_text(summary.known, summary.options.known, result.known, result.tally.known);
  text += notes(summary, findings > 0);
  if (findings == 0) return text + "no findings\n";
  return text + fmt::format("{} {}{}\n", findings, findings == 1 ? "finding" : "findings",
                            summary.out.empty() ? "; give --out FOLDER to keep them" : " in " + summary.out);
}

std::string summary_json(const RunSummary& summary) {
  const CampaignResult& result = summary.result;
  json::object object;
  object["domain"] = text_value(summary.domain.name());
  object["candidate"] = text_value(summary.campaign.candidate().line());
  object["reference"] = text_value(summary.campaign.reference_name());
  object["seed"] = text_value(std::to_string(summary.options.seed));
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
  const ExercisedRules rules = exercised_rules(result.tally, summary.domain);
  object["rules_exercised"] = rules.exercised;
  object["rules"] = rules.all;
  if (summary.coverage) object["coverage"] = coverage_json(result.tally, summary.domain);
  if (summary.options.until_covered) {
    json::array uncovered;
    for (const RuleId id : uncovered_rules(result.tally, summary.domain)) uncovered.push_back(text_value(rule(id).id));
    object["covered"] = uncovered.empty();
    object["uncovered"] = uncovered;
  }
  if (!summary.known.files.empty()) {
    object["known"] = known_json(summary.options.known, result.known, result.tally.known);
  }
  json::array findings;
  for (const Finding* finding : summary.campaign.findings()) {
    findings.push_back(parse_json(finding_json(*finding), "finding"));
  }
  object["findings"] = findings;
  return write_json(object);
}

}  // namespace d3d12fuzz
