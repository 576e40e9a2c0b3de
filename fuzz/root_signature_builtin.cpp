// Root signatures against the built-in candidate.

#include "fuzz/builtin_target.h"

namespace d3d12fuzz {

TargetSetup set_up_target() { return builtin_target("root_signature"); }

}  // namespace d3d12fuzz
