/// What can be said of one field, or of the fields of one range or parameter, without looking at any other.
#pragma once

#include <cstdint>

#include "candidates/builtin/builtin.h"

namespace d3d12fuzz::builtin {

/// NumDescriptors of an unbounded range (DT-003).
inline constexpr std::uint32_t kUnbounded = 0xFFFFFFFF;
/// OffsetInDescriptorsFromTableStart of a range that follows the one before it (DT-012).
inline constexpr std::uint32_t kAppend = 0xFFFFFFFF;
/// One more than the highest register, and than the highest slot that a bounded range may take (DT-008, DT-010).
inline constexpr std::uint64_t kEndOfLine = std::uint64_t{1} << 32;
/// First of the register spaces that the system keeps for itself (DT-021).
inline constexpr std::uint32_t kReservedSpaceStart = 0xFFFFFFF0;

/// D3D12_ROOT_SIGNATURE_FLAG_LOCAL_ROOT_SIGNATURE.
inline constexpr std::uint32_t kLocalRootSignature = 0x80;
/// The two DIRECTLY_INDEXED flags.
inline constexpr std::uint32_t kDirectlyIndexed = 0xC00;

/// D3D12_DESCRIPTOR_RANGE_FLAGS as plain words; D3D12_ROOT_DESCRIPTOR_FLAGS are the three of the data.
inline constexpr std::uint32_t kDescriptorsVolatile = 0x1;
inline constexpr std::uint32_t kDataVolatile = 0x2;
inline constexpr std::uint32_t kDataStaticWhileSet = 0x4;
inline constexpr std::uint32_t kDataStatic = 0x8;
inline constexpr std::uint32_t kDataMask = kDataVolatile | kDataStaticWhileSet | kDataStatic;
inline constexpr std::uint32_t kKeepingBoundsChecks = 0x10000;

/// Whether the root signature flags are legal in that version (DT-056); 0x80000000 passes as in DXC (DT-057).
bool root_flags_are_legal(std::uint32_t version, std::uint32_t flags, Fault fault);

/// Visibility of a parameter (DT-032).
bool visibility_is_legal(std::uint32_t shader_visibility, Fault fault);

/// Type, count, space, last register and flags of one range: DT-001, DT-002, DT-008, DT-021, DT-036 to DT-044.
bool range_is_legal(const d3d12fuzz_described_range& range, Fault fault);

/// Space and flags of root constants or of a root descriptor: DT-021, DT-040, DT-046. Any register and any number of
/// values passes as in DXC (DT-049, DT-053).
bool root_argument_is_legal(const d3d12fuzz_described_parameter& parameter, Fault fault);

}  // namespace d3d12fuzz::builtin
