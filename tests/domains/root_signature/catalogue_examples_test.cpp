// Every example of the catalogue's root_signature rows that can be written as a case, against the model. Those that
// cannot stand on a list with the reason.

#include <map>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "domains/root_signature/domain.h"
#include "domains/root_signature/reference.h"
#include "support/notation.h"

namespace d3d12fuzz::root_signature {
namespace {

constexpr std::string_view kProse = "says in prose what an implementation does wrong with the valid example";
constexpr std::string_view kNotDesc = "is about entry points, blobs, objects or shaders, not about a desc";
constexpr std::string_view kFragment = "is a part of a desc; reference_test.cpp has it as a case";
constexpr std::string_view kManyEntries = "counts entries in words; reference_test.cpp has it as cases";
constexpr std::string_view kSeveral = "is about several root signatures of one device";
constexpr std::string_view kXbox = "says what is not known of a platform";

/// What an example says about its case, and the few words for which the notation has signs.
std::string in_notation(std::string_view example) {
  static const std::pair<std::regex, const char*> words[] = {
      {std::regex(R"(\) (covers|modelled|places|treated|puts|->|as a hard|serialized|= |on a capable).*)"), ")"},
      {std::regex(R"( \+ SM 6\.6)"), ""},
      {std::regex(R"( on tier ([123]))"), " TIER=$1"},
      {std::regex(R"( with no entries)"), ""},
      {std::regex(R"(D3D12SerializeRootSignature\(desc, ([0-9]+)\))"), "Z=legacy:$1"},
      {std::regex(R"(^parameter type ([0-9]+)$)"), "X($1,ALL)"},
  };
  std::string text(example);
  for (const auto& [word, sign] : words) text = std::regex_replace(text, word, std::string(sign));
  return text;
}

/// The alternatives of an example, which has `, ` or `or` between them. One that is a value alone stands for the case
/// before it with its last value replaced.
std::vector<std::string> alternatives(std::string_view example) {
  static const std::regex between(R"((\)|F=0x[0-9A-F]+)(?:, | or )(?=\S))");
  static const std::regex last_value(R"([^,=(]+\)$)");
  static const std::regex value(R"([A-Za-z0-9.]+)");
  std::vector<std::string> all;
  std::string text = in_notation(example);
  for (std::smatch match; std::regex_search(text, match, between);) {
    all.push_back(match.prefix().str() + match[1].str());
    text = match.suffix();
  }
  if (!all.empty() && std::regex_match(text, value)) text = std::regex_replace(all.back(), last_value, text + ")");
  all.push_back(text);
  return all;
}

/// The cases that an example names; none if it is not in the notation.
std::vector<RootSignatureCase> cases_of(std::string_view example) {
  std::vector<RootSignatureCase> cases;
  for (const std::string& text : alternatives(example)) {
    const auto value = test::parse_notation(text);
    if (!value) return {};
    cases.push_back(*value);
  }
  return cases;
}

/// Examples that are not in the notation: "DT-000 valid" or "DT-000 invalid".
const std::map<std::string, std::string_view, std::less<>> kUnwritten = {
    {"DT-006 invalid", kProse},     {"DT-007 invalid", kProse},       {"DT-013 invalid", kProse},
    {"DT-014 invalid", kProse},     {"DT-015 invalid", kProse},       {"DT-016 invalid", kProse},
    {"DT-024 invalid", kProse},     {"DT-033 valid", kNotDesc},       {"DT-033 invalid", kNotDesc},
    {"DT-035 invalid", kProse},     {"DT-039 invalid", kProse},       {"DT-040 invalid", kProse},
    {"DT-042 invalid", kProse},     {"DT-045 valid", kFragment},      {"DT-045 invalid", kProse},
    {"DT-050 valid", kManyEntries}, {"DT-050 invalid", kManyEntries}, {"DT-053 invalid", kManyEntries},
    {"DT-065 invalid", kProse},     {"DT-073 invalid", kProse},       {"DT-078 valid", kSeveral},
    {"DT-078 invalid", kSeveral},   {"DT-080 valid", kNotDesc},       {"DT-080 invalid", kProse},
    {"DT-081 valid", kFragment},    {"DT-081 invalid", kFragment},    {"DT-082 valid", kFragment},
    {"DT-082 invalid", kFragment},  {"DT-083 valid", kFragment},      {"DT-083 invalid", kProse},
    {"DT-084 valid", kNotDesc},     {"DT-084 invalid", kNotDesc},     {"DT-087 valid", kNotDesc},
    {"DT-087 invalid", kNotDesc},   {"DT-114 valid", kFragment},      {"DT-114 invalid", kFragment},
    {"DT-129 valid", kNotDesc},     {"DT-129 invalid", kProse},       {"DT-130 valid", kXbox},
    {"DT-130 invalid", kXbox},      {"ST-054 valid", kManyEntries},   {"ST-054 invalid", kManyEntries},
};

Expectation judge(const RootSignatureCase& value) {
  ReferenceScratch scratch;
  Expectation expectation;
  reference(value, scratch, expectation);
  return expectation;
}

bool in_any_set(const Expectation& expectation, RuleId id) {
  return expectation.broken_rules.contains(id) || expectation.advisory.contains(id) ||
         expectation.ambiguous.contains(id) || expectation.undefined.contains(id);
}

TEST(CatalogueExamples, every_example_is_a_case_or_stands_on_the_list) {
  for (const Rule& row : all_rules()) {
    if (row.domain != "root_signature") continue;
    for (const bool valid : {true, false}) {
      const std::string_view example = valid ? row.valid_example : row.invalid_example;
      const std::string name = std::string(row.id) + (valid ? " valid" : " invalid");
      if (cases_of(example).empty()) {
        EXPECT_TRUE(kUnwritten.contains(name)) << "{\"" << name << "\", },  // " << example;
      } else {
        EXPECT_FALSE(kUnwritten.contains(name)) << name << " can be written as a case";
      }
    }
  }
}

TEST(CatalogueExamples, alternatives_are_cases_of_their_own) {
  EXPECT_EQ(cases_of("V=1.1 D(UAV,0,0,ALL,0x1) or 0x6"),
            (std::vector{test::notation("D(UAV,0,0,ALL,0x1)"), test::notation("D(UAV,0,0,ALL,0x6)")}));
  EXPECT_EQ(cases_of("F=0x81 or F=0x480"), (std::vector{test::notation("F=0x81"), test::notation("F=0x480")}));
  EXPECT_EQ(
      cases_of("K(1,0,0,ALL), D(CBV,0,0,ALL) or T[ALL]() as a hard mismatch"),
      (std::vector{test::notation("K(1,0,0,ALL)"), test::notation("D(CBV,0,0,ALL)"), test::notation("T[ALL]()")}));
}

TEST(CatalogueExamples, valid_examples_keep_their_rule) {
  for (const Rule& row : all_rules()) {
    if (row.domain != "root_signature") continue;
    for (const RootSignatureCase& value : cases_of(row.valid_example)) {
      const Expectation expectation = judge(value);
      EXPECT_TRUE(expectation.broken.empty()) << row.id << ": " << test::to_notation(value);
      // What the device of the example can do besides its tier is not part of a case.
      if (row.id == "DT-059") continue;
      // The valid example of an ambiguous row may be the very case on which implementations differ.
      if (row.rule_class == RuleClass::ambiguous) continue;
      EXPECT_FALSE(in_any_set(expectation, *find_rule(row.id))) << row.id << ": " << test::to_notation(value);
    }
  }
}

TEST(CatalogueExamples, invalid_examples_break_their_rule) {
  for (const Rule& row : all_rules()) {
    const RuleId id = *find_rule(row.id);
    if (row.domain != "root_signature" || !decides(id)) continue;
    // Of `allowed` rows the example shows a wrong model of the valid one, not a root signature to refuse.
    if (row.rule_class == RuleClass::scored && row.violation == Violation::allowed) continue;
    for (const RootSignatureCase& value : cases_of(row.invalid_example)) {
      EXPECT_TRUE(in_any_set(judge(value), id)) << row.id << ": " << test::to_notation(value);
    }
  }
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
