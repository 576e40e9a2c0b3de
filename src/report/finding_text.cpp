#include "report/finding_text.h"

#include "base/text.h"
#include "base/tree_json.h"

namespace d3d12fuzz {
namespace {

std::string stage_list(const std::vector<Stage>& stages) {
  std::string text;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (i > 0) text += i + 1 == stages.size() ? " and " : ", ";
    text += name_of(stages[i]);
  }
  return text;
}

std::string indented(std::string_view text, std::string_view indent) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out += std::string(indent) + std::string(text.substr(0, end)) + "\n";
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return out;
}

/// Breaks a long text at spaces, lines behind the first indented.
std::string wrapped(std::string_view text, std::size_t width, std::string_view indent) {
  std::string out;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    if (column > 0 && column + 1 + word.size() > width) {
      out += "\n" + std::string(indent);
      column = 0;
    } else if (column > 0) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
    if (space == std::string_view::npos) break;
    text.remove_prefix(space + 1);
  }
  return out;
}

/// The rules that tell why the answer is wrong; of a crash those that the case breaks up to there, which are what the
/// candidate did not look at.
std::vector<RuleId> rules_to_tell(const Finding& finding) {
  if (!is_unconditional(finding.difference.kind)) return finding.rules;
  std::vector<RuleId> rules;
  for (const BrokenRule& broken : finding.expectation.broken) {
    if (broken.stage <= finding.difference.stage) rules.push_back(broken.rule);
  }
  return rules;
}

/// What a candidate that crashed or hung at a stage ought to have answered.
std::string answer_text(const Expectation& expectation, Stage last) {
  for (const Stage stage : kStages) {
    if (stage <= last && expectation.at(stage) == Expected::rejected)
      return "rejected at " + std::string(name_of(stage));
  }
  return "an answer, whatever it is";
}

/// What the reference wants, in the words of the difference.
std::string expected_text(const Finding& finding) {
  const Difference& difference = finding.difference;
  if (finding.seen_once() && !finding.untried()) return "the same answer each time";
  switch (difference.kind) {
    case DifferenceKind::rule_not_enforced:
      return "rejected at " + stage_list(finding.stages);
    case DifferenceKind::legal_rejected:
      return "accepted at " + stage_list(finding.stages);
    case DifferenceKind::wrong_value: {
      if (finding.untried()) return "another value of " + finding.signature.subject;
      const ObservableField& field = finding.domain->observable_fields()[difference.key.field];
      return path_of(field, difference.key) + " = " + value_text(field, difference.expected);
    }
    case DifferenceKind::crash:
    case DifferenceKind::hang:
      return answer_text(finding.expectation, difference.stage);
    case DifferenceKind::misconduct:
      return std::string(demand_on(difference.conduct.value()));
  }
  return {};
}

/// What the candidate did when it did this, in the same words.
std::string got_text(const Finding& finding, const Outcome& outcome) {
  const Difference& difference = finding.difference;
  if (difference.kind == DifferenceKind::wrong_value && !finding.seen_once()) {
    const ObservableField& field = finding.domain->observable_fields()[difference.key.field];
    for (const Observable& seen : outcome.observables) {
      if (seen.key == difference.key) return path_of(field, seen.key) + " = " + value_text(field, seen.value);
    }
  }
  return outcome_line(outcome);
}

/// The lines on what came and went.
std::string unstable_text(const Finding& finding) {
  std::string text = finding.untried() ? "  untried    the candidate could not be asked again; not shrunk\n"
                                       : "  unstable   shown " + std::to_string(finding.reproduced) + " times in " +
                                             std::to_string(finding.attempts) + "; not shrunk\n";
  if (finding.signature.kind == DifferenceKind::hang) {
    text += "  note       a limit of time decides this: a machine under load may be at fault, and not the candidate\n";
  }
  if (finding.reference.name != "model" && !finding.untried()) {
    text += "  note       " + finding.reference.name + ", the reference, may be what answers now so, now otherwise\n";
  }
  return text;
}

/// Whether a frame is the harness's own, as a signal handler writes it or a sanitizer.
bool is_own(std::string_view frame) {
  return frame.starts_with("d3d12fuzz+") || frame.starts_with("d3d12fuzz::") || frame.starts_with("d3d12fuzz_worker_");
}

/// The frames up to the harness's own, which differ from build to build; the first ones if all are the harness's.
std::vector<std::string> foreign_frames(const Crash& crash) {
  constexpr std::size_t most = 8;
  std::vector<std::string> frames;
  for (const std::string& frame : crash.frames) {
    if (frames.size() == most || (is_own(frame) && !frames.empty())) break;
    frames.push_back(frame);
  }
  return frames;
}

/// "E_NOTIMPL" for the codes that implementations of root signatures answer with; else the number.
std::string hresult_text(std::int32_t hresult) {
  constexpr NamedValue names[] = {{"S_OK, but no object", 0},
                                  {"E_NOTIMPL", 0x80004001},
                                  {"E_FAIL", 0x80004005},
                                  {"E_OUTOFMEMORY", 0x8007000E},
                                  {"E_INVALIDARG", 0x80070057}};
  const auto code = static_cast<std::uint32_t>(hresult);
  for (const NamedValue& named : names) {
    if (named.value == code) return std::string(named.name);
  }
  return hex(code);
}

