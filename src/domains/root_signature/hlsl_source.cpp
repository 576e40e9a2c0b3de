#include "domains/root_signature/hlsl_source.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"

namespace d3d12fuzz::root_signature {
namespace {

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name(char c) { return is_name_start(c) || (c >= '0' && c <= '9'); }

/// A string literal, or the name of a macro that has more of them.
struct Piece {
  std::size_t at = 0;    ///< of the first byte: the quote, or the name's
  std::string_view raw;  ///< between the quotes, or the name
  bool is_literal = false;
};
using Pieces = std::vector<Piece>;

/// What a source file says of root signatures.
class Source {
 public:
  Source(std::string_view text, std::string_view name) : text_(text), name_(name) {
    while (at_ < text_.size()) scan();
  }

  PlacedText find(std::string_view macro) {
    PlacedText out;
    std::set<std::string_view> within;
    expand(macro.empty() ? only_one() : macro_named(macro, 0), within, out);
    return out;
  }

 private:
  [[noreturn]] void fail(std::size_t at, const std::string& message) const {
    throw InputError(place_text(text_, at, name_) + ": " + message);
  }

  bool starts_with(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  /// Goes on by one byte, a comment or a literal, none of which can begin anything else.
  void step() {
    if (starts_with("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (starts_with("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      if (end == std::string_view::npos) fail(at_, "found a comment without end, expected */");
      at_ = end + 2;
    } else if (text_[at_] == '"') {
      literal();
    } else {
      ++at_;
    }
  }

  Piece literal() {
    const std::size_t start = at_++;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size() || text_[at_] == '\n') fail(start, "found a string without end, expected '\"'");
    ++at_;
    return {.at = start, .raw = text_.substr(start + 1, at_ - start - 2), .is_literal = true};
  }

  std::string_view word() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  /// Passes over blanks, comments and line ends that a backslash takes away, and with `lines` over line ends.
  void skip_blanks(bool lines) {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("\\\n")) {
        at_ += 2;
      } else if (rest.starts_with("\\\r\n")) {
        at_ += 3;
      } else if (rest.starts_with("//") || rest.starts_with("/*")) {
        step();
      } else if (std::string_view(" \t\r\f\v").find(rest[0]) != std::string_view::npos || (lines && rest[0] == '\n')) {
        ++at_;
      } else {
        return;
      }
    }
  }

  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      skip_blanks(false);
      if (at_ < text_.size() && text_[at_] != '\n') step();
    }
  }

  /// Strings and names up to something else.
  Pieces pieces(bool lines) {
    Pieces out;
    while (true) {
      skip_blanks(lines);
      if (at_ >= text_.size()) return out;
      if (text_[at_] == '"') {
        out.push_back(literal());
      } else if (is_name_start(text_[at_])) {
        const std::size_t start = at_;
        out.push_back({.at = start, .raw = word(), .is_literal = false});
      } else {
        return out;
      }
    }
  }

  void scan() {
    if (text_[at_] == '#') {
      directive();
    } else if (text_[at_] == '[') {
      attribute();
    } else {
      step();
    }
  }

  void directive() {
    ++at_;
    skip_blanks(false);
    if (word() == "define") {
      skip_blanks(false);
      const std::string_view macro = word();
      const bool has_parameters = starts_with("(");
      Pieces body = has_parameters ? Pieces{} : pieces(false);
      const bool is_all = at_ >= text_.size() || text_[at_] == '\n';
      if (is_all && !body.empty()) {
        const auto [entry, is_new] = macros_.try_emplace(macro, body);
        if (!is_new && !is_same(entry->second, body)) defined_twice_.insert(macro);
      }
    }
    skip_line();
  }

  static bool is_same(const Pieces& a, const Pieces& b) {
    return std::ranges::equal(
        a, b, [](const Piece& x, const Piece& y) { return x.is_literal == y.is_literal && x.raw == y.raw; });
  }

  void attribute() {
    ++at_;
    skip_blanks(true);
    if (word() != "RootSignature") return;
    skip_blanks(true);
    if (!starts_with("(")) return;
    ++at_;
    Pieces found = pieces(true);
    if (found.empty() || !starts_with(")")) fail(at_, "found " + next_text() + ", expected a string, a macro or ')'");
    if (std::ranges::none_of(attributes_, [&](const Pieces& other) { return is_same(other, found); })) {
      attributes_.push_back(std::move(found));
    }
  }

  std::string next_text() const { return at_ >= text_.size() ? "the end" : "'" + std::string(1, text_[at_]) + "'"; }

  const Pieces& only_one() const {
    if (attributes_.size() == 1) return attributes_[0];
    std::vector<std::string> names;
    const Pieces* last = nullptr;
    for (const auto& [macro, body] : macros_) {
      if (std::ranges::none_of(body, &Piece::is_literal)) continue;
      names.emplace_back(macro);
      last = &body;
    }
    if (attributes_.empty() && names.size() == 1) return *last;
    if (attributes_.empty() && names.empty()) {
      throw InputError(std::string(name_) +
                       ": found no root signature, expected [RootSignature(\"...\")] or #define NAME \"...\"");
    }
    std::string found = attributes_.empty() ? "" : std::to_string(attributes_.size()) + " attributes";
    for (const std::string& macro : names) found += (found.empty() ? "the macros " : ", ") + macro;
    throw InputError(std::string(name_) + ": found several root signatures (" + found +
                     "), expected --name with the macro to take");
  }

  const Pieces& macro_named(std::string_view macro, std::size_t at) const {
    const auto entry = macros_.find(macro);
    if (entry != macros_.end() && !defined_twice_.contains(macro)) return entry->second;
    fail(at, "found " + std::string(entry == macros_.end() ? "no" : "more than one") + " definition of a string '" +
                 std::string(macro) + "', expected one #define");
  }

  /// \param within  the macros that are being expanded
  void expand(const Pieces& from, std::set<std::string_view>& within, PlacedText& out) {
    for (const Piece& piece : from) {
      if (++expanded_ > kMostPieces) fail(piece.at, "found more than 65536 strings and macros in a root signature");
      if (piece.is_literal) {
        append(piece, out);
        continue;
      }
      if (!within.insert(piece.raw).second) fail(piece.at, "found '" + std::string(piece.raw) + "' within itself");
      if (within.size() > kDeepest) fail(piece.at, "found macros within macros more than 64 deep");
      expand(macro_named(piece.raw, piece.at), within, out);
      within.erase(piece.raw);
    }
  }

  void append(const Piece& literal, PlacedText& out) const {
    constexpr std::size_t most = std::size_t{1} << 20;
    if (out.text.size() + literal.raw.size() > most) fail(literal.at, "found more than 1048576 bytes of text");
    for (std::size_t i = 0; i < literal.raw.size(); ++i) {
      const std::size_t place = literal.at + 1 + i;
      char c = literal.raw[i];
      if (c == '\\' && i + 1 < literal.raw.size()) {
        const char escaped = literal.raw[++i];
        if (escaped == '\n' || escaped == '\r') continue;  // the line goes on
        c = escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
      }
      out.text += c;
      out.places.push_back(place);
    }
  }

  static constexpr std::size_t kMostPieces = 65536;
  static constexpr std::size_t kDeepest = 64;

  std::string_view text_;
  std::string_view name_;
  std::size_t at_ = 0;
  std::size_t expanded_ = 0;
  std::map<std::string_view, Pieces> macros_;
  std::set<std::string_view> defined_twice_;
  std::vector<Pieces> attributes_;
};

}  // namespace

bool is_hlsl_source(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    if (rest[0] == '"') return true;
    const bool is_line = rest.starts_with("//");
    if (!is_line && !rest.starts_with("/*")) continue;
    const std::size_t length = rest.find(is_line ? "\n" : "*/", 2);
    if (length == std::string_view::npos) return false;
    at += length;
  }
  return false;
}

PlacedText find_root_signature(std::string_view source, std::string_view macro, std::string_view name) {
  return Source(source, name).find(macro);
}

std::string place_text(std::string_view source, std::size_t offset, std::string_view name) {
  const std::string_view before = source.substr(0, offset);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t column = offset - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
  return std::string(name) + ":" + std::to_string(line) + ":" + std::to_string(column);
}

}  // namespace d3d12fuzz::root_signature
