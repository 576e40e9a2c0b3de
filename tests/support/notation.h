/// The notation of the catalogue's examples: `V=1.1 F=0x1 T[ALL](R(SRV,1,0,0,A,0x1)); L(t,0,0,PIXEL)`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "domains/root_signature/case.h"

namespace d3d12fuzz::test {

/// Reads what stands between `;`, `,` and spaces:
///
///     T[visibility](R(TYPE,count,base,space,offset[,flags]),…)   a table; `A` is append, `U` unbounded
///     K(num32,register,space,visibility)                         root constants
///     D(CBV|SRV|UAV,register,space,visibility[,flags])           a root descriptor
///     X(type,visibility)                                         a parameter of a type that does not exist
///     S(register,space,visibility[,Field=value…])                a static sampler, by default HLSL's; fields Filter,
///         U, V, W, MipLODBias (or Bias), MaxAnisotropy, Comparison (or Cmp), Border, MinLOD, MaxLOD, Flags
///     V=1.0|1.1|1.2  F=flags                                     version and flags of the root signature
///     L(class,register,space,STAGE)                              a lookup
///     Z=legacy:N  B  TIER=1|2|3  P=xbox                          the legacy serializer with version N, observe the
///                                                                blob, resource binding tier, platform
///
/// Floats are decimal numbers, `NaN`, `INF`, `-INF`, `FLT_MAX` or their bits as 0x…; enum values have their names or
/// are numbers. Without `V=` the version is 1.2 if any static sampler has Flags, else 1.1 if any range or root
/// descriptor has flags, else 1.0.
/// \return nothing if the text holds anything else, or no sound case
std::optional<root_signature::RootSignatureCase> parse_notation(std::string_view text);

/// The same, for text that must parse; ends the test program otherwise.
root_signature::RootSignatureCase notation(std::string_view text);

/// Writes a case, all but its lowering, so that `parse_notation` gives it back.
std::string to_notation(const root_signature::RootSignatureCase& value);

}  // namespace d3d12fuzz::test
