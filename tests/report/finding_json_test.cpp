#include "report/finding_json.h"

#include <unistd.h>

#include <filesystem>
#include <memory>

#include "base/error.h"
#include "base/file.h"
#include "report/found.h"

namespace d3d12fuzz {
namespace {

using test::accepts_zero_count;
using test::notation;
using test::rejects_aliasing;
using test::wrong_lookup_slot;

const Domain& domain() { return root_signature::domain(); }

std::string legal_case() { return case_json(domain(), to_tree(notation("T[ALL](R(SRV,1,0,0,A))"))); }

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
    EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos) << error.what();
    return error.what();
  }
  return "no error";
}

TEST(CaseJson, a_file_is_the_case_with_all_its_fields) {
  EXPECT_EQ(legal_case(), R"({
  "format": "d3d12fuzz case",
  "version": 2,
  "domain": "root_signature",
  "case": {
    "version": "1.0",
    "flags": "NONE",
    "parameters": [
      {
        "type": "DESCRIPTOR_TABLE",
        "descriptor_ranges": [
          {
            "range_type": "SRV",
            "num_descriptors": 1,
            "base_shader_register": 0,
            "register_space": 0,
            "flags": "NONE",
            "offset_in_descriptors_from_table_start": "APPEND"
          }
        ],
        "shader_visibility": "ALL"
      }
    ],
    "static_samplers": [],
    "lookups": [],
    "serialization": {
      "serializer": "VERSIONED",
      "legacy_version": 1,
      "observe_blob": "NO"
    },
    "target": {
      "platform": "PC",
      "resource_binding_tier": "3"
    },
    "lowering": {
      "dead_bytes": "0x00",
      "array_placement": "HEAP",
      "empty_array": "NULL"
    }
  }
}
)");
}

TEST(CaseJson, a_case_file_loads_to_its_case_alone) {
  const LoadedCase loaded = parse_case(legal_case(), "c.json");
  EXPECT_EQ(loaded.domain, &domain());
  EXPECT_EQ(loaded.tree, to_tree(notation("T[ALL](R(SRV,1,0,0,A))")));
  EXPECT_FALSE(loaded.difference.has_value());
  EXPECT_EQ(loaded.signature, "");
  EXPECT_EQ(loaded.candidate.name, "");
}

TEST(CaseJson, illegal_values_survive) {
  for (const std::string_view text :
       {"V=1.1 F=0x80001000 T[8](R(4,U,0xFFFFFFFF,0xFFFFFFF0,0xFFFFFFFE,0x20011)); L(s,0xFFFFFFFF,9,COMPUTE)",
        "V=1.0 F=0xFFF", "V=1.1 T[0xFFFFFFFF](R(0xFFFFFFFF,0,0,0,A,0x80000000))",
        "V=1.1 K(0xFFFFFFFF,1,2,9); D(UAV,3,4,0xFFFFFFFF,0x80000001); X(0xFFFFFFFF,8)",
        "V=1.2 S(0xFFFFFFFF,0xFFFFFFFF,9,Filter=0x1D6,U=0,V=6,W=7,Bias=0x7F800001,MaxAnisotropy=17,Cmp=9,Border=5,"
        "MinLOD=-0,MaxLOD=0xFFFFFFFF,Flags=0x80000003)",
        "V=1.0 Z=legacy:99 B P=xbox TIER=1"}) {
    const Node tree = to_tree(notation(text));
    const std::string written = case_json(domain(), tree);
    EXPECT_EQ(parse_case(written, "c.json").tree, tree) << text;
    EXPECT_EQ(case_json(domain(), parse_case(written, "c.json").tree), written) << text;
  }
}

TEST(CaseJson, is_read_from_a_file) {
  const auto path = std::filesystem::temp_directory_path() / ("d3d12fuzz_case_" + std::to_string(getpid()) + ".json");
  write_file(path, legal_case());
  EXPECT_EQ(load_case(path).tree, to_tree(notation("T[ALL](R(SRV,1,0,0,A))")));
  std::filesystem::remove(path);
  try {
    load_case(path);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), path.string() + ": cannot be read: No such file or directory");
  }
}

