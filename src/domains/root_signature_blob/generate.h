/// Draws serialized root signatures.
#pragma once

#include "base/choice_source.h"
#include "domains/root_signature_blob/case.h"

namespace d3d12fuzz::root_signature_blob {

/// Draws a case: a function of the choices alone. Most are a root signature with a few edits, each at or around a
/// limit; some are a root signature alone, legal or not, and some are bytes with bytes changed.
void generate(ChoiceSource& choices, RootSignatureBlobCase& out);

}  // namespace d3d12fuzz::root_signature_blob
