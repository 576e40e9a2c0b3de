// The bytes that edits make.

#include "domains/root_signature_blob/assemble.h"

#include "base/little_endian.h"
#include "domains/root_signature/digest.h"
#include "domains/root_signature/read_serialized.h"
#include "domains/root_signature/serialized.h"
#include "support/serialized_case.h"

namespace d3d12fuzz::root_signature_blob {
namespace {

using root_signature::RootSignatureFlags;
using test::serialized;
using test::set;
using test::signature_in;
using Bytes = std::vector<std::uint8_t>;

constexpr std::string_view kTable = "V=1.0 T[ALL](R(SRV,1,0,0,A))";

Bytes bytes_of_case(const RootSignatureBlobCase& value) { return assemble(value.content); }

Bytes bytes_of(std::string_view text, std::vector<Edit> edits) {
  return bytes_of_case(serialized(text, std::move(edits)));
}

/// The words that one container has and another has otherwise, digest left out: "24=108 100=0".
std::string changes(const Bytes& from, const Bytes& to) {
  std::string text;
  for (std::size_t at = 0; at + 4 <= to.size(); at += 4) {
    if (at >= 4 && at < 20) continue;
    if (at + 4 <= from.size() && load_word(from, at) == load_word(to, at)) continue;
    text += (text.empty() ? "" : " ") + std::to_string(at) + "=" + std::to_string(load_word(to, at));
  }
  return text;
}

/// What an edit of the sample changes.
std::string change(const Edit& edit, std::string_view text = kTable) {
  return changes(bytes_of(text, {}), bytes_of(text, {edit}));
}

TEST(Assemble, writes_what_a_serializer_writes_where_nothing_is_edited) {
  for (const std::string_view text :
       {std::string_view("V=1.0"), kTable, std::string_view("V=1.2 S(0,0,ALL,Flags=0x1)")}) {
    EXPECT_EQ(bytes_of(text, {}), root_signature::write_serialized(test::notation(text)));
  }
}

TEST(Assemble, gives_bytes_as_they_are) {
  EXPECT_EQ(bytes_of_case(test::raw_bytes({1, 0, 255})), (Bytes{1, 0, 255}));
  EXPECT_EQ(bytes_of_case(test::raw_bytes({})), Bytes{});
}

TEST(Assemble, sets_each_word_where_it_stands) {
  EXPECT_EQ(change(set(Word::magic, 7)), "0=7");
  EXPECT_EQ(change(set(Word::container_version, 7)), "20=7");
  EXPECT_EQ(change(set(Word::total_size, 7)), "24=7");
  EXPECT_EQ(change(set(Word::part_count, 7)), "28=7");
  EXPECT_EQ(change(set(Word::part_offset, 7)), "32=7");
  EXPECT_EQ(change(set(Word::part_name, 7)), "36=7");
  EXPECT_EQ(change(set(Word::part_size, 7)), "40=7");
  EXPECT_EQ(change(set(Word::version, 7)), "44=7");
  EXPECT_EQ(change(set(Word::num_parameters, 7)), "48=7");
  EXPECT_EQ(change(set(Word::parameters_offset, 7)), "52=7");
  EXPECT_EQ(change(set(Word::num_static_samplers, 7)), "56=7");
  EXPECT_EQ(change(set(Word::static_samplers_offset, 7)), "60=7");
  EXPECT_EQ(change(set(Word::parameter_type, 7)), "68=7");
  EXPECT_EQ(change(set(Word::payload_offset, 7)), "76=7");
  EXPECT_EQ(change(set(Word::num_descriptor_ranges, 7)), "80=7");
  EXPECT_EQ(change(set(Word::descriptor_ranges_offset, 7)), "84=7");
  EXPECT_EQ(change(set(Word::payload_offset, 7, 1), "V=1.0 K(1,0,0,ALL); K(1,1,0,ALL)"), "88=7");
}

TEST(Assemble, relates_a_word_to_what_stands_there_and_to_what_there_is_room_for) {
  // 64 bytes of data: a header, a parameter, a payload at 36, a range at 44.
  EXPECT_EQ(change(set(Word::payload_offset, Relation::stored_plus, 4)), "76=40");
  EXPECT_EQ(change(set(Word::payload_offset, Relation::stored_minus, 40)), "76=4294967292");
  EXPECT_EQ(change(set(Word::payload_offset, Relation::end_plus, 4)), "76=68");
  EXPECT_EQ(change(set(Word::payload_offset, Relation::end_minus, 8)), "76=56");
  EXPECT_EQ(change(set(Word::total_size, Relation::end_plus, 1)), "24=109");
  EXPECT_EQ(change(set(Word::part_count, Relation::end_plus, 1)), "28=20");  // 19 offsets fit in 108 bytes
  EXPECT_EQ(change(set(Word::part_offset, Relation::end_minus, 8)), "32=100");
  EXPECT_EQ(change(set(Word::part_size, Relation::end_plus, 1)), "40=65");
  EXPECT_EQ(change(set(Word::num_parameters, Relation::end_plus, 0)), "48=3");
  EXPECT_EQ(change(set(Word::num_static_samplers, Relation::end_plus, 1)), "56=1");
  EXPECT_EQ(change(set(Word::num_descriptor_ranges, Relation::end_plus, 1)), "80=2");
}

TEST(Assemble, moves_a_payload_with_its_ranges_to_the_end) {
  const Bytes moved = bytes_of(kTable, {MovePayload{.gap = Extent{4}}});
  EXPECT_EQ(moved.size(), 108u + 4 + 28);
  EXPECT_EQ(changes(bytes_of(kTable, {}), moved),
            "24=140 40=96 76=68 108=0 112=1 116=76 120=0 124=1 128=0 132=0 136=4294967295");
  const auto reading = root_signature::read_serialized(moved);
  EXPECT_TRUE(reading.refusals.empty());
  EXPECT_EQ(*reading.signature, test::notation(kTable));
}

TEST(Assemble, points_to_the_payload_of_another_parameter) {
  EXPECT_EQ(
      change(SharePayload{.parameter = ElementIndex{1}, .distance = Extent{4}}, "V=1.0 K(1,0,0,ALL); K(1,1,0,ALL)"),
      "88=52");
}

TEST(Assemble, adds_parts_at_either_end) {
  const ExtraPart part = {.name = PartName::dxil, .size = Extent{4}, .fill = Fill::ones};
  const Bytes back = bytes_of("V=1.0", {part});
  EXPECT_EQ(back.size(), 68u + 4 + 12);
  EXPECT_EQ(load_word(back, 24), back.size());
  EXPECT_EQ(load_word(back, 28), 2u);
  EXPECT_EQ(load_word(back, 32), 40u);
  EXPECT_EQ(load_word(back, 36), 72u);
  EXPECT_EQ(load_word(back, 40), 0x30535452u);
  EXPECT_EQ(load_word(back, 72), 0x4C495844u);
  EXPECT_EQ(load_word(back, 76), 4u);
  EXPECT_EQ(load_word(back, 80), 0xFFFFFFFFu);
  ExtraPart in_front = part;
  in_front.place = PartPlace::front;
  const Bytes front = bytes_of("V=1.0", {in_front});
  EXPECT_EQ(load_word(front, 32), 40u);
  EXPECT_EQ(load_word(front, 36), 52u);
  EXPECT_EQ(load_word(front, 40), 0x4C495844u);
  EXPECT_EQ(load_word(front, 52), 0x30535452u);
  for (const Bytes& bytes : {back, front}) {
    const auto reading = root_signature::read_serialized(bytes);
    EXPECT_TRUE(reading.refusals.empty());
    EXPECT_TRUE(reading.touched.empty());
    EXPECT_EQ(reading.parts.size(), 2u);
  }
}

TEST(Assemble, goes_on_with_the_same_root_signature_behind_other_parts) {
  const Bytes bytes = bytes_of(kTable, {ExtraPart{.place = PartPlace::front}, ExtraPart{.place = PartPlace::front},
                                        MovePayload{}, set(Word::part_size, Relation::stored_plus, 0, 2)});
  const auto reading = root_signature::read_serialized(bytes);
  ASSERT_TRUE(reading.signature);
  EXPECT_EQ(*reading.signature, test::notation(kTable));
  EXPECT_EQ(load_word(bytes, reading.parts[2].at), 0x30535452u);
}

TEST(Assemble, copies_the_root_signature_with_flags_of_its_own) {
  for (const PartPlace place : {PartPlace::back, PartPlace::front}) {
    const Bytes bytes = bytes_of("V=1.0 F=0x1", {DuplicateRts0{.flags = RootSignatureFlags{0x2}, .place = place}});
    const auto reading = root_signature::read_serialized(bytes);
    EXPECT_TRUE(reading.touched.contains("DT-093"_rule));
    EXPECT_EQ(reading.parts.size(), 2u);
    ASSERT_TRUE(reading.signature);
    EXPECT_EQ(raw(reading.signature->flags), place == PartPlace::front ? 0x2u : 0x1u);
  }
}

TEST(Assemble, takes_bytes_away_and_adds_some) {
  EXPECT_EQ(bytes_of("V=1.0", {Truncate{ByteCount{4}}}).size(), 64u);
  EXPECT_EQ(bytes_of("V=1.0", {Truncate{ByteCount{100}}}).size(), 0u);
  const Bytes shorter = bytes_of("V=1.0", {ExtraPart{.size = Extent{4}}, TruncatePart{ByteCount{8}}});
  EXPECT_EQ(shorter.size(), 68u + 4 + 12 - 8);
  EXPECT_EQ(load_word(shorter, 44), 16u);  // the RTS0 part
  EXPECT_EQ(load_word(shorter, 36), 64u);  // where the other one is
  EXPECT_EQ(load_word(shorter, 64), 0x4C495844u);
  const Bytes longer = bytes_of("V=1.0", {AppendBytes{.bytes = ByteCount{2}, .fill = Fill::ones}});
  EXPECT_EQ(longer.size(), 70u);
  EXPECT_EQ(longer.back(), 0xFFu);
  EXPECT_EQ(load_word(longer, 24), 70u);
}

TEST(Assemble, writes_nothing_where_the_end_was_cut_off) {
  const Bytes bytes =
      bytes_of(kTable, {Truncate{ByteCount{70}}, set(Word::payload_offset, 1), MovePayload{}, DuplicateRts0{},
                        ExtraPart{.place = PartPlace::front}, TruncatePart{ByteCount{8}}, Truncate{ByteCount{8000}},
                        AppendBytes{ByteCount{3}}});
  EXPECT_EQ(bytes, (Bytes{0, 0, 0}));
}

TEST(Assemble, refreshes_total_size_and_digest_unless_told_otherwise) {
  RootSignatureBlobCase value = serialized("V=1.0", {AppendBytes{.bytes = ByteCount{4}}});
  const Bytes unedited = bytes_of("V=1.0", {});
  const auto digest_of = [](const Bytes& bytes) { return Bytes(bytes.begin() + 4, bytes.begin() + 20); };
  const Bytes refreshed = bytes_of_case(value);
  EXPECT_EQ(load_word(refreshed, 24), 72u);
  EXPECT_EQ(load_word(refreshed, 4), root_signature::container_digest(std::span(refreshed).subspan(20))[0]);
  signature_in(value).total_size = TotalSizeForm::stale;
  EXPECT_EQ(load_word(bytes_of_case(value), 24), 68u);
  signature_in(value).digest = DigestForm::stale;
  EXPECT_EQ(digest_of(bytes_of_case(value)), digest_of(unedited));
  signature_in(value).digest = DigestForm::zero;
  EXPECT_EQ(digest_of(bytes_of_case(value)), Bytes(16));
}

TEST(Assemble, keeps_a_total_size_that_was_set) {
  const Bytes bytes = bytes_of("V=1.0", {AppendBytes{.bytes = ByteCount{4}}, set(Word::total_size, 5)});
  EXPECT_EQ(load_word(bytes, 24), 5u);
}

}  // namespace
}  // namespace d3d12fuzz::root_signature_blob
