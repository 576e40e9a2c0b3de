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
    value.parameters.emplace_back(DescriptorTable{.descriptor_ranges = {range}});
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

TEST(Cost, is_summed_in_64_bits) {
  EXPECT_EQ(broken("K(0x80000000,0,0,ALL);K(0x80000000,1,0,ALL)"), (Ids{"DT-050", "DT-051"}));
  EXPECT_EQ(broken("K(32,0,0,ALL);K(32,1,0,ALL)"), Ids{});
  EXPECT_EQ(broken("K(65,0,0,ALL)"), Ids{"DT-050"});
  const auto cost = [](std::string_view text) { return expected(judge(text), key(Field::cost)).at(0); };
  EXPECT_EQ(cost("K(62,0,0,ALL);D(SRV,0,0,ALL)"), 64u);
  EXPECT_EQ(cost("K(3,0,0,ALL);D(SRV,0,0,ALL);T[ALL](R(UAV,1,0,0,A));S(0,0,ALL)"), 6u);
  EXPECT_EQ(broken("K(62,0,0,ALL);D(SRV,0,0,ALL);T[ALL](R(UAV,1,0,0,A))"), Ids{"DT-050"});
}

TEST(Cost, thirty_two_root_descriptors_are_the_most) {
  RootSignatureCase value;
  for (std::uint32_t i = 0; i < 32; ++i)
    value.parameters.emplace_back(RootDescriptor{.shader_register = ShaderRegister{i}});
  EXPECT_EQ(judge(value).at(Stage::create), Expected::accepted);
  value.parameters.emplace_back(DescriptorTable{.descriptor_ranges = {{}}});
  EXPECT_EQ(judge(value).at(Stage::create), Expected::rejected);
}

TEST(Cost, a_local_root_signature_is_bound_by_the_shader_record_alone) {
  EXPECT_EQ(judge("F=0x80 K(1016,0,0,ALL)").at(Stage::create), Expected::accepted);  // ST-054: 4064 bytes
  EXPECT_EQ(judge("F=0x80 K(1017,0,0,ALL)").scoring_class(), RuleClass::advisory);   // DT-055: 4068 bytes
  // 8-byte values stand at multiples of 8.
  EXPECT_EQ(judge("F=0x80 K(1013,0,0,ALL);D(SRV,0,0,ALL)").scoring_class(), RuleClass::scored);    // 4064
  EXPECT_EQ(judge("F=0x80 K(1015,0,0,ALL);D(SRV,0,0,ALL)").scoring_class(), RuleClass::advisory);  // 4072
}

TEST(Parameters, have_rules_of_their_own) {
  EXPECT_EQ(broken("X(5,ALL)"), Ids{"DT-034"});
  EXPECT_EQ(broken("D(CBV,0,0xFFFFFFF0,ALL)"), Ids{"DT-021"});
  EXPECT_EQ(broken("K(1,0,0xFFFFFFFF,ALL)"), Ids{"DT-021"});
  EXPECT_EQ(broken("D(SRV,0,0,8)"), Ids{"DT-032"});
  EXPECT_EQ(broken("K(1,0,0,8)"), Ids{"DT-032"});
  EXPECT_EQ(broken("V=1.1 D(UAV,0,0,ALL,0x1)"), Ids{"DT-046"});
  EXPECT_EQ(broken("V=1.1 D(UAV,0,0,ALL,0x6)"), Ids{"DT-046"});
  EXPECT_EQ(broken("V=1.1 D(SRV,0,0,ALL,0x10000)"), Ids{"DT-046"});
  EXPECT_EQ(broken("V=1.1 D(UAV,0,0,ALL,0x8)"), Ids{});                               // DT-040
  EXPECT_EQ(judge("K(0,0,0,ALL)").scoring_class(), RuleClass::ambiguous);             // DT-053
  EXPECT_EQ(judge("D(CBV,0xFFFFFFFF,0,ALL)").scoring_class(), RuleClass::ambiguous);  // DT-049
}

