#include "domains/root_signature/generate.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

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

/// What drawn cases look like: how many of them have each feature.
class Distribution {
 public:
  void count(const RootSignatureCase& value, const Expectation& expectation) {
    ++cases_;
    const auto has = [&](const std::string& feature, bool present) { counts_[feature] += present ? 1 : 0; };
    has("class scored", expectation.scoring_class() == RuleClass::scored);
    has("class advisory", expectation.scoring_class() == RuleClass::advisory);
    has("class ambiguous", expectation.scoring_class() == RuleClass::ambiguous);
    has("class undefined", expectation.scoring_class() == RuleClass::undefined);
    has("verdict accepted at create", expectation.at(Stage::create) == Expected::accepted);
    has("verdict rejected at serialize", expectation.at(Stage::serialize) == Expected::rejected);
    has("breaks one rule alone", expectation.broken.size() == 1);
    has("version 1.0", value.version == Version::v1_0);
    has("version 1.1", value.version == Version::v1_1);
    has("version 1.2", value.version == Version::v1_2);
    has("serializer legacy", value.serialization.serializer == Serializer::legacy);
    has("blob observed", value.serialization.observe_blob == ObserveBlob::yes);
    has("tier below 3", value.target.resource_binding_tier != ResourceBindingTier::tier_3);
    has("platform other than PC", value.target.platform != Platform::pc);
    has("parameters none", value.parameters.empty());
    has("parameters 2 to 8", value.parameters.size() >= 2 && value.parameters.size() <= 8);
    has("parameters more than 60", value.parameters.size() > 60);
    bool table = false, constants = false, descriptor = false, unknown = false, several = false, unbounded = false;
    for (const RootParameter& parameter : value.parameters) {
      table |= std::holds_alternative<DescriptorTable>(parameter);
      constants |= std::holds_alternative<RootConstants>(parameter);
      descriptor |= std::holds_alternative<RootDescriptor>(parameter);
      unknown |= std::holds_alternative<UnknownParameter>(parameter);
      several |= ranges_of(parameter).size() > 1;
      for (const DescriptorRange& range : ranges_of(parameter)) {
        unbounded |= range.num_descriptors == DescriptorCount::unbounded;
      }
    }
    has("table", table);
    has("table of several ranges", several);
    has("range unbounded", unbounded);
    has("root constants", constants);
    has("root descriptor", descriptor);
    has("parameter of unknown type", unknown);
    has("static sampler", !value.static_samplers.empty());
    has("static sampler with flags",
        std::any_of(value.static_samplers.begin(), value.static_samplers.end(),
                    [](const StaticSampler& sampler) { return sampler.flags != SamplerFlags::none; }));
    has("root flags", value.flags != RootSignatureFlags::none);
    has("local", (raw(value.flags) & raw(RootSignatureFlags::local_root_signature)) != 0);
    has("lookup", !value.lookups.empty());
    has("lowering unusual", value.lowering != Lowering{});
  }

  /// Percent of the cases.
  double share(const std::string& feature) const {
    return 100.0 * static_cast<double>(counts_.at(feature)) / static_cast<double>(cases_);
  }

  void print() const {
    for (const auto& [feature, count] : counts_) std::printf("%-32s %6.2f %%\n", feature.c_str(), share(feature));
  }

  std::size_t features() const { return counts_.size(); }

 private:
  std::map<std::string, std::uint64_t> counts_;
  std::uint64_t cases_ = 0;
};

TEST(Generate, every_feature_has_its_share_of_the_cases) {
  Distribution distribution;
  ReferenceScratch scratch;
  Expectation expectation;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const RootSignatureCase value = draw(1, i);
    reference(value, scratch, expectation);
    distribution.count(value, expectation);
  }
  distribution.print();
  const std::pair<const char*, double> least[] = {{"class scored", 80},
                                                  {"class advisory", 5},
                                                  {"class ambiguous", 1.5},
                                                  {"class undefined", 0.1},
                                                  {"verdict accepted at create", 40},
                                                  {"verdict rejected at serialize", 15},
                                                  {"breaks one rule alone", 15},
                                                  {"version 1.0", 30},
                                                  {"version 1.1", 30},
                                                  {"version 1.2", 12},
                                                  {"serializer legacy", 4},
                                                  {"blob observed", 10},
                                                  {"tier below 3", 2},
                                                  {"platform other than PC", 1},
                                                  {"parameters none", 2},
                                                  {"parameters 2 to 8", 50},
                                                  {"parameters more than 60", 0.2},
                                                  {"table", 75},
                                                  {"table of several ranges", 50},
                                                  {"range unbounded", 15},
                                                  {"root constants", 12},
                                                  {"root descriptor", 20},
                                                  {"parameter of unknown type", 0.3},
                                                  {"static sampler", 20},
                                                  {"static sampler with flags", 1.5},
                                                  {"root flags", 10},
                                                  {"local", 2},
                                                  {"lookup", 60},
                                                  {"lowering unusual", 12}};
  EXPECT_EQ(distribution.features(), std::size(least));
  for (const auto& [feature, share] : least) EXPECT_GE(distribution.share(feature), share) << feature;
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
