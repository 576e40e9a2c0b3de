// d3d12fuzz rules: the catalogue.

#include <fmt/format.h>

#include "base/error.h"
#include "cli/candidate_flags.h"
#include "cli/verbs.h"
#include "rules/catalogue.h"

namespace d3d12fuzz {
namespace {

struct RulesFlags {
  std::string id;
  std::string rule_class;
  std::string domain;
};

bool judged(RuleId id) {
  for (const Domain* domain : all_domains()) {
    if (domain->decides(id)) return true;
  }
  return false;
}

void explain(RuleId id) {
  const Rule& row = rule(id);
  fmt::print("{}  {}\n\n{}\n\n", row.id, row.subject, row.text);
  fmt::print("class       {}\nviolation   {}\ndomain      {}{}\ndecided by  {}\nplatform    {}\n",
             name_of(row.rule_class), name_of(row.violation), row.domain,
             judged(id) ? "" : " (not judged by this version)", row.decided_by, row.platform);
  fmt::print("keeps it    {}\nbreaks it   {}\nsource      {}\nconfidence  {}\n", row.valid_example, row.invalid_example,
             row.source, row.confidence);
}

int list_rules(const RulesFlags& flags) {
  if (!flags.id.empty()) {
    const std::optional<RuleId> id = find_rule(flags.id);
    if (!id) throw InputError("rules: no rule \"" + flags.id + "\", expected an id such as DT-005");
    explain(*id);
    return kClean;
  }
  if (!flags.domain.empty()) domain_by_name(flags.domain);
  bool class_known = flags.rule_class.empty();
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const auto id = static_cast<RuleId>(i);
    const Rule& row = rule(id);
    class_known |= name_of(row.rule_class) == flags.rule_class;
    if (!flags.rule_class.empty() && name_of(row.rule_class) != flags.rule_class) continue;
    if (!flags.domain.empty() && row.domain != flags.domain) continue;
    fmt::print("{} {:<9} {:<9} {} {}\n", row.id, name_of(row.rule_class), name_of(row.violation),
               judged(id) ? ' ' : '-', row.subject);
  }
  if (!class_known) {
    throw InputError("--class: found \"" + flags.rule_class +
                     "\", expected scored, advisory, ambiguous, undefined or note");
  }
  return kClean;
}

}  // namespace

void add_rules(CLI::App& app, int& status) {
  auto flags = std::make_shared<RulesFlags>();
  CLI::App* verb = app.add_subcommand("rules", "list the rule catalogue, or explain one rule");
  verb->footer(
      "Examples:\n"
      "  d3d12fuzz rules DT-005\n"
      "  d3d12fuzz rules --domain root_signature --class scored\n"
      "A dash marks a rule that no domain of this version judges.");
  verb->add_option("ID", flags->id, "the rule to explain");
  verb->add_option("--class", flags->rule_class, "only rules of this class");
  verb->add_option("--domain,-d", flags->domain, "only rules of this domain");
  verb->callback([flags, &status] { status = list_rules(*flags); });
}

}  // namespace d3d12fuzz
