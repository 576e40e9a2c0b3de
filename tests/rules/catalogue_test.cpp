#include "rules/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace d3d12fuzz {
namespace {

using Counts = std::map<std::string, int>;

template <class Key, class Filter>
Counts count_by(Key&& key, Filter&& filter) {
  Counts counts;
  for (const Rule& row : all_rules()) {
    if (filter(row)) ++counts[std::string(key(row))];
  }
  return counts;
}

bool scored(const Rule& row) { return row.rule_class == RuleClass::scored; }

TEST(Catalogue, holds_the_rows_of_its_four_tables) {
  EXPECT_EQ(kRuleCount, 451u);
  EXPECT_EQ(all_rules().size(), kRuleCount);
  EXPECT_EQ(count_by([](const Rule& row) { return row.id.substr(0, 2); }, [](const Rule&) { return true; }),
            (Counts{{"DT", 130}, {"GE", 127}, {"ST", 103}, {"MD", 91}}));
}

TEST(Catalogue, counts_by_class_are_those_of_its_documentation) {
  EXPECT_EQ(count_by([](const Rule& row) { return name_of(row.rule_class); }, [](const Rule&) { return true; }),
            (Counts{{"scored", 245}, {"advisory", 58}, {"ambiguous", 41}, {"undefined", 84}, {"note", 23}}));
}

TEST(Catalogue, counts_of_scored_rows_by_domain_are_those_of_its_documentation) {
  EXPECT_EQ(count_by([](const Rule& row) { return row.domain; }, scored), (Counts{{"root_signature", 56},
                                                                                  {"root_signature_blob", 11},
                                                                                  {"descriptor_heap", 5},
                                                                                  {"geometry", 76},
                                                                                  {"shader_table", 35},
                                                                                  {"mesh_dispatch", 42},
                                                                                  {"none", 20}}));
}

TEST(Catalogue, counts_of_scored_rows_by_what_decides_them_are_those_of_its_documentation) {
  EXPECT_EQ(count_by([](const Rule& row) { return row.decided_by; }, scored), (Counts{{"description", 86},
                                                                                      {"blob", 11},
                                                                                      {"memory", 45},
                                                                                      {"execution", 76},
                                                                                      {"pipeline", 13},
                                                                                      {"device", 10},
                                                                                      {"layout", 4}}));
}

TEST(Catalogue, a_scored_row_is_rejected_allowed_or_does_nothing) {
  EXPECT_EQ(count_by([](const Rule& row) { return name_of(row.violation); }, scored),
            (Counts{{"rejected", 77}, {"allowed", 157}, {"nothing", 11}}));
}

TEST(Catalogue, every_row_has_an_id_of_its_own_and_a_text) {
  std::set<std::string_view> ids;
  for (const Rule& row : all_rules()) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    EXPECT_FALSE(row.subject.empty()) << row.id;
    EXPECT_FALSE(row.text.empty()) << row.id;
    EXPECT_FALSE(row.source.empty()) << row.id;
    EXPECT_TRUE(row.platform == "pc" || row.platform == "xbox" || row.platform == "both") << row.id;
  }
}

TEST(Catalogue, a_rule_is_found_by_its_id) {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const std::optional<RuleId> found = find_rule(all_rules()[i].id);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(static_cast<std::size_t>(*found), i);
    EXPECT_EQ(&rule(*found), &all_rules()[i]);
  }
}

TEST(Catalogue, an_id_that_is_none_is_not_found) {
  EXPECT_EQ(find_rule("DT-000"), std::nullopt);
  EXPECT_EQ(find_rule("DT-0011"), std::nullopt);
  EXPECT_EQ(find_rule("dt-001"), std::nullopt);
  EXPECT_EQ(find_rule(""), std::nullopt);
}

TEST(Catalogue, numbers_are_known_when_the_program_is_compiled) {
  static_assert(static_cast<std::size_t>("DT-001"_rule) == 0);
  static_assert("DT-005"_rule == find_rule("DT-005"));
  static_assert("DT-005"_rule < "DT-023"_rule);
}

TEST(Catalogue, keeps_the_columns_of_a_row) {
  const Rule& row = rule("DT-005"_rule);
  EXPECT_EQ(row.id, "DT-005");
  EXPECT_EQ(row.subject, "range.unbounded.append");
  EXPECT_EQ(row.text,
            "APPEND directly after an unbounded range is invalid (implicit start would be 2^32); native returns "
            "E_INVALIDARG.");
  EXPECT_EQ(row.rule_class, RuleClass::scored);
  EXPECT_EQ(row.domain, "root_signature");
  EXPECT_EQ(row.decided_by, "description");
  EXPECT_EQ(row.violation, Violation::rejected);
  EXPECT_EQ(row.platform, "both");
  EXPECT_EQ(row.valid_example, "T[ALL](R(SRV,4,0,0,A),R(CBV,U,0,0,A))");
  EXPECT_EQ(row.invalid_example, "T[ALL](R(CBV,U,0,0,A),R(SRV,1,0,0,A))");
  EXPECT_EQ(row.confidence, "high");
}

TEST(Catalogue, keeps_quotes_and_commas_of_a_text) {
  EXPECT_EQ(rule("DT-001"_rule).text,
            "RangeType must be SRV=0, UAV=1, CBV=2 or SAMPLER=3; any other value fails serialization.");
  EXPECT_NE(rule("DT-003"_rule).source.find("\"Descriptor Range\""), std::string_view::npos);
}

TEST(Catalogue, spells_classes_and_violations_as_the_tables_do) {
  EXPECT_EQ(name_of(RuleClass::undefined), "undefined");
  EXPECT_EQ(name_of(Violation::debug), "debug");
  EXPECT_EQ(name_of(Violation::removed), "removed");
}

}  // namespace
}  // namespace d3d12fuzz
