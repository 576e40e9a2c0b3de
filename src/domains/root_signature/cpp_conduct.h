/// The parts of emitted C++ programs that see a call do what it must not.
#pragma once

#include <string>
#include <string_view>

#include "domains/root_signature/case.h"
#include "domains/root_signature/cpp_body.h"
#include "oracle/conduct.h"

namespace d3d12fuzz::root_signature {

/// Whether a program can see the fault: of D3D12's own entry points, not all can.
bool can_show(Conduct conduct, CppInterface through);

/// Definitions in front of `main`, beside cpp_helpers().
std::string_view conduct_helpers(Conduct conduct);

/// Statements right before the call, where all variables of to_cpp_body() stand.
std::string lines_before_call(Conduct conduct, const RootSignatureCase& value, CppInterface through);

/// Statements behind the call that end the program: with 1 if the fault shows. They need what the program itself must
/// define: for `leak` a function `call` that makes the call once more, for `wrote_outside` a function `is_right` that
/// says whether each Guarded is intact.
std::string lines_after_call(Conduct conduct);

}  // namespace d3d12fuzz::root_signature
