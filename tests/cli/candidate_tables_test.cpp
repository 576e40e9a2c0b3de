#include "cli/candidate_tables.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "domains/root_signature/domain.h"

namespace d3d12fuzz {
namespace {

const Domain& domain() { return root_signature::domain(); }

Finding finding(DifferenceKind kind, Stage stage, std::string subject) {
  Finding made;
  made.signature = {kind, stage, std::move(subject)};
  return made;
}

const ObservableKey kCost = *key_of(domain().observable_fields(), "cost");

/// A case of one rule that leaves serialize open, which each candidate accepts or not. Those that accept it report a
/// cost each of its own.
void count(Disagreements& disagreements, RuleId id, const std::vector<bool>& accepts, std::uint64_t case_index) {
  Expectation expectation;
  expectation.at(Stage::serialize) = Expected::either;
  (rule(id).rule_class == RuleClass::advisory ? expectation.advisory : expectation.ambiguous).insert(id);
  std::vector<Outcome> outcomes(accepts.size());
  std::vector<const Outcome*> pointers;
  for (std::size_t i = 0; i < accepts.size(); ++i) {
    outcomes[i].at(Stage::serialize).status = accepts[i] ? Status::accepted : Status::rejected;
    if (accepts[i]) outcomes[i].at(Stage::create).status = Status::accepted;
    if (accepts[i]) outcomes[i].observables.push_back({kCost, 10 + i});
    pointers.push_back(&outcomes[i]);
  }
  disagreements.count(expectation, pointers, domain().observable_fields(), case_index);
}

TEST(AlignedText, has_columns_as_wide_as_their_widest_cell) {
  EXPECT_EQ(aligned_text({{"a", "bb", "c"}, {"aaa", "", "c"}, {"", "b", ""}}),
            "a    bb  c\n"
            "aaa      c\n"
            "     b\n");
}

TEST(LabelledLines, begin_with_the_label) {
  EXPECT_EQ(labelled_lines(1, "one\ntwo\n"), "B: one\nB: two\n");
  EXPECT_EQ(labelled_lines(0, ""), "");
}

TEST(SignatureTable, has_a_row_for_each_signature_and_a_column_for_each_candidate) {
  const Finding rule_at_create = finding(DifferenceKind::rule_not_enforced, Stage::create, "DT-005");
  const Finding refused = finding(DifferenceKind::legal_rejected, Stage::serialize, "");
  const std::vector<std::vector<const Finding*>> findings{{&refused, &refused}, {}, {&rule_at_create, &refused}};
  EXPECT_EQ(signature_table(findings),
            "findings                          A  B  C\n"
            "accepts-illegal DT-005 at create  -  -  1\n"
            "rejects-legal at serialize        2  -  1\n");
  EXPECT_EQ(boost::json::serialize(signature_json(findings)),
            R"([{"signature":"accepts-illegal DT-005 at create","findings":[0,0,1]},)"
            R"({"signature":"rejects-legal at serialize","findings":[2,0,1]}])");
}

TEST(SignatureTable, of_no_findings_is_empty) {
  const std::vector<std::vector<const Finding*>> findings(2);
  EXPECT_EQ(signature_table(findings), "");
  EXPECT_EQ(boost::json::serialize(signature_json(findings)), "[]");
}

TEST(DisagreementTable, has_a_line_for_each_pair_that_differs) {
  Disagreements disagreements;
  count(disagreements, "DT-009"_rule, {true, false, false}, 4);
  count(disagreements, "DT-009"_rule, {true, true, true}, 5);
  count(disagreements, "DT-019"_rule, {false, false, false}, 6);
  EXPECT_EQ(
      disagreement_table(disagreements, domain(), 7),
      "answers to what Direct3D leaves open, in cases; none of them is a finding\n"
      "rule    class      accepts at, or gives  A        B        C        pair  differs in  alone  for example\n"
      "DT-009  ambiguous  serialize             2 of 2   1 of 2   1 of 2   AB    1 of 2      1      --seed 7 --case 4\n"
      "                                                                    AC    1 of 2      1      --seed 7 --case 4\n"
      "DT-009  ambiguous  cost                  2 given  1 given  1 given  AB    1 of 1      1      --seed 7 --case 5\n"
      "                                                                    AC    1 of 1      1      --seed 7 --case 5\n"
      "                                                                    BC    1 of 1      1      --seed 7 --case 5\n"
      "3 open questions, all candidates that answered agree on 1\n");
}

TEST(DisagreementTable, where_all_agree_says_so) {
  EXPECT_EQ(disagreement_table(Disagreements(), domain(), 1),
            "answers to what Direct3D leaves open, in cases; none of them is a finding\n"
            "0 open questions, all candidates that answered agree on 0\n");
  Disagreements disagreements;
  count(disagreements, "DT-019"_rule, {false, false}, 6);
  EXPECT_EQ(disagreement_table(disagreements, domain(), 1),
            "answers to what Direct3D leaves open, in cases; none of them is a finding\n"
            "1 open question, all candidates that answered agree on 1\n");
}

TEST(DisagreementJson, has_every_stage_and_the_values_that_differ) {
  Disagreements disagreements;
  count(disagreements, "DT-009"_rule, {true, true}, 5);
  count(disagreements, "DT-019"_rule, {true, false}, 6);
  EXPECT_EQ(boost::json::serialize(disagreement_json(disagreements, domain())),
            R"([{"rule":"DT-009","class":"ambiguous","stage":"serialize",)"
            R"("answers":[{"accepted":1,"rejected":0},{"accepted":1,"rejected":0}],)"
            R"("pairs":[{"candidates":["A","B"],"compared":1,"differing":0,"alone":0}]},)"
            R"({"rule":"DT-009","class":"ambiguous","value":"cost","answers":[{"reported":1},{"reported":1}],)"
            R"("pairs":[{"candidates":["A","B"],"compared":1,"differing":1,"alone":1,"case_index":"5"}]},)"
            R"({"rule":"DT-019","class":"advisory","stage":"serialize",)"
            R"("answers":[{"accepted":1,"rejected":0},{"accepted":0,"rejected":1}],)"
            R"("pairs":[{"candidates":["A","B"],"compared":1,"differing":1,"alone":1,"case_index":"6"}]}])");
}

}  // namespace
}  // namespace d3d12fuzz
