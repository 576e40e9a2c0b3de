#include "shrink/collector.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/hash.h"
#include "candidates/stop.h"

namespace d3d12fuzz {
namespace {

bool shows(const Examination& examination, const Domain& domain, const Signature& signature) {
  const std::vector<Signature> all = examination.signatures(domain);
  return std::any_of(all.begin(), all.end(), [&](const Signature& each) { return name_same_fault(each, signature); });
}

bool any_timed_out(const Outcome& outcome) {
  return std::any_of(outcome.stages.begin(), outcome.stages.end(),
                     [](const StageOutcome& stage) { return stage.status == Status::timed_out; });
}

template <class T>
bool is_subset(const std::vector<T>& part, const std::vector<T>& whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

}  // namespace

std::uint64_t hash_of(const Shape& shape) {
  std::uint64_t hash = 0;
  for (const std::string& feature : shape) hash = mix64(hash ^ stable_hash(std::string_view(feature)));
  return hash;
}

Collector::Collector(Examiner& examiner, CollectorOptions options) : examiner_(examiner), options_(std::move(options)) {
  examiner_.candidate().watch_single_cases();
}

bool Collector::explained(const Detection& detection, const Shape& shape) const {
  for (std::size_t i = 0; i < findings_.size(); ++i) {
    const Finding& known = findings_[i];
    if (known.signature.unstable) {
      if (known.signature.as_shown() == detection.signature && starts_[i] >= kUnstableStarts) return true;
      continue;
    }
    if (known.signature.kind != detection.signature.kind) continue;
    if (detection.signature.kind == DifferenceKind::rule_not_enforced) {
      const std::optional<RuleId> id = find_rule(detection.signature.subject);
      const bool same_rule =
          id ? std::find(known.rules.begin(), known.rules.end(), *id) != known.rules.end() : known.rules.empty();
      const bool same_stage =
          std::find(known.stages.begin(), known.stages.end(), detection.signature.stage) != known.stages.end();
      // A purer case may yet show the rule on its own.
      const bool pure_enough =
          known.weight() < detection.weight || (known.weight() == detection.weight && starts_[i] >= kShrinkStarts);
      if (same_rule && same_stage && pure_enough) return true;
    } else if (name_same_fault(known.signature, detection.signature)) {
      if (is_unconditional(known.signature.kind) || contains(shape, shapes_[i])) return true;
    }
  }
  return false;
}

ShrinkQuestion Collector::question_for(const Signature& signature) {
  // A worker that must be replaced, or asked often until a leak shows, is slow.
  const bool slow = is_unconditional(signature.kind);
  return {
      .repaired =
          [this](const Node& edited) { return examiner_.domain().tree(*case_from_tree(examiner_.domain(), edited)); },
      .weigh = [this, signature](const Node& edited) { return weigh(edited, signature); },
      .numbers = slow ? NumberSteps::boundaries_only : NumberSteps::all,
      .stop = options_.stop};
}

std::optional<std::size_t> Collector::weigh(const Node& tree, const Signature& signature) {
  const std::unique_ptr<Case> value = case_from_tree(examiner_.domain(), tree);
  const Examination& examination = examiner_.examine(*value);
  bool found = false;
  for (const Signature& shown : examination.signatures(examiner_.domain())) {
    if (name_same_fault(shown, signature)) {
      found = true;
      continue;
    }
    // Two of a kind are two faults there, however small the case.
    const bool apart = shown.kind == DifferenceKind::crash || shown.kind == DifferenceKind::misconduct;
    if ((shown.kind != signature.kind || apart) && !is_known(shown, tree)) {
      met_.try_emplace(shown.text(), shown, tree);
    }
  }
  if (!found) return std::nullopt;
  const std::size_t weight = Finding::weight_of(examination.expectation);
  // A crash is clearest where the case is legal. Of what is not, few broken rules say nothing: the first of them may be
  // why others were not looked for.
  return is_unconditional(signature.kind) ? std::min<std::size_t>(weight, 1) : weight;
}

Collector::Tries Collector::try_repeatedly(const Case& value, const Signature& signature, TryUntil until) {
  Tries tries;
  const unsigned attempts = options_.stop() ? 1 : options_.attempts;
  for (unsigned i = 0; i < attempts && !(until == TryUntil::shown && tries.shown > 0); ++i) {
    const Examination& examination = examiner_.examine(value);
    if (shows(examination, examiner_.domain(), signature)) {
      ++tries.shown;
      tries.with = examination;
    } else if (signature.kind != DifferenceKind::hang && any_timed_out(examination.outcome)) {
      // The machine may have been slow: that says nothing about the difference.
      continue;
    } else {
      tries.without = examination;
    }
    ++tries.count;
  }
  return tries;
}

Finding Collector::finding_of(const Node& tree, const Signature& signature, const Examination& examination) {
  const Domain& domain = examiner_.domain();
  Finding finding;
  finding.domain = &domain;
  finding.tree = tree;
  finding.signature = signature;
  finding.difference = {.kind = signature.kind, .stage = signature.stage, .conduct = find_conduct(signature.subject)};
  finding.candidate = examiner_.candidate().provenance();
  finding.reference = options_.reference;
  finding.seed = options_.seed;
  finding.expectation = examination.expectation;
  finding.outcome = examination.outcome;
  std::optional<RuleId> most_special;
  for (const Difference& difference : examination.comparison.differences) {
    const Signature shown = signature_of(difference, examination.outcome, domain.observable_fields());
    const bool same = name_same_fault(shown, signature);
    if (same) {
      finding.difference = difference;
      finding.signature.stage = shown.stage;
    } else {
      finding.also_shown.push_back(shown.text());
    }
    if (shown.kind != signature.kind || (!same && is_known(shown, tree))) continue;
    if (shown.kind == DifferenceKind::rule_not_enforced) {
      if (difference.rule) most_special = std::max(most_special.value_or(*difference.rule), *difference.rule);
    } else if (shown.subject != signature.subject) {
      continue;
    }
    if (finding.stages.empty() || finding.stages.back() < shown.stage) finding.stages.push_back(shown.stage);
  }
  if (signature.kind == DifferenceKind::rule_not_enforced) {
    for (const BrokenRule& broken : examination.expectation.broken) finding.rules.push_back(broken.rule);
    std::sort(finding.rules.begin(), finding.rules.end());
    if (most_special) finding.signature.subject = rule(*most_special).id;
    if (!finding.stages.empty()) finding.signature.stage = finding.difference.stage = finding.stages.front();
    finding.difference.rule = most_special;
  } else if (!is_unconditional(signature.kind)) {
    finding.shape = shape_text(shape_of(tree));
  }
  return finding;
}

Finding Collector::unstable_finding(const Case& value, const Signature& signature, const Tries& tries) {
  Finding finding = finding_of(examiner_.domain().tree(value), signature, tries.shown > 0 ? tries.with : tries.without);
  finding.reproduced = tries.shown;
  finding.attempts = tries.count;
  if (tries.count > 0) finding.other_outcome = tries.without.outcome;
  if (finding.seen_once()) {
    finding.outcome.clear();
    finding.stages = {signature.stage};
  }
  // The signature alone tells such findings apart: nothing was shrunk.
  finding.shape.clear();
  finding.signature.unstable = true;
  return finding;
}

Expectation Collector::expectation_of(const Case& value) const {
  Expectation expectation;
  examiner_.domain().make_model()->judge(value, expectation);
  return expectation;
}

template <class Find>
std::optional<Finding> Collector::find_or_keep(const Case& value, const Signature& signature, Find find) {
  try {
    if (!failure_) return find();
  } catch (const InputError&) {
    failure_ = std::current_exception();
  } catch (const Stopped&) {
    failure_ = std::current_exception();
  }
  // What has a finding already is likely the same once more.
  const bool is_found = std::any_of(findings_.begin(), findings_.end(), [&](const Finding& finding) {
    return finding.stable() && name_same_fault(finding.signature, signature);
  });
  if (is_found) return std::nullopt;
  return unstable_finding(value, signature, {.without = {.expectation = expectation_of(value)}});
}

std::optional<Finding> Collector::shrink_case(const Case& value, const Signature& signature,
                                              std::optional<std::uint64_t> case_index) {
  std::optional<Finding> finding = finding_from(value, signature, try_repeatedly(value, signature, TryUntil::end));
  if (finding) finding->case_index = case_index;
  return finding;
}

std::optional<Finding> Collector::finding_from(const Case& value, const Signature& signature, const Tries& tries) {
  if (tries.shown == 0) return std::nullopt;
  if (tries.shown < tries.count) return unstable_finding(value, signature, tries);
  return shrink_stable(value, signature, tries);
}

std::optional<Finding> Collector::shrink_stable(const Case& value, const Signature& signature, const Tries& tries) {
  ShrinkResult result = shrink(examiner_.domain().tree(value), question_for(signature), options_.shrink_budget);
  evaluations_.push_back(result.evaluations);
  bool minimal = result.minimal;
  std::optional<Finding> finding = finding_of_shrunk(result.tree, signature);
  if (minimal && finding && finding->stable() && finding->signature.subject != signature.subject) {
    // Named by a more special rule: what matters is the smallest case for that.
    const Signature special = finding->signature;
    result = shrink(result.tree, question_for(special), options_.shrink_budget);
    evaluations_.back() += result.evaluations;
    finding = finding_of_shrunk(result.tree, special);
    minimal = result.minimal && finding && finding->signature == special;
  }
  if (!finding || !finding->stable()) return finding;
  finding->reproduced = tries.shown;
  finding->attempts = tries.count;
  finding->minimal = minimal;
  if (minimal && signature.kind == DifferenceKind::legal_rejected) {
    finding->refused_for = rules_met_by_no_neighbour(finding->tree);
  }
  return finding;
}

std::optional<Finding> Collector::finding_of_shrunk(const Node& tree, const Signature& signature) {
  const std::unique_ptr<Case> value = case_from_tree(examiner_.domain(), tree);
  const Tries tries = try_repeatedly(*value, signature, TryUntil::shown);
  if (tries.shown > 0) return finding_of(tree, signature, tries.with);
  // It showed each time until it was this small.
  return seen_once(*value, signature, tries);
}

std::optional<Finding> Collector::seen_once(const Case& value, const Signature& signature, const Tries& tries) {
  // A hurried time limit may have taken a slow case for a hang; and where each try ran into it there is nothing to
  // tell.
  if (signature.kind == DifferenceKind::hang || tries.count == 0) return std::nullopt;
  return unstable_finding(value, signature, tries);
}

RuleSet Collector::rules_met_by_no_neighbour(const Node& tree) {
  const Domain& domain = examiner_.domain();
  const std::unique_ptr<Model> model = domain.make_model();
  Expectation expectation;
  const auto met = [&](const Node& of) -> const RuleSet& {
    model->judge(*case_from_tree(domain, of), expectation);
    return expectation.met;
  };
  RuleSet rules;
  met(tree).for_each([&](RuleId id) {
    const Rule& row = rule(id);
    if (row.rule_class == RuleClass::scored && row.violation == Violation::allowed) rules.insert(id);
  });
  for (const Node& neighbour : neighbours(tree, NumberSteps::all)) {
    if (rules.empty()) break;
    RuleSet left;
    const RuleSet& others = met(neighbour);
    rules.for_each([&](RuleId id) {
      if (!others.contains(id)) left.insert(id);
    });
    rules = left;
  }
  return rules;
}

std::optional<Node> Collector::simpler_neighbour_of(const Node& tree, const Signature& signature) {
  return simpler_neighbour(tree, question_for(signature));
}

void Collector::store(Finding finding) {
  // A crash that its case does not show again on its own comes of what an earlier case did to the process. A crash that
  // does show, or is known, stands for it.
  const auto crashed = [](const Finding& f) { return f.signature.kind == DifferenceKind::crash && !f.untried(); };
  const auto known_crash = [](const KnownDifference& entry) { return entry.signature.kind == DifferenceKind::crash; };
  if (crashed(finding) && !finding.stable() &&
      (std::any_of(findings_.begin(), findings_.end(), crashed) ||
       std::any_of(options_.known.entries().begin(), options_.known.entries().end(), known_crash))) {
    return;
  }
  const Shape shape = shape_of(finding.tree);
  for (std::size_t i = 0; i < findings_.size(); ++i) {
    Finding& known = findings_[i];
    if (known.signature.unstable != finding.signature.unstable) continue;
    if (finding.signature.unstable) {
      if (known.signature != finding.signature) continue;
      ++starts_[i];
      // One that came again says more.
      if (known.seen_once() && !finding.seen_once()) known = std::move(finding);
      return;
    }
    // Where no rule tells faults apart the shape does, even if the budget ended shrinking at different cases.
    const bool same_shape = name_same_fault(known.signature, finding.signature) && finding.rules.empty() &&
                            known.rules.empty() && shapes_[i] == shape;
    const bool same_case = known.tree == finding.tree && known.signature.subject == finding.signature.subject;
    const bool same_rules =
        known.signature == finding.signature && known.rules == finding.rules && !known.rules.empty();
    // A purer case takes the place of one that breaks further rules.
    const bool purer =
        known.signature == finding.signature && !finding.rules.empty() && finding.weight() < known.weight();
    if (known.signature.kind != finding.signature.kind || !(same_shape || same_case || same_rules || purer)) continue;
    ++starts_[i];
    if (purer || compare_simplicity(finding.tree, known.tree) < 0) {
      shapes_[i] = shape;
      known = std::move(finding);
    }
    return;
  }
  shapes_.push_back(shape);
  starts_.push_back(1);
  findings_.push_back(std::move(finding));
}

bool Collector::is_known(const Signature& signature, const Node& tree) const {
  return options_.known.match(signature, [&] { return shape_of(tree); }).has_value();
}

std::vector<Stage> Collector::stages_beside_known(const Finding& finding) const {
  std::vector<Stage> stages;
  for (const Stage stage : finding.stages) {
    const bool known = std::any_of(finding.rules.begin(), finding.rules.end(), [&](RuleId id) {
      return is_known({DifferenceKind::rule_not_enforced, stage, std::string(rule(id).id)}, finding.tree);
    });
    if (!known) stages.push_back(stage);
  }
  return stages;
}

bool Collector::follows_from_known(const Finding& finding) const {
  if (options_.known.empty()) return false;
  if (finding.signature.unstable && is_known(finding.signature, finding.tree)) return true;
  if (finding.signature.kind == DifferenceKind::rule_not_enforced) {
    return !finding.stages.empty() && stages_beside_known(finding).empty();
  }
  if (is_known(finding.signature.as_shown(), finding.tree)) return true;
  return finding.signature.kind == DifferenceKind::wrong_value &&
         std::any_of(finding.also_shown.begin(), finding.also_shown.end(), [&](const std::string& text) {
           const std::optional<Signature> other = parse_signature(text);
           return other && other->kind == DifferenceKind::wrong_value && is_known(*other, finding.tree);
         });
}

bool Collector::any() const {
  return std::any_of(findings_.begin(), findings_.end(), [this](const Finding& f) { return !follows_from_known(f); });
}

bool Collector::any_that_follow_from_known() const {
  return std::any_of(findings_.begin(), findings_.end(), [this](const Finding& f) { return follows_from_known(f); });
}

void Collector::add(const Detection& detection) {
  const Domain& domain = examiner_.domain();
  const std::unique_ptr<Case> value = domain.make_case();
  ChoiceSource choices(options_.seed, detection.case_index);
  domain.generate(choices, *value);
  if (explained(detection, shape_of(domain.tree(*value)))) return;
  std::optional<Finding> finding = find_or_keep(*value, detection.signature, [&] {
    if (on_shrink) on_shrink(detection.signature);
    const Tries tries = try_repeatedly(*value, detection.signature, TryUntil::end);
    // Kept as it was, so that nothing is lost.
    return tries.shown == 0 ? seen_once(*value, detection.signature, tries)
                            : finding_from(*value, detection.signature, tries);
  });
  if (!finding) return;
  finding->case_index = detection.case_index;
  store(std::move(*finding));
}

void Collector::add_met_on_the_way() {
  // Two faults of a case meet each other again in each other's shrinking.
  std::set<std::string> followed;
  while (!met_.empty() && !options_.stop()) {
    const auto [signature, tree] = met_.begin()->second;
    const bool is_new = followed.insert(met_.begin()->first).second;
    met_.erase(met_.begin());
    if (!is_new) continue;
    const std::unique_ptr<Case> value = case_from_tree(examiner_.domain(), tree);
    const Detection detection{
        .signature = signature, .case_index = 0, .weight = Finding::weight_of(expectation_of(*value))};
    if (explained(detection, shape_of(tree))) continue;
    std::optional<Finding> finding = find_or_keep(*value, signature, [&] {
      if (on_shrink) on_shrink(signature);
      return shrink_case(*value, signature, std::nullopt);
    });
    if (finding) store(std::move(*finding));
  }
}

std::vector<CollectedFinding> Collector::collected() const {
  const Domain& domain = examiner_.domain();
  std::vector<CollectedFinding> all;
  for (std::size_t i = 0; i < findings_.size(); ++i) {
    CollectedFinding& collected = all.emplace_back();
    collected.finding = findings_[i];
    collected.finding.domain = nullptr;
    collected.finding.tree = {};
    collected.starts = starts_[i];
    domain.encode(*case_from_tree(domain, findings_[i].tree), collected.encoded_case);
  }
  return all;
}

void Collector::restore(std::vector<CollectedFinding> collected) {
  const Domain& domain = examiner_.domain();
  const std::unique_ptr<Case> value = domain.make_case();
  for (CollectedFinding& entry : collected) {
    domain.decode(entry.encoded_case, *value);
    entry.finding.domain = &domain;
    entry.finding.tree = domain.tree(*value);
    shapes_.push_back(shape_of(entry.finding.tree));
    starts_.push_back(entry.starts);
    findings_.push_back(std::move(entry.finding));
  }
}

std::vector<const Finding*> Collector::findings(bool final) const {
  std::vector<const Finding*> list;
  for (const Finding& finding : findings_) {
    const bool by_rule = finding.signature.kind == DifferenceKind::rule_not_enforced;
    if (by_rule && finding.weight() > 1 && !final) continue;
    if (follows_from_known(finding)) continue;
    // Accepting a case that breaks two rules is no news if it accepts one that breaks the first alone.
    const std::vector<Stage> stages = by_rule ? stages_beside_known(finding) : finding.stages;
    const bool explained = by_rule && std::any_of(findings_.begin(), findings_.end(), [&](const Finding& other) {
                             return &other != &finding && (other.stable() || !finding.stable()) &&
                                    !other.rules.empty() && other.rules.size() < finding.rules.size() &&
                                    is_subset(other.rules, finding.rules) && is_subset(stages, other.stages);
                           });
    // A wrong value that never comes without another one, which a simpler case shows alone, follows from that.
    const bool consequence =
        finding.signature.kind == DifferenceKind::wrong_value &&
        std::any_of(findings_.begin(), findings_.end(), [&](const Finding& other) {
          return other.signature.kind == DifferenceKind::wrong_value && (other.stable() || !finding.stable()) &&
                 (compare_simplicity(other.tree, finding.tree) < 0 ||
                  (other.tree == finding.tree && other.difference.key.packed() < finding.difference.key.packed())) &&
                 std::find(finding.also_shown.begin(), finding.also_shown.end(), other.signature.as_shown().text()) !=
                     finding.also_shown.end();
        });
    // A case from which shrinking could not take what a simpler one is refused for is refused for the same.
    const bool same_refusal = finding.signature.kind == DifferenceKind::legal_rejected &&
                              std::any_of(findings_.begin(), findings_.end(), [&](const Finding& other) {
                                return other.signature == finding.signature &&
                                       compare_simplicity(other.tree, finding.tree) < 0 && !other.refused_for.empty() &&
                                       other.refused_for.is_subset_of(finding.expectation.met);
                              });
    if (!explained && !consequence && !same_refusal) list.push_back(&finding);
  }
  return list;
}

}  // namespace d3d12fuzz
