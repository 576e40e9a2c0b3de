/// Which root signatures HLSL can spell.
#pragma once

#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// Whether the text of `to_hlsl_source`, compiled for the version of the case, says all that an implementation is
/// asked: every field of the desc, in words on which all compilers agree, and nothing about the call beyond the desc.
/// False for
///
/// - values that have no name in HLSL: illegal ones, COMPARISON_NONE, filters MIN_MAG_ANISOTROPIC_MIP_POINT;
/// - a table without ranges, for which there is no grammar;
/// - floats that compilers may read differently: NaNs, infinities, -0, subnormal numbers;
/// - the legacy serializer, a platform other than the PC, a binding tier below 3, and the serialized bytes.
///
/// Lookups and the lowering have no part in this: what the desc says does not depend on them.
bool says_all(const RootSignatureCase& value);

}  // namespace d3d12fuzz::root_signature
