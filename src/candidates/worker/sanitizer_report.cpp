#include "candidates/worker/sanitizer_report.h"

#include <algorithm>
#include <map>

namespace d3d12fuzz::worker {
namespace {

constexpr std::size_t kMaxLine = 4096;
constexpr std::size_t kMaxText = 200;          ///< of a kind or a frame
constexpr std::size_t kMaxFrames = 16;         ///< in the report
constexpr std::size_t kMaxStackFrames = 1024;  ///< that are read

constexpr std::string_view kUndefinedBehavior = "UndefinedBehaviorSanitizer";
constexpr std::string_view kRuntimeError = ": runtime error: ";
constexpr std::string_view kTools[] = {"AddressSanitizer", "HWAddressSanitizer", "LeakSanitizer",
                                       "MemorySanitizer",  "ThreadSanitizer",    kUndefinedBehavior};

constexpr std::string_view kPrevious = "Previous ";
constexpr std::string_view kAccesses[] = {"READ",  "WRITE",       "Read",         "Write",       "read",
                                          "write", "Atomic read", "Atomic write", "atomic read", "atomic write"};

/// C functions that a sanitizer's runtime, linked into the program, stands in for.
constexpr std::string_view kIntercepted[] = {
    "malloc",    "calloc",  "realloc", "free",   "posix_memalign", "aligned_alloc", "memcpy",
    "memmove",   "memset",  "memcmp",  "bcmp",   "strlen",         "strnlen",       "strcpy",
    "strncpy",   "strcat",  "strncat", "strcmp", "strncmp",        "strdup",        "strndup",
    "strchr",    "strrchr", "strstr",  "printf", "fprintf",        "sprintf",       "snprintf",
    "vsnprintf", "wcslen",  "read",    "write",  "qsort",          "pthread_create"};

/// How the C library ends a process.
constexpr std::string_view kEnding[] = {"__pthread_kill_implementation",
                                        "pthread_kill",
                                        "raise",
                                        "__GI_raise",
                                        "gsignal",
                                        "abort",
                                        "__GI_abort",
                                        "__assert_fail",
                                        "__assert_fail_base",
                                        "__GI___assert_fail"};

template <class List>
bool holds(const List& list, std::string_view text) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

bool take(std::string_view& text, std::string_view head) {
  if (!text.starts_with(head)) return false;
  text.remove_prefix(head.size());
  return true;
}

std::string_view before(std::string_view text, std::string_view end) { return text.substr(0, text.find(end)); }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool all_digits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

std::string printable(std::string_view text) {
  std::string out(text.substr(0, kMaxText));
  for (char& c : out) {
    if (c < 0x20 || c > 0x7E) c = '?';
  }
  return out;
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// Hands out a text line by line.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  /// \return whether there was one more
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line = rest_.substr(0, std::min(end, kMaxLine));
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return true;
  }

 private:
  std::string_view rest_;
};

/// The first line of a report.
struct Head {
  std::string_view tool;
  std::string_view message;   ///< what follows the tool's name
  std::string_view location;  ///< of a runtime error: "file.c:12:3"
  std::string_view behind;    ///< the text from the next line on
};

/// \param severity  "ERROR: " or "WARNING: "
std::optional<Head> find_head(std::string_view text, std::string_view severity) {
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    std::size_t at = line.find(severity);
    if (at == std::string_view::npos) continue;
    std::string_view rest = line.substr(at + severity.size());
    for (const std::string_view tool : kTools) {
      std::string_view message = rest;
      if (!take(message, tool) || !take(message, ": ")) continue;
      return Head{.tool = tool, .message = message, .behind = text.substr(line.data() + line.size() - text.data())};
    }
  }
  return std::nullopt;
}

std::optional<Head> find_runtime_error(std::string_view text) {
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    const std::size_t at = line.find(kRuntimeError);
    if (at == std::string_view::npos) continue;
    return Head{.tool = kUndefinedBehavior,
                .message = line.substr(at + kRuntimeError.size()),
                .location = trimmed(line.substr(0, at)),
                .behind = text.substr(line.data() + line.size() - text.data())};
  }
  return std::nullopt;
}

/// The words of a message that say what it is about, without the numbers of this one time.
std::string kind_of(std::string_view message) {
  if (message.starts_with("attempting free on address which was not malloc()-ed")) return "bad-free";
  take(message, "attempting ");
  for (const std::string_view end : {" on unknown", " on address", " on 0x", " 0x", " (0x", " (pc", " (pid=", ": "}) {
    message = before(message, end);
  }
  std::string kind;
  while (!message.empty()) {
    const std::string_view word = before(message, " ");
    message.remove_prefix(std::min(word.size() + 1, message.size()));
    const bool number = word.find_first_not_of("0123456789+-.,e") == std::string_view::npos;
    if (!number) kind += (kind.empty() ? "" : " ") + std::string(word);
  }
  return printable(kind);
}

