/// A case as a stand-alone C++ program.
#pragma once

#include <string>

#include "report/finding_json.h"

namespace d3d12fuzz {

/// The program for a case or finding file: through D3D12's own entry points if a D3D12 library was the candidate (or
/// the file names none), else through the candidate's C interface. A case without finding gives a program that checks
/// the model's verdict.
std::string cpp_reproducer(const LoadedCase& loaded);

}  // namespace d3d12fuzz
