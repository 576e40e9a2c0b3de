/// Root signatures as C++ that fills the official structs, and back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// Statements that define `ranges0` …, `parameters`, `desc` (a D3D12_VERSIONED_ROOT_SIGNATURE_DESC) and `lookups` (an
/// array of {class, register, space, stage}; absent without lookups). Enum values without a name are written as
/// `illegal<TYPE>(number)`. The placement of arrays in memory is not part of it.
std::string to_cpp_body(const RootSignatureCase& value);

/// Reads the statements of `to_cpp_body` back, line by line.
/// \return nothing if a line is not of that form
std::optional<RootSignatureCase> from_cpp_body(std::string_view body);

}  // namespace d3d12fuzz::root_signature