TEST(StaticSamplers, are_judged_field_by_field) {
  EXPECT_EQ(broken("S(0,0,ALL)"), Ids{});
  EXPECT_EQ(broken("S(0,0,ALL,Filter=0x2)"), Ids{"DT-064"});
  EXPECT_EQ(broken("S(0,0,ALL,Filter=0x1D5,Cmp=0)"), Ids{});
  EXPECT_EQ(broken("S(0,0,ALL,Filter=0x255)"), Ids{"DT-064"});
  EXPECT_EQ(judge("S(0,0,ALL,Filter=0x54)").scoring_class(), RuleClass::ambiguous);  // DT-065
  EXPECT_EQ(broken("S(0,0,ALL,W=0)"), Ids{"DT-066"});
  EXPECT_EQ(broken("S(0,0,ALL,U=6)"), Ids{"DT-066"});
  EXPECT_EQ(broken("S(0,0,ALL,MaxAnisotropy=17)"), Ids{"DT-067"});
  EXPECT_EQ(broken("S(0,0,ALL,MaxAnisotropy=0)"), Ids{});
  EXPECT_EQ(broken("S(0,0,ALL,Bias=0x417FD70A)"), Ids{});
  EXPECT_EQ(broken("S(0,0,ALL,Bias=0x417FD70B)"), Ids{"DT-068"});
  EXPECT_EQ(broken("S(0,0,ALL,Bias=0xC1800000)"), Ids{});
  EXPECT_EQ(broken("S(0,0,ALL,Bias=0xC1800001)"), Ids{"DT-068"});
  EXPECT_EQ(broken("S(0,0,ALL,Bias=NaN)"), Ids{"DT-068"});
  EXPECT_EQ(broken("S(0,0,ALL,MinLOD=NaN)"), Ids{"DT-069"});
  EXPECT_EQ(broken("S(0,0,ALL,MaxLOD=0xFF800001)"), Ids{"DT-069"});
  EXPECT_EQ(broken("S(0,0,ALL,MinLOD=0x40A00000,MaxLOD=-INF)"), Ids{});
  EXPECT_EQ(broken("S(0,0,ALL,Filter=0x80,Cmp=0)"), Ids{"DT-070"});
  EXPECT_EQ(broken("S(0,0,ALL,Filter=0xD5,Cmp=9)"), Ids{"DT-070"});
  EXPECT_EQ(broken("S(0,0,ALL,Filter=0x0,Cmp=0)"), Ids{});
  EXPECT_EQ(judge("S(0,0,ALL,Filter=0x15,Cmp=9)").scoring_class(), RuleClass::ambiguous);  // DT-071
  EXPECT_EQ(judge("S(0,0,ALL,Border=5)").scoring_class(), RuleClass::ambiguous);           // DT-072
  EXPECT_EQ(broken("V=1.0 S(0,0,ALL,Border=3)"), Ids{});                                   // DT-073
  EXPECT_EQ(broken("V=1.2 S(0,0,ALL,Flags=0x4)"), Ids{"DT-074"});
  EXPECT_EQ(broken("V=1.2 S(0,0,ALL,Border=2,Flags=0x1)"), Ids{"DT-075"});
  EXPECT_EQ(broken("V=1.2 S(0,0,ALL,Border=4,Flags=0x0)"), Ids{});
  EXPECT_EQ(judge("V=1.2 S(0,0,ALL,Filter=0x15,Flags=0x2)").scoring_class(), RuleClass::undefined);  // DT-076
  EXPECT_EQ(broken("S(0,0xFFFFFFF0,ALL)"), Ids{"DT-021"});
  EXPECT_EQ(broken("S(0,0,8)"), Ids{"DT-032"});
}

