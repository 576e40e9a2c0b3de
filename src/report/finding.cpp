#include "report/finding.h"

#include "base/hash.h"
#include "base/text.h"

namespace d3d12fuzz {

std::size_t Finding::weight_of(const Expectation& expectation) {
  return expectation.broken.size() + expectation.advisory.size() + expectation.ambiguous.size() +
         expectation.undefined.size();
}

std::optional<RuleId> Finding::rule() const {
  if (rules.empty()) return std::nullopt;
  return rules.back();
}

std::string Finding::slug() const {
  std::string name;
  const std::string head = signature.unstable ? "unstable-" : "";
  switch (signature.kind) {
    case DifferenceKind::rule_not_enforced:
      name = "accepts-illegal";
      break;
    case DifferenceKind::legal_rejected:
      name = "rejects-legal";
      break;
    case DifferenceKind::wrong_value:
      name = "wrong-value";
      break;
    case DifferenceKind::crash:
      name = "crash";
      break;
    case DifferenceKind::hang:
      name = "hang";
      break;
    case DifferenceKind::misconduct:
      name = "misconduct";
      break;
  }
  if (const std::optional<RuleId> id = rule()) return head + name + "-" + std::string(d3d12fuzz::rule(*id).id);
  name += "-" + std::string(name_of(signature.stage));
  const std::string identity = signature.text() + "\n" + shape;
  return head + name + "-" + hex(stable_hash(identity) >> 32).substr(2);
}

}  // namespace d3d12fuzz