/// "READ of size 8" of "READ of size 8 at 0x1234 thread T0", "READ" of a signal's words; nothing of other lines.
/// ThreadSanitizer's second access begins with "Previous".
std::string access_of(std::string_view line) {
  line = trimmed(line);
  constexpr std::string_view signal_words = "The signal is caused by a ";
  if (const std::size_t at = line.find(signal_words); at != std::string_view::npos) {
    std::string_view rest = line.substr(at + signal_words.size());
    for (const std::string_view access : {"READ", "WRITE"}) {
      if (rest.starts_with(std::string(access) + " memory access")) return std::string(access);
    }
    return {};
  }
  take(line, kPrevious);
  const std::size_t of = line.find(" of size ");
  if (of == std::string_view::npos) return {};
  const std::string_view access = line.substr(0, of);
  const std::string_view size = before(line.substr(of + std::string_view(" of size ").size()), " ");
  if (!holds(kAccesses, access) || !all_digits(size)) return {};
  std::string text = std::string(access) + " of size " + printable(size);
  text.front() = static_cast<char>(text.front() & ~0x20);  // "write" as "Write"
  return text;
}

/// A line of a stack, taken apart.
struct Frame {
  std::string_view function;
  std::string_view file;    ///< whole path
  std::string_view line;    ///< number
  std::string_view module;  ///< "/usr/lib/libfoo.so+0x1234"

  std::string text() const {
    if (!line.empty()) {
      const std::string place = std::string(base_name(file)) + ":" + std::string(line);
      return printable(function.empty() ? place : std::string(function) + " " + place);
    }
    if (!module.empty()) return printable(base_name(module));
    return printable(file.empty() ? function : std::string(function) + " " + std::string(base_name(file)));
  }

  /// Whether the sanitizer or the C library stands here for what its caller asked for.
  bool is_runtime() const {
    for (const std::string_view head : {"__interceptor_", "___interceptor_", "__asan_", "__hwasan_", "__ubsan_",
                                        "__tsan_", "__msan_", "__lsan_", "__sanitizer_", "__interception"}) {
      if (function.starts_with(head)) return true;
    }
    for (const std::string_view part : {"/libsanitizer/", "/compiler-rt/lib/"}) {
      if (file.find(part) != std::string_view::npos) return true;
    }
    const std::string_view object = base_name(module);
    for (const std::string_view head : {"libasan.so", "libubsan.so", "liblsan.so", "libtsan.so", "libclang_rt."}) {
      if (object.starts_with(head)) return true;
    }
    if (holds(kEnding, function)) return true;
    // With a line it would be a function of the program that happens to have the name.
    if (!line.empty()) return false;
    return holds(kIntercepted, function) || function.starts_with("operator new") ||
           function.starts_with("operator delete");
  }
};

/// Splits "file.c:12:3" or "file.c:12".
/// \return whether it is of that form
bool split_place(std::string_view place, std::string_view& file, std::string_view& line) {
  for (int parts = 0; parts < 2; ++parts) {
    const std::size_t colon = place.rfind(':');
    if (colon == std::string_view::npos || colon == 0 || !all_digits(place.substr(colon + 1))) return parts > 0;
    line = place.substr(colon + 1);
    place = file = place.substr(0, colon);
  }
  return true;
}

/// Reads "    #3 0x1234 in function file.c:12:3", and the forms without symbols and of ThreadSanitizer.
std::optional<Frame> read_frame(std::string_view line) {
  std::string_view rest = trimmed(line);
  if (!take(rest, "#") || rest.empty() || !is_digit(rest.front())) return std::nullopt;
  while (!rest.empty() && is_digit(rest.front())) rest.remove_prefix(1);
  rest = trimmed(rest);
  if (rest.starts_with("0x")) rest = trimmed(rest.substr(before(rest, " ").size()));
  take(rest, "in ");
  Frame frame;
  rest = trimmed(rest.substr(0, rest.rfind(" (BuildId: ")));
  const std::size_t open = rest.rfind('(');
  if (rest.ends_with(')') && open != std::string_view::npos && rest.find("+0x", open) != std::string_view::npos) {
    frame.module = rest.substr(open + 1, rest.size() - open - 2);
    rest = trimmed(rest.substr(0, open));
  }
  const std::size_t space = rest.rfind(' ');
  const std::string_view last = rest.substr(space == std::string_view::npos ? 0 : space + 1);
  const bool has_line = split_place(last, frame.file, frame.line);
  const bool has_file = !has_line && space != std::string_view::npos && last.starts_with('/');
  if (has_file) frame.file = last;
  const bool has_place = has_line || has_file || last == "<null>";
  frame.function = has_place ? trimmed(rest.substr(0, rest.size() - last.size())) : rest;
  return frame;
}

