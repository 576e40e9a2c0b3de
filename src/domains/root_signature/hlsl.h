/// Root signatures as HLSL writes them.
#pragma once

#include <string>

#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// The root signature in the language of HLSL's [RootSignature("…")], one table a paragraph, defaults left out, and the
/// lookups as comments. A value that the language cannot spell stands as `RangeType(4)`, `visibility = 8`, `0x20`.
std::string to_hlsl(const RootSignatureCase& value);

}  // namespace d3d12fuzz::root_signature
