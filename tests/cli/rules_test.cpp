// The catalogue as the program lists and explains it.

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <sstream>

#include "base/json_text.h"
#include "cli/program.h"
#include "cli/rule_filter.h"
#include "domains/root_signature/domain.h"
#include "report/finding_json.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using test::d3d12fuzz_program;
using test::Ended;
using test::TemporaryFolder;
using testing::Each;
using testing::HasSubstr;

/// What the program prints of rules, which it must do without complaint.
std::string rules(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "rules");
  const Ended ended = d3d12fuzz_program(std::move(arguments));
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  return ended.out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool explains(const std::string& text, RuleId id) {
  return text.find(std::string(rule(id).id) + "  " + std::string(rule(id).subject) + "\n\n" +
                   std::string(rule(id).text) + "\n\n") != std::string::npos;
}

TEST(RuleList, has_a_heading_and_a_line_for_each_rule) {
  const std::vector<std::string> lines = lines_of(rules({}));
  ASSERT_EQ(lines.size(), kRuleCount + 1);
  EXPECT_EQ(lines[0], "rule     class     violation judged domain              subject");
  EXPECT_EQ(lines[5], "DT-005   scored    rejected  yes    root_signature      range.unbounded.append");
}

TEST(RuleList, is_filtered_by_columns) {
  std::vector<std::string> lines = lines_of(rules({"--domain", "root_signature", "--class", "scored", "--judged"}));
  lines.erase(lines.begin());
  EXPECT_GT(lines.size(), 30u);
  EXPECT_THAT(lines, Each(HasSubstr("   scored    ")));
  EXPECT_THAT(lines, Each(HasSubstr(" yes    root_signature ")));
  lines = lines_of(rules({"--violation", "debug", "--domain", "mesh_dispatch"}));
  lines.erase(lines.begin());
  EXPECT_FALSE(lines.empty());
  EXPECT_THAT(lines, Each(HasSubstr(" debug     no     mesh_dispatch ")));
}

TEST(RuleFilter, passes_rows_whose_columns_hold_what_is_asked_for) {
  const auto count = [](RuleFilter filter, const std::function<bool(const Rule&)>& holds) {
    const std::vector<RuleId> passing = filter.rules();
    EXPECT_FALSE(passing.empty());
    for (const RuleId id : passing) EXPECT_TRUE(holds(rule(id))) << rule(id).id;
    EXPECT_EQ(static_cast<std::size_t>(std::count_if(all_rules().begin(), all_rules().end(), holds)), passing.size());
  };
  count({}, [](const Rule&) { return true; });
  count({.decided_by = "execution"}, [](const Rule& row) { return row.decided_by == "execution"; });
  count({.platform = "xbox"}, [](const Rule& row) { return row.platform == "xbox" || row.platform == "both"; });
  count({.platform = "both"}, [](const Rule& row) { return row.platform == "both"; });
  count({.grep = "range.Unbounded.APPEND"},
        [](const Rule& row) { return row.subject.find("range.unbounded.append") != std::string_view::npos; });
  count({.grep = "implicit start would be 2^32"}, [](const Rule& row) { return row.id == "DT-005"; });
}

TEST(RuleFilter, a_text_that_no_rule_has_leaves_the_heading_alone) {
  EXPECT_EQ(lines_of(rules({"--grep", "no such text anywhere"})).size(), 1u);
  EXPECT_TRUE(parse_json(rules({"--grep", "no such text anywhere", "--json"}), "out").as_array().empty());
}

