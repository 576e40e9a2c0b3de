#include "oracle/disagreements.h"

#include <algorithm>
#include <optional>

namespace d3d12fuzz {
namespace {

/// What one implementation answered to all that a case leaves open.
struct Answered {
  std::array<std::optional<bool>, kStageCount> accepts;  ///< of open stages alone
  Observables values;                                    ///< open ones alone, ascending keys
};

Answered answered(const Expectation& expectation, const Outcome& outcome, std::span<const ObservableField> fields) {
  Answered answers;
  for (const Stage stage : kStages) {
    if (expectation.at(stage) != Expected::either) continue;
    const Status status = outcome.at(stage).status;
    if (status != Status::accepted && status != Status::rejected) continue;
    answers.accepts[static_cast<std::size_t>(stage)] = status == Status::accepted;
  }
  auto expected = expectation.observables.begin();
  for (const Observable& value : outcome.observables) {
    const ObservableField& field = fields[value.key.field];
    if (outcome.at(field.stage).status != field.when) continue;
    while (expected != expectation.observables.end() && expected->key.packed() < value.key.packed()) ++expected;
    const bool wanted = expected != expectation.observables.end() && expected->key == value.key &&
                        expected->value == expected->alternative;
    if (!wanted) answers.values.push_back(value);
  }
  return answers;
}

/// The fields of which the implementation reported a value that is open; ascending.
std::vector<std::uint32_t> fields_of(const Observables& values) {
  std::vector<std::uint32_t> fields;
  for (const Observable& value : values) {
    if (fields.empty() || fields.back() != value.key.field) fields.push_back(value.key.field);
  }
  return fields;
}

/// Of each field that two have values of under the same keys, whether any of these differ.
std::map<std::uint32_t, bool> compared_fields(const Observables& a, const Observables& b) {
  std::map<std::uint32_t, bool> differ;
  for (auto at = a.begin(), other = b.begin(); at != a.end() && other != b.end();) {
    if (at->key.packed() != other->key.packed()) {
      ++(at->key.packed() < other->key.packed() ? at : other);
      continue;
    }
    differ[at->key.field] |= at->value != other->value;
    ++at;
    ++other;
  }
  return differ;
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> pairs_of(std::size_t count) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) pairs.emplace_back(a, b);
  }
  return pairs;
}

OpenAnswers& OpenAnswers::operator+=(const OpenAnswers& other) {
  accepted += other.accepted;
  rejected += other.rejected;
  reported += other.reported;
  return *this;
}

OpenPair& OpenPair::operator+=(const OpenPair& other) {
  const bool better = other.differing > 0 && (differing == 0 || std::pair(other.example_rules, other.example) <
                                                                    std::pair(example_rules, example));
  if (better) {
    example_rules = other.example_rules;
    example = other.example;
  }
  compared += other.compared;
  differing += other.differing;
  alone += other.alone;
  return *this;
}

void Disagreements::count(const Expectation& expectation, std::span<const Outcome* const> outcomes,
                          std::span<const ObservableField> fields, std::uint64_t case_index) {
  const RuleClass scoring_class = expectation.scoring_class();
  if (scoring_class != RuleClass::advisory && scoring_class != RuleClass::ambiguous) return;
  std::vector<Answered> answers;
  for (const Outcome* outcome : outcomes) answers.push_back(answered(expectation, *outcome, fields));
  RuleSet rules = expectation.ambiguous;
  rules |= expectation.advisory;
  const std::size_t rule_count = rules.size();

  const auto row = [&](RuleId rule, bool of_value, std::uint32_t at) -> OpenRow& {
    OpenRow& found = rows_[{.rule = rule, .of_value = of_value, .at = at}];
    found.answers.resize(outcomes.size());
    found.pairs.resize(outcomes.size() * (outcomes.size() - 1) / 2);
    return found;
  };
  const auto pair_of_case = [&](bool differ) {
    return OpenPair{.compared = 1,
                    .differing = differ ? 1u : 0u,
                    .alone = differ && rule_count == 1 ? 1u : 0u,
                    .example_rules = rule_count,
                    .example = case_index};
  };
  const auto for_each_rule = [&](bool of_value, std::uint32_t at, auto&& change) {
    rules.for_each([&](RuleId rule) { change(row(rule, of_value, at)); });
  };

  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (std::uint32_t stage = 0; stage < kStageCount; ++stage) {
      const std::optional<bool> accepts = answers[i].accepts[stage];
      if (!accepts) continue;
      for_each_rule(false, stage, [&](OpenRow& at) { ++(*accepts ? at.answers[i].accepted : at.answers[i].rejected); });
    }
    for (const std::uint32_t field : fields_of(answers[i].values)) {
      for_each_rule(true, field, [&](OpenRow& at) { ++at.answers[i].reported; });
    }
  }
  const std::vector<std::pair<std::size_t, std::size_t>> pairs = pairs_of(answers.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Answered& a = answers[pairs[i].first];
    const Answered& b = answers[pairs[i].second];
    for (std::uint32_t stage = 0; stage < kStageCount; ++stage) {
      if (!a.accepts[stage] || !b.accepts[stage]) continue;
      const OpenPair pair = pair_of_case(*a.accepts[stage] != *b.accepts[stage]);
      for_each_rule(false, stage, [&](OpenRow& at) { at.pairs[i] += pair; });
    }
    for (const auto& [field, differ] : compared_fields(a.values, b.values)) {
      for_each_rule(true, field, [&, pair = pair_of_case(differ)](OpenRow& at) { at.pairs[i] += pair; });
    }
  }
}

Disagreements& Disagreements::operator+=(const Disagreements& other) {
  for (const auto& [question, more] : other.rows_) {
    OpenRow& row = rows_[question];
    row.answers.resize(more.answers.size());
    row.pairs.resize(more.pairs.size());
    for (std::size_t i = 0; i < more.answers.size(); ++i) row.answers[i] += more.answers[i];
    for (std::size_t i = 0; i < more.pairs.size(); ++i) row.pairs[i] += more.pairs[i];
  }
  return *this;
}

}  // namespace d3d12fuzz
