/// A compiler's way into root signatures: from the source file to the case.
#pragma once

#include <string>
#include <string_view>

#include "domains/root_signature/case.h"

namespace d3d12fuzz::test {

/// What a compiler makes of a source file.
struct ParsedSource {
  root_signature::RootSignatureCase value;
  std::string error;  ///< what is wrong, and the rest of the text from there; empty: nothing
};

/// Reads `#define RS "…"` with HLSL's grammar of root signatures, strictly: each argument at most once, names alone
/// where the grammar has names, no comments. Where flags are not written, and the version has them, they are those that
/// HLSL takes: DATA_STATIC_WHILE_SET_AT_EXECUTE, of UAVs DATA_VOLATILE, of samplers none.
ParsedSource parse_hlsl_source(std::string_view source, root_signature::Version version);

}  // namespace d3d12fuzz::test
