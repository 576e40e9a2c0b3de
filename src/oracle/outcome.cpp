#include "oracle/outcome.h"

#include <string_view>

namespace d3d12fuzz {

std::string Crash::key() const {
  if (what.starts_with("no answer")) return "no answer";
  for (const std::string& frame : frames) {
    const std::string_view name = frame;
    // The C library only carries the failure out; the frame that asked for it tells one fault from another.
    if (name.starts_with("libc.so") || name.starts_with("ld-linux") || name.starts_with("libpthread")) continue;
    return frame;
  }
  return what;
}

}  // namespace d3d12fuzz
