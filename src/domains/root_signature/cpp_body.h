/// Root signatures as C++ that fills the official structs, and back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// Through what a program hands a case over.
enum class CppInterface {
  d3d12,      ///< D3D12's own entry points
  candidate,  ///< d3d12fuzz_candidate.h
};

/// Statements that define `ranges0` …, `parameters`, `static_samplers` and `desc` (a
/// D3D12_VERSIONED_ROOT_SIGNATURE_DESC), and then for
/// - d3d12: the call `HRESULT hr = serialize(…, &blob, &error);`
/// - candidate: `lookups` (absent without lookups) and `input` (a d3d12fuzz_root_signature_input).
///
/// They need the helpers `illegal<TYPE>(number)` and `bits(number)`.
std::string to_cpp_body(const RootSignatureCase& value, CppInterface through);

/// A case, with all that those statements do not say at its simplest: the placement of arrays, where pointers of empty
/// arrays point if there are none, and for d3d12 what D3D12 is not told.
RootSignatureCase said_by_cpp_body(RootSignatureCase value, CppInterface through);

/// Reads the statements of `to_cpp_body` back, line by line.
/// \return nothing if a line is not of that form
std::optional<RootSignatureCase> from_cpp_body(std::string_view body);

}  // namespace d3d12fuzz::root_signature
