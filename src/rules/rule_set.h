/// A set of rules, without allocation.
#pragma once

#include <array>
#include <bit>
#include <boost/describe.hpp>
#include <cstdint>

#include "rules/catalogue.h"

namespace d3d12fuzz {

class RuleSet {
 public:
  void insert(RuleId id) { words_[index(id) / 64] |= std::uint64_t{1} << (index(id) % 64); }
  bool contains(RuleId id) const { return (words_[index(id) / 64] >> (index(id) % 64) & 1) != 0; }
  bool empty() const { return *this == RuleSet{}; }
  std::size_t size() const {
    std::size_t count = 0;
    for (const std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
    return count;
  }

  RuleSet& operator|=(const RuleSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  friend bool operator==(const RuleSet&, const RuleSet&) = default;

  bool is_subset_of(const RuleSet& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if ((words_[i] & ~other.words_[i]) != 0) return false;
    }
    return true;
  }

  /// Calls `visit(RuleId)` in the order of the catalogue.
  template <class Visitor>
  void for_each(Visitor&& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        visit(static_cast<RuleId>(i * 64 + static_cast<std::size_t>(std::countr_zero(word))));
      }
    }
  }

 private:
  BOOST_DESCRIBE_CLASS(RuleSet, (), (), (), (words_))

  static std::size_t index(RuleId id) { return static_cast<std::size_t>(id); }

  std::array<std::uint64_t, (kRuleCount + 63) / 64> words_{};
};

}  // namespace d3d12fuzz
