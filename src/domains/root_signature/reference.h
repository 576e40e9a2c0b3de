/// The reference model of root signatures, written from the rule catalogue alone.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "domains/root_signature/case.h"
#include "oracle/expectation.h"

namespace d3d12fuzz::root_signature {

/// A range with its place in the signature and its slots resolved.
struct ResolvedRange {
  const DescriptorRange* range = nullptr;
  std::uint16_t parameter = 0;
  std::uint16_t index = 0;  ///< in its table
  ShaderVisibility visibility{};
  /// The registers that the range covers, both included, in 64 bits (DT-008); an unbounded one ends at the last
  /// (DT-003).
  std::uint64_t first_register = 0;
  std::uint64_t last_register = 0;
  /// Slot of the first descriptor, in 64 bits. Without value behind an append that has nothing to count from (DT-005).
  std::optional<std::uint64_t> offset;
};

/// Memory that the model reuses from case to case, so that it allocates nothing in the long run.
struct ReferenceScratch {
  std::vector<ResolvedRange> ranges;  ///< all ranges of all tables, in the order of the desc
};

/// Judges a case by every DT rule of the domain that tables, ranges, visibilities, root flags and lookups decide.
/// \param out  cleared first: rules met and broken, the verdict at serialize, deserialize and create, and the values
///             that an implementation that accepts must report
void reference(const RootSignatureCase& value, ReferenceScratch& scratch, Expectation& out);

/// Whether the model judges a rule. Rows of the domain that it does not judge need root constants, root descriptors,
/// static samplers, version 1.2, a lower binding tier or the serialized bytes, or are notes.
bool decides(RuleId id);

}  // namespace d3d12fuzz::root_signature
