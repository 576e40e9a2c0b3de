/// A case of serialized bytes as a C++ program.
#pragma once

#include <string>

#include "domains/domain.h"
#include "domains/root_signature_blob/case.h"

namespace d3d12fuzz::root_signature_blob {

/// See Domain::cpp_program. The program has the bytes as an array.
/// \throws InputError for a fault of conduct
std::string to_cpp_program(const RootSignatureBlobCase& value, const CppRequest& request);

}  // namespace d3d12fuzz::root_signature_blob
