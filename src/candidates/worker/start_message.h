/// What a worker says of its candidate when it starts.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "candidates/candidate.h"

namespace d3d12fuzz::worker {

/// \return bytes written; 0 if they would be more than `room`
std::size_t write_provenance(const Provenance& provenance, std::span<std::byte> room);

/// \return nothing if the bytes are no provenance
std::optional<Provenance> read_provenance(std::span<const std::byte> bytes);

}  // namespace d3d12fuzz::worker