TEST(Overlap, counts_every_kind_of_entry) {
  EXPECT_EQ(broken("K(4,2,0,ALL);T[ALL](R(CBV,3,0,0,A))"), (Ids{"DT-023", "DT-026"}));
  EXPECT_EQ(broken("K(1,0,0,ALL);D(CBV,0,0,ALL)"), (Ids{"DT-023", "DT-026"}));
  EXPECT_EQ(broken("D(CBV,45,0,GEOMETRY);T[ALL](R(CBV,U,4,0,A))"), (Ids{"DT-025", "DT-027", "DT-029", "DT-030"}));
  EXPECT_EQ(broken("D(UAV,0,0,ALL);D(UAV,0,0,ALL)"), Ids{"DT-023"});
  EXPECT_EQ(broken("S(2,0,ALL);T[VERTEX](R(SAMPLER,1,2,0,A))"), (Ids{"DT-025", "DT-028"}));
  EXPECT_EQ(broken("S(0,0,PIXEL);S(0,0,PIXEL)"), (Ids{"DT-023", "DT-028"}));
  EXPECT_EQ(broken("S(0,0,PIXEL);S(0,3,ALL)"), Ids{});
  EXPECT_EQ(broken("D(SRV,0,0,ALL);D(UAV,0,0,ALL);D(CBV,0,0,ALL);S(0,0,ALL)"), Ids{});
}

TEST(Serializer, the_older_one_takes_version_1_0_alone) {
  EXPECT_EQ(broken("Z=legacy:1"), Ids{});
  EXPECT_EQ(broken("Z=legacy:2"), Ids{"DT-079"});
  EXPECT_EQ(expected(judge("Z=legacy:2"), key(Field::blob_written)), Values{0});
  EXPECT_EQ(expected(judge("Z=legacy:1"), key(Field::blob_written)), Values{});
  // Refused for something else first, perhaps: then nothing is said about the pointer.
  EXPECT_EQ(expected(judge("Z=legacy:2 T[ALL]()"), key(Field::blob_written)), Values{});
  EXPECT_EQ(expected(judge("Z=legacy:2 T[ALL](R(SRV,0,0,0,A))"), key(Field::blob_written)), Values{});
  EXPECT_EQ(expected(judge("F=0"), key(Field::error_blob_set)), Values{0});  // DT-080
}

/// The digest of the serialized form, as its bytes stand in the file.
std::string digest(std::string_view text) {
  const Expectation expectation = judge("B " + std::string(text));
  std::string bytes;
  for (std::size_t word = 0; word < 4; ++word) {
    const std::uint64_t value = expected(expectation, key(Field::blob_digest, word)).at(0);
    for (int shift = 0; shift < 32; shift += 8) {
      constexpr char digits[] = "0123456789abcdef";
      bytes += {digits[value >> (shift + 4) & 15], digits[value >> shift & 15]};
    }
  }
  return bytes;
}

std::uint64_t size(std::string_view text) {
  return expected(judge("B " + std::string(text)), key(Field::blob_size)).at(0);
}

TEST(Blob, has_the_size_of_its_content) {
  EXPECT_EQ(size("V=1.0"), 68u);
  EXPECT_EQ(size("V=1.0 D(SRV,0,0,ALL)"), 88u);
  EXPECT_EQ(size("V=1.1 D(SRV,0,0,ALL)"), 92u);
  EXPECT_EQ(size("V=1.0 K(1,0,0,ALL);K(1,1,0,ALL)"), 116u);
  EXPECT_EQ(size("V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,1,0,A),R(SRV,1,2,0,A))"), 148u);
  EXPECT_EQ(size("V=1.1 T[ALL](R(SRV,1,0,0,A,0x0),R(SRV,1,1,0,A,0x0),R(SRV,1,2,0,A,0x0))"), 160u);
  EXPECT_EQ(size("V=1.1 S(0,0,ALL)"), 120u);
  EXPECT_EQ(size("V=1.2 S(0,0,ALL)"), 124u);
}

