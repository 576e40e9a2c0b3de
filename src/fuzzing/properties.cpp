#include "fuzzing/properties.h"

#include <utility>

#include "fuzzing/unknown_differences.h"
#include "report/finding_json.h"
#include "report/finding_text.h"

namespace d3d12fuzz {
namespace {

constexpr PropertyName kNames[] = {
    {"agreement", Property::agreement}, {"forms", Property::forms}, {"repetition", Property::repetition}};

/// Whether the documents leave no choice of the answer: all else may differ from call to call.
bool is_legal(const Expectation& expectation) {
  return expectation.broken.empty() && expectation.scoring_class() == RuleClass::scored;
}

/// Whether both answers say accepted or rejected.
bool comparable(const StageOutcome& a, const StageOutcome& b) {
  const auto decided = [](Status status) { return status == Status::accepted || status == Status::rejected; };
  return decided(a.status) && decided(b.status);
}

bool any_comparable(const Outcome& a, const Outcome& b) {
  for (const Stage stage : kStages) {
    if (comparable(a.at(stage), b.at(stage))) return true;
  }
  return false;
}

/// The first thing in which two answers differ, of what both say. Codes of refusals may differ.
std::optional<std::string> difference_between(const Domain& domain, const Outcome& first, const Outcome& second) {
  for (const Stage stage : kStages) {
    const StageOutcome& before = first.at(stage);
    const StageOutcome& after = second.at(stage);
    if (comparable(before, after) && before.status != after.status) {
      return std::string(name_of(stage)) + " " + std::string(name_of(before.status)) + ", then " +
             std::string(name_of(after.status));
    }
  }
  auto after = second.observables.begin();
  for (const Observable& before : first.observables) {
    while (after != second.observables.end() && after->key.packed() < before.key.packed()) ++after;
    if (after == second.observables.end()) break;
    if (after->key.packed() != before.key.packed() || after->value == before.value) continue;
    const ObservableField& field = domain.observable_fields()[before.key.field];
    return path_of(field, before.key) + " = " + value_text(field, before.value) + ", then " +
           value_text(field, after->value);
  }
  return std::nullopt;
}

void draw(const Domain& domain, std::uint64_t seed, std::uint64_t index, Case& out) {
  ChoiceSource choices(seed, index);
  domain.generate(choices, out);
}

}  // namespace

std::span<const PropertyName> property_names() { return kNames; }

PropertyCheck::PropertyCheck(Property property, const Domain& domain, Candidate& candidate,
                             const KnownDifferences& known, std::uint64_t seed)
    : property_(property),
      domain_(domain),
      known_(known),
      seed_(seed),
      examiner_(domain, candidate),
      collector_(examiner_, {.seed = seed, .reference = {.name = "model"}, .known = known}),
      case_(domain.make_case()),
      other_(domain.make_case()) {}

std::optional<PropertyFailure> PropertyCheck::check(std::uint64_t index) {
  compared_ = false;
  draw(domain_, seed_, index, *case_);
  switch (property_) {
    case Property::agreement:
      return check_agreement(index);
    case Property::forms:
      return check_forms(index);
    case Property::repetition:
      return check_repetition(index);
  }
  return std::nullopt;
}

std::optional<PropertyFailure> PropertyCheck::check_agreement(std::uint64_t index) {
  const Examination& examination = examiner_.examine(*case_);
  compared_ = examination.comparison.compared;
  const std::vector<Difference> unknown = unknown_differences(domain_, *case_, examination, known_);
  if (unknown.empty()) return std::nullopt;
  const Signature signature = signature_of(unknown.front(), examination.outcome, domain_.observable_fields());
  const std::optional<Finding> finding = collector_.shrink_case(*case_, signature, index);
  // One that does not come again is for `repetition` to tell.
  if (!finding) return std::nullopt;
  return PropertyFailure{finding_text(*finding, "", ""), finding_json(*finding), finding->slug()};
}

std::optional<PropertyFailure> PropertyCheck::check_forms(std::uint64_t index) {
  domain_.set_form(*case_, 0);
  const Examination& first = examiner_.examine(*case_);
  if (first.withheld || !is_legal(first.expectation)) return std::nullopt;
  const Outcome expected = first.outcome;
  for (std::uint32_t form = 1; form < domain_.form_count(); ++form) {
    domain_.set_form(*case_, form);
    const Outcome& got = examiner_.examine(*case_).outcome;
    compared_ |= any_comparable(expected, got);
    if (const auto difference = difference_between(domain_, expected, got)) {
      return failure("answers otherwise where padding, placement and empty arrays alone are others", *difference,
                     index);
    }
  }
  return std::nullopt;
}

std::optional<PropertyFailure> PropertyCheck::check_repetition(std::uint64_t index) {
  const Examination& first = examiner_.examine(*case_);
  if (first.withheld || !is_legal(first.expectation)) return std::nullopt;
  const Outcome expected = first.outcome;
  draw(domain_, seed_, index + 1, *other_);
  examiner_.examine(*other_);
  const Outcome& got = examiner_.examine(*case_).outcome;
  compared_ = any_comparable(expected, got);
  const auto difference = difference_between(domain_, expected, got);
  if (!difference) return std::nullopt;
  return failure("answers otherwise when it is asked again", *difference, index);
}

PropertyFailure PropertyCheck::failure(std::string_view what, const std::string& difference,
                                       std::uint64_t index) const {
  const std::string slug = std::string(property_ == Property::forms ? "forms" : "repetition") + "-seed-" +
                           std::to_string(seed_) + "-case-" + std::to_string(index);
  std::string text = examiner_.candidate().provenance().name + " " + std::string(what) + "\n";
  text += "  got        " + difference + "\n";
  text += "  found at   seed " + std::to_string(seed_) + ", case " + std::to_string(index) + "\n";
  text += domain_.hlsl(*case_);
  return {text, case_json(domain_, domain_.tree(*case_)), slug};
}

}  // namespace d3d12fuzz
