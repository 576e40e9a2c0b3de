/// What must hold of any candidate, checked on generated cases.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "shrink/collector.h"
#include "shrink/examiner.h"
#include "shrink/known_differences.h"

namespace d3d12fuzz {

enum class Property {
  agreement,   ///< the candidate and the reference agree
  forms,       ///< a legal case gets the same answer in each form in which it can be handed over
  repetition,  ///< a legal case gets the same answer when it is put again, after another one
};

struct PropertyName {
  std::string_view name;  ///< as on the command line
  Property property;
};

/// All properties, in the order in which help lists them.
std::span<const PropertyName> property_names();

/// A case that a property does not hold of.
struct PropertyFailure {
  std::string text;  ///< for people: what, the answers, the case
  std::string json;  ///< of a case or finding file
  std::string slug;  ///< what that file is called, without ending
};

/// Checks one property, case by case. Not for two threads at once.
class PropertyCheck {
 public:
  /// \param candidate  supports the domain
  /// \param known      differences that are no failures of `agreement`
  /// \param seed       of the cases
  PropertyCheck(Property property, const Domain& domain, Candidate& candidate, const KnownDifferences& known,
                std::uint64_t seed);

  /// Checks case `index` of the seed.
  std::optional<PropertyFailure> check(std::uint64_t index);

  /// Whether the last case was one that the property could fail of.
  bool compared() const { return compared_; }

 private:
  std::optional<PropertyFailure> check_agreement(std::uint64_t index);
  std::optional<PropertyFailure> check_forms(std::uint64_t index);
  std::optional<PropertyFailure> check_repetition(std::uint64_t index);
  PropertyFailure failure(std::string_view what, const std::string& difference, std::uint64_t index) const;

  Property property_;
  const Domain& domain_;
  const KnownDifferences& known_;
  std::uint64_t seed_;
  Examiner examiner_;
  Collector collector_;
  std::unique_ptr<Case> case_;
  std::unique_ptr<Case> other_;
  bool compared_ = false;
};

}  // namespace d3d12fuzz