TEST(Blob, has_the_digest_that_the_system_serializer_writes) {
  EXPECT_EQ(digest("V=1.0"), "1dfc4ad63577c25d4acbda9efaa7d86b");
  EXPECT_EQ(digest("V=1.1"), "cb82187939dbc18393dc7e325b086331");
  EXPECT_EQ(digest("V=1.0 F=0x1"), "2ed6bb0546364dc7a50714de3d27990d");
  EXPECT_EQ(digest("V=1.1 F=0x20"), "e81a54caaabc1d791912a6e8c7847a69");
  EXPECT_EQ(digest("V=1.0 D(CBV,3,0,ALL)"), "7e08c58d0dbfb95ce35a462ee0e09162");
  EXPECT_EQ(digest("V=1.1 D(CBV,3,0,ALL)"), "ade4f3663c5838993347af4e73ab4079");
  EXPECT_EQ(digest("V=1.0 F=0x2 D(SRV,13,0,ALL)"), "e0e500bcd32fffff05d4c285e5b51da6");
  EXPECT_EQ(digest("V=1.0 D(UAV,6,0,ALL)"), "2cc573f8eacbf569f4c96baf548bcf2c");
  EXPECT_EQ(digest("V=1.1 D(CBV,4,1,VERTEX,0x0); D(SRV,13,0,ALL,0x8); D(UAV,6,0,ALL,0x4)"),
            "bedbde8d59a2febcbbbf356b24dee123");
  EXPECT_EQ(digest("V=1.0 K(3,4,0,ALL); K(4,5,3,ALL)"), "905501bc45a3a4a95068447e8152e02b");
  EXPECT_EQ(digest("V=1.0 T[ALL](R(CBV,1,1,7,A),R(SRV,8,16,0,A),R(UAV,U,3,0,44))"), "63e5920f3f99664783e20423dcd8f014");
  // Unbounded static ranges are what DT-020 advises against; serialization succeeds.
  EXPECT_EQ(digest("V=1.1 T[ALL](R(CBV,1,1,7,A,0x0),R(SRV,8,16,0,A,0x0),R(UAV,U,3,0,44,0x0))"),
            "ac029373967fb39dc8eed91acb085d7a");
  EXPECT_EQ(digest("V=1.1 T[ALL](R(CBV,1,1,7,A,0x1),R(SRV,8,16,0,A,0x3),R(UAV,U,3,0,44,0x8))"),
            "8ffa7fe7d552b5fad4156e58266c184c");
  EXPECT_EQ(digest("V=1.0 S(4,0,ALL)"), "ffb876280daa5a934a342d5d7c1402e0");
  EXPECT_EQ(digest("V=1.1 S(4,0,ALL)"), "4579b0521e0a7c99e9b9efe4d4e27803");
  EXPECT_EQ(
      digest("V=1.2 F=0x400 D(UAV,2,1,VERTEX,0x0); D(SRV,4,3,ALL,0x8); D(CBV,6,5,PIXEL,0x8); K(2,10,9,GEOMETRY); "
             "T[ALL](R(CBV,2,1,10,3,0x8),R(UAV,2,1,10,3,0x3)); "
             "S(0,0,PIXEL,Filter=0,U=1,V=3,W=1,Bias=0,MaxAnisotropy=0,Cmp=0,Border=0,MinLOD=0,MaxLOD=0); "
             "S(0,3,ALL,Filter=1,U=1,V=1,W=4,Bias=1.0,MaxAnisotropy=0,Cmp=0,Border=3,MinLOD=0,MaxLOD=10.0,Flags=0x1)"),
      "2c2940f01b4356078053a9a1d4f707c6");
}

