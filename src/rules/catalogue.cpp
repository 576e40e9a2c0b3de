#include "rules/catalogue.h"

namespace d3d12fuzz {
namespace {

constexpr Rule kRules[] = {
#include "rules/catalogue_rows.inc"
};
static_assert(std::size(kRules) == kRuleCount);

}  // namespace

std::span<const Rule> all_rules() { return kRules; }

const Rule& rule(RuleId id) { return kRules[static_cast<std::size_t>(id)]; }

std::string_view name_of(RuleClass rule_class) {
  switch (rule_class) {
    case RuleClass::scored:
      return "scored";
    case RuleClass::advisory:
      return "advisory";
    case RuleClass::ambiguous:
      return "ambiguous";
    case RuleClass::undefined:
      return "undefined";
    case RuleClass::note:
      return "note";
  }
  return "unknown";
}

std::string_view name_of(Violation violation) {
  switch (violation) {
    case Violation::rejected:
      return "rejected";
    case Violation::allowed:
      return "allowed";
    case Violation::undefined:
      return "undefined";
    case Violation::nothing:
      return "nothing";
    case Violation::debug:
      return "debug";
    case Violation::removed:
      return "removed";
  }
  return "unknown";
}

}  // namespace d3d12fuzz
