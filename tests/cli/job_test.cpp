#include "cli/job.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <stdexcept>

#include "base/archive.h"
#include "base/error.h"
#include "candidates/builtin/builtin.h"
#include "candidates/in_process.h"
#include "domains/root_signature/domain.h"

namespace d3d12fuzz {
namespace {

constexpr std::uint64_t kSeed = 3;

Opened open_builtin(builtin::Fault fault) {
  Opened opened;
  opened.candidates.push_back(
      std::make_unique<InProcessCandidate>(builtin::make_builtin(fault), Provenance{.name = "builtin"}));
  return opened;
}

RoundResult share_of(builtin::Fault fault, std::uint64_t begin, std::uint64_t end, unsigned number, unsigned jobs) {
  const Opened opened = open_builtin(fault);
  Examiner examiner(root_signature::domain(), *opened.candidates.front());
  SharedState shared;
  return examine_share(examiner, kSeed, begin, end, number, jobs, shared);
}

/// What a round gave of its one candidate.
const CandidateRound& only(const RoundResult& result) {
  EXPECT_EQ(result.candidates.size(), 1u);
  return result.candidates.front();
}

std::vector<std::string> texts(const CandidateRound& result) {
  std::vector<std::string> all;
  for (const Detection& detection : result.detections) {
    all.push_back(detection.signature.text() + ", case " + std::to_string(detection.case_index) + ", weight " +
                  std::to_string(detection.weight) + ", shape " + std::to_string(detection.shape));
  }
  return all;
}

void expect_equal(const CandidateRound& a, const CandidateRound& b) {
  EXPECT_EQ(texts(a), texts(b));
  EXPECT_EQ(a.tally.cases, b.tally.cases);
  EXPECT_TRUE(std::equal(std::begin(a.tally.by_class), std::end(a.tally.by_class), std::begin(b.tally.by_class)));
  EXPECT_EQ(a.tally.unsupported, b.tally.unsupported);
  EXPECT_EQ(a.tally.not_compared, b.tally.not_compared);
  EXPECT_EQ(a.tally.tolerated, b.tally.tolerated);
  EXPECT_EQ(a.tally.differing, b.tally.differing);
  EXPECT_EQ(a.tally.known, b.tally.known);
  EXPECT_EQ(a.tally.unknown, b.tally.unknown);
  EXPECT_EQ(a.tally.coverage.met, b.tally.coverage.met);
  EXPECT_EQ(a.tally.coverage.broken, b.tally.coverage.broken);
  EXPECT_EQ(a.known, b.known);
}

void expect_equal(const RoundResult& a, const RoundResult& b) {
  ASSERT_EQ(a.candidates.size(), b.candidates.size());
  for (std::size_t k = 0; k < a.candidates.size(); ++k) expect_equal(a.candidates[k], b.candidates[k]);
  EXPECT_EQ(to_archive(a.disagreements), to_archive(b.disagreements));
}

TEST(Shares, merged_give_what_one_job_alone_gives) {
  for (const builtin::Fault fault : {builtin::Fault::none, builtin::Fault::overlap_within_table_unchecked,
                                     builtin::Fault::overlap_ignores_space, builtin::Fault::lookup_ignores_offset}) {
    const RoundResult whole = share_of(fault, 0, 4000, 0, 1);
    EXPECT_EQ(only(whole).tally.cases, 4000u);
    EXPECT_EQ(only(whole).detections.empty(), fault == builtin::Fault::none);
    for (const unsigned jobs : {1u, 2u, 3u}) {
      std::vector<RoundResult> shares;
      for (unsigned number = 0; number < jobs; ++number) shares.push_back(share_of(fault, 0, 4000, number, jobs));
      SCOPED_TRACE(std::to_string(jobs) + " jobs");
      expect_equal(merge(std::move(shares)), whole);
    }
  }
}

TEST(Shares, are_dealt_out_in_blocks) {
  EXPECT_EQ(only(share_of(builtin::Fault::none, 0, 2 * kBlock, 0, 2)).tally.cases, kBlock);
  EXPECT_EQ(only(share_of(builtin::Fault::none, 0, 2 * kBlock, 1, 2)).tally.cases, kBlock);
  EXPECT_EQ(only(share_of(builtin::Fault::none, 0, kBlock, 1, 2)).tally.cases, 0u);
  EXPECT_EQ(only(share_of(builtin::Fault::none, kBlock - 1, kBlock + 3, 0, 2)).tally.cases, 1u);
  EXPECT_EQ(only(share_of(builtin::Fault::none, kBlock - 1, kBlock + 3, 1, 2)).tally.cases, 3u);
  EXPECT_EQ(only(share_of(builtin::Fault::none, 7, 7, 0, 1)).tally.cases, 0u);
}

TEST(Shares, a_round_has_each_case_once_wherever_it_begins) {
  std::vector<RoundResult> parts;
  parts.push_back(share_of(builtin::Fault::zero_count_accepted, 0, 700, 0, 1));
  parts.push_back(share_of(builtin::Fault::zero_count_accepted, 700, 1500, 0, 1));
  expect_equal(merge(std::move(parts)), share_of(builtin::Fault::zero_count_accepted, 0, 1500, 0, 1));
}

TEST(Shares, detections_are_in_the_order_of_cases_and_bounded) {
  const CandidateRound result = only(share_of(builtin::Fault::zero_count_accepted, 0, 4000, 0, 1));
  ASSERT_FALSE(result.detections.empty());
  EXPECT_TRUE(std::is_sorted(result.detections.begin(), result.detections.end(),
                             [](const Detection& a, const Detection& b) { return a.case_index < b.case_index; }));
  const auto of_serialize = std::count_if(result.detections.begin(), result.detections.end(), [](const Detection& d) {
    return d.signature.text() == "accepts-illegal DT-002 at serialize";
  });
  EXPECT_EQ(of_serialize, kShrinkStarts);
  EXPECT_GT(result.tally.differing, kShrinkStarts);
}

TEST(Shares, known_differences_are_counted_and_not_detected) {
  const KnownDifferences known = KnownDifferences::parse(
      "accepts-illegal DT-005 at serialize\t\tx\naccepts-illegal DT-002 at serialize\t\tx\n", "known.tsv");
  const auto share_with = [&](unsigned number, unsigned jobs) {
    const Opened opened = open_builtin(builtin::Fault::zero_count_accepted);
    Examiner examiner(root_signature::domain(), *opened.candidates.front());
    SharedState shared;
    return examine_share(examiner, kSeed, 0, 4000, number, jobs, shared, known);
  };
  const CandidateRound whole = only(share_with(0, 1));
  ASSERT_EQ(whole.known.size(), 2u);
  EXPECT_EQ(whole.known[0], 0u);
  EXPECT_GT(whole.known[1], kShrinkStarts);
  EXPECT_EQ(whole.tally.known, whole.known[1]);
  EXPECT_EQ(whole.tally.differing, whole.tally.known);
  // The same cases show it at create, but for those that cost too much.
  EXPECT_GT(whole.tally.unknown, whole.tally.differing * 9 / 10);
  for (const Detection& detection : whole.detections) EXPECT_EQ(detection.signature.stage, Stage::create);
  expect_equal(only(merge({share_with(0, 2), share_with(1, 2)})), whole);
}

/// Dies of every second case, as a library might.
class Dying final : public Candidate {
 public:
  const Provenance& provenance() const override { return provenance_; }
  bool supports(const Domain&) const override { return true; }
  bool takes_undefined() const override { return true; }
  void evaluate(const Domain&, std::span<const Case* const> cases, std::span<Outcome> outcomes) override {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      outcomes[i].clear();
      if (++asked_ % 2 != 0) continue;
      outcomes[i].at(Stage::create).status = Status::crashed;
      outcomes[i].crash = Crash{.what = "SIGSEGV", .message = "", .frames = {"libfoo.so+0x12"}};
    }
  }

