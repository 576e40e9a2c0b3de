#include "cli/run_summary.h"

#include <gtest/gtest.h>

#include "base/json_text.h"
#include "candidates/candidate.h"
#include "domains/root_signature/domain.h"

namespace d3d12fuzz {
namespace {

/// Answers alike whatever it is given.
class Same final : public Candidate {
 public:
  explicit Same(StageOutcome answer, Tolerances tolerances = {}) : answer_(answer), tolerances_(tolerances) {}

  const Provenance& provenance() const override { return provenance_; }
  bool supports(const Domain&) const override { return true; }
  bool takes_undefined() const override { return true; }
  Tolerances tolerances() const override { return tolerances_; }
  void evaluate(const Domain&, std::span<const Case* const> cases, std::span<Outcome> outcomes) override {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      outcomes[i].clear();
      outcomes[i].at(Stage::serialize) = answer_;
    }
  }

 private:
  StageOutcome answer_;
  Tolerances tolerances_;
  Provenance provenance_{.name = "same"};
};

struct Ran {
  std::string text;
  boost::json::object json;
};

/// What is said of a run of 512 cases.
Ran run(const Same& candidate) {
  const CampaignOptions options = {.cases = 512};
  const Domain& domain = root_signature::domain();
  const auto open = [&](const StopFunction&) {
    Opened opened;
    opened.candidates.push_back(std::make_unique<Same>(candidate));
    return opened;
  };
  Campaign campaign(domain, open, options);
  const CampaignResult result = campaign.run({});
  const KnownFlags known;
  const RunSummary summary = {
      .domain = domain, .campaign = campaign, .options = options, .result = result, .known = known};
  return {summary_text(summary), parse_json(summary_json(summary), "summary").as_object()};
}

/// As an implementation that does not validate.
Same accepting(Tolerances tolerances) { return Same({Status::accepted, 0}, tolerances); }

TEST(RunSummary, what_is_by_design_is_counted_and_no_finding) {
  const Ran ran = run(accepting({.illegal = true}));
  EXPECT_NE(ran.text.find("; tolerated by design "), std::string::npos) << ran.text;
  EXPECT_TRUE(ran.text.ends_with("no findings\n")) << ran.text;
  EXPECT_GT(ran.json.at("tolerated").as_int64(), 100);
  EXPECT_EQ(ran.json.at("differing"), 0);
}

TEST(RunSummary, of_a_candidate_that_tolerates_nothing_does_not_speak_of_it) {
  const Ran ran = run(accepting({}));
  EXPECT_EQ(ran.text.find("tolerated"), std::string::npos) << ran.text;
  EXPECT_EQ(ran.json.if_contains("tolerated"), nullptr);
  EXPECT_GT(ran.json.at("differing").as_int64(), 100);
}

TEST(RunSummary, of_a_candidate_that_supports_nothing_says_so_and_where_to_look) {
  const Ran ran = run(Same({Status::unsupported, -1}));
  EXPECT_NE(ran.text.find(
                "WARNING: more than half of the cases could not be judged; this run says little.\n"
                "  most often the candidate does not support serialize: 512 of 512 cases, the first is case 0\n"
                "  its answer: d3d12fuzz show --domain root_signature --seed 1 --case 0 --as json > case.json, then\n"
                "              d3d12fuzz replay case.json with the same --candidate\n"),
            std::string::npos)
      << ran.text;
}

}  // namespace
}  // namespace d3d12fuzz
