#include "fuzzing/fuzz_target.h"

#include <gtest/gtest.h>

#include "candidates/builtin/builtin.h"
#include "candidates/in_process.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using builtin::Fault;

class Target {
 public:
  explicit Target(Fault fault, std::string_view known = "")
      : target_(domain(),
                std::make_unique<InProcessCandidate>(builtin::make_builtin(fault), Provenance{.name = "builtin"}),
                KnownDifferences::parse(known, "known"), counters_) {}

  void test(std::string_view notation) {
    std::vector<std::uint8_t> bytes;
    domain().encode(*case_from_tree(domain(), to_tree(test::notation(notation))), bytes);
    target_.test(bytes);
  }

  /// Cases with and against a rule since the counters were last reset: 0 or 1.
  int met(RuleId id) const { return counters_[2 * static_cast<std::size_t>(id)]; }
  int run_into(RuleId id) const { return counters_[2 * static_cast<std::size_t>(id) + 1]; }

  static const Domain& domain() { return *find_domain("root_signature"); }

 private:
  std::array<std::uint8_t, kRuleCounters> counters_{};
  FuzzTarget target_;
};

TEST(FuzzTarget, returns_where_nothing_differs) {
  Target target(Fault::none);
  target.test("V=1.0 T[ALL](R(SRV,1,0,0,A))");
  target.test("V=1.0 T[ALL](R(SRV,0,0,0,A))");
}

TEST(FuzzTargetDeathTest, aborts_with_the_signature_both_verdicts_and_the_case) {
  Target target(Fault::zero_count_accepted);
  EXPECT_DEATH(target.test("V=1.0 T[ALL](R(SRV,0,0,0,A))"),
               "Assertion failure: accepts-illegal DT-002 at serialize\n"
               "rule       A count of zero is invalid; native returns E_INVALIDARG.\n"
               "expected   rejected at serialize\n"
               "got        serialize accepted, deserialize accepted, create accepted\n"
               "// root signature version 1.0\n"
               "DescriptorTable\\(SRV\\(t0, numDescriptors = 0\\)\\)");
}

TEST(FuzzTargetDeathTest, says_what_kind_of_difference_it_is) {
  EXPECT_DEATH(Target(Fault::unbounded_must_be_last).test("V=1.0 T[ALL](R(SRV,U,0,0,A),R(SRV,1,0,1,0))"),
               "Assertion failure: rejects-legal at serialize\n"
               "expected   accepted at serialize\n"
               "got        serialize rejected \\(E_INVALIDARG\\)");
  EXPECT_DEATH(Target(Fault::unbounded_size_is_finite).test("V=1.0 T[ALL](R(SRV,U,0,0,A))"),
               "Assertion failure: wrong-value parameters\\[\\].table_size at create\n"
               "expected   parameters\\[0\\].table_size = unbounded\n"
               "got        parameters\\[0\\].table_size = 0xFFFFFFFF");
}

/// Accepts everything, and leaves another locale behind.
class Misbehaving final : public Candidate {
 public:
  const Provenance& provenance() const override { return provenance_; }
  bool supports(const Domain&) const override { return true; }
  bool takes_undefined() const override { return true; }
  void evaluate(const Domain&, std::span<const Case* const> cases, std::span<Outcome> outcomes) override {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      outcomes[i].clear();
      outcomes[i].at(Stage::serialize).status = Status::accepted;
      outcomes[i].conduct = bit_of(Conduct::locale);
    }
  }

 private:
  Provenance provenance_{.name = "misbehaving"};
};

TEST(FuzzTargetDeathTest, says_how_a_call_should_have_left_the_process) {
  std::array<std::uint8_t, kRuleCounters> counters{};
  FuzzTarget target(Target::domain(), std::make_unique<Misbehaving>(), {}, counters);
  EXPECT_DEATH(target.test({}),
               "Assertion failure: misconduct changes-the-locale at serialize\n"
               "expected   the locale as before the call\n"
               "got        serialize accepted; changes the locale\n");
}

TEST(FuzzTargetDeathTest, decodes_any_bytes) {
  EXPECT_DEATH(Target(Fault::zero_count_accepted).test("V=1.0 T[ALL](R(SRV,0,0,0,A))"), "Assertion failure");
  std::array<std::uint8_t, kRuleCounters> counters{};
  FuzzTarget target(Target::domain(),
                    std::make_unique<InProcessCandidate>(builtin::make_builtin(Fault::none), Provenance{}), {},
                    counters);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    ChoiceSource choices(seed, 0);
    std::vector<std::uint8_t> bytes(choices.below(300));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(choices.bits32());
    target.test(bytes);
  }
}

TEST(FuzzTargetDeathTest, passes_over_known_differences_and_no_others) {
  constexpr std::string_view known =
      "accepts-illegal DT-002 at serialize\t\tknown\n"
      "accepts-illegal DT-002 at create\t\tknown\n";
  Target target(Fault::zero_count_accepted, known);
  target.test("V=1.0 T[ALL](R(SRV,0,0,0,A))");
  Target other(Fault::visibility_8_accepted, known);
  EXPECT_DEATH(other.test("V=1.0 T[8](R(SRV,1,0,0,A))"), "Assertion failure: accepts-illegal DT-032 at serialize");
}

TEST(FuzzTarget, counts_rules_that_are_met_and_rules_that_are_run_into) {
  Target target(Fault::none);
  EXPECT_EQ(target.met("DT-002"_rule), 0);
  target.test("V=1.0 T[ALL](R(SRV,1,0,0,A))");
  EXPECT_EQ(target.met("DT-002"_rule), 1);
  EXPECT_EQ(target.run_into("DT-002"_rule), 0);
  target.test("V=1.0 T[ALL](R(SRV,0,0,0,A))");
  EXPECT_EQ(target.run_into("DT-002"_rule), 1);
}

}  // namespace
}  // namespace d3d12fuzz