 private:
  Provenance provenance_{.name = "dying"};
  std::uint64_t asked_ = 0;
};

TEST(Shares, a_known_crash_of_every_second_case_is_counted) {
  const KnownDifferences known = KnownDifferences::parse("crash libfoo.so+0x12 at create\t\tx\n", "known.tsv");
  Dying candidate;
  Examiner examiner(root_signature::domain(), candidate);
  SharedState shared;
  const CandidateRound result = only(examine_share(examiner, kSeed, 0, 1000, 0, 1, shared, known));
  EXPECT_EQ(result.known, std::vector<std::uint64_t>{500});
  EXPECT_EQ(result.tally.unknown, 0u);
  EXPECT_TRUE(result.detections.empty());
}

TEST(Shares, a_stop_is_heeded) {
  const Opened opened = open_builtin(builtin::Fault::none);
  Examiner examiner(root_signature::domain(), *opened.candidates.front());
  SharedState shared;
  examine_share(examiner, kSeed, 0, 100, 0, 1, shared);
  EXPECT_EQ(shared.cases_done, 100u);
  shared.stop = true;
  EXPECT_EQ(only(examine_share(examiner, kSeed, 0, 100, 0, 1, shared)).tally.cases, 0u);
  EXPECT_EQ(shared.cases_done, 100u);
}

/// Has a fault, and cannot be asked any more after some cases.
class Going final : public Candidate {
 public:
  explicit Going(std::uint64_t cases) : left_(cases) {}
  const Provenance& provenance() const override { return inner_.provenance(); }
  bool supports(const Domain&) const override { return true; }
  bool takes_undefined() const override { return true; }
  void evaluate(const Domain& domain, std::span<const Case* const> cases, std::span<Outcome> outcomes) override {
    const std::size_t size = std::min<std::size_t>(left_, cases.size());
    left_ -= size;
    inner_.evaluate(domain, cases.first(size), outcomes.first(size));
    if (size < cases.size()) throw CandidateGone("gone", size);
  }

