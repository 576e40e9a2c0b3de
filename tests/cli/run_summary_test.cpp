#include "cli/run_summary.h"

#include <gtest/gtest.h>

#include "base/json_text.h"
#include "candidates/candidate.h"
#include "domains/root_signature/domain.h"

namespace d3d12fuzz {
namespace {

/// Serializes whatever it is given, as an implementation that does not validate.
class Accepting final : public Candidate {
 public:
  explicit Accepting(Tolerances tolerances) : tolerances_(tolerances) {}

  const Provenance& provenance() const override { return provenance_; }
  bool supports(const Domain&) const override { return true; }
  bool takes_undefined() const override { return true; }
  Tolerances tolerances() const override { return tolerances_; }
  void evaluate(const Domain&, std::span<const Case* const> cases, std::span<Outcome> outcomes) override {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      outcomes[i].clear();
      outcomes[i].at(Stage::serialize).status = Status::accepted;
    }
  }

 private:
  Tolerances tolerances_;
  Provenance provenance_{.name = "accepting"};
};

struct Ran {
  std::string text;
  boost::json::object json;
};

/// What is said of a run of 512 cases.
Ran run(Tolerances tolerances) {
  const CampaignOptions options = {.cases = 512};
  const Domain& domain = root_signature::domain();
  const auto open = [&](const StopFunction&) {
    Opened opened;
    opened.candidates.push_back(std::make_unique<Accepting>(tolerances));
    return opened;
  };
  Campaign campaign(domain, open, options);
  const CampaignResult result = campaign.run({});
  const KnownFlags known;
  const RunSummary summary = {
      .domain = domain, .campaign = campaign, .options = options, .result = result, .known = known};
  return {summary_text(summary), parse_json(summary_json(summary), "summary").as_object()};
}

TEST(RunSummary, what_is_by_design_is_counted_and_no_finding) {
  const Ran ran = run({.illegal = true});
  EXPECT_NE(ran.text.find("; tolerated by design "), std::string::npos) << ran.text;
  EXPECT_TRUE(ran.text.ends_with("no findings\n")) << ran.text;
  EXPECT_GT(ran.json.at("tolerated").as_int64(), 100);
  EXPECT_EQ(ran.json.at("differing"), 0);
}

TEST(RunSummary, of_a_candidate_that_tolerates_nothing_does_not_speak_of_it) {
  const Ran ran = run({});
  EXPECT_EQ(ran.text.find("tolerated"), std::string::npos) << ran.text;
  EXPECT_EQ(ran.json.if_contains("tolerated"), nullptr);
  EXPECT_GT(ran.json.at("differing").as_int64(), 100);
}

}  // namespace
}  // namespace d3d12fuzz
