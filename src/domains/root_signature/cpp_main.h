/// The parts of emitted C++ programs that differ with the interface through which they hand a case over, and those that
/// programs of other domains have, too.
#pragma once

#include <string>
#include <string_view>

#include "domains/domain.h"
#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// Lines as comments.
std::string cpp_comment(std::string_view lines);

/// What a program says of itself: the title, what its exit status means, how it is compiled.
std::string cpp_title(const CppRequest& request);

/// What every program includes.
std::string_view cpp_includes();

/// Definitions that both kinds of programs need, behind the headers that they include.
std::string_view cpp_helpers();

/// All behind the included headers of a program that calls D3D12's own entry points, up to the stage of the difference.
std::string d3d12_main(const RootSignatureCase& value, const CppRequest& request);

/// The same through the candidate's C interface, whose text becomes part of the program.
std::string candidate_main(const RootSignatureCase& value, const CppRequest& request);

/// Statements that compare a value with the one that is expected, and end the program.
/// \param member  an expression
std::string value_lines(const std::string& member, const Difference& difference);

// ---- Of programs that call D3D12's own entry points

/// The calling convention and what calls methods of COM objects, in front of `main`.
std::string com_helpers(bool ms_abi);

/// Creates a root signature of `bytes` and `size`; sets `hr`.
std::string_view create_lines();

/// The end of a program whose last stage answered `hr`: what was expected, and whether the difference shows.
std::string verdict_lines(std::string_view call, const Difference& difference);

/// Compares a value of the description that `deserializer`, a versioned one, gives at a version.
std::string described_value_lines(const RootSignatureCase& value, const Difference& difference, Version version);

// ---- Of programs that call through the candidate's C interface

/// Opens the `candidate` that the arguments name. \param function  the member that must not be null
std::string open_lines(std::string_view function);

/// The verdict on the status of the difference's stage, in `progress`.
std::string status_lines(const Difference& difference);

}  // namespace d3d12fuzz::root_signature