 private:
  std::uint64_t left_;
  InProcessCandidate inner_{builtin::make_builtin(builtin::Fault::zero_count_accepted), {.name = "builtin"}};
};

TEST(Shares, of_a_candidate_that_goes_are_what_was_examined_before) {
  Going candidate(100);
  Examiner examiner(root_signature::domain(), candidate);
  SharedState shared;
  const RoundResult result = examine_share(examiner, kSeed, 0, 4000, 0, 1, shared);
  EXPECT_EQ(result.ended_by, "gone, when cases 100 to 111 were examined");
  EXPECT_TRUE(shared.stop) << "the other jobs go on";
  expect_equal(only(result), only(share_of(builtin::Fault::zero_count_accepted, 0, 100, 0, 1)));
  EXPECT_FALSE(only(result).detections.empty());
  const RoundResult whole = share_of(builtin::Fault::zero_count_accepted, 256, 512, 0, 1);
  const RoundResult merged = merge({whole, result});
  EXPECT_EQ(merged.ended_by, result.ended_by);
  EXPECT_EQ(only(merged).tally.cases, 100u + 256u);
}

class SharesOfSeveral : public testing::Test {
 protected:
  RoundResult share(unsigned number, unsigned jobs) {
    return examine_share(examiner_, kSeed, 0, 4000, number, jobs, shared_);
  }