TEST(FindingJson, a_finding_comes_back_as_far_as_replaying_needs) {
  for (const Finding& finding : {accepts_zero_count(), rejects_aliasing(), wrong_lookup_slot()}) {
    const LoadedCase loaded = parse_case(finding_json(finding), "f.json");
    EXPECT_EQ(loaded.domain, finding.domain);
    EXPECT_EQ(loaded.tree, finding.tree);
    EXPECT_EQ(loaded.signature, finding.signature.text());
    ASSERT_TRUE(loaded.difference.has_value());
    EXPECT_EQ(loaded.difference->kind, finding.difference.kind);
    EXPECT_EQ(loaded.difference->stage, finding.difference.stage);
    EXPECT_EQ(loaded.difference->rule, finding.difference.rule);
    EXPECT_EQ(loaded.difference->key, finding.difference.key);
    EXPECT_EQ(loaded.difference->expected, finding.difference.expected);
    EXPECT_EQ(loaded.difference->got, finding.difference.got);
    EXPECT_EQ(loaded.candidate.line(), finding.candidate.line());
  }
}

TEST(FindingJson, misconduct_comes_back_by_its_name) {
  for (std::size_t i = 0; i < kConductCount; ++i) {
    const auto conduct = static_cast<Conduct>(i);
    const LoadedCase loaded = parse_case(finding_json(test::misconduct(conduct)), "f.json");
    ASSERT_TRUE(loaded.difference.has_value());
    EXPECT_EQ(loaded.difference->kind, DifferenceKind::misconduct);
    EXPECT_EQ(loaded.difference->conduct, conduct);
  }
}

TEST(FindingJson, an_outcome_has_all_its_faults_of_conduct) {
  Finding finding = test::misconduct(Conduct::leak);
  finding.outcome.conduct |= bit_of(Conduct::locale);
  const std::string text = finding_json(finding);
  EXPECT_NE(text.find(R"(  "got": {
    "serialize": {
      "status": "accepted",
      "hresult": "0x0"
    },
    "conduct": ["changes-the-locale", "leaks-memory"]
  },
)"),
            std::string::npos)
      << text;
}

TEST(FindingJson, what_comes_and_goes_has_both_outcomes) {
  const std::string text = finding_json(test::unstable(rejects_aliasing()));
  EXPECT_NE(text.find("\"signature\": \"unstable rejects-legal at serialize\""), std::string::npos) << text;
  EXPECT_NE(text.find(R"(  "got": {
    "serialize": {
      "status": "rejected",
      "hresult": "0x80070057"
    }
  },
  "but_also": {
    "serialize": {
      "status": "accepted",
      "hresult": "0x0"
    }
  },
)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\"reproduced\": 2,\n  \"attempts\": 5,\n  \"minimal\": false,\n"), std::string::npos) << text;
}

TEST(FindingJson, what_comes_and_goes_comes_back_as_the_difference_that_it_is) {
  for (const Finding& finding : {accepts_zero_count(), wrong_lookup_slot()}) {
    const LoadedCase loaded = parse_case(finding_json(test::unstable(finding)), "f.json");
    EXPECT_EQ(loaded.signature, "unstable " + finding.signature.text());
    ASSERT_TRUE(loaded.difference.has_value());
    EXPECT_EQ(loaded.difference->kind, finding.difference.kind);
    EXPECT_EQ(loaded.difference->rule, finding.difference.rule);
    EXPECT_EQ(loaded.difference->got, finding.difference.got);
  }
}

TEST(FindingJson, a_value_that_was_wrong_once_is_not_kept) {
  Finding finding = test::unstable(wrong_lookup_slot());
  finding.reproduced = 0;
  const std::string text = finding_json(finding);
  EXPECT_EQ(text.find("\"value\""), std::string::npos) << text;
  EXPECT_FALSE(parse_case(text, "f.json").difference.has_value());
}

TEST(FindingJson, all_of_where_it_was_found_comes_back) {
  Finding finding = rejects_aliasing();
  finding.candidate = {.name = "d3d12:libfoo.so",
                       .options = "--flag x",
                       .path = "/usr/lib/libfoo.so.1",
                       .version = "1.2",
                       .build_id = "0123abcd",
                       .calling_convention = "ms_abi"};
  const Provenance back = parse_case(finding_json(finding), "f.json").candidate;
  EXPECT_EQ(back.name, "d3d12:libfoo.so");
  EXPECT_EQ(back.options, "--flag x");
  EXPECT_EQ(back.path, "/usr/lib/libfoo.so.1");
  EXPECT_EQ(back.version, "1.2");
  EXPECT_EQ(back.build_id, "0123abcd");
  EXPECT_EQ(back.calling_convention, "ms_abi");
}

