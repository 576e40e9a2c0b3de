/// The bytes of a case.
#pragma once

#include <cstdint>
#include <vector>

#include "domains/root_signature_blob/case.h"

namespace d3d12fuzz::root_signature_blob {

/// What a case's bytes are made of: what a serializer writes, edited, or the bytes themselves.
std::vector<std::uint8_t> assemble(const Content& content);

/// A root signature as a case of its own domain; what else there is to such a case is of the simplest.
root_signature::RootSignatureCase signature_of(const SerializedSignature& value);

}  // namespace d3d12fuzz::root_signature_blob
