/// What a sanitizer of a candidate printed, read from the text that its process left.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/outcome.h"

namespace d3d12fuzz::worker {

/// The same for equal faults whatever the process: addresses, numbers of processes and folders are left out.
struct SanitizerReport {
  std::string tool;    ///< "AddressSanitizer"
  std::string kind;    ///< "heap-buffer-overflow", "undefined-behavior: load of misaligned address"
  std::string access;  ///< "READ of size 8"; empty if the report names none

  /// Innermost first, "function file.c:12", or "module+0x1234" where there is no more to say; not those in which the
  /// sanitizer and the C library carry the fault out. Of a stack overflow the frames of the recursion, each once and
  /// sorted: where in it the stack ends differs from run to run. At most 16.
  std::vector<std::string> frames;

  /// "AddressSanitizer: heap-buffer-overflow"
  std::string what() const { return tool + ": " + kind; }
};

/// Reads the report that tells most: the first that ends the process, else the first warning, else the first "runtime
/// error" of UndefinedBehaviorSanitizer. Knows what clang's and gcc's AddressSanitizer, UndefinedBehaviorSanitizer,
/// LeakSanitizer, MemorySanitizer and ThreadSanitizer print, with symbols and without.
/// \param text  any bytes; of a line only the first 4096 are looked at
/// \return nothing if there is no report
std::optional<SanitizerReport> read_sanitizer_report(std::string_view text);

/// The same of a process that lives on, which may print such words for reasons of its own: only with the sanitizer's
/// summary behind it, in a line of its own.
std::optional<SanitizerReport> read_survived_report(std::string_view text);

/// Names a crash by the report that came with it. Keeps the frames of a report without any.
void explain_crash(const SanitizerReport& report, Crash& crash);

/// Makes the report of a candidate that lives on, as UndefinedBehaviorSanitizer lets it, a crash at the last stage that
/// it reached.
void add_as_crash(const SanitizerReport& report, Outcome& outcome);

}  // namespace d3d12fuzz::worker
