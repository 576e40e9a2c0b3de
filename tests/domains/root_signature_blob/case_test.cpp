// What repair restores, and that every form of a case gives it back.

#include "domains/root_signature_blob/case.h"

#include <gmock/gmock.h>

#include "base/choice_source.h"
#include "base/tree.h"
#include "base/tree_json.h"
#include "domains/root_signature_blob/domain.h"
#include "domains/root_signature_blob/generate.h"
#include "domains/typed_domain.h"
#include "support/serialized_case.h"

namespace d3d12fuzz::root_signature_blob {
namespace {

using test::serialized;
using test::set;
using test::signature_in;

std::vector<Edit> repaired(std::string_view text, std::vector<Edit> edits) {
  RootSignatureBlobCase value = serialized(text, std::move(edits));
  repair(value);
  return signature_in(value).edits;
}

using Edits = std::vector<Edit>;

TEST(Repair, has_edits_refer_to_what_there_is) {
  EXPECT_EQ(repaired("V=1.0 K(1,0,0,ALL); T[ALL]()", {set(Word::payload_offset, 1, 5)}),
            Edits{set(Word::payload_offset, 1, 1)});
  EXPECT_EQ(repaired("V=1.0 K(1,0,0,ALL); T[ALL]()", {set(Word::num_descriptor_ranges, 1, 0)}),
            Edits{set(Word::num_descriptor_ranges, 1, 1)});
  EXPECT_EQ(repaired("V=1.0", {set(Word::part_size, 1, 7), set(Word::version, 1, 7)}),
            (Edits{set(Word::part_size, 1, 0), set(Word::version, 1, 0)}));
  EXPECT_EQ(repaired("V=1.0", {ExtraPart{}, set(Word::part_size, 1, 7)}),
            (Edits{ExtraPart{}, set(Word::part_size, 1, 1)}));
}

TEST(Repair, drops_edits_of_what_there_is_not) {
  EXPECT_EQ(repaired("V=1.0", {set(Word::payload_offset, 1), MovePayload{}, SharePayload{}, Truncate{}}),
            Edits{Truncate{}});
  EXPECT_EQ(repaired("V=1.0 K(1,0,0,ALL)", {set(Word::num_descriptor_ranges, 1)}), Edits{});
}

TEST(Repair, relates_to_an_end_only_what_has_one) {
  EXPECT_EQ(repaired("V=1.0", {set(Word::magic, Relation::end_plus, 1)}), Edits{set(Word::magic, 1)});
  EXPECT_EQ(repaired("V=1.0", {set(Word::version, Relation::stored_plus, 1)}),
            (Edits{set(Word::version, Relation::stored_plus, 1)}));
}

TEST(Repair, bounds_amounts_of_bytes) {
  EXPECT_EQ(repaired("V=1.0", {AppendBytes{.bytes = ByteCount{0xFFFFFFFF}}}),
            Edits{AppendBytes{.bytes = ByteCount{kMostBytes}}});
}

TEST(Repair, gives_a_version_the_fields_that_it_has) {
  RootSignatureBlobCase value = serialized("V=1.1 D(CBV,0,0,ALL,0x2)");
  signature_in(value).version = root_signature::Version::v1_0;
  repair(value);
  EXPECT_EQ(value, serialized("V=1.0 D(CBV,0,0,ALL)"));
}

RootSignatureBlobCase draw(std::uint64_t index) {
  RootSignatureBlobCase value;
  ChoiceSource choices(5, index);
  generate(choices, value);
  return value;
}

TEST(BlobCase, survives_json_and_the_binary_form) {
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const RootSignatureBlobCase value = draw(i);
    const Node tree = to_tree(value);
    EXPECT_EQ(tree_from_json(tree_to_json(tree), type_info<RootSignatureBlobCase>(), "case"), tree) << i;
    CaseOf<RootSignatureBlobCase> original;
    original.value = value;
    std::vector<std::uint8_t> bytes;
    domain().encode(original, bytes);
    const std::unique_ptr<Case> decoded = domain().make_case();
    domain().decode(bytes, *decoded);
    EXPECT_EQ(TypedDomain<RootSignatureBlobCase>::value_of(*decoded), value) << i;
  }
}

TEST(BlobCase, any_bytes_decode_to_a_sound_case) {
  const std::unique_ptr<Case> decoded = domain().make_case();
  for (std::uint64_t i = 0; i < 5000; ++i) {
    ChoiceSource choices(9, i);
    std::vector<std::uint8_t> bytes(choices.below(400));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(choices.one_in(2) ? 1 : choices.bits32());
    domain().decode(bytes, *decoded);
    EXPECT_EQ(unsound_field(domain(), domain().tree(*decoded)), std::nullopt) << i;
    EXPECT_TRUE(domain().blob(*decoded).has_value());
  }
}

}  // namespace
}  // namespace d3d12fuzz::root_signature_blob
