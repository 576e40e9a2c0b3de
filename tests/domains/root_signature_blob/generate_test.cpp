#include "domains/root_signature_blob/generate.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <string>

#include "domains/root_signature_blob/domain.h"
#include "domains/root_signature_blob/reference.h"
#include "rules/coverage.h"

namespace d3d12fuzz::root_signature_blob {
namespace {

RootSignatureBlobCase draw(std::uint64_t seed, std::uint64_t index) {
  RootSignatureBlobCase value;
  ChoiceSource choices(seed, index);
  generate(choices, value);
  return value;
}

TEST(GenerateBlob, a_case_is_a_function_of_seed_and_index) {
  RootSignatureBlobCase reused;
  for (std::uint64_t i = 200; i-- > 0;) {
    ChoiceSource choices(7, i);
    generate(choices, reused);  // into memory that held another case
    EXPECT_EQ(reused, draw(7, i)) << i;
  }
  EXPECT_NE(draw(7, 0), draw(8, 0));
}

TEST(GenerateBlob, every_case_is_structurally_sound) {
  for (std::uint64_t i = 0; i < 5000; ++i) {
    EXPECT_EQ(unsound_field(domain(), to_tree(draw(3, i))), std::nullopt) << i;
  }
}

/// What so many cases meet and break.
RuleCoverage coverage_of(std::uint64_t cases) {
  RuleCoverage coverage;
  ReferenceScratch scratch;
  Expectation expectation;
  for (std::uint64_t i = 0; i < cases; ++i) {
    reference(draw(1, i), scratch, expectation);
    RuleSet broken = expectation.broken_rules;
    broken |= expectation.ambiguous;
    coverage.count(expectation.met, broken);
  }
  return coverage;
}

TEST(GenerateBlob, every_rule_is_exercised_within_forty_thousand_cases) {
  const RuleCoverage coverage = coverage_of(40'000);
  std::size_t decided = 0;
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const auto id = static_cast<RuleId>(i);
    if (!decides(id)) continue;
    ++decided;
    EXPECT_TRUE(coverage.exercised(id)) << rule(id).id << " " << rule(id).subject;
  }
  EXPECT_EQ(decided, 49u);
}

TEST(GenerateBlob, the_rules_of_the_domain_are_met_and_broken_often_enough) {
  const RuleCoverage coverage = coverage_of(10'000);
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const auto id = static_cast<RuleId>(i);
    const Rule& row = rule(id);
    if (!decides(id) || row.domain != "root_signature_blob") continue;
    std::printf("%s met %llu broken %llu\n", std::string(row.id).c_str(),
                static_cast<unsigned long long>(coverage.met[i]), static_cast<unsigned long long>(coverage.broken[i]));
    if (row.rule_class == RuleClass::scored && row.violation == Violation::rejected) {
      EXPECT_GE(coverage.met[i], 1000u) << row.id;
      EXPECT_GE(coverage.broken[i], 50u) << row.id;
    } else {
      EXPECT_GE(coverage.met[i] + coverage.broken[i], 100u) << row.id;
    }
  }
}

TEST(GenerateBlob, every_feature_has_its_share_of_the_cases) {
  std::map<std::string, std::uint64_t> counts;
  ReferenceScratch scratch;
  Expectation expectation;
  constexpr std::uint64_t cases = 20'000;
  for (std::uint64_t i = 0; i < cases; ++i) {
    const RootSignatureBlobCase value = draw(1, i);
    reference(value, scratch, expectation);
    const auto has = [&](const std::string& feature, bool present) { counts[feature] += present ? 1 : 0; };
    has("class scored", expectation.scoring_class() == RuleClass::scored);
    has("class ambiguous", expectation.scoring_class() == RuleClass::ambiguous);
    has("accepted at deserialize", expectation.at(Stage::deserialize) == Expected::accepted);
    has("rejected at deserialize", expectation.at(Stage::deserialize) == Expected::rejected);
    has("rejected at create alone", expectation.at(Stage::deserialize) != Expected::rejected &&
                                        expectation.at(Stage::create) == Expected::rejected);
    has("values expected", !expectation.observables.empty());
    has("legacy deserializer", value.deserializer == Deserializer::legacy);
    has("placement guarded", value.placement != root_signature::ArrayPlacement::heap);
    const auto* signature = std::get_if<SerializedSignature>(&value.content);
    has("bytes", signature == nullptr);
    if (signature == nullptr) continue;
    has("no edit", signature->edits.empty());
    has("one edit", signature->edits.size() == 1);
    has("several edits", signature->edits.size() > 1);
    has("digest not refreshed", signature->digest != DigestForm::refreshed);
    has("total size stale", signature->total_size == TotalSizeForm::stale);
    has("version 1.0", signature->version == root_signature::Version::v1_0);
    has("version 1.1", signature->version == root_signature::Version::v1_1);
    has("version 1.2", signature->version == root_signature::Version::v1_2);
    for (const Edit& edit : signature->edits) ++counts["edit " + std::to_string(edit.index())];
  }
  const auto share = [&](const std::string& feature) { return 100.0 * static_cast<double>(counts[feature]) / cases; };
  for (const auto& [feature, count] : counts) std::printf("%-32s %6.2f %%\n", feature.c_str(), share(feature));
  const std::pair<const char*, double> least[] = {{"class scored", 70},
                                                  {"class ambiguous", 10},
                                                  {"accepted at deserialize", 25},
                                                  {"rejected at deserialize", 25},
                                                  {"rejected at create alone", 5},
                                                  {"values expected", 40},
                                                  {"legacy deserializer", 12},
                                                  {"placement guarded", 60},
                                                  {"bytes", 3},
                                                  {"no edit", 20},
                                                  {"one edit", 30},
                                                  {"several edits", 15},
                                                  {"digest not refreshed", 5},
                                                  {"total size stale", 5},
                                                  {"version 1.0", 30},
                                                  {"version 1.1", 30},
                                                  {"version 1.2", 5},
                                                  {"edit 0", 40},
                                                  {"edit 1", 1},
                                                  {"edit 2", 2},
                                                  {"edit 3", 2},
                                                  {"edit 4", 2},
                                                  {"edit 5", 4},
                                                  {"edit 6", 4},
                                                  {"edit 7", 2}};
  EXPECT_EQ(counts.size(), std::size(least));
  for (const auto& [feature, at_least] : least) EXPECT_GE(share(feature), at_least) << feature;
}

}  // namespace
}  // namespace d3d12fuzz::root_signature_blob
