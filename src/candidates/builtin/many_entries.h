/// Cases of many equal entries, as text for the fault table.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace d3d12fuzz::builtin {

/// Entries told apart by the space of their register, which is the smallest way: the register itself comes before the
/// space in the order of fields and so stays 0.
class ManyEntries {
 public:
  /// `head`, then `count` entries `before` SPACE `after` with spaces from 0 on.
  consteval ManyEntries(std::string_view head, std::string_view before, std::string_view after, unsigned count) {
    append(head);
    for (unsigned space = 0; space < count; ++space) {
      append(space == 0 ? " " : "; ");
      append(before);
      if (space >= 10) text_[size_++] = static_cast<char>('0' + space / 10);
      text_[size_++] = static_cast<char>('0' + space % 10);
      append(after);
    }
  }

  constexpr std::string_view text() const { return {text_.data(), size_}; }

 private:
  constexpr void append(std::string_view part) {
    for (const char character : part) text_[size_++] = character;
  }

  std::array<char, 2048> text_{};
  std::size_t size_ = 0;
};

}  // namespace d3d12fuzz::builtin
