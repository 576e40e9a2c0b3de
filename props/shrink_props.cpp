// What must hold of shrinking whatever the fault.

#include <algorithm>
#include <compare>
#include <iterator>
#include <vector>

#include "drawn.h"
#include "shrink/collector.h"
#include "shrink/neighbours.h"

namespace d3d12fuzz::props {
namespace {

/// A fault that leaves its process alive and shows in cases of a few tables: sweeps over 64 tables take seconds.
rc::Gen<builtin::FaultInfo> any_fault() {
  constexpr std::size_t long_case = 200;  // in the notation of its smallest case
  std::vector<builtin::FaultInfo> faults;
  for (const builtin::FaultInfo& fault : builtin::faults_of("root_signature")) {
    if (!builtin::is_fatal(fault.fault) && fault.smallest_case.size() < long_case) faults.push_back(fault);
  }
  return rc::gen::noShrink(rc::gen::elementOf(faults));
}

TEST(Shrinking, gives_a_minimal_case_that_shrinks_to_itself) {
  const rc::Gen<builtin::FaultInfo> faults = any_fault();
  check(40, [&] {
    const builtin::FaultInfo fault = *faults;
    const auto seed = *rc::gen::noShrink(rc::gen::inRange<std::uint64_t>(0, 1000));
    RC_LOG() << "fault " << fault.id << ", seed " << seed << "\n";
    Implementations implementations(fault.fault);
    Collector collector(implementations.examiner(), {.seed = seed, .shrink_budget = 20'000});
    for (std::uint64_t index = 0; index < 3000; ++index) {
      const Drawn drawn = draw(seed, index);
      const std::vector<Signature> shown = implementations.examine(drawn.value).signatures(domain());
      if (shown.empty()) continue;
      RC_LOG() << domain().hlsl(*make(drawn.value));
      const std::optional<Finding> finding = collector.shrink_case(*make(drawn.value), shown[0], index);
      RC_ASSERT(finding.has_value());
      RC_LOG() << "shrunk to " << domain().hlsl(*case_from_tree(domain(), finding->tree));
      RC_ASSERT(finding->signature.kind == shown[0].kind);
      RC_ASSERT(finding->minimal);
      RC_ASSERT(std::is_lteq(compare_simplicity(finding->tree, to_tree(drawn.value))));
      // The finding may bear the name of a more special rule than what was asked for; that is what it is minimal for.
      RC_ASSERT(!collector.simpler_neighbour_of(finding->tree, finding->signature).has_value());
      const std::optional<Finding> again =
          collector.shrink_case(*case_from_tree(domain(), finding->tree), finding->signature, index);
      RC_ASSERT(again.has_value());
      RC_ASSERT(!first_difference(again->tree, finding->tree).has_value());
      return;
    }
  });
}

TEST(Shrinking, every_neighbour_is_strictly_simpler_and_sound_once_repaired) {
  check(25, [](Drawn drawn) {
    drawn.value.parameters.resize(std::min<std::size_t>(drawn.value.parameters.size(), 4));
    const Node tree = to_tree(drawn.value);
    for (const Node& neighbour : neighbours(tree, NumberSteps::all)) {
      RC_ASSERT(std::is_lt(compare_simplicity(neighbour, tree)));
      const Node repaired = domain().tree(*case_from_tree(domain(), neighbour));
      RC_ASSERT(!unsound_field(domain(), repaired).has_value());
    }
  });
}

}  // namespace
}  // namespace d3d12fuzz::props
