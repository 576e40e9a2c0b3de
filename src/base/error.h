/// The one exception of the harness.
#pragma once

#include <stdexcept>
#include <string>

namespace d3d12fuzz {

/// Bad input of any kind: a file, a flag, a library, the environment. The message is one line that says what, where and
/// what was expected: control characters that come from the input are replaced. The program prints it and exits with
/// status 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(one_line(message)) {}

 private:
  static std::string one_line(std::string message) {
    for (char& c : message) {
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
    }
    return message;
  }
};

}  // namespace d3d12fuzz
