// What a person reads of a case.

#include "domains/root_signature_blob/text.h"

#include "support/serialized_case.h"

namespace d3d12fuzz::root_signature_blob {
namespace {

using test::serialized;
using test::set;
using test::signature_in;

TEST(BlobText, is_the_root_signature_and_what_is_wrong_with_its_serialized_form) {
  RootSignatureBlobCase value =
      serialized("V=1.1 K(1,0,0,ALL); T[ALL]() TIER=2",
                 {set(Word::payload_offset, Relation::end_plus, 4, 1), set(Word::part_size, 0xFFFFFFF8),
                  set(Word::total_size, Relation::stored_minus, 1), MovePayload{.gap = Extent{1}},
                  SharePayload{.parameter = ElementIndex{1}}, ExtraPart{.size = Extent{4}, .place = PartPlace::front},
                  DuplicateRts0{.flags = root_signature::RootSignatureFlags{1}}, TruncatePart{}, Truncate{ByteCount{8}},
                  AppendBytes{.bytes = ByteCount{2}, .fill = Fill::ones}});
  signature_in(value).total_size = TotalSizeForm::stale;
  signature_in(value).digest = DigestForm::stale;
  value.deserializer = Deserializer::legacy;
  value.placement = root_signature::ArrayPlacement::read_only;
  EXPECT_EQ(to_text(value),
            "// root signature version 1.1\n"
            "RootConstants(num32BitConstants = 1, b0),\n"
            "DescriptorTable()\n"
            "// serialized; then\n"
            "//   payload_offset of parameter 1 becomes the most that there is room for, and 4\n"
            "//   part_size of part 0 becomes 0xFFFFFFF8\n"
            "//   total_size shrinks by 1\n"
            "//   the payload of parameter 0 moves 1 byte behind the end of the part\n"
            "//   parameter 1 points 0 bytes into the payload of parameter 0\n"
            "//   a part DXIL of 4 bytes 0x00 comes in front of all others\n"
            "//   a copy of part RTS0 with flags ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT comes behind all others\n"
            "//   part RTS0 loses its last 1 byte\n"
            "//   the container loses its last 8 bytes\n"
            "//   2 bytes 0xFF come behind the container\n"
            "// the total size is that before the edits\n"
            "// the digest is that before the edits\n"
            "// read by D3D12CreateRootSignatureDeserializer\n"
            "// for a device of resource binding tier 2\n"
            "// the bytes are read-only and end at an inaccessible page\n");
}

TEST(BlobText, has_bytes_as_hexadecimal_digits) {
  std::vector<std::uint8_t> bytes(33);
  bytes[0] = 0x44;
  bytes[32] = 0xFF;
  EXPECT_EQ(to_text(test::raw_bytes(bytes)),
            "// 33 bytes\n"
            "//   44000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000\n"
            "//   ff\n");
  EXPECT_EQ(to_text(test::raw_bytes({})), "// 0 bytes\n");
}

}  // namespace
}  // namespace d3d12fuzz::root_signature_blob