TEST(Targets, rules_of_the_pc_leave_other_platforms_open) {
  EXPECT_EQ(judge("P=xbox T[ALL](R(SRV,0,0,0,A))").at(Stage::serialize), Expected::rejected);  // DT-002, of both
  const Expectation pc_alone = judge("P=xbox V=1.2 S(0,0,ALL,Flags=0x4)");                     // DT-074, of the PC
  EXPECT_TRUE(pc_alone.broken.empty());
  EXPECT_EQ(pc_alone.scoring_class(), RuleClass::ambiguous);
  EXPECT_EQ(
      expected(judge("P=xbox V=1.0 T[ALL](R(SRV,1,0,0,A))"), key(Field::description_1_1, DescriptionField::flags)),
      Values{});
  EXPECT_EQ(
      expected(judge("P=xbox V=1.0 T[ALL](R(SRV,1,0,0,A))"), key(Field::description_1_0, DescriptionField::flags)),
      Values{0});
}

TEST(Targets, what_a_device_may_lack_is_its_own_to_say) {
  const Expectation coordinates = judge("V=1.2 S(0,0,ALL,Filter=0x14,U=3,V=3,MinLOD=0,MaxLOD=0,Flags=0x2)");  // DT-076
  EXPECT_EQ(coordinates.at(Stage::serialize), Expected::accepted);
  EXPECT_EQ(coordinates.at(Stage::create), Expected::either);
}

TEST(Targets, what_only_the_pc_is_known_for_opens_every_stage_elsewhere) {
  EXPECT_TRUE(judge("P=xbox F=0x1000").broken.empty());  // DT-056, DT-130
  EXPECT_EQ(judge("P=xbox F=0x1000").at(Stage::serialize), Expected::either);
  EXPECT_EQ(judge("P=xbox TIER=2 T[ALL](R(SRV,8,0,0,0),R(CBV,8,0,0,0))").at(Stage::serialize), Expected::either);
  EXPECT_EQ(judge("P=xbox TIER=3 T[ALL](R(SRV,8,0,0,0),R(CBV,8,0,0,0))").at(Stage::serialize), Expected::either);
  EXPECT_EQ(judge("P=xbox V=1.2").at(Stage::serialize), Expected::either);
  EXPECT_EQ(expected(judge("P=xbox V=1.2"), key(Field::description_1_2, DescriptionField::flags)), Values{});
}

