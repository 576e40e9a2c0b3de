/// Root signatures as HLSL writes them.
#pragma once

#include <string>

#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// The root signature in the language of HLSL's [RootSignature("…")], one parameter or static sampler a paragraph,
/// defaults left out, and as comments the lookups, the way in which it is handed over and its target. A value without a
/// name stands as `RangeType(4)`, `visibility = 8`, `0x20`; a number that is none as `NaN /* 0x7FC00000 */`.
std::string to_hlsl(const RootSignatureCase& value);

/// Comments on a target that is not the usual one.
std::string target_text(const Target& target);

/// A source file for a compiler: one line that defines the macro RS as the root signature. Numbers are decimal, and
/// flags are written where HLSL gives them another default than none. Compilers can be asked what `says_all` (see
/// hlsl_says_all.h); of any other case the text says less or something else.
std::string to_hlsl_source(const RootSignatureCase& value);

}  // namespace d3d12fuzz::root_signature
