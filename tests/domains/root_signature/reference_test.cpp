// What the model says of root signatures, value by value.

#include "domains/root_signature/reference.h"

#include "domains/root_signature/observables.h"
#include "support/notation.h"

namespace d3d12fuzz::root_signature {
namespace {

using test::notation;

Expectation judge(const RootSignatureCase& value) {
  ReferenceScratch scratch;
  Expectation expectation;
  reference(value, scratch, expectation);
  return expectation;
}

Expectation judge(std::string_view text) { return judge(notation(text)); }

/// The admissible values of an observable: one, two, or none if nothing is expected.
std::vector<std::uint64_t> expected(const Expectation& expectation, ObservableKey key) {
  for (const ExpectedObservable& observable : expectation.observables) {
    if (observable.key != key) continue;
    if (observable.alternative != observable.value) return {observable.value, observable.alternative};
    return {observable.value};
  }
  return {};
}

std::vector<std::uint64_t> offsets(std::string_view text) {
  std::vector<std::uint64_t> all;
  for (const ExpectedObservable& observable : judge(text).observables) {
    if (observable.key.field == key(Field::range_offset).field) all.push_back(observable.value);
  }
  return all;
}

std::uint64_t table_size(std::string_view text) { return expected(judge(text), key(Field::table_size)).at(0); }

std::vector<std::string_view> broken(std::string_view text) {
  std::vector<std::string_view> ids;
  for (const BrokenRule& rule_broken : judge(text).broken) ids.push_back(rule(rule_broken.rule).id);
  return ids;
}

using Ids = std::vector<std::string_view>;
using Values = std::vector<std::uint64_t>;

RootSignatureCase many_tables(std::size_t count, RootSignatureFlags flags = RootSignatureFlags::none) {
  RootSignatureCase value;
  value.flags = flags;
  for (std::size_t i = 0; i < count; ++i) {
    DescriptorRange range;
    range.base_shader_register = static_cast<ShaderRegister>(i);
    value.parameters.push_back({.descriptor_ranges = {range}});
  }
  return value;
}

TEST(Slots, an_append_counts_from_the_range_right_before_it) {
  EXPECT_EQ(offsets("T[ALL](R(SRV,2,0,0,A),R(CBV,1,0,0,A))"), (Values{0, 2}));                             // DT-012
  EXPECT_EQ(offsets("T[ALL](R(SRV,8,0,0,A),R(UAV,1,0,0,2),R(UAV,1,1,0,A))"), (Values{0, 2, 3}));           // DT-013
  EXPECT_EQ(offsets("T[ALL](R(SRV,U,0,0,0),R(UAV,2,0,0,8),R(UAV,1,4,0,A))"), (Values{0, 8, 10}));          // DT-007
  EXPECT_EQ(offsets("T[ALL](R(CBV,1,0,0,0xFFFFFFFE),R(CBV,1,1,0,A))"), (Values{0xFFFFFFFE, 0xFFFFFFFF}));  // DT-011
}

TEST(Slots, each_table_counts_for_itself) {
  EXPECT_EQ(offsets("T[ALL](R(SRV,5,0,0,A)); T[ALL](R(UAV,1,0,0,A))"), (Values{0, 0}));
}

TEST(Slots, the_size_of_a_table_is_its_highest_slot_and_one) {
  EXPECT_EQ(table_size("T[ALL](R(SRV,8,0,0,A),R(UAV,1,0,0,2))"), 8u);
  EXPECT_EQ(table_size("T[ALL](R(SRV,1,0,0,7))"), 8u);
  EXPECT_EQ(table_size("T[ALL](R(SRV,U,0,0,A))"), kNoValue);
  EXPECT_EQ(table_size("T[ALL](R(SRV,U,0,0,0),R(UAV,2,0,0,3))"), kNoValue);
}

TEST(Slots, nothing_is_expected_of_a_slot_beyond_32_bits) {
  const Expectation edge = judge("T[ALL](R(SRV,1,0,0,0xFFFFFFFE),R(SRV,1,1,0,A),R(SRV,U,2,0,A))");
  EXPECT_EQ(edge.scoring_class(), RuleClass::ambiguous);
  EXPECT_EQ(expected(edge, key(Field::range_offset, 0, 1)), (Values{0xFFFFFFFF}));
  EXPECT_EQ(expected(edge, key(Field::range_offset, 0, 2)), Values{});
  EXPECT_EQ(expected(edge, key(Field::table_size, 0)), Values{});
}

TEST(Slots, a_size_of_2_to_the_32_is_not_compared) {
  EXPECT_EQ(expected(judge("T[ALL](R(SRV,2,0,0,0xFFFFFFFE))"), key(Field::table_size, 0)), Values{});
}

TEST(Rules, a_case_breaks_exactly_the_rules_that_it_breaks) {
  EXPECT_EQ(broken("T[ALL](R(4,1,0,0,A))"), Ids{"DT-001"});
  EXPECT_EQ(broken("T[ALL](R(SRV,0,0,0,A))"), Ids{"DT-002"});
  EXPECT_EQ(broken("T[ALL](R(SRV,U,0,0,A),R(SRV,1,0,1,A))"), Ids{"DT-005"});
  EXPECT_EQ(broken("T[ALL](R(SRV,3,0xFFFFFFFE,0,A))"), Ids{"DT-008"});
  EXPECT_EQ(broken("T[ALL](R(SRV,3,0,0,0xFFFFFFFE))"), Ids{"DT-010"});
  EXPECT_EQ(broken("T[ALL](R(SRV,1,0,0,A),R(SAMPLER,1,0,0,A))"), Ids{"DT-018"});
  EXPECT_EQ(broken("T[ALL](R(SRV,1,0,0xFFFFFFF0,A))"), Ids{"DT-021"});
  EXPECT_EQ(broken("T[ALL](R(SRV,1,0,0xFFFFFFFF,A))"), Ids{"DT-021"});
  EXPECT_EQ(broken("T[ALL](R(SRV,1,0,0xFFFFFFEF,A))"), Ids{});
  EXPECT_EQ(broken("T[8](R(SRV,1,0,0,A))"), Ids{"DT-032"});
  EXPECT_EQ(broken("F=0x1000"), Ids{"DT-056"});
}

TEST(Rules, what_is_behind_an_illegal_append_breaks_nothing_more) {
  EXPECT_EQ(broken("T[ALL](R(SRV,U,0,0,A),R(SRV,9,0,1,A),R(SRV,9,0,2,A))"), Ids{"DT-005"});
}

TEST(Rules, range_flags_are_judged_by_the_kind_of_range) {
  EXPECT_EQ(broken("V=1.1 T[ALL](R(SRV,1,0,0,A,0x6))"), Ids{"DT-037"});
  EXPECT_EQ(broken("V=1.1 T[ALL](R(SRV,1,0,0,A,0x9))"), Ids{"DT-038"});
  EXPECT_EQ(broken("V=1.1 T[ALL](R(SAMPLER,1,0,0,A,0x8))"), Ids{"DT-041"});
  EXPECT_EQ(broken("V=1.1 T[ALL](R(SAMPLER,1,0,0,A,0x9))"), Ids{"DT-041"});
  EXPECT_EQ(broken("V=1.1 T[ALL](R(UAV,1,0,0,A,0x8))"), Ids{});  // DT-040
  EXPECT_EQ(broken("V=1.1 T[ALL](R(SRV,1,0,0,A,0x20000))"), Ids{"DT-036"});
}

TEST(Overlap, the_special_rows_come_on_top_of_the_general_one) {
  EXPECT_EQ(broken("T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,0,A))"), Ids{"DT-023"});
  EXPECT_EQ(broken("T[ALL](R(SRV,1,0,0,A)); T[VERTEX](R(SRV,1,0,0,A))"), Ids{"DT-025"});
  EXPECT_EQ(broken("T[ALL](R(SRV,1,5,0,A),R(SRV,U,0,0,A))"), (Ids{"DT-023", "DT-029"}));
  EXPECT_EQ(broken("T[ALL](R(SRV,1,5,0,A),R(SRV,U,1,0,A))"), (Ids{"DT-023", "DT-029", "DT-030"}));
  EXPECT_EQ(broken("T[VERTEX](R(SRV,6,0,0,A)); T[PIXEL](R(SRV,1,1,0,A)); T[VERTEX](R(SRV,1,3,0,A))"),
            (Ids{"DT-023", "DT-031"}));
}

TEST(Overlap, other_classes_spaces_and_stages_do_not_conflict) {
  EXPECT_EQ(broken("T[ALL](R(SRV,1,0,0,A),R(UAV,1,0,0,A),R(CBV,1,0,0,A),R(SRV,1,0,1,A))"), Ids{});
  EXPECT_EQ(broken("T[VERTEX](R(SRV,1,0,0,A)); T[PIXEL](R(SRV,1,0,0,A))"), Ids{});
}

TEST(Cost, a_table_is_one_dword_and_64_are_the_most) {
  const Expectation at_limit = judge(many_tables(64));
  EXPECT_EQ(at_limit.at(Stage::create), Expected::accepted);
  EXPECT_EQ(expected(at_limit, key(Field::cost)), Values{64});
  const Expectation above = judge(many_tables(65));
  EXPECT_EQ(above.at(Stage::serialize), Expected::either);
  EXPECT_EQ(above.at(Stage::create), Expected::rejected);
  ASSERT_EQ(above.broken.size(), 1u);
  EXPECT_EQ(above.broken[0].rule, "DT-050"_rule);
  EXPECT_EQ(above.broken[0].stage, Stage::create);
}

TEST(Cost, a_local_root_signature_has_no_such_limit) {
  EXPECT_EQ(judge(many_tables(65, RootSignatureFlags::local_root_signature)).at(Stage::create), Expected::accepted);
}

TEST(Stages, follow_from_the_class_of_what_is_broken) {
  const Expectation legal = judge("T[ALL](R(SRV,1,0,0,A))");
  EXPECT_EQ(legal.at(Stage::serialize), Expected::accepted);
  EXPECT_EQ(legal.at(Stage::deserialize), Expected::accepted);
  EXPECT_EQ(legal.at(Stage::create), Expected::accepted);
  EXPECT_EQ(legal.at(Stage::record), Expected::nothing);

  const Expectation illegal = judge("T[ALL](R(SRV,0,0,0,A))");
  EXPECT_EQ(illegal.at(Stage::serialize), Expected::rejected);
  EXPECT_EQ(illegal.at(Stage::deserialize), Expected::either);
  EXPECT_EQ(illegal.at(Stage::create), Expected::rejected);
  EXPECT_TRUE(illegal.observables.empty());

  const Expectation advisory = judge("V=1.1 T[ALL](R(SRV,U,0,0,A,0x0))");  // DT-020
  EXPECT_EQ(advisory.scoring_class(), RuleClass::advisory);
  EXPECT_EQ(advisory.at(Stage::serialize), Expected::either);
  EXPECT_TRUE(advisory.observables.empty());

  const Expectation device = judge("F=0x400 T[ALL](R(SRV,1,0,0,A))");  // DT-059
  EXPECT_EQ(device.at(Stage::serialize), Expected::accepted);
  EXPECT_EQ(device.at(Stage::create), Expected::either);
  EXPECT_FALSE(device.observables.empty());
  EXPECT_EQ(expected(device, key(Field::cost)), Values{});

  const Expectation ambiguous = judge("T[ALL](R(SRV,1,0xFFFFFFFF,0,A))");  // DT-009, DT-049
  EXPECT_EQ(ambiguous.scoring_class(), RuleClass::ambiguous);
  EXPECT_EQ(ambiguous.at(Stage::serialize), Expected::either);
  EXPECT_EQ(expected(ambiguous, key(Field::cost)), Values{1});

  EXPECT_EQ(judge("F=0x80000000").scoring_class(), RuleClass::ambiguous);  // DT-057
  EXPECT_EQ(judge("F=0x81").scoring_class(), RuleClass::advisory);         // DT-058
  EXPECT_EQ(judge("F=0x480").scoring_class(), RuleClass::advisory);        // DT-058, DT-059
  EXPECT_EQ(judge("F=0").at(Stage::create), Expected::accepted);           // DT-035
}

TEST(Conversions, flags_become_those_of_the_other_version) {
  const auto flags = [](std::string_view text, Field description) {
    return expected(judge(text), key(description, DescriptionField::range_flags));
  };
  EXPECT_EQ(flags("V=1.0 T[ALL](R(SRV,1,0,0,A))", Field::description_1_1), Values{0x3});  // DT-081
  EXPECT_EQ(flags("V=1.0 T[ALL](R(UAV,1,0,0,A))", Field::description_1_1), Values{0x3});
  EXPECT_EQ(flags("V=1.0 T[ALL](R(SAMPLER,1,0,0,A))", Field::description_1_1), (Values{0x1, 0x3}));  // DT-082
  EXPECT_EQ(flags("V=1.0 T[ALL](R(SRV,1,0,0,A))", Field::description_1_0), Values{0});
  EXPECT_EQ(flags("V=1.1 T[ALL](R(SRV,1,0,0,A,0x8))", Field::description_1_0), Values{0});  // DT-083
  EXPECT_EQ(flags("V=1.1 T[ALL](R(SRV,1,0,0,A,0x0))", Field::description_1_1), Values{0});  // DT-045
}

TEST(Conversions, all_other_fields_stay_as_they_were) {
  const Expectation expectation = judge("F=0x1 T[PIXEL](R(UAV,U,7,9,A))");
  for (const Field description : {Field::description_1_0, Field::description_1_1}) {
    const auto value = [&](DescriptionField field) { return expected(expectation, key(description, field)); };
    EXPECT_EQ(value(DescriptionField::flags), Values{1});
    EXPECT_EQ(value(DescriptionField::num_parameters), Values{1});
    EXPECT_EQ(value(DescriptionField::parameter_type), Values{0});
    EXPECT_EQ(value(DescriptionField::shader_visibility), Values{5});
    EXPECT_EQ(value(DescriptionField::num_descriptor_ranges), Values{1});
    EXPECT_EQ(value(DescriptionField::range_type), Values{1});
    EXPECT_EQ(value(DescriptionField::num_descriptors), Values{0xFFFFFFFF});
    EXPECT_EQ(value(DescriptionField::base_shader_register), Values{7});
    EXPECT_EQ(value(DescriptionField::register_space), Values{9});
    EXPECT_EQ(value(DescriptionField::offset_in_descriptors_from_table_start), Values{0xFFFFFFFF});
  }
}

/// {parameter, slot} of the first lookup; {kNoValue} if the register is not found.
Values resolved(std::string_view text) {
  const Expectation expectation = judge(text);
  Values values = expected(expectation, key(Field::lookup_parameter, 0));
  for (const std::uint64_t slot : expected(expectation, key(Field::lookup_slot, 0))) values.push_back(slot);
  return values;
}

TEST(Lookups, a_register_is_its_range_offset_and_its_distance_from_the_base) {
  EXPECT_EQ(resolved("T[ALL](R(SRV,2,2,0,0)); L(t,3,0,VERTEX)"), (Values{0, 1}));  // DT-114
  EXPECT_EQ(resolved("T[ALL](R(CBV,1,0,0,A)); T[ALL](R(UAV,1,0,0,A),R(SRV,4,8,2,A)); L(t,11,2,MESH)"), (Values{1, 4}));
  EXPECT_EQ(resolved("T[ALL](R(SRV,U,4,0,A)); L(t,0xFFFFFFFF,0,VERTEX)"), (Values{0, 0xFFFFFFFB}));  // DT-003
}

TEST(Lookups, a_register_outside_every_range_is_not_found) {
  EXPECT_EQ(resolved("T[ALL](R(SRV,4,4,0,A)); L(t,8,0,VERTEX)"), Values{kNoValue});
  EXPECT_EQ(resolved("T[ALL](R(SRV,4,4,0,A)); L(t,3,0,VERTEX)"), Values{kNoValue});
  EXPECT_EQ(resolved("T[ALL](R(SRV,4,4,0,A)); L(t,4,1,VERTEX)"), Values{kNoValue});
  EXPECT_EQ(resolved("T[ALL](R(SRV,4,4,0,A)); L(u,4,0,VERTEX)"), Values{kNoValue});
}

TEST(Lookups, compute_sees_only_what_is_visible_to_all) {
  EXPECT_EQ(resolved("T[ALL](R(SRV,1,0,0,A)); L(t,0,0,COMPUTE)"), (Values{0, 0}));
  EXPECT_EQ(resolved("T[PIXEL](R(SRV,1,0,0,A)); L(t,0,0,COMPUTE)"), Values{kNoValue});  // DT-033
  EXPECT_EQ(resolved("T[PIXEL](R(SRV,1,0,0,A)); L(t,0,0,PIXEL)"), (Values{0, 0}));
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
