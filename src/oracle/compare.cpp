#include "oracle/compare.h"

namespace d3d12fuzz {
namespace {

void compare_stages(const Expectation& expectation, const Outcome& outcome, Tolerances tolerances, Comparison& out) {
  for (const Stage stage : kStages) {
    const StageOutcome& got = outcome.at(stage);
    switch (got.status) {
      case Status::crashed:
        out.differences.push_back({.kind = DifferenceKind::crash, .stage = stage});
        continue;
      case Status::timed_out:
        out.differences.push_back({.kind = DifferenceKind::hang, .stage = stage});
        continue;
      case Status::unsupported:
        out.unsupported = true;
        continue;
      case Status::not_reached:
        continue;
      case Status::accepted:
      case Status::rejected:
        break;
    }
    const Expected expected = expectation.at(stage);
    if (expected == Expected::nothing || expected == Expected::either) continue;
    const bool accepts_illegal = expected == Expected::rejected && got.status == Status::accepted;
    const bool rejects_legal = expected == Expected::accepted && got.status == Status::rejected;
    if ((accepts_illegal && tolerances.illegal) || (rejects_legal && tolerances.refusals)) {
      out.tolerated = true;
      continue;
    }
    out.compared = true;
    if (accepts_illegal) {
      if (expectation.broken.empty()) {
        // Another implementation on the reference side refused; no rule says why.
        out.differences.push_back({.kind = DifferenceKind::rule_not_enforced, .stage = stage});
      }
      for (const BrokenRule& broken : expectation.broken) {
        if (broken.stage > stage) continue;
        out.differences.push_back({.kind = DifferenceKind::rule_not_enforced, .stage = stage, .rule = broken.rule});
      }
    } else if (rejects_legal) {
      out.differences.push_back({.kind = DifferenceKind::legal_rejected, .stage = stage, .hresult = got.hresult});
    }
  }
}

void judge_conduct(const Outcome& outcome, Comparison& out) {
  for_each_conduct(outcome.conduct, [&](Conduct conduct) {
    out.differences.push_back({.kind = DifferenceKind::misconduct, .stage = outcome.last_stage(), .conduct = conduct});
  });
}

void compare_observables(const Expectation& expectation, const Outcome& outcome,
                         std::span<const ObservableField> fields, Comparison& out) {
  const ExpectedObservable* expected = expectation.observables.data();
  const ExpectedObservable* const end = expected + expectation.observables.size();
  std::optional<std::uint32_t> reported;  // the field that already has a difference: one says enough
  for (const Observable& got : outcome.observables) {
    const std::uint64_t key = got.key.packed();
    while (expected != end && expected->key.packed() < key) ++expected;
    if (expected == end) return;
    if (expected->key.packed() != key) continue;
    const ExpectedObservable& wanted = *expected++;  // keys ascend: the next one is most likely that of the next value
    if (got.value == wanted.value || got.value == wanted.alternative) [[likely]]
      continue;
    if (reported == got.key.field) continue;
    const Stage stage = fields[got.key.field].stage;
    if (outcome.at(stage).status != fields[got.key.field].when) continue;
    reported = got.key.field;
    out.differences.push_back({.kind = DifferenceKind::wrong_value,
                               .stage = stage,
                               .key = got.key,
                               .expected = wanted.value,
                               .got = got.value});
  }
}

}  // namespace

void compare(const Expectation& expectation, const Outcome& outcome, std::span<const ObservableField> fields,
             Comparison& out, Tolerances tolerances) {
  out.clear();
  compare_stages(expectation, outcome, tolerances, out);
  judge_conduct(outcome, out);
  if (expectation.observables.empty() || outcome.observables.empty()) return;
  compare_observables(expectation, outcome, fields, out);
}

void expect_outcome(const Outcome& reference, Expectation& out, Tolerances tolerances) {
  const bool legal = out.broken.empty();
  const bool no_verdict_to_accept = tolerances.illegal && !legal;
  const bool no_verdict_to_reject = tolerances.refusals && legal;
  bool values_count = true;
  for (const Stage stage : kStages) {
    switch (reference.at(stage).status) {
      case Status::accepted:
        out.at(stage) = no_verdict_to_accept ? Expected::either : Expected::accepted;
        values_count = values_count && !no_verdict_to_accept;
        break;
      case Status::rejected:
        out.at(stage) = no_verdict_to_reject ? Expected::either : Expected::rejected;
        values_count = values_count && !no_verdict_to_reject;
        break;
      case Status::not_reached:
      case Status::unsupported:
      case Status::crashed:
      case Status::timed_out:
        out.at(stage) = Expected::either;
        break;
    }
  }
  out.observables.clear();
  if (!values_count) return;
  for (const Observable& seen : reference.observables) {
    out.observables.push_back({.key = seen.key, .value = seen.value, .alternative = seen.value});
  }
}

}  // namespace d3d12fuzz
