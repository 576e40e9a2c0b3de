/// Changes that put a valid root signature just outside a rule, or just inside it.
#pragma once

#include "base/choice_source.h"
#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// Applies one change, drawn from those written for the rules of the domain. The case stays structurally sound.
void twist(ChoiceSource& choices, RootSignatureCase& value);

}  // namespace d3d12fuzz::root_signature
