#include "shrink/examiner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "domains/root_signature/domain.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using test::notation;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kLegal = "V=1.0 T[ALL](R(SRV,1,0,0,A))";
constexpr std::string_view kIllegal = "V=1.0 T[ALL](R(SRV,0,0,0,A))";                  // DT-002
constexpr std::string_view kUndefined = "V=1.2 S(0,0,ALL,Filter=0x15,U=1,Flags=0x2)";  // DT-076

/// Accepts all that it is given, and notes in which portions.
class Noting final : public Candidate {
 public:
  explicit Noting(bool takes_undefined) : takes_undefined_(takes_undefined) {}

  const Provenance& provenance() const override { return provenance_; }
  bool supports(const Domain&) const override { return true; }
  bool takes_undefined() const override { return takes_undefined_; }
  void evaluate(const Domain& domain, std::span<const Case* const> cases, std::span<Outcome> outcomes) override {
    portions.push_back(cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      root_signature::RootSignatureCase value;
      from_tree(domain.tree(*cases[i]), value);
      given.push_back(test::to_notation(value));
      outcomes[i].clear();
      outcomes[i].at(Stage::serialize).status = Status::accepted;
    }
  }

  Tolerances tolerances() const override { return tolerated; }

  Tolerances tolerated;
  std::vector<std::size_t> portions;
  std::vector<std::string> given;

 private:
  bool takes_undefined_;
  Provenance provenance_{.name = "noting"};
};

std::vector<std::unique_ptr<Case>> cases(std::initializer_list<std::string_view> texts) {
  std::vector<std::unique_ptr<Case>> made;
  for (const std::string_view text : texts)
    made.push_back(case_from_tree(root_signature::domain(), to_tree(notation(text))));
  return made;
}

std::span<const Examination> examine(Examiner& examiner, const std::vector<std::unique_ptr<Case>>& values) {
  std::vector<const Case*> pointers;
  for (const std::unique_ptr<Case>& value : values) pointers.push_back(value.get());
  return examiner.examine(pointers);
}

std::string written(std::string_view text) { return test::to_notation(notation(text)); }

TEST(Examiner, an_undefined_case_is_withheld_from_a_candidate_that_does_not_take_it) {
  Noting candidate(false);
  Examiner examiner(root_signature::domain(), candidate);
  const Examination& examination = examiner.examine(*cases({kUndefined})[0]);
  EXPECT_TRUE(examination.withheld);
  EXPECT_EQ(examination.expectation.scoring_class(), RuleClass::undefined);
  EXPECT_THAT(candidate.given, IsEmpty());
  EXPECT_EQ(examination.outcome.at(Stage::serialize).status, Status::not_reached);
  EXPECT_FALSE(examination.comparison.compared);
  EXPECT_THAT(examination.signatures(root_signature::domain()), IsEmpty());
}

TEST(Examiner, an_undefined_case_is_given_to_a_candidate_that_takes_it) {
  Noting candidate(true);
  Examiner examiner(root_signature::domain(), candidate);
  const Examination& examination = examiner.examine(*cases({kUndefined})[0]);
  EXPECT_FALSE(examination.withheld);
  EXPECT_THAT(candidate.given, ElementsAre(written(kUndefined)));
  EXPECT_EQ(examination.outcome.at(Stage::serialize).status, Status::accepted);
}

TEST(Examiner, what_is_withheld_leaves_the_others_of_its_batch_as_they_are) {
  Noting candidate(false);
  Examiner examiner(root_signature::domain(), candidate);
  const auto batch = cases({kLegal, kUndefined, kIllegal});
  const std::span<const Examination> examined = examine(examiner, batch);
  EXPECT_THAT(candidate.given, ElementsAre(written(kLegal), written(kIllegal)));
  EXPECT_EQ(examined[0].outcome.at(Stage::serialize).status, Status::accepted);
  EXPECT_THAT(examined[0].comparison.differences, IsEmpty());
  EXPECT_TRUE(examined[1].withheld);
  EXPECT_EQ(examined[1].outcome.at(Stage::serialize).status, Status::not_reached);
  ASSERT_EQ(examined[2].comparison.differences.size(), 1u);
  EXPECT_EQ(examined[2].comparison.differences[0].rule, "DT-002"_rule);
}

TEST(Examiner, a_batch_of_which_nothing_is_withheld_is_given_whole) {
  for (const bool takes_undefined : {false, true}) {
    Noting candidate(takes_undefined);
    Examiner examiner(root_signature::domain(), candidate);
    const auto batch = cases({kLegal, takes_undefined ? kUndefined : kLegal, kIllegal});
    examine(examiner, batch);
    EXPECT_THAT(candidate.portions, ElementsAre(3));
  }
}

TEST(Examiner, a_withheld_case_has_no_outcome_of_the_case_before) {
  Noting candidate(false);
  Examiner examiner(root_signature::domain(), candidate);
  EXPECT_EQ(examiner.examine(*cases({kLegal})[0]).outcome.at(Stage::serialize).status, Status::accepted);
  const Examination& withheld = examiner.examine(*cases({kUndefined})[0]);
  EXPECT_TRUE(withheld.withheld);
  EXPECT_EQ(withheld.outcome.at(Stage::serialize).status, Status::not_reached);
  EXPECT_FALSE(examiner.examine(*cases({kLegal})[0]).withheld);
}

