/// How a fuzz target ends on a difference.
#pragma once

#include "oracle/difference.h"

namespace d3d12fuzz {

/// Aborts from a function that only this kind of difference has: engines group failures by frames of the stack.
[[noreturn]] void fail_with(DifferenceKind kind);

}  // namespace d3d12fuzz
