#include "cli/coverage_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/object.hpp>

namespace d3d12fuzz {
namespace {

std::vector<RuleId> decided_rules(const Domain& domain) {
  std::vector<RuleId> rules;
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    if (domain.decides(static_cast<RuleId>(i))) rules.push_back(static_cast<RuleId>(i));
  }
  std::sort(rules.begin(), rules.end(), [](RuleId a, RuleId b) { return rule(a).id < rule(b).id; });
  return rules;
}

boost::json::string_view view(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

std::string coverage_table(const Tally& tally, const Domain& domain) {
  std::string text = fmt::format("{:<8} {:<9} {:<9} {:>12} {:>12} {:<9} {}\n", "rule", "class", "violation", "met",
                                 "broken", "exercised", "subject");
  for (const RuleId id : decided_rules(domain)) {
    const Rule& row = rule(id);
    const auto i = static_cast<std::size_t>(id);
    text += fmt::format("{:<8} {:<9} {:<9} {:>12} {:>12} {:<9} {}\n", row.id, name_of(row.rule_class),
                        name_of(row.violation), tally.coverage.met[i], tally.coverage.broken[i],
                        tally.coverage.exercised(id) ? "yes" : "no", row.subject);
  }
  return text;
}

boost::json::array coverage_json(const Tally& tally, const Domain& domain) {
  boost::json::array rules;
  for (const RuleId id : decided_rules(domain)) {
    const Rule& row = rule(id);
    const auto i = static_cast<std::size_t>(id);
    boost::json::object member;
    member["id"] = view(row.id);
    member["class"] = view(name_of(row.rule_class));
    member["violation"] = view(name_of(row.violation));
    member["met"] = tally.coverage.met[i];
    member["broken"] = tally.coverage.broken[i];
    member["exercised"] = tally.coverage.exercised(id);
    member["subject"] = view(row.subject);
    rules.push_back(member);
  }
  return rules;
}

std::string covered_line(const Tally& tally, const Domain& domain) {
  const std::vector<RuleId> uncovered = uncovered_rules(tally, domain);
  const std::size_t all = exercised_rules(tally, domain).all;
  if (uncovered.empty()) return fmt::format("covered: all {} scored rules were exercised\n", all);
  std::string ids;
  for (const RuleId id : uncovered) ids += (ids.empty() ? "" : ", ") + std::string(rule(id).id);
  return fmt::format("NOT COVERED: the run ended with {} of {} scored rules not exercised: {}\n", uncovered.size(), all,
                     ids);
}

}  // namespace d3d12fuzz
