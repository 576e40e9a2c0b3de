// Files that were written before there were root constants, root descriptors, static samplers and version 1.2.

#include "base/error.h"
#include "domains/root_signature/domain.h"
#include "report/finding_json.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

constexpr std::string_view kCase = R"({
  "format": "d3d12fuzz case",
  "version": 1,
  "domain": "root_signature",
  "case": {
    "version": "1.0",
    "flags": "NONE",
    "parameters": [
      {
        "descriptor_ranges": [
          {
            "range_type": "SRV",
            "num_descriptors": 1,
            "base_shader_register": 1,
            "register_space": 0,
            "flags": "NONE",
            "offset_in_descriptors_from_table_start": "APPEND"
          }
        ],
        "shader_visibility": "ALL"
      }
    ],
    "lookups": [
      {
        "register_class": "t",
        "shader_register": 1,
        "register_space": 0,
        "shader_stage": "VERTEX"
      }
    ],
    "lowering": {
      "dead_bytes": "0x00",
      "array_placement": "HEAP",
      "empty_array": "NULL"
    }
  }
}
)";

/// What a finding had besides; "key" counts fields as they were then.
constexpr std::string_view kFindingHead = R"({
  "format": "d3d12fuzz finding",
  "version": 1,
  "domain": "root_signature",
  "signature": "wrong-value lookups[].slot at create",
  "stages": ["create"],
  "shape": "lookups[], lookups[].shader_register given, parameters[], parameters[].descriptor_ranges[]",
  "expected": {
    "serialize": "accepted",
    "deserialize": "accepted",
    "create": "accepted"
  },
  "got": {
    "serialize": {
      "status": "accepted",
      "hresult": "0x0"
    },
    "deserialize": {
      "status": "accepted",
      "hresult": "0x0"
    },
    "create": {
      "status": "accepted",
      "hresult": "0x0"
    }
  },
  "value": {
    "path": "lookups[0].slot",
    "key": [4, 0, 0],
    "expected": 0,
    "got": 1
  },
  "candidate": {
    "name": "builtin",
    "options": "--fault lookup-keeps-base"
  },
  "reference": {
    "name": "model"
  },
  "harness": "0.1.0",
  "seed": "7",
  "case_index": "123",
  "reproduced": 5,
  "attempts": 5,
  "minimal": true,
)";

std::string finding() { return std::string(kFindingHead) + std::string(kCase.substr(kCase.find("  \"case\""))); }

/// The text with its first `from` replaced.
std::string with(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) {
    ADD_FAILURE() << "no " << from << " in\n" << text;
    return text;
  }
  return text.replace(at, from.size(), to);
}

std::string error_of(std::string_view text) {
  try {
    parse_case(text, "c.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Version1File, of_a_case_loads_as_the_same_case) {
  const LoadedCase loaded = parse_case(kCase, "c.json");
  EXPECT_EQ(loaded.tree, to_tree(test::notation("V=1.0 T[ALL](R(SRV,1,1,0,A)); L(t,1,0,VERTEX)")));
  EXPECT_FALSE(loaded.difference.has_value());
}

TEST(Version1File, is_written_again_as_one_of_version_2) {
  const std::string again = case_json(root_signature::domain(), parse_case(kCase, "c.json").tree);
  EXPECT_NE(again.find("\"version\": 2,"), std::string::npos) << again;
  EXPECT_EQ(parse_case(again, "c.json").tree, parse_case(kCase, "c.json").tree);
}

TEST(Version1File, of_a_finding_loads_with_its_value) {
  const LoadedCase loaded = parse_case(finding(), "f.json");
  EXPECT_EQ(loaded.tree, parse_case(kCase, "c.json").tree);
  EXPECT_EQ(loaded.signature, "wrong-value lookups[].slot at create");
  ASSERT_TRUE(loaded.difference.has_value());
  EXPECT_EQ(loaded.difference->kind, DifferenceKind::wrong_value);
  EXPECT_EQ(loaded.difference->stage, Stage::create);
  const std::span<const ObservableField> fields = loaded.domain->observable_fields();
  EXPECT_EQ(path_of(fields[loaded.difference->key.field], loaded.difference->key), "lookups[0].slot")
      << "the path counts, not the number that the field had";
  EXPECT_EQ(loaded.difference->expected, 0u);
  EXPECT_EQ(loaded.difference->got, 1u);
  EXPECT_EQ(loaded.candidate.options, "--fault lookup-keeps-base");
}

TEST(Version1File, with_a_field_of_version_2_is_refused) {
  for (const std::string& text : {std::string(kCase), finding()}) {
    EXPECT_EQ(error_of(with(text, "\"lookups\": [", "\"target\": {}, \"lookups\": [")),
              "c.json: case: unknown field \"target\" in version 1");
    EXPECT_EQ(error_of(with(text, "\"shader_visibility\": \"ALL\"",
                            "\"type\": \"DESCRIPTOR_TABLE\", \"shader_visibility\": \"ALL\"")),
              "c.json: case: unknown field \"type\" in version 1");
  }
}

TEST(Version1File, that_says_it_is_of_another_version_is_refused) {
  for (const std::string& text : {std::string(kCase), finding()}) {
    EXPECT_EQ(error_of(with(text, "\"version\": 1", "\"version\": 0")), "c.json: version is 0, expected 1 to 2");
    EXPECT_EQ(error_of(with(text, "\"version\": 1", "\"version\": 3")), "c.json: version is 3, expected 1 to 2");
    EXPECT_EQ(error_of(with(text, "\"version\": 1", "\"version\": 2")),
              "c.json: parameters[0]: field \"type\" is missing, expected one of DESCRIPTOR_TABLE, 32BIT_CONSTANTS, "
              "DESCRIPTOR, UNKNOWN");
  }
}

}  // namespace
}  // namespace d3d12fuzz
