/// Targets against the built-in candidate.
#pragma once

#include "fuzz/target.h"

namespace d3d12fuzz {

/// The built-in candidate in one of its domains. The environment variable D3D12FUZZ_FAULT names a fault of it, so that
/// one can measure what an engine finds; without it nothing is to be found.
/// \throws InputError if there is no such fault
TargetSetup builtin_target(std::string_view domain);

}  // namespace d3d12fuzz
