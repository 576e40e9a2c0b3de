#include "oracle/conduct.h"

namespace d3d12fuzz {
namespace {

struct Row {
  std::string_view name;
  std::string_view deed;
  std::string_view demand;
};

constexpr Row kRows[kConductCount] = {
    {"writes-outside-its-buffers", "writes outside its buffers",
     "every buffer of the result written within its capacity alone"},
    {"writes-into-its-input", "writes into its input", "the input as before the call"},
    {"changes-floating-point-control", "changes floating-point control",
     "rounding, exception masks and denormal handling as before the call"},
    {"changes-the-locale", "changes the locale", "the locale as before the call"},
    {"changes-signal-handlers", "changes signal handlers", "signal handlers and blocked signals as before the call"},
    {"closes-descriptors", "closes descriptors", "all descriptors open that were open before the call"},
    {"leaks-memory", "leaks memory", "no more memory in use after each such call"},
};

const Row& row_of(Conduct conduct) { return kRows[static_cast<std::size_t>(conduct)]; }

}  // namespace

std::string_view name_of(Conduct conduct) { return row_of(conduct).name; }

std::string_view deed_of(Conduct conduct) { return row_of(conduct).deed; }

std::string_view demand_on(Conduct conduct) { return row_of(conduct).demand; }

std::optional<Conduct> find_conduct(std::string_view name) {
  for (std::size_t i = 0; i < kConductCount; ++i) {
    if (kRows[i].name == name) return static_cast<Conduct>(i);
  }
  return std::nullopt;
}

std::string conduct_names() {
  std::string text;
  for (const Row& row : kRows) text += (text.empty() ? "" : ", ") + std::string(row.name);
  return text;
}

}  // namespace d3d12fuzz