/// A stack of a report, and what is said of the access before it.
struct Body {
  std::string access;
  bool previous = false;  ///< it is ThreadSanitizer's second
  std::vector<Frame> stack;
};

/// Lines of a report that may stand between its head and its stack, at most.
constexpr std::size_t kMaxLinesBefore = 16;

Body read_body(Lines& lines) {
  Body body;
  std::string_view line;
  std::size_t lines_before = 0;
  while (lines.next(line)) {
    if (const std::optional<Frame> frame = read_frame(line)) {
      body.stack.push_back(*frame);
      if (body.stack.size() == kMaxStackFrames) break;
      continue;
    }
    if (!body.stack.empty() || ++lines_before > kMaxLinesBefore || line.find("SUMMARY: ") != std::string_view::npos ||
        line.find(kRuntimeError) != std::string_view::npos) {
      break;
    }
    if (body.access.empty()) body.access = access_of(line);
    body.previous |= trimmed(line).starts_with(kPrevious);
  }
  return body;
}

/// Reads what a report says behind its head. Of the two accesses of a data race, which come in any order, the one whose
/// stack is first in the alphabet.
Body read_body(const Head& head) {
  Lines lines(head.behind);
  std::string_view line;
  lines.next(line);  // what is left of the head's own
  Body first = read_body(lines);
  if (!head.message.starts_with("data race")) return first;
  Body second = read_body(lines);
  if (!second.previous || second.stack.empty() || first.stack.empty()) return first;
  return second.stack.front().text() < first.stack.front().text() ? second : first;
}

std::vector<std::string> texts_of(const std::vector<Frame>& stack) {
  std::vector<std::string> texts;
  std::size_t first = 0;
  while (first < stack.size() && stack[first].is_runtime()) ++first;
  // Better those than none.
  if (first == stack.size()) first = 0;
  for (std::size_t i = first; i < stack.size() && texts.size() < kMaxFrames; ++i) {
    if (std::string text = stack[i].text(); !text.empty()) texts.push_back(std::move(text));
  }
  return texts;
}

/// The frames that stand in a stack more than once.
std::vector<std::string> recursion_of(const std::vector<Frame>& stack) {
  std::map<std::string, unsigned> counts;
  for (const Frame& frame : stack) ++counts[frame.text()];
  std::vector<std::string> texts;
  for (const auto& [text, count] : counts) {
    if (count > 1 && !text.empty() && texts.size() < kMaxFrames) texts.push_back(text);
  }
  return texts;
}

}  // namespace

std::optional<SanitizerReport> read_sanitizer_report(std::string_view text) {
  std::optional<Head> head = find_head(text, "ERROR: ");
  if (!head) head = find_head(text, "WARNING: ");
  if (!head) head = find_runtime_error(text);
  if (!head) return std::nullopt;
  SanitizerReport report;
  report.tool = head->tool;
  report.kind = kind_of(head->message);
  if (!head->location.empty()) report.kind = "undefined-behavior: " + report.kind;
  Body body = read_body(*head);
  report.access = std::move(body.access);
  if (report.kind == "stack-overflow") report.frames = recursion_of(body.stack);
  if (report.frames.empty()) report.frames = texts_of(body.stack);
  std::string_view file;
  std::string_view line;
  if (report.frames.empty() && split_place(head->location, file, line)) {
    report.frames.push_back(Frame{.file = file, .line = line}.text());
  }
  return report;
}

std::optional<SanitizerReport> read_survived_report(std::string_view text) {
  const std::optional<SanitizerReport> report = read_sanitizer_report(text);
  if (!report) return std::nullopt;
  const std::string summary = "SUMMARY: " + report->tool + ": ";
  const bool has_summary = text.starts_with(summary) || text.find("\n" + summary) != std::string_view::npos;
  return has_summary ? report : std::nullopt;
}

void explain_crash(const SanitizerReport& report, Crash& crash) {
  crash.what = report.what();
  if (!report.access.empty()) crash.message = report.access;
  if (!report.frames.empty()) crash.frames = report.frames;
}

void add_as_crash(const SanitizerReport& report, Outcome& outcome) {
  outcome.at(outcome.last_stage()).status = Status::crashed;
  outcome.crash.emplace();
  explain_crash(report, *outcome.crash);
}

}  // namespace d3d12fuzz::worker
