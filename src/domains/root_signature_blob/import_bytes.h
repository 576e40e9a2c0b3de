/// Serialized root signatures from elsewhere as cases.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "domains/root_signature_blob/case.h"

namespace d3d12fuzz::root_signature_blob {

/// A root signature that is handed over serialized.
RootSignatureBlobCase serialized_case(root_signature::RootSignatureCase signature);

/// The case of bytes, whatever they are: a root signature if a serializer would write them, digest aside; else the
/// bytes.
/// \param name  stands for the bytes in errors
/// \throws InputError "NAME: found …, expected …" if they are neither, and more than a case holds
RootSignatureBlobCase import_bytes(std::span<const std::uint8_t> bytes, std::string_view name);

}  // namespace d3d12fuzz::root_signature_blob
