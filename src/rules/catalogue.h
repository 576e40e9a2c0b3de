/// The rule catalogue: what Direct3D 12 says, one testable rule a row. `catalogue/*.tsv` is compiled in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace d3d12fuzz {

/// What a disagreement with a candidate means.
enum class RuleClass : std::uint8_t {
  scored,     ///< Direct3D is definite: a disagreement is a fault
  advisory,   ///< acceptance and rejection are both right, after acceptance the result is undefined
  ambiguous,  ///< a set of outcomes is right
  undefined,  ///< no outcome is wrong but a crash
  note,       ///< background, never decides
};

/// What Direct3D does when a rule is broken.
enum class Violation : std::uint8_t { rejected, allowed, undefined, nothing, debug, removed };

/// One row, columns as in the tables.
struct Rule {
  std::string_view id;
  std::string_view subject;
  std::string_view text;
  RuleClass rule_class;
  std::string_view domain;      ///< the domain whose cases exercise the row, "none" if no domain can
  std::string_view decided_by;  ///< what must be known to decide it: description, blob, memory, execution, device …
  Violation violation;
  std::string_view platform;  ///< pc, xbox or both
  std::string_view source;
  std::string_view valid_example;
  std::string_view invalid_example;
  std::string_view confidence;
};

namespace detail {
inline constexpr std::string_view kRuleIds[] = {
#include "rules/catalogue_ids.inc"
};
}  // namespace detail

inline constexpr std::size_t kRuleCount = std::size(detail::kRuleIds);

/// A row's number. `"DT-005"_rule` is checked when it is compiled.
enum class RuleId : std::uint16_t {};

constexpr std::optional<RuleId> find_rule(std::string_view id) {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    if (detail::kRuleIds[i] == id) return static_cast<RuleId>(i);
  }
  return std::nullopt;
}

consteval RuleId operator""_rule(const char* id, std::size_t length) {
  return find_rule(std::string_view(id, length)).value();
}

/// All rows, in the order of their numbers.
std::span<const Rule> all_rules();

/// The row behind a number.
const Rule& rule(RuleId id);

/// "scored", "advisory", …
std::string_view name_of(RuleClass rule_class);

/// "rejected", "allowed", …
std::string_view name_of(Violation violation);

}  // namespace d3d12fuzz
