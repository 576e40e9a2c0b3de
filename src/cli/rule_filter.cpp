#include "cli/rule_filter.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "domains/domain.h"

namespace d3d12fuzz {
namespace {

/// ASCII only, whatever the locale.
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool holds(std::string_view text, std::string_view part) {
  const auto found = std::search(text.begin(), text.end(), part.begin(), part.end(),
                                 [](char a, char b) { return lower(a) == lower(b); });
  return part.empty() || found != text.end();
}

/// Refuses a value that no row has.
template <class Column>
void check(std::string_view flag, const std::string& value, Column column) {
  if (value.empty()) return;
  std::set<std::string_view> known;
  for (const Rule& row : all_rules()) known.insert(column(row));
  if (known.contains(value)) return;
  std::string list;
  for (const std::string_view each : known) list += (list.empty() ? "" : ", ") + std::string(each);
  throw InputError(std::string(flag) + ": found \"" + value + "\", expected one of: " + list);
}

/// An id as the catalogue writes them, of letters and digits that may be meant for one: "dt5" becomes "DT-005".
std::string canonical(std::string_view name) {
  std::string letters;
  std::string digits;
  for (const char c : name) {
    if (c >= '0' && c <= '9') {
      digits += c;
    } else if (c != '-' && c != '_' && c != ' ') {
      letters += upper(c);
    }
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  return letters + "-" + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

}  // namespace

std::vector<RuleId> RuleFilter::rules() const {
  check("--class", rule_class, [](const Rule& row) { return name_of(row.rule_class); });
  check("--domain", domain, [](const Rule& row) { return row.domain; });
  check("--violation", violation, [](const Rule& row) { return name_of(row.violation); });
  check("--platform", platform, [](const Rule& row) { return row.platform; });
  check("--decided-by", decided_by, [](const Rule& row) { return row.decided_by; });
  const auto fits = [](const std::string& wanted, std::string_view value) { return wanted.empty() || wanted == value; };
  std::vector<RuleId> passing;
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const auto id = static_cast<RuleId>(i);
    const Rule& row = rule(id);
    if (fits(rule_class, name_of(row.rule_class)) && fits(domain, row.domain) &&
        fits(violation, name_of(row.violation)) && (fits(platform, row.platform) || row.platform == "both") &&
        fits(decided_by, row.decided_by) && (holds(row.subject, grep) || holds(row.text, grep)) &&
        (!judged || is_judged(id))) {
      passing.push_back(id);
    }
  }
  return passing;
}

bool is_judged(RuleId id) {
  return std::any_of(all_domains().begin(), all_domains().end(),
                     [id](const Domain* domain) { return domain->decides(id); });
}

RuleId rule_by_name(const std::string& name) {
  std::string in_capitals = name;
  std::transform(name.begin(), name.end(), in_capitals.begin(), upper);
  if (const std::optional<RuleId> id = find_rule(in_capitals)) return *id;
  const std::optional<RuleId> meant = find_rule(canonical(name));
  throw InputError("rules: no rule \"" + name + "\", " +
                   (meant ? "did you mean " + std::string(rule(*meant).id) + "?" : "expected an id such as DT-005"));
}

}  // namespace d3d12fuzz
