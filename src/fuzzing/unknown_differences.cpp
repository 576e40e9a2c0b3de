#include "fuzzing/unknown_differences.h"

#include <array>

namespace d3d12fuzz {

std::vector<Difference> unknown_differences(const Domain& domain, const Case& value, const Examination& examination,
                                            const KnownDifferences& known) {
  const std::vector<Difference>& all = examination.comparison.differences;
  const auto accepts = [](const Difference& difference) {
    return difference.kind == DifferenceKind::rule_not_enforced;
  };
  std::vector<bool> is_known;
  // A stage that is known not to enforce one rule of a case accepts it whatever the others: a purer case tells more.
  std::array<bool, kStageCount> accepts_known{};
  for (const Difference& difference : all) {
    const Signature signature = signature_of(difference, examination.outcome, domain.observable_fields());
    is_known.push_back(known.match(signature, [&] { return shape_of(domain.tree(value)); }).has_value());
    if (is_known.back() && accepts(difference)) accepts_known[static_cast<std::size_t>(difference.stage)] = true;
  }
  std::vector<Difference> unknown;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool passed_over = accepts(all[i]) ? accepts_known[static_cast<std::size_t>(all[i].stage)] : is_known[i];
    if (!passed_over) unknown.push_back(all[i]);
  }
  return unknown;
}

}  // namespace d3d12fuzz
