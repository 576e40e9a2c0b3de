/// The serialized form of root signatures: DXBC containers and their part RTS0 (root_signature_blob.md). Sizes are in
/// bytes; all words are little-endian.
#pragma once

#include <cstdint>

#include "domains/d3d12_types.h"

namespace d3d12fuzz::builtin {

inline constexpr std::uint32_t kMagic = 0x43425844;              // "DXBC"
inline constexpr std::uint32_t kRootSignaturePart = 0x30535452;  // "RTS0"
inline constexpr std::uint32_t kContainerVersion = 1;            // 1.0: the major version in the lower half

inline constexpr std::uint32_t kContainerHeaderSize = 32;
inline constexpr std::uint32_t kPartHeaderSize = 8;
inline constexpr std::uint32_t kRootSignatureHeaderSize = 24;
inline constexpr std::uint32_t kParameterSize = 12;
inline constexpr std::uint32_t kTableSize = 8;
inline constexpr std::uint32_t kConstantsSize = 12;

/// Of a root descriptor: the flags came with 1.1.
constexpr std::uint32_t root_descriptor_size(std::uint32_t version) {
  return version == D3D_ROOT_SIGNATURE_VERSION_1_0 ? 8 : 12;
}

/// Of a descriptor range: the flags came with 1.1, right before the offset.
constexpr std::uint32_t range_size(std::uint32_t version) {
  return version == D3D_ROOT_SIGNATURE_VERSION_1_0 ? 20 : 24;
}

/// Of a static sampler: the flags came with 1.2.
constexpr std::uint32_t static_sampler_size(std::uint32_t version) {
  return version == D3D_ROOT_SIGNATURE_VERSION_1_2 ? 56 : 52;
}

}  // namespace d3d12fuzz::builtin