  InProcessCandidate first_{builtin::make_builtin(builtin::Fault::lookup_keeps_base), {.name = "builtin"}};
  InProcessCandidate second_{builtin::make_builtin(builtin::Fault::zero_count_accepted), {.name = "builtin"}};
  Examiner examiner_{root_signature::domain(), std::vector<Candidate*>{&first_, &second_}, nullptr};
  SharedState shared_;
};

TEST_F(SharesOfSeveral, hold_for_each_candidate_what_it_gives_alone) {
  const RoundResult both = share(0, 1);
  ASSERT_EQ(both.candidates.size(), 2u);
  expect_equal(both.candidates[0], only(share_of(builtin::Fault::lookup_keeps_base, 0, 4000, 0, 1)));
  expect_equal(both.candidates[1], only(share_of(builtin::Fault::zero_count_accepted, 0, 4000, 0, 1)));
  EXPECT_EQ(shared_.cases_done, 4000u);
}

TEST_F(SharesOfSeveral, merged_give_what_one_job_alone_gives) {
  const RoundResult whole = share(0, 1);
  EXPECT_FALSE(whole.disagreements.rows().empty());
  expect_equal(merge({share(0, 3), share(1, 3), share(2, 3)}), whole);
}

TEST_F(SharesOfSeveral, count_where_the_candidates_answer_an_open_case_differently) {
  const RoundResult round = share(0, 1);
  const auto slot = key_of(root_signature::domain().observable_fields(), "lookups[0].slot");
  ASSERT_TRUE(slot);
  // DT-019: a table without ranges is accepted by both; where a lookup then ends up is said by no rule.
  const OpenRow& values = round.disagreements.rows().at({"DT-019"_rule, true, slot->field});
  EXPECT_GT(values.answers[0].reported, 0u);
  EXPECT_EQ(values.answers[0].reported, values.answers[1].reported);
  EXPECT_EQ(values.pairs[0].compared, values.answers[0].reported);
  EXPECT_GT(values.pairs[0].differing, 0u);
  EXPECT_GT(values.pairs[0].alone, 0u);
  EXPECT_EQ(values.pairs[0].example_rules, 1u);
  const OpenRow& answers = round.disagreements.rows().at({"DT-019"_rule, false, static_cast<unsigned>(Stage::create)});
  EXPECT_GT(answers.pairs[0].compared, 0u);
  EXPECT_EQ(answers.pairs[0].differing, 0u);
}

TEST(Jobs, give_over_a_socket_what_the_share_gives_in_process) {
  SharedState shared;
  const auto open = [](const StopFunction&) { return open_builtin(builtin::Fault::lookup_keeps_base); };
  Job job(root_signature::domain(), open, kSeed, 1, 2, shared);
  for (const std::uint64_t begin : {0u, 1000u}) {
    job.start(begin, begin + 1000);
    expect_equal(job.finish(), share_of(builtin::Fault::lookup_keeps_base, begin, begin + 1000, 1, 2));
  }
}

TEST(Jobs, give_over_how_often_known_differences_showed) {
  SharedState shared;
  const KnownDifferences known =
      KnownDifferences::parse("accepts-illegal DT-002 at serialize\t\tx\nhang x at create\t\tx\n", "known.tsv");
  Job job(
      root_signature::domain(), [](const StopFunction&) { return open_builtin(builtin::Fault::zero_count_accepted); },
      kSeed, 0, 1, shared, known);
  job.start(0, 1000);
  const CandidateRound result = only(job.finish());
  ASSERT_EQ(result.known.size(), 2u);
  EXPECT_EQ(result.known[0], result.tally.differing);
  EXPECT_EQ(result.known[1], 0u);
}

TEST(Jobs, hand_on_what_is_wrong_with_their_candidate) {
  SharedState shared;
  const auto open = [](const StopFunction&) -> Opened { throw InputError("no such library"); };
  Job job(root_signature::domain(), open, kSeed, 0, 1, shared);
  job.start(0, 10);
  try {
    job.finish();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "no such library");
  }
}

TEST(Jobs, are_stopped_while_a_candidate_is_awaited) {
  SharedState* const shared =
      new (mmap(nullptr, sizeof(SharedState), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) SharedState;
  const auto open = [](const StopFunction& stop) -> Opened {
    while (!stop()) usleep(1000);
    throw Stopped();
  };
  Job job(root_signature::domain(), open, kSeed, 0, 1, *shared);
  job.start(0, 10);
  shared->stop = true;
  const RoundResult result = job.finish();
  EXPECT_TRUE(result.candidates.empty());
  EXPECT_EQ(result.ended_by, "");
  munmap(shared, sizeof(SharedState));
}

TEST(Jobs, one_that_dies_is_noticed) {
  SharedState shared;
  const auto open = [](const StopFunction&) -> Opened { _exit(3); };
  Job job(root_signature::domain(), open, kSeed, 0, 1, shared);
  job.start(0, 10);
  try {
    job.finish();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const InputError&) {
    ADD_FAILURE() << "a job that dies is no bad input";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "a job process died; with a candidate in process, try --isolation worker");
  }
}

}  // namespace
}  // namespace d3d12fuzz
