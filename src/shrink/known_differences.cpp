#include "shrink/known_differences.h"

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "domains/domain.h"

namespace d3d12fuzz {
namespace {

constexpr std::string_view kHeading = "signature\tshape\treason";

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// Reads the lines of one file.
class Reader {
 public:
  explicit Reader(std::string_view name) : name_(name) {}

  /// Goes on to the next line.
  void next() { ++line_; }

  KnownDifference entry(std::string_view text) const {
    const auto tabs = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\t'));
    if (tabs != 2) {
      fail("found " + std::to_string(tabs + 1) + (tabs == 0 ? " column" : " columns") +
           ", expected three separated by tabs: signature, shape (may be empty) and reason");
    }
    const std::size_t first = text.find('\t');
    const std::size_t second = text.find('\t', first + 1);
    KnownDifference entry;
    entry.signature = signature(trimmed(text.substr(0, first)));
    entry.shape = shape(trimmed(text.substr(first + 1, second - first - 1)));
    entry.reason = trimmed(text.substr(second + 1));
    if (entry.reason.empty()) fail("found no reason, expected one in the third column");
    entry.file = name_;
    entry.line = line_;
    return entry;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(std::string(name_) + ":" + std::to_string(line_) + ": " + what);
  }

  Signature signature(std::string_view text) const {
    const std::optional<Signature> read = parse_signature(text);
    if (!read) {
      std::string stages;
      for (const Stage stage : kStages) stages += (stages.empty() ? "" : ", ") + std::string(name_of(stage));
      fail(
          "found signature \"" + std::string(text) +
          "\", expected one such as \"accepts-illegal DT-005 at serialize\"; kinds are accepts-illegal, rejects-legal, "
          "wrong-value, crash, hang, misconduct, with \"unstable\" in front of what comes and goes; stages are " +
          stages);
    }
    const std::string& subject = read->subject;
    switch (read->kind) {
      case DifferenceKind::rule_not_enforced:
        // Without a rule it is what another implementation on the reference side refuses.
        if (!subject.empty() && !find_rule(subject)) {
          fail("found rule \"" + subject + "\", expected one that \"d3d12fuzz rules\" lists");
        }
        break;
      case DifferenceKind::legal_rejected:
        if (!subject.empty()) {
          fail("found \"" + subject + "\" behind rejects-legal, expected the stage alone; the shape tells cases apart");
        }
        break;
      case DifferenceKind::wrong_value:
        check_value(*read);
        break;
      case DifferenceKind::crash:
      case DifferenceKind::hang:
        if (subject.empty())
          fail("found no place or signal, expected one such as \"crash libfoo.so.1+0x12 at create\"");
        break;
      case DifferenceKind::misconduct:
        if (!find_conduct(subject)) fail("found misconduct \"" + subject + "\", expected one of " + conduct_names());
        break;
    }
    return *read;
  }

  void check_value(const Signature& signature) const {
    for (const Domain* domain : all_domains()) {
      for (const ObservableField& field : domain->observable_fields()) {
        if (field.path != signature.subject) continue;
        if (field.stage == signature.stage) return;
        fail("found value \"" + signature.subject + "\" at " + std::string(name_of(signature.stage)) +
             ", expected it at " + std::string(name_of(field.stage)));
      }
    }
    fail("found value \"" + signature.subject + "\", expected one that a domain has, such as \"" +
         std::string(all_domains().front()->observable_fields().front().path) + "\"");
  }

  Shape shape(std::string_view text) const {
    Shape shape;
    if (text.empty()) return shape;
    while (true) {
      const std::size_t comma = text.find(',');
      shape.emplace_back(trimmed(text.substr(0, comma)));
      if (shape.back().empty()) fail("found an empty feature in the shape, expected features separated by commas");
      if (comma == std::string_view::npos) break;
      text.remove_prefix(comma + 1);
    }
    std::sort(shape.begin(), shape.end());
    shape.erase(std::unique(shape.begin(), shape.end()), shape.end());
    return shape;
  }

  std::string_view name_;
  std::size_t line_ = 0;
};

}  // namespace

std::string KnownDifference::text() const {
  return shape.empty() ? signature.text() : signature.text() + " (" + shape_text(shape) + ")";
}

KnownDifferences KnownDifferences::parse(std::string_view text, std::string_view name) {
  KnownDifferences list;
  Reader reader(name);
  bool first = true;
  while (!text.empty()) {
    reader.next();
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    const bool heading = first && line == kHeading;
    first = false;
    if (!heading) list.add(reader.entry(line));
  }
  return list;
}

KnownDifferences KnownDifferences::load(const std::filesystem::path& path) {
  return parse(read_file(path), path.string());
}

void KnownDifferences::add(KnownDifferences other) {
  for (KnownDifference& entry : other.entries_) add(std::move(entry));
}

void KnownDifferences::add(KnownDifference entry) {
  for (const KnownDifference& known : entries_) {
    if (known.signature != entry.signature || known.shape != entry.shape) continue;
    throw InputError(entry.file + ":" + std::to_string(entry.line) + ": found \"" + entry.text() +
                     "\" a second time, expected it once; it stands at " + known.file + ":" +
                     std::to_string(known.line));
  }
  entries_.push_back(std::move(entry));
}

std::optional<std::size_t> KnownDifferences::match(const Signature& signature,
                                                   const std::function<Shape()>& shape) const {
  std::optional<std::size_t> best;
  std::optional<Shape> of_case;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const KnownDifference& entry = entries_[i];
    if (!name_same_fault(entry.signature, signature)) continue;
    if (best && entry.shape.size() <= entries_[*best].shape.size()) continue;
    if (!entry.shape.empty()) {
      if (!of_case) of_case = shape();
      if (!contains(*of_case, entry.shape)) continue;
    }
    best = i;
  }
  return best;
}

std::string known_differences_text(std::vector<KnownDifference> entries) {
  std::sort(entries.begin(), entries.end(), [](const KnownDifference& a, const KnownDifference& b) {
    return std::pair(a.signature.text(), a.shape) < std::pair(b.signature.text(), b.shape);
  });
  std::string text = std::string(kHeading) + "\n";
  for (const KnownDifference& entry : entries) {
    text += entry.signature.text() + "\t" + shape_text(entry.shape) + "\t" + entry.reason + "\n";
  }
  return text;
}

}  // namespace d3d12fuzz
