/// Root signatures from HLSL text.
#pragma once

#include <string_view>

#include "domains/root_signature/case.h"
#include "domains/root_signature/hlsl_source.h"

namespace d3d12fuzz::root_signature {

/// Reads what stands in HLSL's [RootSignature("…")]; comments are skipped. Keywords and names are known in any case,
/// an argument may stand anywhere among its element's, once. Numbers are decimal or hexadecimal, and may stand where
/// HLSL has names, as `to_hlsl` writes values without one. Flags that are not written are 0 (DT-045).
/// \param name  what to call the text in errors
/// \throws InputError with name, line and column (in bytes, from 1), what was found and what was expected
RootSignatureCase from_hlsl(std::string_view text, Version version, std::string_view name);

/// The same of text that comes from a file, whose places errors name. \param source  the file's text
RootSignatureCase from_hlsl(const PlacedText& text, std::string_view source, Version version, std::string_view name);

}  // namespace d3d12fuzz::root_signature
