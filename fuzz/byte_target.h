/// What a file of this folder defines that is a target of bytes which are no case: byte_entry_points.cpp and
/// replay_bytes.cpp do the rest.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace d3d12fuzz {

/// What is done with one input, which is a serialized root signature. What it finds ends the process.
using ByteTest = std::function<void(std::span<const std::uint8_t>)>;

/// Opens what is under test, in this process.
/// \param rule_counters  kRuleCounters of them, which the engine resets before each input
/// \throws InputError if it cannot be opened
ByteTest open_byte_target(std::span<std::uint8_t> rule_counters);

}  // namespace d3d12fuzz
