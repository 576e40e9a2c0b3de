/// What a fuzz target does with the bytes that an engine hands it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "shrink/examiner.h"
#include "shrink/known_differences.h"

namespace d3d12fuzz {

/// Feedback beyond edges: two counters for each rule, of which the first is not zero after a case that met and kept it,
/// the second after one that broke it or ran into it.
inline constexpr std::size_t kRuleCounters = 2 * kRuleCount;

/// Sets the counters of the rules that a case met, broke and ran into.
void count_rules(const Expectation& expectation, std::span<std::uint8_t> rule_counters);

/// With the memory that it reuses. Not for two threads at once.
class FuzzTarget {
 public:
  /// \param candidate      supports the domain
  /// \param known          differences to pass over in silence
  /// \param rule_counters  kRuleCounters of them, which the engine resets before each input
  FuzzTarget(const Domain& domain, std::unique_ptr<Candidate> candidate, KnownDifferences known,
             std::span<std::uint8_t> rule_counters);

  /// Decodes any bytes, examines the case and returns if nothing but known differences shows. Otherwise it writes
  /// `Assertion failure: <signature>`, both verdicts and the case to standard error and aborts through fail_with().
  void test(std::span<const std::uint8_t> bytes);

  /// The same of a case.
  void test_case(const Case& value);

 private:
  void report_unknown(const Case& value, const Examination& examination) const;

  const Domain& domain_;
  std::unique_ptr<Candidate> candidate_;
  KnownDifferences known_;
  std::span<std::uint8_t> rule_counters_;
  std::unique_ptr<Case> case_;
  Examiner examiner_;
};

}  // namespace d3d12fuzz
