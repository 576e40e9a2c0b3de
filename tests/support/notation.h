/// The notation of the catalogue's examples: `V=1.1 F=0x1 T[ALL](R(SRV,1,0,0,A,0x1)); L(t,0,0,PIXEL)`.
#pragma once

#include <optional>
#include <string_view>

#include "domains/root_signature/case.h"

namespace d3d12fuzz::test {

/// Reads tables `T[visibility](ranges)`, ranges `R(TYPE,count,base,space,offset[,flags])`, root flags `F=`, the version
/// `V=` and lookups `L(class,register,space,stage)`, separated by `;` or spaces. `A` is append, `U` unbounded. Without
/// `V=` the version is 1.1 if any range has flags, else 1.0.
/// \return nothing if the text holds anything else
std::optional<root_signature::RootSignatureCase> parse_notation(std::string_view text);

/// The same, for text that must parse; ends the test program otherwise.
root_signature::RootSignatureCase notation(std::string_view text);

}  // namespace d3d12fuzz::test
