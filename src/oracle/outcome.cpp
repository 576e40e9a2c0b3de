#include "oracle/outcome.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace d3d12fuzz {

namespace {

/// Libraries that only carry a failure out: the frame that asked for it tells one fault from another.
constexpr std::string_view kCarriers[] = {"libc.so",      "ld-linux",  "libpthread",   "msvcrt.dll",
                                          "ucrtbase.dll", "ntdll.dll", "kernel32.dll", "kernelbase.dll"};

bool is_carrier(std::string_view frame) {
  const auto starts_frame = [&](std::string_view name) {
    // Names of Windows' files have no case.
    return frame.size() >= name.size() && std::equal(name.begin(), name.end(), frame.begin(), [](char a, char b) {
             return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b);
           });
  };
  return std::any_of(std::begin(kCarriers), std::end(kCarriers), starts_frame);
}

}  // namespace

std::string Crash::key() const {
  if (what.starts_with("no answer")) return "no answer";
  for (const std::string& frame : frames) {
    // An address in no object, as of a bad function pointer, may be another one each time.
    if (!frame.starts_with("0x") && !is_carrier(frame)) return frame;
  }
  return what;
}

Stage Outcome::last_stage() const {
  Stage last = kStages[0];
  for (const Stage stage : kStages) {
    if (at(stage).status != Status::not_reached) last = stage;
  }
  return last;
}

}  // namespace d3d12fuzz
