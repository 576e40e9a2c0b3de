// Every example of the catalogue's root_signature rows that can be written as a case, against the model. Those that
// cannot stand on a list with the reason.

#include <map>
#include <regex>
#include <string>

#include "domains/root_signature/domain.h"
#include "domains/root_signature/reference.h"
#include "support/notation.h"

namespace d3d12fuzz::root_signature {
namespace {

constexpr std::string_view kOtherEntries = "needs root constants, root descriptor flags or static samplers";
constexpr std::string_view kProse = "says in prose what an implementation does wrong with the valid example";
constexpr std::string_view kNotDesc = "is about entry points, blobs, objects or shaders, not about a desc";
constexpr std::string_view kTier = "needs a device of a lower binding tier";
constexpr std::string_view kFragment = "is a part of a desc; reference_test.cpp has it as a case";
constexpr std::string_view kManyEntries = "counts entries in words; reference_test.cpp has it as cases";
constexpr std::string_view kSeveral = "names several cases in words; reference_test.cpp has them";

/// The part of an example in front of what it says about it, a root descriptor without flags written as the table of
/// one range that the rules on registers, spaces and visibilities treat alike.
std::string written_part(std::string_view example) {
  static const std::regex descriptor(R"(D\((CBV|SRV|UAV),([^,]+),([^,]+),([A-Z0-9]+)\))");
  static const std::regex remark(R"(\) (covers|modelled|places|treated|puts|->|on tier 3|as a hard|serialized).*)");
  const std::string tables =
      std::regex_replace(std::string(example), descriptor, std::string("T[$4](R($1,1,$2,$3,A))"));
  return std::regex_replace(tables, remark, std::string(")"));
}

/// Examples that are not in the notation of tables: "DT-000 valid" or "DT-000 invalid".
const std::map<std::string, std::string_view, std::less<>> kUnwritten = {
    {"DT-006 invalid", kProse},        {"DT-007 invalid", kProse},        {"DT-013 invalid", kProse},
    {"DT-014 invalid", kProse},        {"DT-015 invalid", kProse},        {"DT-016 invalid", kProse},
    {"DT-017 invalid", kTier},         {"DT-024 invalid", kProse},        {"DT-026 valid", kOtherEntries},
    {"DT-026 invalid", kOtherEntries}, {"DT-028 valid", kOtherEntries},   {"DT-028 invalid", kOtherEntries},
    {"DT-033 valid", kNotDesc},        {"DT-033 invalid", kNotDesc},      {"DT-034 invalid", kOtherEntries},
    {"DT-035 valid", kSeveral},        {"DT-035 invalid", kProse},        {"DT-039 invalid", kProse},
    {"DT-040 invalid", kProse},        {"DT-042 invalid", kProse},        {"DT-045 valid", kFragment},
    {"DT-045 invalid", kProse},        {"DT-046 valid", kOtherEntries},   {"DT-046 invalid", kOtherEntries},
    {"DT-049 invalid", kOtherEntries}, {"DT-050 valid", kOtherEntries},   {"DT-050 invalid", kManyEntries},
    {"DT-051 valid", kOtherEntries},   {"DT-051 invalid", kOtherEntries}, {"DT-053 valid", kOtherEntries},
    {"DT-053 invalid", kOtherEntries}, {"DT-055 valid", kOtherEntries},   {"DT-055 invalid", kOtherEntries},
    {"DT-058 invalid", kSeveral},      {"DT-059 valid", kTier},           {"DT-059 invalid", kTier},
    {"DT-064 valid", kOtherEntries},   {"DT-064 invalid", kOtherEntries}, {"DT-065 valid", kOtherEntries},
    {"DT-065 invalid", kOtherEntries}, {"DT-066 valid", kOtherEntries},   {"DT-066 invalid", kOtherEntries},
    {"DT-067 valid", kOtherEntries},   {"DT-067 invalid", kOtherEntries}, {"DT-068 valid", kOtherEntries},
    {"DT-068 invalid", kOtherEntries}, {"DT-069 valid", kOtherEntries},   {"DT-069 invalid", kOtherEntries},
    {"DT-070 valid", kOtherEntries},   {"DT-070 invalid", kOtherEntries}, {"DT-071 valid", kOtherEntries},
    {"DT-071 invalid", kOtherEntries}, {"DT-072 valid", kOtherEntries},   {"DT-072 invalid", kOtherEntries},
    {"DT-073 valid", kOtherEntries},   {"DT-073 invalid", kProse},        {"DT-074 valid", kOtherEntries},
    {"DT-074 invalid", kOtherEntries}, {"DT-075 valid", kOtherEntries},   {"DT-075 invalid", kOtherEntries},
    {"DT-076 valid", kOtherEntries},   {"DT-076 invalid", kOtherEntries}, {"DT-078 valid", kOtherEntries},
    {"DT-078 invalid", kOtherEntries}, {"DT-079 valid", kNotDesc},        {"DT-079 invalid", kNotDesc},
    {"DT-080 valid", kNotDesc},        {"DT-080 invalid", kProse},        {"DT-081 valid", kFragment},
    {"DT-081 invalid", kFragment},     {"DT-082 valid", kFragment},       {"DT-082 invalid", kFragment},
    {"DT-083 valid", kOtherEntries},   {"DT-083 invalid", kProse},        {"DT-084 valid", kNotDesc},
    {"DT-084 invalid", kNotDesc},      {"DT-087 valid", kProse},          {"DT-087 invalid", kProse},
    {"DT-103 valid", kTier},           {"DT-103 invalid", kTier},         {"DT-104 valid", kTier},
    {"DT-104 invalid", kTier},         {"DT-105 valid", kTier},           {"DT-105 invalid", kTier},
    {"DT-106 valid", kTier},           {"DT-106 invalid", kTier},         {"DT-107 valid", kTier},
    {"DT-107 invalid", kTier},         {"DT-114 valid", kFragment},       {"DT-114 invalid", kFragment},
    {"DT-129 valid", kNotDesc},        {"DT-129 invalid", kProse},        {"DT-130 valid", kTier},
    {"DT-130 invalid", kProse},        {"ST-054 valid", kManyEntries},    {"ST-054 invalid", kManyEntries},
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
  std::map<std::string, std::string_view, std::less<>> unwritten;
  for (const Rule& row : all_rules()) {
    if (row.domain != "root_signature") continue;
    for (const bool valid : {true, false}) {
      const std::string_view example = valid ? row.valid_example : row.invalid_example;
      const std::string name = std::string(row.id) + (valid ? " valid" : " invalid");
      if (!test::parse_notation(written_part(example))) {
        EXPECT_TRUE(kUnwritten.contains(name)) << "{\"" << name << "\", },  // " << example;
      } else {
        EXPECT_FALSE(kUnwritten.contains(name)) << name << " can be written as a case";
      }
    }
  }
}

TEST(CatalogueExamples, valid_examples_keep_their_rule) {
  for (const Rule& row : all_rules()) {
    if (row.domain != "root_signature") continue;
    const auto value = test::parse_notation(written_part(row.valid_example));
    if (!value) continue;
    const Expectation expectation = judge(*value);
    EXPECT_TRUE(expectation.broken.empty()) << row.id << ": " << row.valid_example;
    // The valid example of an ambiguous row may be the very case on which implementations differ.
    if (row.rule_class == RuleClass::ambiguous) continue;
    EXPECT_FALSE(in_any_set(expectation, *find_rule(row.id))) << row.id << ": " << row.valid_example;
  }
}

TEST(CatalogueExamples, invalid_examples_break_their_rule) {
  for (const Rule& row : all_rules()) {
    const RuleId id = *find_rule(row.id);
    if (row.domain != "root_signature" || !decides(id)) continue;
    const auto value = test::parse_notation(written_part(row.invalid_example));
    // Of `allowed` rows the example shows a wrong model of the valid one, not a root signature to refuse.
    if (!value || (row.rule_class == RuleClass::scored && row.violation == Violation::allowed)) continue;
    EXPECT_TRUE(in_any_set(judge(*value), id)) << row.id << ": " << row.invalid_example;
  }
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
