/// Where things stand in a serialized root signature (SerializedRootSignatures.md): a container of parts, one of which,
/// RTS0, has the root signature. All sizes and offsets are bytes.
#pragma once

#include <cstdint>

#include "domains/root_signature/leaves.h"

namespace d3d12fuzz::root_signature::layout {

inline constexpr std::uint32_t kMagic = 0x43425844;     // "DXBC"
inline constexpr std::uint32_t kPartName = 0x30535452;  // "RTS0"

/// Of the container, from its start.
inline constexpr std::uint32_t kDigestAt = 4;
inline constexpr std::uint32_t kDigestedFrom = 20;  ///< to the end
inline constexpr std::uint32_t kContainerVersionAt = 20;
inline constexpr std::uint32_t kTotalSizeAt = 24;
inline constexpr std::uint32_t kPartCountAt = 28;
inline constexpr std::uint32_t kPartOffsetsAt = 32;
inline constexpr std::uint32_t kPartHeader = 8;  ///< name, size of the data behind this header

/// Of the RTS0 part. Offsets in it count from the start of its data.
inline constexpr std::uint32_t kHeader = 24;
inline constexpr std::uint32_t kParameter = 12;  ///< type, visibility, offset of the payload
inline constexpr std::uint32_t kTable = 8;       ///< number of ranges, offset of the ranges
inline constexpr std::uint32_t kConstants = 12;
constexpr std::uint32_t descriptor_size(Version version) { return version == Version::v1_0 ? 8 : 12; }
constexpr std::uint32_t range_size(Version version) { return version == Version::v1_0 ? 20 : 24; }
constexpr std::uint32_t sampler_size(Version version) { return version == Version::v1_2 ? 56 : 52; }

}  // namespace d3d12fuzz::root_signature::layout
