/// Serialized root signatures as a person reads them.
#pragma once

#include <string>

#include "domains/root_signature_blob/case.h"

namespace d3d12fuzz::root_signature_blob {

/// The root signature in HLSL, and as comments the edits and all else that is not usual; or the bytes in hexadecimal
/// digits, as comments.
std::string to_text(const RootSignatureBlobCase& value);

}  // namespace d3d12fuzz::root_signature_blob