/// As a shell takes it for one word.
std::string shell_word(const std::string& text) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:,=+-@%";
  if (text.find_first_not_of(plain) == std::string::npos) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

std::string title_of_difference(const Finding& finding) {
  switch (finding.signature.kind) {
    case DifferenceKind::rule_not_enforced: {
      const std::string where = " at " + stage_list(finding.stages);
      if (!finding.rule()) return "accepts what the reference rejects" + where;
      const Rule& row = rule(*finding.rule());
      return "accepts what " + std::string(row.id) + " (" + std::string(row.subject) + ") forbids" + where;
    }
    case DifferenceKind::legal_rejected:
      return "rejects a legal case at " + stage_list(finding.stages);
    case DifferenceKind::wrong_value:
      return "reports a wrong value for " + finding.signature.subject + " at " + stage_list(finding.stages);
    case DifferenceKind::crash:
      return "crashes at " + stage_list(finding.stages) + ": " + finding.signature.subject;
    case DifferenceKind::hang:
      return "hangs at " + stage_list(finding.stages) + ": " + finding.signature.subject;
    case DifferenceKind::misconduct:
      return std::string(deed_of(finding.difference.conduct.value())) + " at " + stage_list(finding.stages);
  }
  return {};
}

}  // namespace

std::string value_text(const ObservableField& field, std::uint64_t value) {
  if (value == kNoValue) return field.path.ends_with("table_size") ? "unbounded" : "none";
  if (field.meaning != nullptr) {
    const std::string name = leaf_text(*field.meaning, value);
    if (field.meaning->kind == LeafKind::real) return name;  // which has the bits already
    const std::string plain = std::to_string(value);
    return name == plain ? plain : name + " (" + hex(value) + ")";
  }
  return value < 0x10000 ? std::to_string(value) : hex(value);
}

std::string outcome_line(const Outcome& outcome) {
  std::string text;
  for (const Stage stage : kStages) {
    const StageOutcome& got = outcome.at(stage);
    if (got.status == Status::not_reached) continue;
    if (!text.empty()) text += ", ";
    text += std::string(name_of(stage)) + " " + std::string(name_of(got.status));
    if (got.status == Status::rejected || got.status == Status::unsupported) {
      text += " (" + hresult_text(got.hresult) + ")";
    }
  }
  if (text.empty()) text = "no stage was reached";
  if (outcome.crash) text += ": " + outcome.crash->what;
  for_each_conduct(outcome.conduct, [&](Conduct conduct) { text += "; " + std::string(deed_of(conduct)); });
  return text;
}

std::string finding_title(const Finding& finding) {
  return (finding.signature.unstable && !finding.untried() ? "sometimes " : "") + title_of_difference(finding);
}

std::string finding_text(const Finding& finding, const std::string& file, const std::string& program) {
  constexpr std::string_view indent = "             ";
  std::string text = finding.candidate.name + " " + finding_title(finding) + "\n";
  for (const RuleId id : rules_to_tell(finding)) {
    text += "  rule       " + std::string(rule(id).id) + ": " + wrapped(rule(id).text, 105, indent) + "\n";
  }
  text += "  expected   " + expected_text(finding) + "\n";
  text += "  got        " +
          (finding.untried()     ? finding.signature.as_shown().text() + ", once"
           : finding.seen_once() ? finding.signature.as_shown().text() + ", once, before these tries"
                                 : got_text(finding, finding.outcome)) +
          "\n";
  if (finding.outcome.crash) {
    const Crash& crash = *finding.outcome.crash;
    if (!crash.message.empty()) text += "  it said    " + crash.message + "\n";
    const std::vector<std::string> frames = foreign_frames(crash);
    for (std::size_t i = 0; i < frames.size(); ++i)
      text += (i == 0 ? "  frames     " : std::string(indent)) + frames[i] + "\n";
  }
  if (finding.other_outcome) text += "  but also   " + got_text(finding, *finding.other_outcome) + "\n";
  text += "  case\n" + indented(finding.domain->hlsl(*case_from_tree(*finding.domain, finding.tree)), "      ");
  if (finding.signature.unstable) {
    text += unstable_text(finding);
  } else if (!finding.minimal) {
    text += "  not proved minimal: the budget ran out while shrinking\n";
  }
  if (finding.case_index) {
    text +=
        "  found at   seed " + std::to_string(finding.seed) + ", case " + std::to_string(*finding.case_index) + "\n";
  }
  if (!file.empty()) {
    const std::string options = finding.candidate.options.empty() ? "" : " " + finding.candidate.options;
    text += "  replay     " + program + " replay " + file + " --candidate " + shell_word(finding.candidate.name) +
            options + "\n";
    // A compiler takes text, which no D3D12 program hands over.
    const bool is_compiler = finding.candidate.name.starts_with("command:");
    text += (is_compiler ? "  as source  " : "  as C++     ") + program + " show " + file +
            (is_compiler ? " --as hlsl-source\n" : " --as cpp\n");
  }
  return text;
}

}  // namespace d3d12fuzz