TEST(Targets, the_limits_of_lower_tiers_are_the_devices_to_enforce) {
  const auto at_create = [](std::string_view text) { return judge(text).at(Stage::create); };
  EXPECT_EQ(at_create("TIER=2 T[ALL](R(CBV,14,0,0,A))"), Expected::accepted);  // DT-103
  EXPECT_EQ(at_create("TIER=2 T[ALL](R(CBV,15,0,0,A))"), Expected::either);
  EXPECT_EQ(at_create("TIER=3 T[ALL](R(CBV,15,0,0,A))"), Expected::accepted);
  EXPECT_EQ(at_create("TIER=2 T[PIXEL](R(CBV,14,0,0,A));T[VERTEX](R(CBV,14,0,0,A))"), Expected::accepted);
  EXPECT_EQ(at_create("TIER=2 T[PIXEL](R(CBV,14,0,0,A));T[ALL](R(CBV,1,14,0,A))"), Expected::either);
  EXPECT_EQ(at_create("TIER=1 T[PIXEL](R(SRV,128,0,0,A))"), Expected::accepted);  // DT-104
  EXPECT_EQ(at_create("TIER=1 T[PIXEL](R(SRV,129,0,0,A))"), Expected::either);
  EXPECT_EQ(at_create("TIER=2 T[ALL](R(UAV,64,0,0,A))"), Expected::accepted);  // DT-105
  EXPECT_EQ(at_create("TIER=2 T[ALL](R(UAV,65,0,0,A))"), Expected::either);
  EXPECT_EQ(at_create("TIER=1 T[PIXEL](R(SAMPLER,16,0,0,A))"), Expected::accepted);  // DT-106
  EXPECT_EQ(at_create("TIER=1 T[PIXEL](R(SAMPLER,17,0,0,A))"), Expected::either);
  EXPECT_EQ(at_create("TIER=2 T[ALL](R(SRV,U,0,0,A))"), Expected::accepted);  // DT-107
  EXPECT_EQ(at_create("TIER=1 T[ALL](R(SRV,U,0,0,A))"), Expected::either);
  EXPECT_EQ(at_create("TIER=3 T[ALL](R(SRV,8,0,0,0),R(CBV,8,0,0,0))"), Expected::accepted);  // DT-016
  EXPECT_EQ(at_create("TIER=2 T[ALL](R(SRV,8,0,0,0),R(CBV,8,0,0,0))"), Expected::either);    // DT-017
  EXPECT_EQ(judge("TIER=1 T[ALL](R(SRV,U,0,0,A))").at(Stage::serialize), Expected::accepted);
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

  const Expectation advisory = judge("T[ALL]()");  // DT-019
  EXPECT_EQ(advisory.scoring_class(), RuleClass::advisory);
  EXPECT_EQ(advisory.at(Stage::serialize), Expected::either);
  EXPECT_TRUE(advisory.observables.empty());

  const Expectation unbounded_static = judge("V=1.1 T[ALL](R(SRV,U,0,0,A,0x0))");  // DT-020: serialization succeeds
  EXPECT_EQ(unbounded_static.at(Stage::serialize), Expected::accepted);
  EXPECT_EQ(unbounded_static.at(Stage::create), Expected::either);

  const Expectation device = judge("F=0x400 T[ALL](R(SRV,1,0,0,A))");  // DT-059
  EXPECT_EQ(device.at(Stage::serialize), Expected::accepted);
  EXPECT_EQ(device.at(Stage::create), Expected::either);
  EXPECT_FALSE(device.observables.empty());
  EXPECT_EQ(expected(device, key(Field::cost)), Values{});

  const Expectation ambiguous = judge("T[ALL](R(SRV,1,0xFFFFFFFF,0,A))");  // DT-009, DT-049
  EXPECT_EQ(ambiguous.scoring_class(), RuleClass::ambiguous);
  EXPECT_EQ(ambiguous.at(Stage::serialize), Expected::either);
  EXPECT_EQ(expected(ambiguous, key(Field::cost)), Values{1});

  EXPECT_EQ(judge("F=0x80000000").scoring_class(), RuleClass::ambiguous);        // DT-057
  EXPECT_EQ(judge("F=0x81").scoring_class(), RuleClass::advisory);               // DT-058
  EXPECT_EQ(judge("F=0x20 S(0,0,PIXEL)").scoring_class(), RuleClass::advisory);  // DT-061
  EXPECT_EQ(judge("F=0x480").scoring_class(), RuleClass::advisory);              // DT-058, DT-059
  EXPECT_EQ(judge("F=0").at(Stage::create), Expected::accepted);                 // DT-035
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
  EXPECT_EQ(flags("V=1.0 T[ALL](R(SRV,1,0,0,A))", Field::description_1_2), Values{0x3});
  EXPECT_EQ(flags("V=1.2 T[ALL](R(SRV,1,0,0,A,0x8))", Field::description_1_1), Values{0x8});
}

