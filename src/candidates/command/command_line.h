/// The command line of a compiler as a template.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domains/root_signature/leaves.h"

namespace d3d12fuzz::command {

/// Read once, in the way of a shell and without one: words part at spaces, quotes of either kind hold a word together,
/// a backslash outside of single quotes takes the next character as it is. `{hlsl}` and `{blob}` stand for the files
/// of a case, `{version}` for 1_0, 1_1 or 1_2, all of them inside of words too.
class CommandLine {
 public:
  /// \throws InputError if it cannot be read, lacks a placeholder, has an unknown one, does not say which version it
  ///                    compiles for, or names a program that is not in PATH or not executable
  explicit CommandLine(std::string_view text);

  /// Where the program was found.
  const std::string& program() const { return program_; }

  /// Whether root signatures of a version can be compiled: any by `{version}`, else the x of `rootsig_1_x`.
  bool can_ask(root_signature::Version version) const;

  /// The program and its arguments.
  std::vector<std::string> arguments(root_signature::Version version, const std::string& hlsl,
                                     const std::string& blob) const;

 private:
  enum class Piece { text, hlsl, blob, version };
  struct Part {
    Piece piece;
    std::string text;  ///< of Piece::text
  };
  using Word = std::vector<Part>;

  class WordReader;

  void find_versions();

  std::vector<Word> words_;
  std::string program_;
  std::vector<root_signature::Version> versions_;
};

}  // namespace d3d12fuzz::command