TEST(FindingJson, a_value_that_no_double_holds_survives) {
  Finding finding = wrong_lookup_slot();
  finding.difference.expected = 0x7FFFFFFFFFFFFFFF;
  finding.difference.got = kNoValue;
  const LoadedCase loaded = parse_case(finding_json(finding), "f.json");
  EXPECT_EQ(loaded.difference->expected, 0x7FFFFFFFFFFFFFFFu);
  EXPECT_EQ(loaded.difference->got, kNoValue);
}

TEST(FindingJson, a_file_says_all_that_is_known) {
  const std::string text = finding_json(wrong_lookup_slot());
  const std::string head = R"({
  "format": "d3d12fuzz finding",
  "version": 2,
  "domain": "root_signature",
  "signature": "wrong-value lookups[].slot at create",
  "stages": ["create"],
)";
  EXPECT_TRUE(text.starts_with(head)) << text;
  const std::string middle = R"(  "expected": {
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
  "harness": ")" D3D12FUZZ_VERSION R"(",
  "seed": "7",
  "case_index": "123",
  "reproduced": 5,
  "attempts": 5,
  "minimal": true,
  "case": {
)";
  EXPECT_NE(text.find(middle), std::string::npos) << text;
}

TEST(BadCase, a_text_that_is_no_case) {
  EXPECT_EQ(error_of("[]"), "c.json: the file holds no object, expected a case or a finding of d3d12fuzz");
  EXPECT_EQ(error_of("{}"), "c.json: field \"format\" is missing");
  EXPECT_EQ(error_of(R"({"format": 1})"), "c.json: field \"format\" is not a string");
  EXPECT_EQ(error_of(R"({"format": "JUnit"})"),
            "c.json: format is \"JUnit\", expected \"d3d12fuzz case\" or \"d3d12fuzz finding\"");
  EXPECT_EQ(error_of(legal_case() + "{}"), "c.json:42:1: text after the JSON value, expected the end");
}

TEST(BadCase, an_unknown_domain) {
  EXPECT_EQ(error_of(R"({"format": "d3d12fuzz case"})"), "c.json: field \"domain\" is missing");
  EXPECT_EQ(error_of(with(legal_case(), "root_signature", "geometry")),
            "c.json: domain is \"geometry\", expected root_signature or root_signature_blob");
}

TEST(BadCase, another_version) {
  const auto version = [](std::string_view text) { return error_of(with(legal_case(), "\"version\": 2", text)); };
  EXPECT_EQ(version("\"version\": 3"), "c.json: version is 3, expected 1 to 2");
  EXPECT_EQ(version("\"version\": 0"), "c.json: version is 0, expected 1 to 2");
  EXPECT_EQ(version("\"version\": -1"), "c.json: version is -1, expected 1 to 2");
  EXPECT_EQ(version("\"version\": 4294967298"), "c.json: version is 4294967298, expected 1 to 2");
  EXPECT_EQ(version("\"version\": \"2\""), "c.json: version is \"2\", expected 1 to 2");
  EXPECT_EQ(version("\"versoin\": 2"), "c.json: field \"version\" is missing");
}

TEST(BadCase, an_unknown_or_missing_field) {
  EXPECT_EQ(error_of(with(legal_case(), "\"version\": 2,", "\"version\": 2, \"seed\": \"1\",")),
            "c.json: unknown field \"seed\"");
  EXPECT_EQ(error_of(with(legal_case(), "\"case\":", "\"caze\":")), "c.json: unknown field \"caze\"");
  EXPECT_EQ(error_of(R"({"format": "d3d12fuzz case", "version": 2, "domain": "root_signature"})"),
            "c.json: field \"case\" is missing");
  EXPECT_EQ(error_of(with(legal_case(), "\"register_space\": 0,", "")),
            "c.json: parameters[0].descriptor_ranges[0]: field \"register_space\" is missing");
  EXPECT_EQ(error_of(with(legal_case(), "\"register_space\": 0,", "\"register_space\": 0, \"space\": 0,")),
            "c.json: parameters[0].descriptor_ranges[0]: unknown field \"space\", expected range_type, "
            "num_descriptors, base_shader_register, register_space, flags, offset_in_descriptors_from_table_start");
}

