#include "domains/root_signature/twists.h"

#include "domains/root_signature/twist_parts.h"

namespace d3d12fuzz::root_signature {

DescriptorTable& some_table(ChoiceSource& choices, RootSignatureCase& value) {
  std::uint32_t tables = 0;
  for (const RootParameter& parameter : value.parameters) tables += std::holds_alternative<DescriptorTable>(parameter);
  if (tables == 0) {
    // In place of a parameter where there is no room for one more.
    if (value.parameters.size() < max_elements<RootParameter>) value.parameters.emplace_back();
    value.parameters.back() = DescriptorTable{};
    tables = 1;
  }
  std::uint32_t number = choices.below(tables);
  for (RootParameter& parameter : value.parameters) {
    auto* table = std::get_if<DescriptorTable>(&parameter);
    if (table == nullptr || number-- > 0) continue;
    if (table->descriptor_ranges.empty()) table->descriptor_ranges.emplace_back();
    return *table;
  }
  return std::get<DescriptorTable>(value.parameters.back());
}

StaticSampler& some_sampler(ChoiceSource& choices, RootSignatureCase& value) {
  if (value.static_samplers.empty()) value.static_samplers.push_back({.register_space = fresh_space(choices)});
  return choices.pick(std::span(value.static_samplers));
}

void insert_parameter(ChoiceSource& choices, RootSignatureCase& value, RootParameter parameter) {
  if (value.parameters.size() >= max_elements<RootParameter>) return;
  const std::uint32_t at = choices.below(static_cast<std::uint32_t>(value.parameters.size() + 1));
  value.parameters.insert(value.parameters.begin() + at, std::move(parameter));
}

void twist(ChoiceSource& choices, RootSignatureCase& value) {
  // By the number of rules that each part has.
  switch (choices.below(8)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return choices.pick(table_twists())(choices, value);
    case 4:
    case 5:
      return choices.pick(entry_twists())(choices, value);
    default:
      return choices.pick(sampler_twists())(choices, value);
  }
}

}  // namespace d3d12fuzz::root_signature
