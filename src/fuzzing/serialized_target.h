/// What a fuzz target does whose input is a serialized root signature as it is.
#pragma once

#include "fuzzing/fuzz_target.h"

namespace d3d12fuzz {

/// With the memory that it reuses. Not for two threads at once.
class SerializedTarget {
 public:
  /// \param candidate      supports domain root_signature_blob
  /// \param known          differences to pass over in silence
  /// \param rule_counters  kRuleCounters of them, which the engine resets before each input
  SerializedTarget(std::unique_ptr<Candidate> candidate, KnownDifferences known, std::span<std::uint8_t> rule_counters);

  /// Looks for a contradiction of the readers and, if a case holds the bytes, puts that before the candidate. Returns
  /// if nothing but known differences shows; otherwise it aborts as FuzzTarget::test() does.
  void test(std::span<const std::uint8_t> bytes);

 private:
  std::unique_ptr<Case> case_;
  FuzzTarget target_;
};

}  // namespace d3d12fuzz
