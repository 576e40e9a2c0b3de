/// Every case of a few elements over chosen values, model against builtin.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "candidates/registry.h"
#include "domains/root_signature/case.h"
#include "domains/root_signature/domain.h"
#include "domains/typed_domain.h"
#include "shrink/examiner.h"
#include "support/long_run.h"

namespace d3d12fuzz::test {

using namespace root_signature;

template <Leaf T>
std::vector<T> values(std::initializer_list<std::uint32_t> numbers) {
  std::vector<T> all;
  for (const std::uint32_t number : numbers) all.push_back(static_cast<T>(number));
  return all;
}

/// Every value at which a rule changes, as the field's meaning lists them.
template <Leaf T>
std::vector<T> boundaries() {
  std::vector<T> all;
  for (const std::uint64_t value : leaf_meaning(T{}).boundaries) all.push_back(static_cast<T>(value));
  return all;
}

/// Puts cases before the model and builtin, in batches.
class Sweep {
 public:
  explicit Sweep(std::string_view fault = {})
      : candidate_(open_candidate("builtin", {.fault = std::string(fault), .isolation = Isolation::in_process})),
        examiner_(domain(), *candidate_) {
    for (std::size_t i = 0; i < kBatch; ++i) {
      storage_.push_back(domain().make_case());
      cases_.push_back(storage_.back().get());
    }
  }

  /// The next case, the simplest one but for its lookups, for the caller to fill. The lookups are there already: at
  /// both ends of small ranges, behind them, at the last register, of several classes, and of a stage that sees only
  /// what is visible to all.
  RootSignatureCase& next(Version version) {
    if (filled_ == kBatch) examine();
    RootSignatureCase& value = TypedDomain<RootSignatureCase>::value_of(*storage_[filled_++]);
    value = {};
    value.version = version;
    value.lookups = kLookups;
    return value;
  }

  /// Examines what is left. \return how many cases there were
  std::uint64_t finish() {
    examine();
    return examined_;
  }

  std::uint64_t differing() const { return differing_; }

  /// The first cases that differ, and how.
  const std::string& shown() const { return shown_; }

 private:
  static constexpr std::size_t kBatch = 64;

  static inline const std::vector<RegisterLookup> kLookups = {
      {RegisterClass::t, ShaderRegister{0}, RegisterSpace{0}, ShaderStage::vertex},
      {RegisterClass::t, ShaderRegister{1}, RegisterSpace{0}, ShaderStage::compute},
      {RegisterClass::t, ShaderRegister{0xFFFFFFFF}, RegisterSpace{0}, ShaderStage::pixel},
      {RegisterClass::u, ShaderRegister{2}, RegisterSpace{1}, ShaderStage::mesh},
      {RegisterClass::s, ShaderRegister{0}, RegisterSpace{0}, ShaderStage::pixel}};

  void examine() {
    const std::span<const Examination> examinations = examiner_.examine(std::span(cases_).first(filled_));
    for (std::size_t i = 0; i < filled_; ++i) {
      if (examinations[i].comparison.differences.empty() && !examinations[i].comparison.unsupported) continue;
      if (++differing_ > 3) continue;
      shown_ += domain().hlsl(*cases_[i]);
      for (const Signature& signature : examinations[i].signatures(domain())) shown_ += signature.text() + "\n";
    }
    examined_ += filled_;
    filled_ = 0;
  }

  const std::unique_ptr<Candidate> candidate_;
  Examiner examiner_;
  std::vector<std::unique_ptr<Case>> storage_;
  std::vector<const Case*> cases_;
  std::size_t filled_ = 0;
  std::uint64_t examined_ = 0;
  std::uint64_t differing_ = 0;
  std::string shown_;
};

/// Ends a sweep in which nothing may differ.
inline void expect_agreement(Sweep& sweep, std::uint64_t cases) {
  EXPECT_EQ(sweep.finish(), cases);
  EXPECT_EQ(sweep.differing(), 0u) << sweep.shown();
}

}  // namespace d3d12fuzz::test
