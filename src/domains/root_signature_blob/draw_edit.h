/// Draws what is wrong with a serialized root signature.
#pragma once

#include "base/choice_source.h"
#include "domains/root_signature_blob/case.h"

namespace d3d12fuzz::root_signature_blob {

/// Draws an edit of a root signature. What it refers to may not be there: repair() finds out.
Edit draw_edit(ChoiceSource& choices, const SerializedSignature& value);

}  // namespace d3d12fuzz::root_signature_blob
