#include "domains/root_signature/generate.h"

#include "domains/root_signature/domain.h"
#include "domains/root_signature/reference.h"
#include "rules/coverage.h"

namespace d3d12fuzz::root_signature {
namespace {

RootSignatureCase draw(std::uint64_t seed, std::uint64_t index) {
  RootSignatureCase value;
  ChoiceSource choices(seed, index);
  generate(choices, value);
  return value;
}

TEST(Generate, a_case_is_a_function_of_seed_and_index) {
  RootSignatureCase reused;
  for (std::uint64_t i = 100; i-- > 0;) {
    ChoiceSource choices(7, i);
    generate(choices, reused);  // into memory that held another case
    EXPECT_EQ(reused, draw(7, i)) << i;
  }
  EXPECT_NE(draw(7, 0), draw(8, 0));
}

TEST(Generate, every_case_is_structurally_sound) {
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const RootSignatureCase value = draw(3, i);
    EXPECT_EQ(unsound_field(domain(), to_tree(value)), std::nullopt) << i;
    EXPECT_LE(value.parameters.size(), max_elements<RootParameter>);
    for (const RootParameter& parameter : value.parameters) {
      EXPECT_LE(ranges_of(parameter).size(), max_elements<DescriptorRange>);
    }
  }
}

TEST(Generate, every_rule_is_exercised_within_ten_thousand_cases) {
  RuleCoverage coverage;
  ReferenceScratch scratch;
  Expectation expectation;
  std::uint64_t scored = 0;
  std::uint64_t accepted = 0;
  constexpr std::uint64_t cases = 10'000;
  for (std::uint64_t i = 0; i < cases; ++i) {
    reference(draw(1, i), scratch, expectation);
    RuleSet broken = expectation.broken_rules;
    broken |= expectation.advisory;
    broken |= expectation.ambiguous;
    coverage.count(expectation.met, broken);
    scored += expectation.scoring_class() == RuleClass::scored ? 1 : 0;
    accepted += expectation.at(Stage::create) == Expected::accepted ? 1 : 0;
  }
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const auto id = static_cast<RuleId>(i);
    if (decides(id)) EXPECT_TRUE(coverage.exercised(id)) << rule(id).id << " " << rule(id).subject;
  }
  // Cases that nobody can be blamed for are few, and neither verdict is rare.
  EXPECT_GT(scored, cases * 75 / 100);
  EXPECT_GT(accepted, cases * 35 / 100);
  EXPECT_LT(accepted, cases * 75 / 100);
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
