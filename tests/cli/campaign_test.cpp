// A campaign that goes on from the state of another gives what one that was never stopped gives.

#include "cli/campaign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/archive.h"
#include "candidates/registry.h"
#include "domains/root_signature/domain.h"
#include "report/finding_json.h"

namespace d3d12fuzz {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

Opened open_faulty(const std::vector<std::string>& faults) {
  Opened opened;
  for (const std::string& fault : faults) {
    opened.candidates.push_back(open_candidate("builtin", {.fault = fault, .isolation = Isolation::in_process}));
  }
  return opened;
}

struct Told {
  CampaignResult result;
  std::vector<std::string> findings;  ///< as JSON, all candidates
  std::vector<std::string> told;      ///< signatures, with the number of the candidate
  std::vector<CampaignState> states;
};

Told run(const std::vector<std::string>& faults, const CampaignOptions& options, const CampaignState* from = nullptr) {
  Campaign campaign(root_signature::domain(), [&](const StopFunction&) { return open_faulty(faults); }, options);
  Told told;
  CampaignEvents events;
  events.finding = [&](std::size_t candidate, const Finding& finding) {
    told.told.push_back(std::to_string(candidate) + " " + finding.signature.text());
  };
  events.round_done = [&](const CampaignState& state) {
    told.states.push_back(from_archive<CampaignState>(to_archive(state)));
  };
  told.result = campaign.run(events, from);
  for (std::size_t k = 0; k < campaign.candidates(); ++k) {
    for (const Finding* finding : campaign.findings(k)) told.findings.push_back(finding_json(*finding));
  }
  return told;
}

/// What is the same however often a campaign was stopped.
std::string counted(CampaignResult result) {
  result.seconds = 0;
  return to_archive(result);
}

void expect_equal_from_every_state(const std::vector<std::string>& faults, const CampaignOptions& options,
                                   std::size_t rounds) {
  const Told whole = run(faults, options);
  ASSERT_FALSE(whole.findings.empty());
  ASSERT_THAT(whole.states, SizeIs(rounds));
  for (std::size_t i = 0; i < rounds; ++i) {
    SCOPED_TRACE("after round " + std::to_string(i));
    CampaignOptions with_other_jobs = options;
    with_other_jobs.jobs = 1 + i % 2;
    const Told rest = run(faults, with_other_jobs, &whole.states[i]);
    EXPECT_EQ(counted(rest.result), counted(whole.result));
    EXPECT_EQ(rest.findings, whole.findings);
    EXPECT_THAT(rest.states, SizeIs(rounds - 1 - i));
    std::vector<std::string> told(whole.told.begin(), whole.told.end() - rest.told.size());
    EXPECT_EQ(told.size(), whole.states[i].told[0].size() + (faults.size() > 1 ? whole.states[i].told[1].size() : 0));
    told.insert(told.end(), rest.told.begin(), rest.told.end());
    EXPECT_EQ(told, whole.told) << "each finding is told once";
  }
}

TEST(CampaignState, of_any_round_leads_to_the_same_end) {
  expect_equal_from_every_state({"overlap-ignores-space"}, {.cases = 4000, .keep_going = true}, 4);
}

TEST(CampaignState, holds_several_candidates) {
  expect_equal_from_every_state({"lookup-keeps-base", "zero-count-accepted"}, {.cases = 4000, .keep_going = true}, 4);
}

TEST(CampaignState, holds_what_is_known) {
  CampaignOptions options{.cases = 4000, .keep_going = true};
  options.known = KnownDifferences::parse("accepts-illegal DT-002 at create\t\tx\n", "known.tsv");
  expect_equal_from_every_state({"lookup-keeps-base", "zero-count-accepted"}, options, 4);
}

TEST(CampaignState, of_a_campaign_at_its_end_runs_no_further_case) {
  expect_equal_from_every_state({"zero-count-accepted"}, {.cases = 100'000}, 1);
}

TEST(CampaignState, of_a_campaign_whose_rules_are_covered_runs_no_further_case) {
  const CampaignOptions options{.cases = 100'000, .keep_going = true, .until_covered = true};
  const Told whole = run({"zero-count-accepted"}, options);
  ASSERT_FALSE(whole.states.empty());
  const Told rest = run({"zero-count-accepted"}, options, &whole.states.back());
  EXPECT_EQ(counted(rest.result), counted(whole.result));
  EXPECT_THAT(rest.told, IsEmpty());
}

TEST(CampaignState, time_that_was_spent_counts) {
  CampaignOptions options{.time = std::chrono::seconds(1000), .keep_going = true};
  CampaignOptions few = options;
  few.cases = 512;
  CampaignState state = run({"zero-count-accepted"}, few).states.at(0);
  EXPECT_GT(state.spent_seconds, 0);
  state.spent_seconds = 1000;
  const Told rest = run({"zero-count-accepted"}, options, &state);
  EXPECT_EQ(rest.result.cases().cases, 512u);
  EXPECT_THAT(rest.findings, SizeIs(1));
}

}  // namespace
}  // namespace d3d12fuzz
