/// A stand-alone C++ program for a case.
#pragma once

#include <string>

#include "domains/domain.h"
#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// See Domain::cpp_program. The statements that build the desc are read back and compared with the case first.
/// \throws std::logic_error if they do not give the case (a fault of the emitter)
std::string to_cpp_program(const RootSignatureCase& value, const CppRequest& request);

}  // namespace d3d12fuzz::root_signature
