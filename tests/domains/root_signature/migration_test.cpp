#include "domains/root_signature/migration.h"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "base/tree_json.h"
#include "domains/root_signature/domain.h"
#include "support/notation.h"

namespace d3d12fuzz::root_signature {
namespace {

/// A case as version 1 wrote it.
constexpr std::string_view kOld = R"({
  "version": "1.1",
  "flags": "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT",
  "parameters": [
    {
      "descriptor_ranges": [
        {
          "range_type": "SRV",
          "num_descriptors": "UNBOUNDED",
          "base_shader_register": 3,
          "register_space": 4294967280,
          "flags": "DATA_STATIC | 0x20",
          "offset_in_descriptors_from_table_start": "APPEND"
        }
      ],
      "shader_visibility": "ALL"
    },
    {"descriptor_ranges": [], "shader_visibility": 9}
  ],
  "lookups": [{"register_class": "t", "shader_register": 3, "register_space": 0, "shader_stage": "PIXEL"}],
  "lowering": {"dead_bytes": "0x55", "array_placement": "READ_ONLY", "empty_array": "DANGLING"}
})";

boost::json::value migrated(std::string_view text) {
  boost::json::value value = parse_json(text, "c.json");
  domain().migrate(1, value);
  return value;
}

RootSignatureCase read(const boost::json::value& value) {
  RootSignatureCase read;
  from_tree(tree_from_json(value, domain().type(), "c.json"), read);
  return read;
}

/// kOld with a part of it replaced.
std::string with(std::string_view part, std::string_view by) {
  std::string text(kOld);
  const std::size_t at = text.find(part);
  if (at == std::string::npos) return "no such part: " + std::string(part);
  return text.replace(at, part.size(), by);
}

std::string error_of(std::string_view text) {
  try {
    read(migrated(text));
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Migration, a_case_of_version_1_is_one_of_tables_for_a_device_of_tier_3) {
  RootSignatureCase expected =
      test::notation("V=1.1 F=0x1 T[ALL](R(SRV,U,3,0xFFFFFFF0,A,0x28)); T[9](); L(t,3,0,PIXEL)");
  expected.lowering = {DeadBytes::x55, ArrayPlacement::read_only, EmptyArray::dangling};
  EXPECT_EQ(read(migrated(kOld)), expected);
}

TEST(Migration, what_was_not_there_takes_its_simplest_value) {
  const RootSignatureCase value = read(migrated(kOld));
  EXPECT_TRUE(value.static_samplers.empty());
  EXPECT_EQ(value.serialization, (Serialization{Serializer::versioned, LegacyVersion::v1_0, ObserveBlob::no}));
  EXPECT_EQ(value.target, (Target{Platform::pc, ResourceBindingTier::tier_3}));
}

TEST(Migration, a_field_of_version_2_is_refused) {
  for (const std::string field : {"static_samplers", "serialization", "target"}) {
    EXPECT_EQ(error_of(with("\"lookups\":", "\"" + field + "\": [], \"lookups\":")),
              "case: unknown field \"" + field + "\" in version 1");
  }
  EXPECT_EQ(error_of(with("\"shader_visibility\": 9", "\"shader_visibility\": 9, \"type\": \"DESCRIPTOR_TABLE\"")),
            "case: unknown field \"type\" in version 1");
}

TEST(Migration, a_case_of_version_2_is_none_of_version_1) {
  const std::string text = write_json(tree_to_json(to_tree(test::notation("K(1,0,0,ALL)"))));
  EXPECT_EQ(error_of(text), "case: unknown field \"static_samplers\" in version 1");
}

TEST(Migration, other_faults_are_left_for_the_reader) {
  EXPECT_EQ(error_of("[]"), "c.json: case: found an array, expected an object");
  EXPECT_EQ(error_of("{}"), "c.json: case: field \"version\" is missing");
  EXPECT_EQ(error_of(R"({"parameters": 1})"), "c.json: case: field \"version\" is missing");
  EXPECT_EQ(error_of(with("{\"descriptor_ranges\": [], \"shader_visibility\": 9}", "7")),
            "c.json: parameters[1]: found a number, expected an object");
  EXPECT_EQ(error_of(with("\"descriptor_ranges\": [], ", "")),
            "c.json: parameters[1]: field \"descriptor_ranges\" is missing");
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
