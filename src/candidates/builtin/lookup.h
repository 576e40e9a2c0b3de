/// What a shader's register resolves to: DT-033 and DT-114.
#pragma once

#include "candidates/builtin/builtin.h"
#include "candidates/builtin/register_map.h"

namespace d3d12fuzz::builtin {

/// The entry of `map` that covers the register and that the stage sees: its own visibility and ALL; compute and ray
/// tracing see ALL alone. Root constants and root descriptors cover one register of their class (DT-026, DT-027),
/// static samplers one sampler register (DT-028). DENY_* root flags do not matter here (DT-062 is about pipelines). All
/// zeros if there is none, or if class or stage are no known ones.
d3d12fuzz_lookup_result resolve(const RegisterMap& map, const d3d12fuzz_lookup& lookup, Fault fault);

}  // namespace d3d12fuzz::builtin
