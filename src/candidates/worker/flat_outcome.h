/// Outcomes as bytes, from a worker that may have written over them.
#pragma once

#include <cstddef>
#include <span>

#include "domains/domain.h"
#include "oracle/outcome.h"

namespace d3d12fuzz::worker {

/// Bytes that an outcome takes.
std::size_t flat_size(const Outcome& outcome);

/// \param to  has room for flat_size(outcome) bytes
void write_flat(const Outcome& outcome, std::byte* to);

/// \param out  cleared first, and left clear of all but stages if the bytes are no outcome of a candidate: its keys
/// must
///             be those of the domain, in ascending order, its statuses none that only the harness may give
/// \return whether they are
bool read_flat(std::span<const std::byte> bytes, const Domain& domain, Outcome& out);

}  // namespace d3d12fuzz::worker
