#include "fuzzing/serialized_readers.h"

#include <gtest/gtest.h>

#include "base/choice_source.h"
#include "domains/root_signature_blob/assemble.h"
#include "domains/root_signature_blob/generate.h"
#include "support/serialized_case.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature_blob;

std::vector<std::uint8_t> bytes_of(const RootSignatureBlobCase& value) { return assemble(value.content); }

TEST(CaseOfBytes, is_the_root_signature_that_a_serializer_would_write_so) {
  const auto bytes = bytes_of(test::serialized("V=1.1 T[ALL](R(SRV,1,0,0,A,0))"));
  const auto value = case_of_bytes(bytes);
  ASSERT_TRUE(value);
  EXPECT_TRUE(std::holds_alternative<SerializedSignature>(value->content));
  EXPECT_EQ(bytes_of(*value), bytes);
  EXPECT_EQ(value->placement, root_signature::ArrayPlacement::before_guard_page);
}

TEST(CaseOfBytes, is_the_bytes_where_no_serializer_writes_them) {
  const std::vector<std::uint8_t> bytes = {'D', 'X', 'B', 'C', 0};
  EXPECT_EQ(case_of_bytes(bytes)->content, test::raw_bytes(bytes).content);
}

TEST(CaseOfBytes, is_nothing_of_more_bytes_than_a_case_holds) {
  EXPECT_TRUE(case_of_bytes(std::vector<std::uint8_t>(512)));
  EXPECT_FALSE(case_of_bytes(std::vector<std::uint8_t>(513)));
}

TEST(CaseOfBytes, has_the_deserializer_that_the_digest_chooses) {
  std::vector<std::uint8_t> bytes(32);
  EXPECT_EQ(case_of_bytes(bytes)->deserializer, Deserializer::versioned);
  bytes[4] = 0x0F;
  EXPECT_EQ(case_of_bytes(bytes)->deserializer, Deserializer::legacy);
  EXPECT_EQ(case_of_bytes(std::span(bytes).first(4))->deserializer, Deserializer::versioned);
}

TEST(Readers, contradict_each_other_in_nothing_that_is_drawn) {
  RootSignatureBlobCase drawn;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    ChoiceSource choices(1, i);
    generate(choices, drawn);
    const std::vector<std::uint8_t> bytes = bytes_of(drawn);
    EXPECT_EQ(contradiction_of_readers(bytes, case_of_bytes(bytes)), std::nullopt) << "case " << i;
  }
}

TEST(Readers, contradict_an_import_of_other_bytes) {
  const auto bytes = bytes_of(test::serialized("V=1.0 T[ALL](R(SRV,1,0,0,A))"));
  const auto other = bytes_of(test::serialized("V=1.0 T[ALL](R(SRV,2,0,0,A))"));
  EXPECT_EQ(contradiction_of_readers(bytes, case_of_bytes(other)), "the case of some bytes has others");
}

}  // namespace
}  // namespace d3d12fuzz
