// What must hold of model and builtin whatever the case.

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "domains/root_signature/observables.h"
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

/// DWORDs of root arguments.
std::uint64_t cost_of(const RootSignatureCase& value) {
  std::uint64_t cost = 0;
  for (const RootParameter& parameter : value.parameters) {
    const auto* constants = std::get_if<RootConstants>(&parameter);
    cost += constants != nullptr                                ? raw(constants->num_32bit_values)
            : std::holds_alternative<RootDescriptor>(parameter) ? 2
                                                                : 1;
  }
  return cost;
}

/// A space that nothing in the case uses.
RegisterSpace free_space(const RootSignatureCase& value) {
  std::set<std::uint64_t> used;
  const std::function<void(const Node&)> collect = [&](const Node& node) {
    if (node.type == &type_info<RegisterSpace>()) used.insert(node.value);
    for (const Node& child : node.children) collect(child);
  };
  collect(to_tree(value));
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
    // One DWORD more is no news below the limit of 64, nor one view more on a device of tier 3.
    RC_PRE(cost_of(drawn.value) != 64);
    drawn.value.target.resource_binding_tier = ResourceBindingTier::tier_3;
    drawn.value.parameters.resize(
        std::min<std::size_t>(drawn.value.parameters.size(), max_elements<RootParameter> - 1));
    const Examination before = implementations.examine(drawn.value);
    drawn.value.parameters.emplace_back(
        DescriptorTable{.descriptor_ranges = {{.register_space = free_space(drawn.value)}}});
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
  check(300, [&](const Drawn& drawn) {
    const std::unique_ptr<Case> value = make(drawn.value);
    domain().set_form(*value, 0);
    const Outcome first = implementations.examine(value_of(*value)).outcome;
    for (std::uint32_t form = 1; form < domain().form_count(); ++form) {
      domain().set_form(*value, form);
      const Outcome& outcome = implementations.examine(value_of(*value)).outcome;
      RC_ASSERT(outcome.stages == first.stages);
      RC_ASSERT(values(outcome) == values(first));
    }
  });
}

/// The values of one description, by key within it.
std::map<std::uint64_t, std::uint64_t> description(const Outcome& outcome, Field first) {
  std::map<std::uint64_t, std::uint64_t> all;
  const auto begin = static_cast<std::uint32_t>(first);
  for (const Observable& observable : outcome.observables) {
    if (observable.key.field < begin || observable.key.field >= begin + kDescriptionFields) continue;
    all[observable.key.packed() - (std::uint64_t{begin} << 32)] = observable.value;
  }
  return all;
}

TEST(Agreement, what_was_converted_up_and_down_again_is_what_it_was) {
  Implementations implementations;
  check(1500, [&](Drawn drawn) {
    drawn.value.version = Version::v1_0;
    repair(drawn.value);
    const Outcome& original = implementations.examine(drawn.value).outcome;
    if (original.at(Stage::deserialize).status != Status::accepted) return;
    const std::map<std::uint64_t, std::uint64_t> as_1_0 = description(original, Field::description_1_0);
    const std::map<std::uint64_t, std::uint64_t> as_1_1 = description(original, Field::description_1_1);
    // What the conversion to 1.1 said, as a desc of that version; samplers of 0x3 would not be legal there (DT-082).
    RootSignatureCase upgraded = drawn.value;
    upgraded.version = Version::v1_1;
    upgraded.serialization.serializer = Serializer::versioned;
    for (std::size_t p = 0; p < upgraded.parameters.size(); ++p) {
      if (auto* table = std::get_if<DescriptorTable>(&upgraded.parameters[p])) {
        for (std::size_t r = 0; r < table->descriptor_ranges.size(); ++r) {
          const ObservableKey place = key(Field{0}, DescriptionField::range_flags, p, r);
          table->descriptor_ranges[r].flags = static_cast<RangeFlags>(as_1_1.at(place.packed()));
        }
      } else if (auto* descriptor = std::get_if<RootDescriptor>(&upgraded.parameters[p])) {
        const ObservableKey place = key(Field{0}, DescriptionField::root_descriptor_flags, p);
        descriptor->flags = static_cast<RootDescriptorFlags>(as_1_1.at(place.packed()));
      }
    }
    repair(upgraded);
    const Outcome& again = implementations.examine(upgraded).outcome;
    RC_ASSERT(again.at(Stage::deserialize).status == Status::accepted);
    RC_ASSERT(description(again, Field::description_1_1) == as_1_1);
    RC_ASSERT(description(again, Field::description_1_0) == as_1_0);
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
