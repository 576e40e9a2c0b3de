/// Draws cases of domain root_signature.
#pragma once

#include "base/choice_source.h"
#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// A mostly valid root signature with some features switched off (swarm), of which half then have one rule broken or
/// just kept. A function of the choices alone; `out` keeps its memory.
void generate(ChoiceSource& choices, RootSignatureCase& out);

}  // namespace d3d12fuzz::root_signature