TEST(Conversions, so_do_those_of_root_descriptors_and_static_samplers) {
  const auto descriptor = [](std::string_view text, Field description) {
    return expected(judge(text), key(description, DescriptionField::root_descriptor_flags));
  };
  EXPECT_EQ(descriptor("V=1.0 D(SRV,0,0,ALL)", Field::description_1_1), Values{0x2});  // DT-081
  EXPECT_EQ(descriptor("V=1.0 D(SRV,0,0,ALL)", Field::description_1_0), Values{0});
  EXPECT_EQ(descriptor("V=1.1 D(SRV,0,0,ALL,0x8)", Field::description_1_0), Values{0});  // DT-083
  EXPECT_EQ(descriptor("V=1.1 D(SRV,0,0,ALL,0x0)", Field::description_1_2), Values{0});  // DT-045

  const Expectation sampler = judge("V=1.2 S(0,0,ALL,Border=3,Flags=0x1)");
  const auto value = [&](Field description, DescriptionField field) {
    return expected(sampler, key(description, field));
  };
  EXPECT_EQ(value(Field::description_1_2, DescriptionField::sampler_flags), Values{1});
  EXPECT_EQ(value(Field::description_1_1, DescriptionField::sampler_flags), Values{0});  // DT-083
  EXPECT_EQ(value(Field::description_1_0, DescriptionField::border_color), Values{3});
}

TEST(Conversions, all_other_fields_stay_as_they_were) {
  const Expectation expectation = judge("F=0x1 T[PIXEL](R(UAV,U,7,9,A))");
  for (const Field description : {Field::description_1_0, Field::description_1_1, Field::description_1_2}) {
    const auto value = [&](DescriptionField field) { return expected(expectation, key(description, field)); };
    EXPECT_EQ(value(DescriptionField::flags), Values{1});
    EXPECT_EQ(value(DescriptionField::num_parameters), Values{1});
    EXPECT_EQ(value(DescriptionField::parameter_type), Values{0});
    EXPECT_EQ(value(DescriptionField::shader_visibility), Values{5});
    EXPECT_EQ(value(DescriptionField::num_descriptor_ranges), Values{1});
    EXPECT_EQ(value(DescriptionField::range_type), Values{1});
    EXPECT_EQ(value(DescriptionField::num_descriptors), Values{0xFFFFFFFF});
    EXPECT_EQ(value(DescriptionField::base_shader_register), Values{7});
    EXPECT_EQ(value(DescriptionField::range_register_space), Values{9});
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

TEST(Lookups, root_constants_and_root_descriptors_have_no_slot) {
  EXPECT_EQ(resolved("T[ALL](R(SRV,1,0,0,A)); K(4,2,0,ALL); L(b,2,0,PIXEL)"), Values{1});
  EXPECT_EQ(resolved("D(UAV,7,1,PIXEL); L(u,7,1,PIXEL)"), Values{0});
  EXPECT_EQ(resolved("D(UAV,7,1,PIXEL); L(u,7,1,VERTEX)"), Values{kNoValue});
  EXPECT_EQ(resolved("K(4,2,0,ALL); L(b,3,0,PIXEL)"), Values{kNoValue});
}

TEST(Lookups, static_samplers_are_told_apart_from_parameters) {
  const Expectation expectation = judge("S(0,0,ALL); S(3,0,PIXEL); L(s,3,0,PIXEL); L(s,3,0,VERTEX)");
  EXPECT_EQ(expected(expectation, key(Field::lookup_parameter, 0)), Values{kNoValue});
  EXPECT_EQ(expected(expectation, key(Field::lookup_static_sampler, 0)), Values{1});
  EXPECT_EQ(expected(expectation, key(Field::lookup_static_sampler, 1)), Values{kNoValue});
}

TEST(Lookups, have_no_answer_where_no_pipeline_could_be) {
  EXPECT_EQ(resolved("F=0x20 D(SRV,0,0,ALL); L(t,0,0,PIXEL)"), Values{});  // DT-062
  EXPECT_EQ(resolved("F=0x20 D(SRV,0,0,ALL); L(t,0,0,VERTEX)"), Values{0});
  EXPECT_EQ(resolved("F=0x80 D(SRV,0,0,ALL); L(t,0,0,PIXEL)"), Values{});
  EXPECT_EQ(resolved("F=0x80 D(SRV,0,0,ALL); L(t,0,0,COMPUTE)"), Values{0});
  EXPECT_EQ(resolved("K(0,0,0,ALL); L(b,0,0,PIXEL)"), Values{});  // DT-053
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