TEST(BadCase, a_value_of_another_type_or_out_of_range) {
  const auto count = [](std::string_view value) {
    return error_of(with(legal_case(), "\"num_descriptors\": 1", "\"num_descriptors\": " + std::string(value)));
  };
  const std::string field = "c.json: parameters[0].descriptor_ranges[0].num_descriptors: found ";
  const std::string choice = ", expected one of UNBOUNDED or a number from 0 to 4294967295";
  EXPECT_EQ(count("4294967296"), field + "4294967296" + choice);
  EXPECT_EQ(count("-1"), field + "-1" + choice);
  EXPECT_EQ(count("1.5"), field + "a number with a fraction" + choice);
  EXPECT_EQ(count("null"), field + "null" + choice);
  EXPECT_EQ(count("[]"), field + "an array" + choice);
  EXPECT_EQ(count("\"unbounded\""), field + "\"unbounded\"" + choice);
  EXPECT_EQ(error_of(with(legal_case(), "\"1.0\"", "\"1.3\"")),
            "c.json: version: found \"1.3\", expected one of 1.0, 1.1, 1.2");
  EXPECT_EQ(error_of(with(legal_case(), "\"lookups\": []", "\"lookups\": {}")),
            "c.json: lookups: found an object, expected an array");
}

TEST(BadCase, more_elements_than_a_case_may_have) {
  std::string tables = "\"parameters\": [";
  for (int i = 0; i < 73; ++i) {
    tables += std::string(i == 0 ? "" : ", ") +
              "{\"type\": \"DESCRIPTOR_TABLE\", \"descriptor_ranges\": [], \"shader_visibility\": \"ALL\"}";
  }
  const std::string text = case_json(domain(), to_tree(notation("V=1.0 F=0x0")));
  EXPECT_EQ(error_of(with(text, "\"parameters\": []", tables + "]")),
            "c.json: parameters: found 73 elements, expected at most 72");
}

TEST(BadCase, range_flags_in_version_1_0) {
  EXPECT_EQ(error_of(with(legal_case(), "\"flags\": \"NONE\",\n            \"offset",
                          "\"flags\": \"DATA_STATIC\",\n"
                          "            \"offset")),
            "c.json: parameters[0].descriptor_ranges[0].flags: the value does not go with the rest of the case "
            "(see its version and serializer)");
}

TEST(BadCase, a_key_that_stands_twice) {
  EXPECT_EQ(error_of(with(legal_case(), "\"flags\": \"NONE\",", "\"flags\": \"NONE\", \"flags\": \"NONE\",")),
            "c.json:7:28: key \"flags\" stands twice in one object, expected once");
}

TEST(BadCase, one_that_nests_too_deep) {
  EXPECT_EQ(
      error_of(with(legal_case(), "\"lookups\": []", "\"lookups\": " + std::string(40, '[') + std::string(40, ']'))),
      "c.json:25:46: not valid JSON: too deep");
}

TEST(BadCase, text_from_the_file_does_not_break_the_line) {
  error_of(with(legal_case(), "\"version\": 2,", "\"version\": 2, \"a\\nb\": 1,"));
  error_of(with(legal_case(), "\"root_signature\"", "\"a\\nb\""));
  error_of(with(legal_case(), "\"register_space\": 0,", "\"register_space\": \"a\\nb\","));
  error_of(with(legal_case(), "\"version\": 2,", "\"a\\nb\": 1, \"a\\nb\": 1,"));
}

