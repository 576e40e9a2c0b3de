#include "candidates/command/command_line.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/error.h"

namespace d3d12fuzz::command {
namespace {

using root_signature::Version;

constexpr Version kVersions[] = {Version::v1_0, Version::v1_1, Version::v1_2};

[[noreturn]] void refuse(const std::string& why) { throw InputError("candidate \"command\": " + why); }

/// As shader profiles write it.
std::string_view profile_of(Version version) {
  switch (version) {
    case Version::v1_0:
      return "1_0";
    case Version::v1_1:
      return "1_1";
    case Version::v1_2:
      return "1_2";
  }
  return {};
}

bool is_executable_file(const std::string& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (access(name.c_str(), F_OK) != 0) refuse("found no program \"" + name + "\"");
    if (!is_executable_file(name)) refuse("\"" + name + "\" is no file that can be executed");
    return name;
  }
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::string folder(rest.substr(0, rest.find(':')));
    const std::string file = (folder.empty() ? "." : folder) + "/" + name;
    if (is_executable_file(file)) return file;
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
  }
  refuse("found no program \"" + name + "\" in PATH");
}

}  // namespace

/// Splits the text into words.
class CommandLine::WordReader {
 public:
  explicit WordReader(std::string_view text) : rest_(text) {}

  std::vector<Word> read() {
    while (!rest_.empty()) {
      const char c = next();
      if (c == quote_) {
        quote_ = 0;
      } else if (quote_ == 0 && (c == '"' || c == '\'')) {
        quote_ = c;
        word();  // quotes hold an empty word too
      } else if (quote_ == 0 && (c == ' ' || c == '\t')) {
        inside_ = false;
      } else if (quote_ != '\'' && c == '\\') {
        if (rest_.empty()) refuse("expected a character behind the \"\\\" at the end");
        add_text(next());
      } else if (c == '{') {
        word().push_back({placeholder(), {}});
      } else {
        add_text(c);
      }
    }
    if (quote_ != 0) refuse(std::string("expected another ") + quote_ + " to end what the last one begins");
    return std::move(words_);
  }

 private:
  char next() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  /// The present word, or a new one.
  Word& word() {
    if (!inside_) words_.emplace_back();
    inside_ = true;
    return words_.back();
  }

  void add_text(char c) {
    Word& to = word();
    if (to.empty() || to.back().piece != Piece::text) to.push_back({Piece::text, {}});
    to.back().text += c;
  }

  /// What stands between braces, of which the first is read.
  Piece placeholder() {
    const std::size_t end = rest_.find('}');
    if (end == std::string_view::npos) refuse("expected a \"}\" behind the last \"{\", or \"\\{\" for the character");
    const std::string name(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    if (name == "hlsl") return Piece::hlsl;
    if (name == "blob") return Piece::blob;
    if (name == "version") return Piece::version;
    refuse("found {" + name + "}, expected {hlsl}, {blob} or {version}");
  }

  std::string_view rest_;
  char quote_ = 0;  ///< the one that is open, if any
  bool inside_ = false;
  std::vector<Word> words_;
};

CommandLine::CommandLine(std::string_view text) : words_(WordReader(text).read()) {
  if (words_.empty()) refuse("expected a command line, as in \"command:dxc -T rootsig_1_1 -E RS {hlsl} -Fo {blob}\"");
  const auto has = [this](Piece piece) {
    return std::any_of(words_.begin(), words_.end(), [piece](const Word& word) {
      return std::any_of(word.begin(), word.end(), [piece](const Part& part) { return part.piece == piece; });
    });
  };
  if (!has(Piece::hlsl)) refuse("expected {hlsl} where the compiler takes its source file");
  if (!has(Piece::blob)) refuse("expected {blob} where the compiler takes the name of the container to write");
  if (has(Piece::version)) versions_.assign(std::begin(kVersions), std::end(kVersions));
  find_versions();
  const Word& first = words_.front();
  if (first.size() != 1 || first.front().piece != Piece::text) refuse("expected the name of a program as first word");
  program_ = find_program(first.front().text);
}

/// Looks for the profile of a root signature.
void CommandLine::find_versions() {
  std::vector<Version> named;
  for (const Version version : kVersions) {
    const std::string profile = "rootsig_" + std::string(profile_of(version));
    const bool found = std::any_of(words_.begin(), words_.end(), [&profile](const Word& word) {
      return std::any_of(word.begin(), word.end(),
                         [&profile](const Part& part) { return part.text.find(profile) != std::string::npos; });
    });
    if (found) named.push_back(version);
  }
  if (named.size() + (versions_.empty() ? 0 : 1) != 1) {
    refuse("expected either {version}, as in rootsig_{version}, or one of rootsig_1_0, rootsig_1_1 and rootsig_1_2");
  }
  if (!named.empty()) versions_ = named;
}

bool CommandLine::can_ask(Version version) const {
  return std::find(versions_.begin(), versions_.end(), version) != versions_.end();
}

std::vector<std::string> CommandLine::arguments(Version version, const std::string& hlsl,
                                                const std::string& blob) const {
  std::vector<std::string> all;
  for (const Word& word : words_) {
    std::string& argument = all.emplace_back();
    for (const Part& part : word) {
      switch (part.piece) {
        case Piece::text:
          argument += part.text;
          break;
        case Piece::hlsl:
          argument += hlsl;
          break;
        case Piece::blob:
          argument += blob;
          break;
        case Piece::version:
          argument += profile_of(version);
          break;
      }
    }
  }
  all.front() = program_;
  return all;
}

}  // namespace d3d12fuzz::command
