#include "oracle/signature.h"

namespace d3d12fuzz {
namespace {

std::string_view word_for(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::rule_not_enforced:
      return "accepts-illegal";
    case DifferenceKind::legal_rejected:
      return "rejects-legal";
    case DifferenceKind::wrong_value:
      return "wrong-value";
    case DifferenceKind::crash:
      return "crash";
    case DifferenceKind::hang:
      return "hang";
    case DifferenceKind::misconduct:
      return "misconduct";
  }
  return "difference";
}

constexpr std::string_view kUnstable = "unstable ";

}  // namespace

std::string Signature::text() const {
  std::string line(unstable ? kUnstable : "");
  line += word_for(kind);
  if (!subject.empty()) line += " " + subject;
  line += " at ";
  line += name_of(stage);
  return line;
}

bool name_same_fault(const Signature& a, const Signature& b) {
  return a.kind == b.kind && a.subject == b.subject && a.unstable == b.unstable &&
         (a.stage == b.stage || a.kind == DifferenceKind::misconduct);
}

std::optional<Signature> parse_signature(std::string_view text) {
  constexpr DifferenceKind kinds[] = {DifferenceKind::rule_not_enforced,
                                      DifferenceKind::legal_rejected,
                                      DifferenceKind::wrong_value,
                                      DifferenceKind::crash,
                                      DifferenceKind::hang,
                                      DifferenceKind::misconduct};
  const bool unstable = text.starts_with(kUnstable);
  if (unstable) text.remove_prefix(kUnstable.size());
  for (const DifferenceKind kind : kinds) {
    for (const Stage stage : kStages) {
      const std::string_view word = word_for(kind);
      const std::string tail = " at " + std::string(name_of(stage));
      if (!text.starts_with(word) || !text.ends_with(tail) || text.size() < word.size() + tail.size()) continue;
      std::string_view subject = text.substr(word.size(), text.size() - word.size() - tail.size());
      if (!subject.empty()) {
        if (subject.front() != ' ') continue;  // a longer word
        subject.remove_prefix(1);
      }
      return Signature{.kind = kind, .stage = stage, .subject = std::string(subject), .unstable = unstable};
    }
  }
  return std::nullopt;
}

Signature signature_of(const Difference& difference, const Outcome& outcome, std::span<const ObservableField> fields) {
  Signature signature{.kind = difference.kind, .stage = difference.stage};
  switch (difference.kind) {
    case DifferenceKind::rule_not_enforced:
      if (difference.rule) signature.subject = rule(*difference.rule).id;
      break;
    case DifferenceKind::wrong_value:
      signature.subject = fields[difference.key.field].path;
      break;
    case DifferenceKind::crash:
    case DifferenceKind::hang:
      if (outcome.crash) signature.subject = outcome.crash->key();
      break;
    case DifferenceKind::misconduct:
      if (difference.conduct) signature.subject = name_of(*difference.conduct);
      break;
    case DifferenceKind::legal_rejected:
      break;
  }
  return signature;
}

}  // namespace d3d12fuzz
