// What must hold of model and builtin whatever the case.

#include <algorithm>
#include <set>

#include "drawn.h"

namespace d3d12fuzz::props {
namespace {

using namespace root_signature;

std::vector<Status> statuses(const Outcome& outcome) {
  std::vector<Status> all;
  for (const StageOutcome& stage : outcome.stages) all.push_back(stage.status);
  return all;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> values(const Outcome& outcome) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
  for (const Observable& observable : outcome.observables) all.emplace_back(observable.key.packed(), observable.value);
  return all;
}

/// A space that no range and no lookup of the case uses.
RegisterSpace free_space(const RootSignatureCase& value) {
  std::set<std::uint32_t> used;
  for (const RootParameter& parameter : value.parameters) {
    for (const DescriptorRange& range : parameter.descriptor_ranges) used.insert(raw(range.register_space));
  }
  for (const RegisterLookup& lookup : value.lookups) used.insert(raw(lookup.register_space));
  std::uint32_t space = 1000;
  while (used.contains(space)) ++space;
  return RegisterSpace{space};
}

TEST(Agreement, the_model_and_builtin_agree) {
  Implementations implementations;
  check(4000, [&](const Drawn& drawn) {
    for (const Signature& signature : implementations.examine(drawn.value).signatures(domain())) {
      RC_FAIL(signature.text());
    }
  });
}

TEST(Agreement, a_table_in_a_register_space_of_its_own_changes_no_verdict) {
  Implementations implementations;
  check(1500, [&](Drawn drawn) {
    // So that the table fits below the limit of 64 DWORDs, and costs no verdict that way.
    drawn.value.parameters.resize(std::min<std::size_t>(drawn.value.parameters.size(), 63));
    const Examination before = implementations.examine(drawn.value);
    drawn.value.parameters.push_back({.descriptor_ranges = {{.register_space = free_space(drawn.value)}}});
    const Examination& after = implementations.examine(drawn.value);
    RC_ASSERT(after.expectation.stages == before.expectation.stages);
    RC_ASSERT(after.expectation.broken_rules == before.expectation.broken_rules);
    RC_ASSERT(statuses(after.outcome) == statuses(before.outcome));
  });
}

TEST(Agreement, the_order_of_parameters_changes_no_verdict) {
  Implementations implementations;
  check(1500, [&](Drawn drawn, std::uint64_t order) {
    const Examination before = implementations.examine(drawn.value);
    ChoiceSource choices(order, 0);
    for (std::size_t i = drawn.value.parameters.size(); i > 1; --i) {
      std::swap(drawn.value.parameters[i - 1], drawn.value.parameters[choices.below(static_cast<std::uint32_t>(i))]);
    }
    const Examination& after = implementations.examine(drawn.value);
    RC_ASSERT(after.expectation.stages == before.expectation.stages);
    RC_ASSERT(after.expectation.scoring_class() == before.expectation.scoring_class());
    RC_ASSERT(statuses(after.outcome) == statuses(before.outcome));
  });
}

TEST(Agreement, equivalent_lowerings_give_equal_outcomes) {
  Implementations implementations;
  check(300, [&](Drawn drawn) {
    drawn.value.lowering = {};
    const Outcome plain = implementations.examine(drawn.value).outcome;
    for (const DeadBytes dead_bytes : {DeadBytes::zero, DeadBytes::x55, DeadBytes::xAA}) {
      for (const ArrayPlacement placement :
           {ArrayPlacement::heap, ArrayPlacement::before_guard_page, ArrayPlacement::read_only}) {
        for (const EmptyArray empty : {EmptyArray::null, EmptyArray::dangling}) {
          drawn.value.lowering = {dead_bytes, placement, empty};
          const Outcome& outcome = implementations.examine(drawn.value).outcome;
          RC_ASSERT(outcome.stages == plain.stages);
          RC_ASSERT(values(outcome) == values(plain));
        }
      }
    }
  });
}

TEST(Agreement, the_same_case_twice_gives_the_same_outcome) {
  Implementations implementations;
  check(1000, [&](const Drawn& drawn, const Drawn& other) {
    const Outcome first = implementations.examine(drawn.value).outcome;
    implementations.examine(other.value);
    const Outcome& second = implementations.examine(drawn.value).outcome;
    RC_ASSERT(second.stages == first.stages);
    RC_ASSERT(values(second) == values(first));
  });
}

}  // namespace
}  // namespace d3d12fuzz::props
