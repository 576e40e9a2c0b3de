/// The parts of emitted C++ programs that differ with the interface through which they hand a case over.
#pragma once

#include <string>

#include "domains/domain.h"
#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// Definitions that both kinds of programs need, behind the headers that they include.
std::string_view cpp_helpers();

/// All behind the included headers of a program that calls D3D12's own entry points, up to the stage of the difference.
std::string d3d12_main(const RootSignatureCase& value, const CppRequest& request);

/// The same through the candidate's C interface, whose text becomes part of the program.
std::string candidate_main(const RootSignatureCase& value, const CppRequest& request);

/// Statements that compare a value with the one that is expected, and end the program.
/// \param member  an expression
std::string value_lines(const std::string& member, const Difference& difference);

}  // namespace d3d12fuzz::root_signature
