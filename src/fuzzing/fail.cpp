#include "fuzzing/fail.h"

#include <cstdlib>

namespace d3d12fuzz {
namespace {

/// Written before the end, with another value in each function: those with equal bodies would be merged into one.
volatile int last_failure = 0;

[[noreturn, gnu::noinline]] void candidate_accepts_illegal() {
  last_failure = 1;
  std::abort();
}

[[noreturn, gnu::noinline]] void candidate_rejects_legal() {
  last_failure = 2;
  std::abort();
}

[[noreturn, gnu::noinline]] void candidate_gives_wrong_value() {
  last_failure = 3;
  std::abort();
}

[[noreturn, gnu::noinline]] void candidate_crashes() {
  last_failure = 4;
  std::abort();
}

[[noreturn, gnu::noinline]] void candidate_hangs() {
  last_failure = 5;
  std::abort();
}

[[noreturn, gnu::noinline]] void candidate_misbehaves() {
  last_failure = 6;
  std::abort();
}

}  // namespace

void fail_with(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::rule_not_enforced:
      candidate_accepts_illegal();
    case DifferenceKind::legal_rejected:
      candidate_rejects_legal();
    case DifferenceKind::wrong_value:
      candidate_gives_wrong_value();
    case DifferenceKind::crash:
      candidate_crashes();
    case DifferenceKind::hang:
      candidate_hangs();
    case DifferenceKind::misconduct:
      candidate_misbehaves();
  }
  std::abort();
}

}  // namespace d3d12fuzz
