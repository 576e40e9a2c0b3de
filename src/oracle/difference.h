/// How a candidate's outcome can differ from the expectation, and what a difference is called.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "oracle/conduct.h"
#include "oracle/observable.h"
#include "oracle/stage.h"
#include "rules/catalogue.h"

namespace d3d12fuzz {

enum class DifferenceKind : std::uint8_t {
  rule_not_enforced,  ///< accepted although a scored rule is broken
  legal_rejected,     ///< rejected although no rule is broken
  wrong_value,        ///< accepted with another value than the one admissible
  crash,              ///< died, whatever the case
  hang,               ///< did not answer, whatever the case
  misconduct,         ///< did what it must not besides answering, whatever the case
};

/// Whether the kind is a fault whatever the case is and whatever the answer: its subject alone tells faults apart.
constexpr bool is_unconditional(DifferenceKind kind) {
  return kind == DifferenceKind::crash || kind == DifferenceKind::hang || kind == DifferenceKind::misconduct;
}

struct Difference {
  DifferenceKind kind{};
  Stage stage{};
  std::optional<RuleId> rule;      ///< of rule_not_enforced
  ObservableKey key;               ///< of wrong_value
  std::uint64_t expected = 0;      ///< of wrong_value
  std::uint64_t got = 0;           ///< of wrong_value
  std::int32_t hresult = 0;        ///< of legal_rejected
  std::optional<Conduct> conduct;  ///< of misconduct
};
BOOST_DESCRIBE_STRUCT(Difference, (), (kind, stage, rule, conduct, key, expected, got, hresult))

}  // namespace d3d12fuzz