TEST(BadFinding, a_bad_signature) {
  const std::string good = finding_json(accepts_zero_count());
  const auto signature = [&](std::string_view text) {
    return error_of(with(good, "accepts-illegal DT-002 at serialize", text));
  };
  const auto expected = [](std::string_view text) {
    return "c.json: signature is \"" + std::string(text) + "\", expected one such as \"rejects-legal at create\"";
  };
  for (const std::string_view bad : {"", "accepts-illegal", "accepts-illegal DT-002", "accepts-illegal DT-002 at noon",
                                     "accepts-illegally DT-002 at serialize", "Accepts-illegal DT-002 at serialize",
                                     "at create", "rejects-legalat create"}) {
    EXPECT_EQ(signature(bad), expected(bad));
  }
  EXPECT_EQ(error_of(with(good, "\"signature\": \"accepts-illegal DT-002 at serialize\",\n", "")),
            "c.json: field \"signature\" is missing");
  EXPECT_EQ(error_of(with(good, "\"accepts-illegal DT-002 at serialize\"", "7")),
            "c.json: field \"signature\" is not a string");
}

TEST(BadFinding, a_signature_with_a_rule_that_does_not_exist) {
  const std::string error = error_of(with(finding_json(accepts_zero_count()), "accepts-illegal DT-002 at serialize",
                                          "accepts-illegal DT-999 at serialize"));
  EXPECT_NE(error.find("DT-999"), std::string::npos) << error;
}

TEST(BadFinding, misconduct_that_does_not_exist) {
  const std::string good = finding_json(test::misconduct(Conduct::leak));
  for (const std::string bad : {"", " leak", " leaks-memory-", " leaks memory"}) {
    EXPECT_EQ(error_of(with(good, " leaks-memory at", bad + " at")), "c.json: signature names misconduct \"" +
                                                                         bad.substr(bad.empty() ? 0 : 1) +
                                                                         "\", expected one of " + conduct_names());
  }
}

TEST(BadFinding, a_bad_value) {
  const std::string good = finding_json(wrong_lookup_slot());
  ASSERT_EQ(error_of(good), "no error");
  const auto path = [&](std::string_view text) { return error_of(with(good, "\"path\": \"lookups[0].slot\"", text)); };
  EXPECT_EQ(path("\"path\": 4"), "c.json: field \"path\" is not a string");
  EXPECT_EQ(path("\"paht\": \"lookups[0].slot\""), "c.json: unknown field \"value.paht\"");
  for (const std::string text : {"", "lookups[0]", "lookups[].slot", "lookups[0].slots", "lookups[0][0].slot",
                                 "lookups[65536].slot", "lookups[-1].slot", "lookups[0.slot"}) {
    EXPECT_EQ(path("\"path\": \"" + text + "\""),
              "c.json: value.path is \"" + text + "\", which names no value of the case");
  }
  EXPECT_EQ(error_of(with(good, "\"got\": 1", "\"gut\": 1")), "c.json: unknown field \"value.gut\"");
  for (const std::string_view bad : {"null", "-1", "1.5", "\"1\"", "18446744073709551616"}) {
    EXPECT_EQ(error_of(with(good, "\"got\": 1", "\"got\": " + std::string(bad))),
              "c.json: value.got is missing or not a number of 64 bits")
        << bad;
  }
  EXPECT_EQ(error_of(with(good, "\"expected\": 0,", "")),
            "c.json: value.expected is missing or not a number of 64 bits");
  EXPECT_EQ(error_of(with(good, "\"value\": {", "\"says\": {")), "c.json: field \"value\" is missing or not an object");
}

TEST(BadFinding, a_value_that_the_case_does_not_have) {
  const std::string good = finding_json(wrong_lookup_slot());
  for (const std::string text : {"lookups[1].slot", "parameters[1].table_size", "lookups[0].static_samplers",
                                 "serialize.blob_written", "description_1_0.static_samplers[0].filter"}) {
    EXPECT_EQ(error_of(with(good, "lookups[0].slot", text)),
              "c.json: value.path is \"" + text + "\", which names no value of the case");
  }
}

TEST(BadFinding, a_bad_candidate) {
  const std::string good = finding_json(accepts_zero_count());
  EXPECT_EQ(error_of(with(good, "\"candidate\": {", "\"shape\": {")),
            "c.json: field \"candidate\" is missing or not an object");
  EXPECT_EQ(error_of(with(good, "\"name\": \"builtin\"", "\"name\": 1")), "c.json: field \"name\" is not a string");
  EXPECT_EQ(error_of(with(good, "\"options\": \"--fault zero-count-accepted\"", "\"options\": []")),
            "c.json: field \"options\" is not a string");
}

}  // namespace
}  // namespace d3d12fuzz