TEST(Examiner, what_a_candidate_does_by_design_is_no_difference) {
  Noting candidate(true);
  Examiner examiner(root_signature::domain(), candidate);
  EXPECT_FALSE(examiner.examine(*cases({kIllegal})[0]).comparison.tolerated);
  candidate.tolerated.illegal = true;
  const Examination& examination = examiner.examine(*cases({kIllegal})[0]);
  EXPECT_TRUE(examination.comparison.tolerated);
  EXPECT_THAT(examination.comparison.differences, IsEmpty());
}

TEST(Examiner, what_a_reference_does_by_design_is_no_verdict) {
  Noting candidate(true);
  Noting reference(true);
  Examiner examiner(root_signature::domain(), candidate, &reference);
  EXPECT_EQ(examiner.examine(*cases({kIllegal})[0]).expectation.at(Stage::serialize), Expected::accepted);
  reference.tolerated.illegal = true;
  EXPECT_EQ(examiner.examine(*cases({kIllegal})[0]).expectation.at(Stage::serialize), Expected::either);
}

TEST(Examiner, a_reference_that_does_not_take_undefined_cases_is_spared_too) {
  Noting candidate(true);
  Noting reference(false);
  Examiner examiner(root_signature::domain(), candidate, &reference);
  EXPECT_TRUE(examiner.examine(*cases({kUndefined})[0]).withheld);
  EXPECT_THAT(candidate.given, IsEmpty());
  EXPECT_THAT(reference.given, IsEmpty());
  examiner.examine(*cases({kLegal})[0]);
  EXPECT_THAT(candidate.given, ElementsAre(written(kLegal)));
  EXPECT_THAT(reference.given, ElementsAre(written(kLegal)));
}

TEST(Examiner, each_of_several_candidates_is_given_what_it_takes) {
  Noting takes_all(true);
  Noting takes_defined(false);
  Examiner examiner(root_signature::domain(), std::vector<Candidate*>{&takes_defined, &takes_all}, nullptr);
  const auto values = cases({kLegal, kUndefined, kIllegal});
  const std::span<const Examination> first = examine(examiner, values);
  const std::span<const Examination> second = examiner.examinations(1);
  EXPECT_EQ(examiner.candidates(), 2u);
  EXPECT_EQ(&examiner.candidate(1), &takes_all);
  EXPECT_EQ(first.data(), examiner.examinations(0).data());
  EXPECT_THAT(takes_defined.given, ElementsAre(written(kLegal), written(kIllegal)));
  EXPECT_THAT(takes_all.portions, ElementsAre(3u));
  ASSERT_EQ(second.size(), 3u);
  EXPECT_TRUE(first[1].withheld);
  EXPECT_FALSE(second[1].withheld);
  for (const std::span<const Examination> examinations : {first, second}) {
    EXPECT_THAT(examinations[0].comparison.differences, IsEmpty());
    EXPECT_EQ(examinations[1].expectation.scoring_class(), RuleClass::undefined);
    ASSERT_EQ(examinations[2].comparison.differences.size(), 1u);
    EXPECT_EQ(examinations[2].comparison.differences[0].rule, "DT-002"_rule);
  }
}

TEST(Examiner, the_reference_is_asked_once_for_all_candidates) {
  Noting first(false);
  Noting second(true);
  Noting reference(true);
  Examiner examiner(root_signature::domain(), std::vector<Candidate*>{&first, &second}, &reference);
  examine(examiner, cases({kLegal, kUndefined}));
  EXPECT_THAT(reference.given, ElementsAre(written(kLegal), written(kUndefined)));
  EXPECT_EQ(examiner.examinations(1)[1].expectation.at(Stage::serialize), Expected::accepted);
}

/// Accepts some cases, and cannot be asked any more then.
class Going final : public Candidate {
 public:
  explicit Going(std::size_t cases) : left_(cases) {}

  const Provenance& provenance() const override { return provenance_; }
  bool supports(const Domain&) const override { return true; }
  bool takes_undefined() const override { return false; }
  void evaluate(const Domain&, std::span<const Case* const> cases, std::span<Outcome> outcomes) override {
    for (std::size_t i = 0; i < cases.size(); ++i, --left_) {
      if (left_ == 0) throw CandidateGone("gone", i);
      outcomes[i].clear();
      outcomes[i].at(Stage::serialize).status = Status::accepted;
    }
  }

 private:
  std::size_t left_;
  Provenance provenance_{.name = "going"};
};

TEST(Examiner, what_was_evaluated_before_a_candidate_went_is_there) {
  for (const std::string_view second : {kIllegal, kUndefined}) {
    Noting before(false);
    Going going(2);
    Noting after(false);
    Examiner examiner(root_signature::domain(), std::vector<Candidate*>{&before, &going, &after}, nullptr);
    EXPECT_THROW(examine(examiner, cases({kIllegal, second, kIllegal, kIllegal})), CandidateGone);
    const std::size_t examined = second == kUndefined ? 3 : 2;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::span<const Examination> examinations = examiner.examinations(k);
      ASSERT_EQ(examinations.size(), examined);
      EXPECT_EQ(examinations[0].comparison.differences.size(), 1u);
      EXPECT_EQ(examinations[1].withheld, second == kUndefined);
    }
    EXPECT_EQ(after.given.size(), 2u);
    EXPECT_THROW(examine(examiner, cases({kLegal})), CandidateGone);
    EXPECT_THAT(examiner.examinations(0), IsEmpty());
  }
}

}  // namespace
}  // namespace d3d12fuzz
