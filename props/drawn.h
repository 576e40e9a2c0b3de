/// Cases for properties: RapidCheck draws a seed and an index, the harness's generator makes the case. A failure prints
/// the case as HLSL; RapidCheck does not shrink it, since the harness has a better way.
#pragma once

// GoogleTest before RapidCheck.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "candidates/builtin/builtin.h"
#include "candidates/in_process.h"
#include "domains/root_signature/case.h"
#include "domains/root_signature/domain.h"
#include "domains/typed_domain.h"
#include "shrink/examiner.h"

namespace d3d12fuzz::props {

using root_signature::RootSignatureCase;

inline const Domain& domain() { return root_signature::domain(); }

inline const RootSignatureCase& value_of(const Case& value) { return TypedDomain<RootSignatureCase>::value_of(value); }

inline std::unique_ptr<Case> make(const RootSignatureCase& value) { return case_from_tree(domain(), to_tree(value)); }

/// Case `index` of a seed.
struct Drawn {
  std::uint64_t seed = 0;
  std::uint64_t index = 0;
  RootSignatureCase value;
};

inline Drawn draw(std::uint64_t seed, std::uint64_t index) {
  const std::unique_ptr<Case> made = domain().make_case();
  ChoiceSource choices(seed, index);
  domain().generate(choices, *made);
  return {.seed = seed, .index = index, .value = value_of(*made)};
}

inline void showValue(const Drawn& drawn, std::ostream& out) {
  out << "seed " << drawn.seed << ", case " << drawn.index << "\n" << domain().hlsl(*make(drawn.value));
}

/// What the model expects and what builtin does.
class Implementations {
 public:
  explicit Implementations(builtin::Fault fault = builtin::Fault::none)
      : candidate_(builtin::make_builtin(fault), {.name = "builtin"}), examiner_(domain(), candidate_) {}

  const Examination& examine(const RootSignatureCase& value) {
    case_ = make(value);
    return examiner_.examine(*case_);
  }

  Examiner& examiner() { return examiner_; }

 private:
  InProcessCandidate candidate_;
  Examiner examiner_;
  std::unique_ptr<Case> case_;
};

/// Checks a property of one or more values so many times, a hundred times as many if D3D12FUZZ_LONG is 1. The draws are
/// always the same, unless RC_PARAMS says otherwise: a test that fails, fails again.
template <class Property>
void check(int runs, Property&& property) {
  const char* long_run = std::getenv("D3D12FUZZ_LONG");
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  if (std::getenv("RC_PARAMS") == nullptr) {
    params.seed = 1;
    params.maxSuccess = long_run != nullptr && std::string_view(long_run) == "1" ? 100 * runs : runs;
  }
  rc::detail::TestMetadata metadata;
  metadata.id = testing::UnitTest::GetInstance()->current_test_info()->name();
  const rc::detail::TestResult result = rc::detail::checkTestable(std::forward<Property>(property), metadata, params);
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  EXPECT_TRUE(result.is<rc::detail::SuccessResult>()) << message.str();
}

}  // namespace d3d12fuzz::props

namespace rc {
template <>
struct Arbitrary<d3d12fuzz::props::Drawn> {
  static Gen<d3d12fuzz::props::Drawn> arbitrary() {
    using Number = std::uint64_t;
    const auto numbers = gen::pair(gen::inRange<Number>(0, Number{1} << 62), gen::inRange<Number>(0, Number{1} << 40));
    return gen::noShrink(gen::map(numbers, [](const std::pair<Number, Number>& drawn) {
      return d3d12fuzz::props::draw(drawn.first, drawn.second);
    }));
  }
};
}  // namespace rc
