/// What the readers of serialized root signatures make of any bytes, and what they owe each other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "domains/root_signature_blob/case.h"

namespace d3d12fuzz {

/// The case of some bytes, in front of a page that cannot be read. The digest, on which nothing else depends, chooses
/// the deserializer: the legacy one for an eighth of all.
/// \return nothing if a case cannot hold them
std::optional<root_signature_blob::RootSignatureBlobCase> case_of_bytes(std::span<const std::uint8_t> bytes);

/// What two readers, or reader and writer, contradict each other in; nothing unless one of them is wrong. Reads the
/// bytes in each way there is, writes what was read and reads it again: a root signature that is read without refusal
/// survives its serialized form, and the case of some bytes has these bytes. The work is linear in the size.
/// \param value  what case_of_bytes() gives
std::optional<std::string> contradiction_of_readers(
    std::span<const std::uint8_t> bytes, const std::optional<root_signature_blob::RootSignatureBlobCase>& value);

}  // namespace d3d12fuzz
