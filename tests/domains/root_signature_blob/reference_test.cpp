// What the model says of serialized root signatures: every row of the catalogue's table of what must be refused, and
// what is open.

#include "domains/root_signature_blob/reference.h"

#include <gmock/gmock.h>

#include "domains/root_signature_blob/assemble.h"
#include "domains/root_signature_blob/observables.h"
#include "support/serialized_case.h"

namespace d3d12fuzz::root_signature_blob {
namespace {

using test::serialized;
using test::set;
using test::signature_in;
using testing::IsEmpty;

Expectation judge(const RootSignatureBlobCase& value) {
  ReferenceScratch scratch;
  Expectation expectation;
  reference(value, scratch, expectation);
  return expectation;
}

std::string_view word_for(Expected expected) {
  switch (expected) {
    case Expected::nothing:
      return "nothing";
    case Expected::accepted:
      return "accepted";
    case Expected::rejected:
      return "rejected";
    case Expected::either:
      return "either";
  }
  return "";
}

/// The verdicts at deserialize and create, and the rules that are broken or left open: "rejected rejected DT-088".
std::string verdict(const RootSignatureBlobCase& value) {
  const Expectation expectation = judge(value);
  EXPECT_EQ(expectation.at(Stage::serialize), Expected::nothing);
  std::string text(word_for(expectation.at(Stage::deserialize)));
  text += " " + std::string(word_for(expectation.at(Stage::create)));
  for (const BrokenRule& broken : expectation.broken) text += " " + std::string(rule(broken.rule).id);
  expectation.ambiguous.for_each([&](RuleId id) { text += " " + std::string(rule(id).id) + "?"; });
  return text;
}

std::string verdict(std::string_view text, std::vector<Edit> edits) {
  return verdict(serialized(text, std::move(edits)));
}

constexpr std::string_view kOne = "V=1.0 D(CBV,0,0,ALL)";            // 44 bytes of data
constexpr std::string_view kTable = "V=1.0 T[ALL](R(SRV,1,0,0,0))";  // 64 bytes of data
constexpr std::string_view kSampler = "V=1.1 S(0,0,ALL)";            // 76 bytes of data

TEST(BlobRules, what_a_serializer_writes_is_legal) {
  for (const std::string_view text : {std::string_view("V=1.0"), kOne, kTable, kSampler,
                                      std::string_view("V=1.1 D(CBV,4,1,VERTEX,0x0); D(SRV,13,0,ALL,0x8)")}) {
    EXPECT_EQ(verdict(text, {}), "accepted accepted") << text;
  }
}

// B1
TEST(BlobRules, fewer_than_32_bytes_are_no_container) {
  EXPECT_EQ(verdict(test::raw_bytes({})), "rejected rejected DT-088");
  EXPECT_EQ(verdict("V=1.0", {Truncate{ByteCount{68 - 31}}}), "rejected rejected DT-088");
  EXPECT_EQ(verdict("V=1.0", {Truncate{ByteCount{68 - 32}}, set(Word::part_count, 0)}), "rejected rejected DT-091");
}

// B2
TEST(BlobRules, a_container_begins_with_dxbc) {
  EXPECT_EQ(verdict("V=1.0", {set(Word::magic, 0x44425844)}), "rejected rejected DT-088");
}

// B3
TEST(BlobRules, a_container_is_of_major_version_1) {
  EXPECT_EQ(verdict("V=1.0", {set(Word::container_version, 2)}), "rejected rejected DT-088");
  EXPECT_EQ(verdict("V=1.0", {set(Word::container_version, 0)}), "rejected rejected DT-088");
  EXPECT_EQ(verdict("V=1.0", {set(Word::container_version, 0x10001)}), "either either DT-088?");
}

// B4
TEST(BlobRules, readers_differ_on_the_total_size) {
  EXPECT_EQ(verdict("V=1.0", {set(Word::total_size, Relation::end_plus, 1)}), "either either DT-089?");
  EXPECT_EQ(verdict("V=1.0", {set(Word::total_size, Relation::end_minus, 1)}), "either either DT-089?");
  EXPECT_EQ(verdict("V=1.0", {AppendBytes{ByteCount{4}}}), "either either DT-089?");
}

// B5
TEST(BlobRules, the_table_of_offsets_lies_in_the_container) {
  EXPECT_EQ(verdict("V=1.0", {set(Word::part_count, Relation::end_plus, 1)}), "rejected rejected DT-090");
  EXPECT_EQ(verdict("V=1.0", {set(Word::part_count, 0x10000000)}), "rejected rejected DT-090");
  EXPECT_EQ(verdict("V=1.0", {set(Word::part_count, 0x40000001)}), "rejected rejected DT-090");
}

// B6
TEST(BlobRules, the_header_of_a_part_lies_in_the_container) {
  EXPECT_EQ(verdict("V=1.0", {set(Word::part_offset, Relation::end_minus, 7)}), "rejected rejected DT-090");
  EXPECT_EQ(verdict("V=1.0", {set(Word::part_offset, Relation::end_minus, 8)}), "rejected rejected DT-091 DT-089?");
  EXPECT_EQ(verdict("V=1.0", {set(Word::part_offset, 0xFFFFFFFC)}), "rejected rejected DT-090");
}

// B7
TEST(BlobRules, the_data_of_a_part_lie_in_the_container) {
  EXPECT_EQ(verdict("V=1.0", {set(Word::part_size, Relation::end_plus, 1)}), "rejected rejected DT-090");
  EXPECT_EQ(verdict("V=1.0", {set(Word::part_size, 0xFFFFFFF8)}), "rejected rejected DT-090");
  EXPECT_EQ(verdict("V=1.0", {ExtraPart{.size = Extent{4}}, Truncate{}}), "rejected rejected DT-090");
}

// B8
TEST(BlobRules, there_is_a_root_signature) {
  EXPECT_EQ(verdict("V=1.0", {set(Word::part_name, 0x31535452)}), "rejected rejected DT-091");
  EXPECT_EQ(verdict("V=1.0", {ExtraPart{}}), "accepted accepted");
}

// B9
TEST(BlobRules, readers_differ_on_the_digest) {
  RootSignatureBlobCase value = serialized("V=1.0");
  signature_in(value).digest = DigestForm::zero;
  EXPECT_EQ(verdict(value), "either either DT-092?");
}

// B10
TEST(BlobRules, the_header_of_a_root_signature_has_24_bytes) {
  EXPECT_EQ(verdict("V=1.0", {TruncatePart{ByteCount{1}}}), "rejected rejected DT-094");
  EXPECT_EQ(verdict("V=1.0", {TruncatePart{ByteCount{24}}}), "rejected rejected DT-094");
}

// B11
TEST(BlobRules, the_version_is_one_of_three) {
  EXPECT_EQ(verdict("V=1.0", {set(Word::version, 0)}), "rejected rejected DT-094");
  EXPECT_EQ(verdict("V=1.0", {set(Word::version, 4)}), "rejected rejected DT-094");
  EXPECT_EQ(verdict("V=1.0", {set(Word::version, 2)}), "accepted accepted");
  EXPECT_EQ(verdict("V=1.0", {set(Word::version, 3)}), "either either DT-095?");
}

// B12
TEST(BlobRules, creation_refuses_root_flags_that_do_not_exist) {
  EXPECT_EQ(verdict("V=1.0 F=0x1000", {}), "either rejected DT-056");
}

// B13
TEST(BlobRules, the_parameters_lie_in_the_part) {
  EXPECT_EQ(verdict(kOne, {set(Word::parameters_offset, Relation::end_minus, 8)}), "rejected rejected DT-096");
  EXPECT_EQ(verdict(kOne, {set(Word::parameters_offset, Relation::end_plus, 4)}), "rejected rejected DT-096 DT-097");
  EXPECT_EQ(verdict(kOne, {set(Word::parameters_offset, 0xFFFFFFF0)}), "rejected rejected DT-096 DT-097");
  for (const std::uint32_t count : {0x55555556u, 0x15555556u, 0x80000000u, 0xFFFFFFFFu}) {
    EXPECT_EQ(verdict(kOne, {set(Word::num_parameters, count)}), "rejected rejected DT-096") << count;
  }
}

// B14
TEST(BlobRules, a_parameter_is_of_a_type_that_exists) {
  EXPECT_EQ(verdict(kOne, {set(Word::parameter_type, 5)}), "rejected rejected DT-034");
  EXPECT_EQ(verdict("V=1.0 X(5,ALL)", {}), "rejected rejected DT-034");
}

TEST(BlobRules, creation_refuses_visibilities_that_do_not_exist) {
  EXPECT_EQ(verdict("V=1.0 D(CBV,0,0,8)", {}), "either rejected DT-032");
}

// B15
TEST(BlobRules, a_payload_lies_in_the_part) {
  EXPECT_EQ(verdict(kOne, {set(Word::payload_offset, Relation::end_minus, 4)}), "rejected rejected DT-096");
  EXPECT_EQ(verdict(kOne, {set(Word::payload_offset, Relation::end_plus, 0)}), "rejected rejected DT-096");
  EXPECT_EQ(verdict(kOne, {set(Word::payload_offset, Relation::end_plus, 4)}), "rejected rejected DT-096 DT-097");
  EXPECT_EQ(verdict(kOne, {TruncatePart{ByteCount{4}}}), "rejected rejected DT-096");
  EXPECT_EQ(verdict(kOne, {set(Word::parameter_type, 1)}), "rejected rejected DT-096");  // constants have 12 bytes
}

// B16
TEST(BlobRules, ranges_lie_in_the_part) {
  EXPECT_EQ(verdict(kTable, {set(Word::num_descriptor_ranges, Relation::end_plus, 1)}),
            "rejected rejected DT-096 DT-098");
  EXPECT_EQ(verdict(kTable, {set(Word::num_descriptor_ranges, 0x33333334)}), "rejected rejected DT-096 DT-098");
  EXPECT_EQ(verdict(kTable, {set(Word::descriptor_ranges_offset, Relation::end_plus, 4)}),
            "rejected rejected DT-096 DT-097 DT-098");
  EXPECT_EQ(verdict(kTable, {set(Word::version, 2)}), "rejected rejected DT-096 DT-098");  // where they have 24 bytes
}

// B17
TEST(BlobRules, creation_refuses_range_types_that_do_not_exist) {
  EXPECT_EQ(verdict("V=1.0 T[ALL](R(4,1,0,0,0))", {}), "either rejected DT-001");
}

// B18
TEST(BlobRules, static_samplers_lie_in_the_part) {
  EXPECT_EQ(verdict(kSampler, {set(Word::num_static_samplers, Relation::end_plus, 1)}), "rejected rejected DT-096");
  EXPECT_EQ(verdict(kSampler, {set(Word::num_static_samplers, 0x13B13B14)}), "rejected rejected DT-096");
  EXPECT_EQ(verdict(kSampler, {set(Word::static_samplers_offset, Relation::end_plus, 4)}),
            "rejected rejected DT-096 DT-097");
  EXPECT_EQ(verdict(kSampler, {set(Word::version, 3)}), "rejected rejected DT-096 DT-095?");  // where it has 56 bytes
}

// B19
TEST(BlobRules, creation_makes_every_check_of_a_serializer) {
  EXPECT_EQ(verdict("T[ALL](R(SRV,1,0,0,A),R(SAMPLER,1,0,0,A))", {}), "either rejected DT-018");
  EXPECT_EQ(verdict("T[ALL](R(SRV,U,0,0,A),R(SRV,1,0,1,A))", {}), "either rejected DT-005");
  EXPECT_EQ(verdict("S(0,0,ALL,MaxAnisotropy=17)", {}), "either rejected DT-067");
  EXPECT_EQ(verdict("K(65,0,0,ALL)", {}), "either rejected DT-050 DT-052");
  EXPECT_EQ(verdict("V=1.1 D(CBV,0,0,ALL,0xE)", {}), "either rejected DT-046");
  EXPECT_TRUE(judge(serialized(kTable)).met.contains("DT-101"_rule));
  // A check that is not made is found under the rule that it is of.
  const Expectation mixed = judge(serialized("T[ALL](R(SRV,1,0,0,A),R(SAMPLER,1,0,0,A))"));
  EXPECT_TRUE(mixed.broken_rules.contains("DT-101"_rule));
}

TEST(BlobRules, a_rule_that_is_open_leaves_creation_open_and_nothing_else) {
  EXPECT_EQ(verdict("T[ALL](R(CBV,15,0,0,A)) TIER=1", {}), "accepted either");  // DT-103, advisory
}

TEST(BlobRules, odd_is_not_wrong) {
  const std::string_view two = "V=1.0 K(1,0,0,ALL); K(1,0,1,ALL)";
  EXPECT_EQ(verdict(two, {MovePayload{}}), "accepted accepted");
  EXPECT_EQ(verdict(two, {MovePayload{.gap = Extent{8}}}), "accepted accepted");
  EXPECT_EQ(verdict("V=1.0 K(1,0,0,PIXEL); K(1,0,1,VERTEX)", {SharePayload{.parameter = ElementIndex{1}}}),
            "accepted accepted");
  EXPECT_EQ(verdict(kOne, {set(Word::payload_offset, 4)}), "accepted accepted");  // in the header: b24
  EXPECT_EQ(verdict("V=1.0", {ExtraPart{.size = Extent{4}, .place = PartPlace::front}}), "accepted accepted");
}

// DT-099
TEST(BlobRules, the_offset_of_nothing_is_not_looked_at) {
  const Expectation expectation = judge(serialized(kOne, {set(Word::static_samplers_offset, 0xFFFFFFFC)}));
  EXPECT_EQ(expectation.at(Stage::deserialize), Expected::accepted);
  EXPECT_TRUE(expectation.met.contains("DT-099"_rule));
  // What a table of nothing needs behind it, too.
  EXPECT_TRUE(judge(serialized("V=1.0 T[ALL]()")).met.contains("DT-099"_rule));
}

TEST(BlobRules, nobody_knows_what_another_reader_sees_in_a_second_root_signature) {
  EXPECT_EQ(verdict("V=1.0", {DuplicateRts0{}}), "either either DT-093?");
  // Which one it looks at, too.
  EXPECT_EQ(verdict("V=1.0 X(5,ALL)", {DuplicateRts0{}}), "either either DT-093?");
}

TEST(BlobRules, nobody_knows_what_another_reader_sees_at_a_misaligned_offset) {
  EXPECT_EQ(verdict(kOne, {MovePayload{.gap = Extent{1}}}), "either either DT-100?");
  EXPECT_THAT(judge(serialized(kOne, {MovePayload{.gap = Extent{1}}})).observables, IsEmpty());
}

TEST(BlobRules, another_platform_owes_what_is_known_of_it_alone) {
  EXPECT_EQ(verdict("V=1.0 P=xbox", {set(Word::magic, 0)}), "rejected rejected DT-088");
  EXPECT_EQ(verdict("V=1.0 P=xbox", {set(Word::part_name, 0x31535452)}), "either either DT-091?");
  EXPECT_EQ(verdict("V=1.0 P=xbox", {set(Word::parameters_offset, Relation::end_plus, 4)}), "either either DT-099?");
  EXPECT_EQ(verdict("V=1.0 T[ALL](R(SRV,1,0,0,A),R(SAMPLER,1,0,0,A)) P=xbox", {}), "either either DT-101?");
}

TEST(BlobRules, the_legacy_deserializer_takes_every_version) {
  RootSignatureBlobCase value = serialized("V=1.1 D(CBV,0,0,ALL,0x8)");
  value.deserializer = Deserializer::legacy;
  EXPECT_EQ(verdict(value), "accepted accepted");
  EXPECT_TRUE(judge(value).met.contains("DT-085"_rule));
  value.target.platform = root_signature::Platform::xbox_series;
  EXPECT_EQ(verdict(value), "either either DT-085?");
}

TEST(BlobRules, more_than_a_case_holds_is_open) {
  // 100 empty tables in 24 bytes of data and more: no case of a root signature has them.
  EXPECT_EQ(verdict("V=1.0", {AppendBytes{ByteCount{8}}}), "either either DT-089?");
  RootSignatureBlobCase value = serialized("V=1.0");
  for (int i = 0; i < 72; ++i) {
    signature_in(value).parameters.emplace_back(
        root_signature::RootConstants{.num_32bit_values = root_signature::ConstantCount{0}});
  }
  signature_in(value).edits = {set(Word::num_parameters, 73)};  // the payloads of others read as a parameter
  const Expectation expectation = judge(value);
  EXPECT_EQ(expectation.at(Stage::deserialize), Expected::either);
  EXPECT_EQ(expectation.at(Stage::create), Expected::either);
}

// ---- Values

/// The expected value of an observable; nothing if none is.
std::optional<std::uint64_t> expected(const Expectation& expectation, std::string_view path) {
  for (const ExpectedObservable& observable : expectation.observables) {
    if (path_of(observable_fields()[observable.key.field], observable.key) == path) return observable.value;
  }
  return std::nullopt;
}

TEST(BlobValues, keys_ascend) {
  const Expectation expectation = judge(serialized("V=1.1 T[ALL](R(SRV,1,0,0,A,0x0)); S(0,0,ALL)"));
  EXPECT_TRUE(std::is_sorted(expectation.observables.begin(), expectation.observables.end(),
                             [](const auto& a, const auto& b) { return a.key.packed() < b.key.packed(); }));
  EXPECT_GT(expectation.observables.size(), 100u);
}

TEST(BlobValues, are_those_of_what_is_stored_at_each_version) {
  const Expectation expectation = judge(serialized("V=1.0 F=0x1 D(CBV,3,1,PIXEL)"));
  EXPECT_EQ(expected(expectation, "description_1_0.parameters[0].shader_register"), 3u);
  EXPECT_EQ(expected(expectation, "description_1_0.parameters[0].flags"), 0u);
  EXPECT_EQ(expected(expectation, "description_1_1.parameters[0].flags"), 0x2u);
  EXPECT_EQ(expected(expectation, "description_1_1.flags"), 0x1u);
}

TEST(BlobValues, what_was_written_oddly_is_written_again_as_usual) {
  const std::string_view text = "V=1.0 K(1,0,0,ALL); D(CBV,3,1,PIXEL)";
  const Expectation canonical = judge(serialized(text));
  const Expectation odd =
      judge(serialized(text, {MovePayload{.gap = Extent{4}}, ExtraPart{.place = PartPlace::front}}));
  EXPECT_EQ(expected(canonical, "blob.size"), 112u);
  EXPECT_EQ(expected(odd, "blob.size"), 112u);
  EXPECT_EQ(expected(odd, "blob.words[19]"), expected(canonical, "blob.words[19]"));
  EXPECT_EQ(expected(odd, "blob.digest[0]"), expected(canonical, "blob.digest[0]"));
}

TEST(BlobValues, a_swapped_version_reads_the_same_bytes_otherwise) {
  const Expectation expectation = judge(serialized("V=1.1 D(SRV,13,0,ALL,0x8)", {set(Word::version, 1)}));
  EXPECT_EQ(expectation.at(Stage::create), Expected::accepted);
  EXPECT_EQ(expected(expectation, "blob.size"), 88u);
  EXPECT_EQ(expected(expectation, "description_1_1.parameters[0].flags"), 0x2u);  // what 1.0 meant (DT-081)
}

TEST(BlobValues, the_legacy_deserializer_gives_version_1_0_alone) {
  RootSignatureBlobCase value = serialized("V=1.1 D(CBV,3,1,PIXEL,0x8)");
  value.deserializer = Deserializer::legacy;
  const Expectation expectation = judge(value);
  EXPECT_EQ(expected(expectation, "description_1_0.parameters[0].shader_register"), 3u);
  EXPECT_EQ(expected(expectation, "description_1_1.parameters[0].shader_register"), std::nullopt);
  EXPECT_EQ(expected(expectation, "blob.size"), std::nullopt);
}

TEST(BlobValues, of_what_creation_refuses_the_stored_version_alone_is_known) {
  const Expectation expectation = judge(serialized("V=1.0 D(CBV,3,0xFFFFFFF0,ALL)"));
  EXPECT_EQ(expected(expectation, "description_1_0.parameters[0].register_space"), 0xFFFFFFF0u);
  EXPECT_EQ(expected(expectation, "description_1_1.parameters[0].register_space"), std::nullopt);
  EXPECT_EQ(expected(expectation, "blob.size"), std::nullopt);
}

TEST(BlobValues, of_values_that_do_not_exist_nothing_is_known) {
  EXPECT_THAT(judge(serialized("V=1.0 D(CBV,3,0,8)")).observables, IsEmpty());
  EXPECT_THAT(judge(serialized("V=1.0 F=0x1000")).observables, IsEmpty());
}

// ---- Serialized forms that are known to be right

/// Sixteen vectors: the size, and the digest as it is stored.
struct Vector {
  std::string_view text;
  std::uint64_t size;
  std::string_view digest;
};

constexpr Vector kVectors[] = {
    {"V=1.0", 68, "1dfc4ad63577c25d4acbda9efaa7d86b"},
    {"V=1.1", 68, "cb82187939dbc18393dc7e325b086331"},
    {"V=1.0 F=0x1", 68, "2ed6bb0546364dc7a50714de3d27990d"},
    {"V=1.1 F=0x20", 68, "e81a54caaabc1d791912a6e8c7847a69"},
    {"V=1.0 D(CBV,3,0,ALL)", 88, "7e08c58d0dbfb95ce35a462ee0e09162"},
    {"V=1.1 D(CBV,3,0,ALL)", 92, "ade4f3663c5838993347af4e73ab4079"},
    {"V=1.0 F=0x2 D(SRV,13,0,ALL)", 88, "e0e500bcd32fffff05d4c285e5b51da6"},
    {"V=1.0 D(UAV,6,0,ALL)", 88, "2cc573f8eacbf569f4c96baf548bcf2c"},
    {"V=1.1 D(CBV,4,1,VERTEX,0x0); D(SRV,13,0,ALL,0x8); D(UAV,6,0,ALL,0x4)", 140, "bedbde8d59a2febcbbbf356b24dee123"},
    {"V=1.0 K(3,4,0,ALL); K(4,5,3,ALL)", 116, "905501bc45a3a4a95068447e8152e02b"},
    {"V=1.0 T[ALL](R(CBV,1,1,7,A),R(SRV,8,16,0,A),R(UAV,U,3,0,44))", 148, "63e5920f3f99664783e20423dcd8f014"},
    {"V=1.1 T[ALL](R(CBV,1,1,7,A,0x0),R(SRV,8,16,0,A,0x0),R(UAV,U,3,0,44,0x0))", 160,
     "ac029373967fb39dc8eed91acb085d7a"},
    {"V=1.1 T[ALL](R(CBV,1,1,7,A,0x1),R(SRV,8,16,0,A,0x3),R(UAV,U,3,0,44,0x8))", 160,
     "8ffa7fe7d552b5fad4156e58266c184c"},
    {"V=1.0 S(4,0,ALL,Filter=0x55,U=1,V=1,W=1,Bias=0,MaxAnisotropy=16,Cmp=4,Border=2,MinLOD=0,MaxLOD=FLT_MAX)", 120,
     "ffb876280daa5a934a342d5d7c1402e0"},
    {"V=1.1 S(4,0,ALL,Filter=0x55,U=1,V=1,W=1,Bias=0,MaxAnisotropy=16,Cmp=4,Border=2,MinLOD=0,MaxLOD=FLT_MAX)", 120,
     "4579b0521e0a7c99e9b9efe4d4e27803"},
    {"V=1.2 F=0x400 D(UAV,2,1,VERTEX,0x0); D(SRV,4,3,ALL,0x8); D(CBV,6,5,PIXEL,0x8); K(2,10,9,GEOMETRY); "
     "T[ALL](R(CBV,2,1,10,3,0x8),R(UAV,2,1,10,3,0x3)); "
     "S(0,0,PIXEL,Filter=0,U=1,V=3,W=1,Bias=0,MaxAnisotropy=0,Cmp=0,Border=0,MinLOD=0,MaxLOD=0); "
     "S(0,3,ALL,Filter=1,U=1,V=1,W=4,Bias=1.0,MaxAnisotropy=0,Cmp=0,Border=3,MinLOD=0,MaxLOD=10.0,Flags=0x1)",
     344, "2c2940f01b4356078053a9a1d4f707c6"},
};

class BlobVector : public testing::TestWithParam<Vector> {};

TEST_P(BlobVector, is_what_the_case_assembles_and_what_is_expected_back) {
  const RootSignatureBlobCase value = serialized(GetParam().text);
  const std::vector<std::uint8_t> bytes = assemble(value.content);
  EXPECT_EQ(bytes.size(), GetParam().size);
  std::string digest;
  for (std::size_t i = 4; i < 20; ++i) {
    constexpr char digits[] = "0123456789abcdef";
    digest += {digits[bytes[i] >> 4], digits[bytes[i] & 15]};
  }
  EXPECT_EQ(digest, GetParam().digest);
  const Expectation expectation = judge(value);
  EXPECT_THAT(expectation.broken, IsEmpty());
  const bool is_1_2 = GetParam().text.starts_with("V=1.2");
  EXPECT_EQ(expectation.at(Stage::deserialize), is_1_2 ? Expected::either : Expected::accepted);
  EXPECT_EQ(expected(expectation, "blob.size"), bytes.size());
  for (std::size_t i = 0; i < bytes.size() / 4; ++i) {
    std::uint32_t word = 0;
    for (std::size_t b = 4; b-- > 0;) word = word << 8 | bytes[4 * i + b];
    const std::string path =
        i >= 1 && i < 5 ? "blob.digest[" + std::to_string(i - 1) + "]" : "blob.words[" + std::to_string(i) + "]";
    EXPECT_EQ(expected(expectation, path), word) << path;
  }
}

INSTANTIATE_TEST_SUITE_P(All, BlobVector, testing::ValuesIn(kVectors));

}  // namespace
}  // namespace d3d12fuzz::root_signature_blob