TEST(Rules, are_explained_one_by_one) {
  const TemporaryFolder folder;
  const std::string text = rules({"DT-005", "dt-023", "--corpus", folder.path()});
  EXPECT_TRUE(text.starts_with("DT-005  range.unbounded.append\n\n")) << text;
  EXPECT_TRUE(explains(text, "DT-005"_rule)) << text;
  EXPECT_TRUE(explains(text, "DT-023"_rule)) << text;
  for (const std::string_view line :
       {"class       scored", "violation   rejected", "domain      root_signature", "decided by  description",
        "platform    both", "breaks it   T[ALL](R(CBV,U,0,0,A),R(SRV,1,0,0,A))", "confidence  high"}) {
    EXPECT_NE(text.find("\n" + std::string(line) + "\n"), std::string::npos) << line << "\n" << text;
  }
  EXPECT_NE(text.find("\nsource      " + std::string(rule("DT-005"_rule).source) + "\n"), std::string::npos);
  EXPECT_NE(text.find("\nnotation    T[visibility]("), std::string::npos);
}

TEST(Rules, the_notation_is_explained_where_the_examples_use_it) {
  const TemporaryFolder folder;
  EXPECT_EQ(rules({"GE-001", "--corpus", folder.path()}).find("\nnotation"), std::string::npos);
}

TEST(Rules, are_explained_with_the_cases_that_exercise_them) {
  const TemporaryFolder folder;
  const auto add = [&](std::string_view name, std::string_view notation) {
    return folder.file(name, case_json(root_signature::domain(), to_tree(test::notation(notation))));
  };
  std::filesystem::create_directory(folder.path("sub"));
  const std::string keeps = add("keeps.json", "T[ALL](R(SRV,4,0,0,A),R(CBV,U,0,0,A))");
  const std::string breaks = add("sub/breaks.json", "T[ALL](R(CBV,U,0,0,A),R(SRV,1,0,0,A))");
  folder.file("sub/notes.txt", "no case");
  const std::string text = rules({"DT-005", "--corpus", folder.path()});
  EXPECT_TRUE(text.ends_with("\nbroken by   " + breaks + "\nkept by     " + keeps + "\n")) << text;
  const boost::json::value explained = parse_json(rules({"DT-005", "--corpus", folder.path(), "--json"}), "out");
  const boost::json::object& row = explained.as_array().at(0).as_object();
  EXPECT_EQ(row.at("id"), "DT-005");
  EXPECT_EQ(row.at("judged"), true);
  EXPECT_EQ(row.at("kept_by"), (boost::json::array{boost::json::string(keeps)}));
  EXPECT_EQ(row.at("broken_by"), (boost::json::array{boost::json::string(breaks)}));
  EXPECT_TRUE(rules({"GE-001", "--corpus", folder.path()})
                  .ends_with("\ncases       no case in " + folder.path() + " exercises it\n"));
}

TEST(Rules, many_cases_are_counted) {
  const TemporaryFolder folder;
  const std::string keeps =
      case_json(root_signature::domain(), to_tree(test::notation("T[ALL](R(SRV,4,0,0,A),R(CBV,U,0,0,A))")));
  for (char name = 'a'; name < 'a' + 13; ++name) folder.file(std::string(1, name) + ".json", keeps);
  const std::string text = rules({"DT-005", "--corpus", folder.path()});
  EXPECT_TRUE(text.ends_with("\n            " + folder.path("j.json") + "\n            and 3 more\n")) << text;
}

TEST(Rules, files_that_hold_no_case_are_said_to_be_left_out) {
  const TemporaryFolder folder;
  const std::string other = folder.file("other.json", "{}");
  const Ended ended = d3d12fuzz_program({"rules", "DT-005", "--corpus", folder.path()});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, folder.path() + ": 1 file holds no case of this version; the first: " + other +
                           ": field \"format\" is missing\n");
}

TEST(Rules, the_list_as_json_has_every_column) {
  const boost::json::value all = parse_json(rules({"--json"}), "out");
  ASSERT_EQ(all.as_array().size(), kRuleCount);
  std::vector<std::string> keys;
  for (const auto& member : all.as_array()[0].as_object()) keys.emplace_back(member.key());
  EXPECT_EQ(keys,
            (std::vector<std::string>{"id", "subject", "rule", "class", "domain", "decided_by", "violation", "platform",
                                      "source", "valid_example", "invalid_example", "confidence", "judged"}));
}

}  // namespace
}  // namespace d3d12fuzz
