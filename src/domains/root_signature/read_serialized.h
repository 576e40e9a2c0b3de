/// Reads serialized root signatures as a deserializer must that trusts nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "domains/root_signature/case.h"
#include "rules/rule_set.h"

namespace d3d12fuzz::root_signature {

/// Why a deserializer refuses.
struct SerializedRefusal {
  /// What is broken of DT-088, DT-090, DT-091, DT-094, DT-096 to DT-098, DT-056, DT-034, DT-032 and DT-001. Empty: no
  /// rule is, but there is more of something than a case holds.
  RuleSet rules;
  std::uint64_t at = 0;  ///< byte of the container
  std::string found;
  std::string expected;
};

/// A part of a container.
struct SerializedPart {
  std::uint32_t name = 0;  ///< four characters, the first in the lowest byte
  std::uint32_t at = 0;    ///< of its header, from the start of the container
  std::uint32_t size = 0;  ///< of its data, in bytes
};

/// A field as the reader met it.
struct SerializedField {
  std::uint64_t at = 0;  ///< byte of the container
  std::uint32_t size = 4;
  std::string name;   ///< "parameters[0].descriptor_ranges[1].range_type"
  std::string value;  ///< by name where it has one
};

struct SerializedReading {
  /// Version, flags, parameters and static samplers as stored; all else is of the simplest. Nothing if the bytes do not
  /// show all of it. Values that a deserializer refuses are in it nevertheless.
  std::optional<RootSignatureCase> signature;
  /// In the order in which a strict reader meets them; empty: accepted. The last one is why there is no signature.
  std::vector<SerializedRefusal> refusals;
  /// Rules that came up and say that readers differ, or do not say what must happen: DT-088 (minor version), DT-089
  /// (TotalSize, order of parts), DT-092 (digest), DT-093 (the first of several RTS0 parts is read), DT-095 (1.2),
  /// DT-057, DT-099 (offset of nothing), DT-100 (misaligned offset).
  RuleSet touched;
  std::vector<SerializedPart> parts;
};

/// Reads a container. The work is linear in its size, whatever it says: what is shared is read for each of its users,
/// but no more often than a case has room for.
/// \param fields  gets what is read, in this order, if not null
SerializedReading read_serialized(std::span<const std::uint8_t> bytes, std::vector<SerializedField>* fields = nullptr);

}  // namespace d3d12fuzz::root_signature
