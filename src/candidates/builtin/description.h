/// The descriptions that a versioned deserializer makes of a serialized root signature.
#pragma once

#include <cstdint>

#include "candidates/builtin/builtin.h"
#include "candidates/builtin/stored_signature.h"

namespace d3d12fuzz::builtin {

/// Whether the signature can be described at all versions: always, but for a fault.
bool can_be_described(const StoredSignature& stored, Fault fault);

/// Fills `out` at `version`, a D3D_ROOT_SIGNATURE_VERSION. 1.0 drops the flags of ranges and root descriptors (DT-083).
/// What is stored as 1.0 gets the flags that state its behaviour at later versions (DT-081): DATA_VOLATILE for root
/// descriptors, also DESCRIPTORS_VOLATILE for ranges, that alone for sampler ranges (DT-082). Flags stored as 0 stay 0
/// (DT-045). Flags of static samplers are kept from 1.2 to 1.2, else 0 (DT-081, DT-083).
void describe(const StoredSignature& stored, std::uint32_t version, Fault fault, d3d12fuzz_description& out);

}  // namespace d3d12fuzz::builtin
