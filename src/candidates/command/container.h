/// The container that a compiler writes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "domains/d3d12_types.h"
#include "domains/root_signature/leaves.h"
// The C header needs the D3D12 types before it.
#include "candidates/d3d12fuzz_candidate.h"

namespace d3d12fuzz::command {

/// What became of reading a container.
struct ContainerReading {
  std::string_view fault;             ///< what is wrong with it, without a number; empty: it is sound
  root_signature::Version version{};  ///< as it is stored, of a sound one
};

/// Reads the root signature of a DXBC container with exactly one RTS0 part. Structure alone is checked: that all lies
/// inside the bytes, that versions and parameter types exist. Where things lie is the writer's choice, and the digest
/// is not looked at.
/// \param out  arrays offered as to any candidate; filled as far as they reach, with the counts that were found
ContainerReading read_container(std::span<const std::byte> bytes, d3d12fuzz_description& out);

}  // namespace d3d12fuzz::command
