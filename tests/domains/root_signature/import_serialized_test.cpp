#include "domains/root_signature/import_serialized.h"

#include <string>

#include "base/error.h"
#include "base/little_endian.h"
#include "domains/root_signature/serialized.h"
#include "support/notation.h"

namespace d3d12fuzz::root_signature {
namespace {

using test::notation;
using Bytes = std::vector<std::uint8_t>;

Bytes written(std::string_view text) { return write_serialized(notation(text)); }

Bytes with(Bytes bytes, std::size_t at, std::uint32_t word) {
  store_word(bytes, at, word);
  return bytes;
}

/// A container of those parts, each with eight bytes of header.
Bytes container(const std::vector<Bytes>& parts) {
  Bytes bytes = written("V=1.0");
  bytes.resize(32 + 4 * parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    store_word(bytes, 32 + 4 * i, static_cast<std::uint32_t>(bytes.size()));
    bytes.insert(bytes.end(), parts[i].begin(), parts[i].end());
  }
  store_word(bytes, 24, static_cast<std::uint32_t>(bytes.size()));
  store_word(bytes, 28, static_cast<std::uint32_t>(parts.size()));
  return bytes;
}

Bytes root_signature_part(std::string_view text) {
  const Bytes bytes = written(text);
  return {bytes.begin() + 36, bytes.end()};
}

const Bytes kForeignPart = {'D', 'X', 'I', 'L', 4, 0, 0, 0, 1, 2, 3, 4};

std::string refusal(const Bytes& bytes) {
  try {
    import_serialized(bytes, "f");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(ImportSerialized, gives_the_case_with_its_illegal_values) {
  const std::string_view text = "V=1.1 F=0x1000 T[9](R(7,1,0,0,A,0x0)); X(6,ALL); S(0,0,ALL)";
  EXPECT_EQ(import_serialized(written(text), "f"), notation(text));
}

TEST(ImportSerialized, takes_a_root_signature_out_of_a_shader) {
  const std::string_view text = "V=1.0 D(CBV,3,0,ALL)";
  const Bytes shader = container({kForeignPart, root_signature_part(text), kForeignPart});
  EXPECT_EQ(import_serialized(shader, "f"), notation(text));  // whatever the digest
  EXPECT_EQ(refusal(container({kForeignPart})), "f: at byte 28: found 1 parts, expected one named \"RTS0\"");
  EXPECT_EQ(refusal(container({root_signature_part(text), root_signature_part(text)})),
            "f: at byte 92: found another part named \"RTS0\", expected one");
}

TEST(ImportSerialized, refuses_what_is_truncated_or_overlaps) {
  const Bytes one = written("V=1.0 D(CBV,3,0,ALL)");
  EXPECT_EQ(refusal({}), "f: at byte 0: found the end, expected a container's header of 32 bytes");
  EXPECT_EQ(refusal(Bytes(one.begin(), one.end() - 1)),
            "f: at byte 40: found part size 44, expected at most 43, up to the end");
  Bytes longer = one;
  longer.push_back(0);
  EXPECT_EQ(refusal(longer), "f: at byte 24: found 88 bytes in all, expected 89");
  EXPECT_EQ(refusal(with(one, 76, 45)),
            "f: at byte 76: found payload at offset 45, expected at most 44, the size of the part");
  Bytes twice = container({kForeignPart, root_signature_part("V=1.0")});
  EXPECT_EQ(refusal(with(twice, 44, 5)),
            "f: at byte 36: found part offset 52, expected at least 53, behind what is in front of it");
  twice = with(twice, 32, 24);  // within the container's own header
  EXPECT_EQ(refusal(twice), "f: at byte 32: found part offset 24, expected at least 40, behind what is in front of it");
}

TEST(Annotated, names_every_field) {
  const std::string text = annotated(written("V=1.0 K(3,4,0,PIXEL)"));
  EXPECT_NE(text.find("000000  44584243"), std::string::npos);
  for (const std::string_view line : {"digest", "parts[0].name", "num_parameters", "parameters[0].num_32bit_values",
                                      "parameters[0].payload_offset"}) {
    EXPECT_NE(text.find("  " + std::string(line) + " "), std::string::npos) << line;
  }
  EXPECT_NE(text.find(" PIXEL\n"), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 20);
}

TEST(Annotated, ends_with_why_it_cannot_go_on) {
  const Bytes bytes = with(written("V=1.0"), 44, 9);
  EXPECT_TRUE(annotated(bytes).ends_with("at byte 44: found root signature version 9, expected 1 to 3\n"));
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
