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
  /// Slot of the first descriptor, in 64 bits. Without value behind an append that has nothing to count from (DT-005).
  std::optional<std::uint64_t> offset;
};

/// What names registers: DT-026 to DT-028.
enum class EntryKind : std::uint8_t { range, constants, descriptor, static_sampler };

/// The registers of one range, root constants, root descriptor or static sampler.
struct RegisterEntry {
  EntryKind kind{};
  RegisterClass register_class{};
  RegisterSpace register_space{};
  ShaderVisibility visibility{};
  bool unbounded = false;
  /// Both included, in 64 bits (DT-008); an unbounded range ends at the last register (DT-003).
  std::uint64_t first_register = 0;
  std::uint64_t last_register = 0;
  std::uint16_t index = 0;  ///< of the root parameter or the static sampler
  std::uint16_t range = 0;  ///< of a range: its number among those of all tables
};

/// Memory that the model reuses from case to case, so that it allocates nothing in the long run.
struct ReferenceScratch {
  std::vector<ResolvedRange> ranges;     ///< all ranges of all tables, in the order of the desc
  std::vector<RegisterEntry> registers;  ///< all entries that hold registers; static samplers last
};

/// Judges a case by every rule of the domain.
/// \param out  cleared first: rules met and broken, the verdict at serialize, deserialize and create, and the values
///             that an implementation that accepts must report
void reference(const RootSignatureCase& value, ReferenceScratch& scratch, Expectation& out);

/// Whether the model judges a rule. Rows of the domain that it does not judge are notes, or need more than a desc:
/// DT-078 more live static samplers than one desc holds, DT-084 the helper of d3dx12.h.
bool decides(RuleId id);

}  // namespace d3d12fuzz::root_signature
