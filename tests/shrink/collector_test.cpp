#include "shrink/collector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "candidates/builtin/builtin.h"
#include "candidates/in_process.h"
#include "candidates/stop.h"
#include "domains/root_signature/case.h"
#include "domains/root_signature/domain.h"
#include "domains/typed_domain.h"
#include "report/finding_json.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature;
using test::notation;
using testing::ElementsAre;
using testing::IsEmpty;

/// Answers as it is told to, in this process.
class FakeCandidate final : public Candidate {
 public:
  using Answer = std::function<void(const RootSignatureCase&, Outcome&)>;
  explicit FakeCandidate(Answer answer) : answer_(std::move(answer)) { provenance_.name = "fake"; }

  const Provenance& provenance() const override { return provenance_; }
  bool supports(const Domain&) const override { return true; }
  bool takes_undefined() const override { return true; }
  void evaluate(const Domain&, std::span<const Case* const> cases, std::span<Outcome> outcomes) override {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      outcomes[i].clear();
      answer_(TypedDomain<RootSignatureCase>::value_of(*cases[i]), outcomes[i]);
    }
  }

 private:
  Answer answer_;
  Provenance provenance_;
};

void answer_at_serialize(Outcome& out, bool accepts) {
  out.at(Stage::serialize).status = accepts ? Status::accepted : Status::rejected;
}

bool any_range(const RootSignatureCase& value, const std::function<bool(const DescriptorRange&)>& shows) {
  for (const RootParameter& parameter : value.parameters) {
    for (const DescriptorRange& range : ranges_of(parameter)) {
      if (shows(range)) return true;
    }
  }
  return false;
}

std::unique_ptr<Case> make(const RootSignatureCase& value) { return case_from_tree(domain(), to_tree(value)); }

std::unique_ptr<Case> generated(std::uint64_t seed, std::uint64_t index) {
  std::unique_ptr<Case> value = domain().make_case();
  ChoiceSource choices(seed, index);
  domain().generate(choices, *value);
  return value;
}

/// Everything between a candidate and its findings.
struct Hunt {
  explicit Hunt(FakeCandidate::Answer answer) : Hunt(std::make_unique<FakeCandidate>(std::move(answer))) {}
  explicit Hunt(builtin::Fault fault)
      : Hunt(std::make_unique<InProcessCandidate>(builtin::make_builtin(fault), Provenance{.name = "builtin"})) {}
  explicit Hunt(std::unique_ptr<Candidate> made, std::string_view known_differences = {})
      : candidate(std::move(made)), known(KnownDifferences::parse(known_differences, "known.tsv")) {}
  Hunt(FakeCandidate::Answer answer, std::string_view known_differences)
      : Hunt(std::make_unique<FakeCandidate>(std::move(answer)), known_differences) {}

  std::vector<Detection> detect(std::uint64_t index) {
    const std::unique_ptr<Case> value = generated(1, index);
    const Examination& examination = examiner.examine(*value);
    std::vector<Detection> detections;
    const Shape shape = shape_of(domain().tree(*value));
    for (const Signature& signature : examination.signatures(domain())) {
      if (known.match(signature, [&] { return shape; })) continue;
      detections.push_back({.signature = signature,
                            .case_index = index,
                            .weight = Finding::weight_of(examination.expectation),
                            .shape = hash_of(shape)});
    }
    return detections;
  }

  /// Examines generated cases and takes in what they show.
  /// \return detections
  std::size_t hunt(std::uint64_t begin, std::uint64_t end) {
    std::size_t count = 0;
    for (std::uint64_t index = begin; index < end; ++index) {
      for (const Detection& detection : detect(index)) {
        collector.add(detection);
        ++count;
      }
    }
    return count;
  }

  /// The first generated case from `begin` on that is detected with just this weight.
  std::optional<Detection> first_of_weight(std::uint64_t weight) {
    for (std::uint64_t index = 0; index < 20000; ++index) {
      for (const Detection& detection : detect(index)) {
        if (detection.weight == weight) return detection;
      }
    }
    return std::nullopt;
  }

  std::vector<std::string> signatures(bool final = true) const {
    std::vector<std::string> texts;
    for (const Finding* finding : collector.findings(final)) texts.push_back(finding->signature.text());
    return texts;
  }

  RootSignatureCase case_of(std::size_t finding) const {
    RootSignatureCase value;
    from_tree(collector.findings(true).at(finding)->tree, value);
    return value;
  }

  std::unique_ptr<Candidate> candidate;
  KnownDifferences known;
  Examiner examiner{domain(), *candidate};
  Collector collector{examiner, CollectorOptions{.seed = 1, .known = known}};
};

// ---- Findings of the built-in candidate's faults

TEST(Collector, a_faultless_candidate_has_no_findings) {
  Hunt hunt(builtin::Fault::none);
  EXPECT_EQ(hunt.hunt(0, 500), 0u);
  EXPECT_FALSE(hunt.collector.any());
  EXPECT_THAT(hunt.collector.findings(true), IsEmpty());
}

TEST(Collector, a_fault_is_found_once_with_its_smallest_case) {
  Hunt hunt(builtin::Fault::overlap_within_table_unchecked);
  EXPECT_GT(hunt.hunt(0, 400), 1u);
  ASSERT_THAT(hunt.signatures(), ElementsAre("accepts-illegal DT-023 at serialize"));
  const Finding& finding = *hunt.collector.findings(true)[0];
  EXPECT_EQ(hunt.case_of(0), notation("V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,0,A))"));
  EXPECT_THAT(finding.stages, ElementsAre(Stage::serialize, Stage::create));
  EXPECT_THAT(finding.rules, ElementsAre("DT-023"_rule));
  EXPECT_EQ(finding.weight(), 1u);
  EXPECT_EQ(finding.reproduced, 5u);
  EXPECT_EQ(finding.attempts, 5u);
  EXPECT_TRUE(finding.stable());
  EXPECT_TRUE(finding.minimal);
  EXPECT_EQ(finding.seed, 1u);
  EXPECT_EQ(finding.candidate.name, "builtin");
  EXPECT_EQ(finding.difference.rule, "DT-023"_rule);
  EXPECT_EQ(finding.outcome.at(Stage::serialize).status, Status::accepted);
}

TEST(Collector, keeps_the_index_of_the_first_case_that_showed_it) {
  Hunt hunt(builtin::Fault::overlap_within_table_unchecked);
  std::uint64_t first = 0;
  while (hunt.detect(first).empty()) ++first;
  hunt.hunt(first, first + 200);
  EXPECT_EQ(hunt.collector.findings(true).at(0)->case_index, first);
}

TEST(Collector, does_not_shrink_what_a_finding_explains) {
  Hunt hunt(builtin::Fault::zero_count_accepted);
  hunt.hunt(0, 1200);
  const std::size_t shrunk = hunt.collector.evaluations().size();
  hunt.hunt(1200, 2400);
  EXPECT_EQ(hunt.collector.evaluations().size(), shrunk);
  EXPECT_EQ(hunt.signatures().size(), 1u);
}

TEST(Collector, a_refused_legal_case_becomes_one_finding_without_rules) {
  Hunt hunt(builtin::Fault::first_offset_must_be_zero);
  hunt.hunt(0, 300);
  ASSERT_THAT(hunt.signatures(), ElementsAre("rejects-legal at serialize"));
  EXPECT_EQ(hunt.case_of(0), notation("V=1.0 T[ALL](R(SRV,1,0,0,1))"));
  EXPECT_THAT(hunt.collector.findings(true)[0]->rules, IsEmpty());
  EXPECT_EQ(hunt.collector.findings(true)[0]->shape,
            "parameters[], parameters[].descriptor_ranges[], "
            "parameters[].descriptor_ranges[].offset_in_descriptors_from_table_start given");
}

TEST(Collector, a_wrong_value_becomes_one_finding_a_field) {
  Hunt hunt(builtin::Fault::unbounded_size_is_finite);
  hunt.hunt(0, 300);
  ASSERT_THAT(hunt.signatures(), ElementsAre("wrong-value parameters[].table_size at create"));
  EXPECT_EQ(hunt.case_of(0), notation("V=1.0 T[ALL](R(SRV,U,0,0,A))"));
  EXPECT_EQ(hunt.collector.findings(true)[0]->difference.expected, kNoValue);
  EXPECT_EQ(hunt.collector.findings(true)[0]->difference.got, 0xFFFFFFFFu);
}

TEST(Collector, goes_on_from_what_another_had_collected) {
  for (const builtin::Fault fault : {builtin::Fault::overlap_ignores_space, builtin::Fault::unbounded_size_is_finite,
                                     builtin::Fault::sampler_mix_accepted}) {
    Hunt first(fault);
    first.hunt(0, 300);
    Hunt second(fault);
    second.collector.restore(first.collector.collected());
    ASSERT_FALSE(second.collector.findings(true).empty());
    for (Hunt* hunt : {&first, &second}) hunt->hunt(300, 900);
    const auto all = [](const Hunt& hunt) {
      std::vector<std::string> texts;
      for (const Finding* finding : hunt.collector.findings(true)) texts.push_back(finding_json(*finding));
      return texts;
    };
    EXPECT_EQ(all(second), all(first));
    EXPECT_EQ(second.signatures(false), first.signatures(false));
  }
}

TEST(Collector, a_second_run_finds_the_same) {
  const auto run = [] {
    Hunt hunt(builtin::Fault::sampler_mix_accepted);
    hunt.hunt(0, 300);
    return std::pair(hunt.signatures(), hunt.collector.evaluations());
  };
  EXPECT_EQ(run(), run());
}

TEST(Collector, tells_when_it_begins_to_shrink) {
  Hunt hunt(builtin::Fault::overlap_within_table_unchecked);
  std::vector<std::string> begun;
  hunt.collector.on_shrink = [&](const Signature& signature) { begun.push_back(signature.text()); };
  hunt.hunt(0, 600);
  ASSERT_FALSE(begun.empty());
  EXPECT_EQ(begun[0], "accepts-illegal DT-023 at serialize");
}

// ---- Rules that come together

bool mixes_samplers(const RootSignatureCase& value) {
  for (const RootParameter& parameter : value.parameters) {
    bool sampler = false;
    bool view = false;
    for (const DescriptorRange& range : ranges_of(parameter)) {
      sampler |= range.range_type == RangeType::sampler;
      view |= raw(range.range_type) < 3;
    }
    if (sampler && view) return true;
  }
  return false;
}

bool has_empty_range(const RootSignatureCase& value) {
  return any_range(value, [](const DescriptorRange& range) { return raw(range.num_descriptors) == 0; });
}

TEST(Collector, every_rule_of_a_candidate_that_accepts_everything_is_a_finding_of_its_own) {
  Hunt hunt([](const RootSignatureCase&, Outcome& out) { answer_at_serialize(out, true); });
  hunt.hunt(0, 300);
  hunt.collector.add_met_on_the_way();
  std::vector<RuleId> rules;
  for (const Finding* finding : hunt.collector.findings(true)) {
    EXPECT_EQ(finding->rules.size(), 1u) << finding->signature.text();
    EXPECT_EQ(finding->signature.kind, DifferenceKind::rule_not_enforced);
    rules.push_back(finding->rules[0]);
  }
  EXPECT_GE(rules.size(), 8u);
  std::sort(rules.begin(), rules.end());
  EXPECT_EQ(std::adjacent_find(rules.begin(), rules.end()), rules.end());
}

/// Accepts an empty range together with mixed samplers, or with root flags: the former breaks DT-018 besides DT-002.
void enforces_dt_002_alone_sometimes(const RootSignatureCase& value, Outcome& out) {
  const bool legal = !has_empty_range(value) && !mixes_samplers(value);
  answer_at_serialize(
      out, legal || (has_empty_range(value) && (mixes_samplers(value) || value.flags != RootSignatureFlags::none)));
}

/// The first generated case with an empty range for which the rest holds.
std::optional<Detection> detection_where(Hunt& hunt, const std::function<bool(const RootSignatureCase&)>& holds) {
  for (std::uint64_t index = 0; index < 60000; ++index) {
    const std::unique_ptr<Case> value = generated(1, index);
    const RootSignatureCase& root_signature = TypedDomain<RootSignatureCase>::value_of(*value);
    if (!has_empty_range(root_signature) || !holds(root_signature)) continue;
    for (const Detection& detection : hunt.detect(index)) {
      if (detection.signature.kind == DifferenceKind::rule_not_enforced) return detection;
    }
  }
  return std::nullopt;
}

bool without_flags_but_mixed(const RootSignatureCase& value) {
  return value.flags == RootSignatureFlags::none && mixes_samplers(value);
}

bool with_known_flags_and_unmixed(const RootSignatureCase& value) {
  return value.flags != RootSignatureFlags::none && raw(value.flags) < 0x1000 && !mixes_samplers(value);
}

TEST(Collector, a_case_that_breaks_two_rules_waits_for_a_purer_one) {
  Hunt hunt(enforces_dt_002_alone_sometimes);
  const auto both = detection_where(hunt, without_flags_but_mixed);
  ASSERT_TRUE(both.has_value());
  hunt.collector.add(*both);
  EXPECT_TRUE(hunt.collector.any());
  EXPECT_THAT(hunt.collector.findings(false), IsEmpty());
  ASSERT_EQ(hunt.collector.findings(true).size(), 1u);
  EXPECT_THAT(hunt.collector.findings(true)[0]->rules, ElementsAre("DT-002"_rule, "DT-018"_rule));
  EXPECT_EQ(hunt.collector.findings(true)[0]->signature.text(), "accepts-illegal DT-018 at serialize");
}

TEST(Collector, rules_that_a_purer_finding_explains_are_dropped) {
  Hunt hunt(enforces_dt_002_alone_sometimes);
  const auto both = detection_where(hunt, without_flags_but_mixed);
  const auto pure = detection_where(hunt, with_known_flags_and_unmixed);
  ASSERT_TRUE(both.has_value() && pure.has_value());
  hunt.collector.add(*both);
  hunt.collector.add(*pure);
  ASSERT_EQ(hunt.collector.findings(true).size(), 1u);
  EXPECT_THAT(hunt.collector.findings(true)[0]->rules, ElementsAre("DT-002"_rule));
  EXPECT_EQ(hunt.case_of(0), notation("V=1.0 F=0x1 T[ALL](R(SRV,0,0,0,A))"));
  EXPECT_EQ(hunt.collector.findings(false).size(), 1u);
}

/// As before, with DT-001 for DT-018, which stands before DT-002 in the catalogue.
void enforces_dt_002_with_a_known_type_alone(const RootSignatureCase& value, Outcome& out) {
  const bool unknown_type = any_range(value, [](const DescriptorRange& range) { return raw(range.range_type) > 3; });
  const bool flagged = value.flags != RootSignatureFlags::none;
  const bool legal = !has_empty_range(value) && !unknown_type;
  answer_at_serialize(out, legal || (has_empty_range(value) && (unknown_type || flagged)));
}

TEST(Collector, a_purer_case_takes_the_place_of_a_finding_and_the_index_stays) {
  Hunt hunt(enforces_dt_002_with_a_known_type_alone);
  const auto both = detection_where(hunt, [](const RootSignatureCase& value) {
    return value.flags == RootSignatureFlags::none &&
           any_range(value, [](const DescriptorRange& range) { return raw(range.range_type) > 3; });
  });
  const auto pure = detection_where(hunt, [](const RootSignatureCase& value) {
    return with_known_flags_and_unmixed(value) &&
           !any_range(value, [](const DescriptorRange& range) { return raw(range.range_type) > 3; });
  });
  ASSERT_TRUE(both.has_value() && pure.has_value());
  hunt.collector.add(*both);
  ASSERT_THAT(hunt.signatures(), ElementsAre("accepts-illegal DT-002 at serialize"));
  EXPECT_EQ(hunt.collector.findings(true)[0]->weight(), 2u);
  hunt.collector.add(*pure);
  ASSERT_THAT(hunt.signatures(), ElementsAre("accepts-illegal DT-002 at serialize"));
  EXPECT_EQ(hunt.collector.findings(true)[0]->weight(), 1u);
  EXPECT_EQ(hunt.collector.findings(true)[0]->case_index, std::min(both->case_index, pure->case_index));
  EXPECT_EQ(hunt.case_of(0), notation("V=1.0 F=0x1 T[ALL](R(SRV,0,0,0,A))"));
}

// ---- Conduct

bool has_uav_range(const RootSignatureCase& value) {
  return any_range(value, [](const DescriptorRange& range) { return range.range_type == RangeType::uav; });
}

/// Answers nothing that could be wrong. Writes into a case with a UAV range, and leaks with any other range.
void misbehaves_with_ranges(const RootSignatureCase& value, Outcome& out) {
  if (has_uav_range(value)) out.conduct |= bit_of(Conduct::wrote_input);
  if (any_range(value, [](const DescriptorRange& range) { return range.range_type != RangeType::uav; })) {
    out.conduct |= bit_of(Conduct::leak);
  }
}

TEST(Collector, each_fault_of_conduct_becomes_one_finding_with_its_smallest_case) {
  Hunt hunt(misbehaves_with_ranges);
  EXPECT_GT(hunt.hunt(0, 300), 2u);
  hunt.collector.add_met_on_the_way();
  ASSERT_THAT(hunt.signatures(), testing::UnorderedElementsAre("misconduct writes-into-its-input at serialize",
                                                               "misconduct leaks-memory at serialize"));
  for (std::size_t i = 0; i < 2; ++i) {
    const Finding& finding = *hunt.collector.findings(true)[i];
    const bool writes = finding.difference.conduct == Conduct::wrote_input;
    EXPECT_EQ(hunt.case_of(i), notation(writes ? "T[ALL](R(UAV,1,0,0,A))" : "T[ALL](R(SRV,1,0,0,A))"));
    EXPECT_EQ(finding.outcome.conduct, bit_of(writes ? Conduct::wrote_input : Conduct::leak));
    EXPECT_EQ(finding.shape, "");
    EXPECT_TRUE(finding.minimal);
    EXPECT_THAT(finding.stages, ElementsAre(Stage::serialize));
  }
}

TEST(Collector, misconduct_is_one_finding_whatever_the_last_stage_was) {
  Hunt hunt([](const RootSignatureCase& value, Outcome& out) {
    out.conduct = bit_of(Conduct::locale);
    out.at(Stage::serialize).status = Status::unsupported;
    if (value.parameters.size() <= 1) out.at(Stage::create).status = Status::unsupported;
  });
  hunt.hunt(0, 50);
  ASSERT_THAT(hunt.signatures(), ElementsAre("misconduct changes-the-locale at create"));
  EXPECT_EQ(hunt.case_of(0), RootSignatureCase{});
}

TEST(Collector, another_fault_of_conduct_met_on_the_way_becomes_a_finding) {
  Hunt hunt(misbehaves_with_ranges);
  for (std::uint64_t index = 0; hunt.collector.findings(true).empty(); ++index) {
    const std::vector<Detection> detections = hunt.detect(index);
    if (detections.size() == 2) hunt.collector.add(detections[1]);
  }
  ASSERT_THAT(hunt.signatures(), ElementsAre("misconduct leaks-memory at serialize"));
  hunt.collector.add_met_on_the_way();
  EXPECT_EQ(hunt.signatures().size(), 2u);
}

TEST(Collector, known_misconduct_is_no_finding) {
  Hunt hunt(misbehaves_with_ranges,
            "misconduct leaks-memory at serialize\t\tx\nmisconduct writes-into-its-input at serialize\t\tx\n");
  EXPECT_EQ(hunt.hunt(0, 300), 0u);
  EXPECT_FALSE(hunt.collector.any());
}

// ---- What comes and goes

TEST(Collector, a_candidate_that_answers_differently_every_second_time_is_unstable_and_not_shrunk) {
  int asked = 0;
  Hunt hunt([&](const RootSignatureCase&, Outcome& out) { answer_at_serialize(out, ++asked % 2 == 0); });
  const RootSignatureCase value = notation("V=1.0 F=0x1 T[PIXEL](R(SRV,7,7,0,A))");
  const std::unique_ptr<Case> made = make(value);
  const std::optional<Finding> finding =
      hunt.collector.shrink_case(*made, {DifferenceKind::legal_rejected, Stage::serialize, ""}, 42);
  ASSERT_TRUE(finding.has_value());
  EXPECT_FALSE(finding->stable());
  EXPECT_EQ(finding->reproduced, 3u);
  EXPECT_EQ(finding->attempts, 5u);
  EXPECT_FALSE(finding->minimal);
  EXPECT_EQ(finding->tree, to_tree(value));
  EXPECT_EQ(finding->case_index, 42u);
  EXPECT_EQ(finding->signature.text(), "unstable rejects-legal at serialize");
  EXPECT_EQ(finding->outcome.at(Stage::serialize).status, Status::rejected);
  ASSERT_TRUE(finding->other_outcome.has_value());
  EXPECT_EQ(finding->other_outcome->at(Stage::serialize).status, Status::accepted);
  EXPECT_EQ(finding->difference.kind, DifferenceKind::legal_rejected);
  EXPECT_THAT(hunt.collector.evaluations(), IsEmpty());
}

TEST(Collector, an_unstable_detection_is_one_finding) {
  int asked = 0;
  Hunt hunt([&](const RootSignatureCase&, Outcome& out) { answer_at_serialize(out, ++asked % 2 == 0); });
  const Signature rejected{DifferenceKind::legal_rejected, Stage::serialize, ""};
  hunt.collector.add({.signature = rejected, .case_index = 3});
  hunt.collector.add({.signature = rejected, .case_index = 3});
  hunt.collector.add({.signature = rejected, .case_index = 7});
  ASSERT_THAT(hunt.signatures(), ElementsAre("unstable rejects-legal at serialize"));
  EXPECT_FALSE(hunt.collector.findings(true)[0]->stable());
  EXPECT_EQ(hunt.collector.findings(true)[0]->case_index, 3u);
}

TEST(Collector, what_is_never_seen_again_is_kept_as_it_was) {
  Hunt hunt([](const RootSignatureCase&, Outcome& out) { answer_at_serialize(out, true); });
  hunt.collector.add({.signature = {DifferenceKind::legal_rejected, Stage::serialize, ""}, .case_index = 5});
  ASSERT_THAT(hunt.signatures(), ElementsAre("unstable rejects-legal at serialize"));
  const Finding& finding = *hunt.collector.findings(true)[0];
  EXPECT_TRUE(finding.seen_once());
  EXPECT_EQ(finding.outcome.at(Stage::serialize).status, Status::not_reached) << "it was not kept";
  EXPECT_EQ(finding.other_outcome->at(Stage::serialize).status, Status::accepted);
  EXPECT_EQ(finding.reproduced, 0u);
  EXPECT_EQ(finding.attempts, 5u);
  EXPECT_FALSE(finding.minimal);
  EXPECT_EQ(finding.tree, domain().tree(*generated(1, 5)));
  EXPECT_THAT(finding.stages, ElementsAre(Stage::serialize));
}

const Signature kRejected{DifferenceKind::legal_rejected, Stage::serialize, ""};

TEST(Collector, what_a_candidate_that_is_gone_showed_is_kept_untried) {
  Hunt hunt([](const RootSignatureCase&, Outcome&) { throw InputError("gone"); });
  hunt.collector.add({.signature = kRejected, .case_index = 5});
  hunt.collector.add({.signature = kRejected, .case_index = 6});
  ASSERT_THAT(hunt.signatures(), ElementsAre("unstable rejects-legal at serialize"));
  const Finding& finding = *hunt.collector.findings(true)[0];
  EXPECT_TRUE(finding.untried());
  EXPECT_FALSE(finding.other_outcome);
  EXPECT_EQ(finding.case_index, 5u);
  EXPECT_EQ(finding.tree, domain().tree(*generated(1, 5)));
  EXPECT_THAT(finding.stages, ElementsAre(Stage::serialize));
  EXPECT_EQ(parse_case(finding_json(finding), "finding").signature, "unstable rejects-legal at serialize");
  ASSERT_TRUE(hunt.collector.failure());
  EXPECT_THROW(std::rethrow_exception(hunt.collector.failure()), InputError);
}

TEST(Collector, a_candidate_that_is_gone_is_not_asked_again) {
  int asked = 0;
  Hunt hunt([&](const RootSignatureCase&, Outcome&) {
    ++asked;
    throw Stopped();
  });
  EXPECT_FALSE(hunt.collector.failure());
  for (std::uint64_t index = 0; index < 4; ++index) {
    hunt.collector.add({.signature = {DifferenceKind::crash, Stage::create, std::to_string(index)}});
  }
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(hunt.signatures().size(), 4u) << "each crash is another";
  EXPECT_THROW(std::rethrow_exception(hunt.collector.failure()), Stopped);
}

TEST(Collector, what_has_a_finding_is_not_kept_untried) {
  bool gone = false;
  Hunt hunt([&](const RootSignatureCase& value, Outcome& out) {
    if (gone) throw InputError("gone");
    answer_at_serialize(out, value.parameters.empty());
  });
  hunt.hunt(0, 40);
  const std::vector<std::string> before = hunt.signatures();
  ASSERT_THAT(before, testing::Contains("rejects-legal at serialize"));
  gone = true;
  hunt.collector.add({.signature = kRejected, .case_index = 5, .shape = 1});
  EXPECT_EQ(hunt.signatures(), before);
}

TEST(Collector, what_was_met_on_the_way_is_kept_when_the_candidate_goes) {
  bool gone = false;
  Hunt hunt([&](const RootSignatureCase& value, Outcome& out) {
    if (gone) throw InputError("gone");
    // Smaller cases crash, which shrinking meets.
    if (value.parameters.empty()) {
      out.at(Stage::serialize).status = Status::crashed;
      out.crash = Crash{.what = "SIGSEGV", .message = "", .frames = {"libfoo.so+0x12"}};
    } else {
      answer_at_serialize(out, false);
    }
  });
  std::uint64_t index = 0;
  std::vector<Detection> detections;
  while (detections = hunt.detect(index), detections.empty() || detections[0].signature != kRejected) ++index;
  hunt.collector.add(detections[0]);
  gone = true;
  hunt.collector.add_met_on_the_way();
  EXPECT_THAT(hunt.signatures(), testing::UnorderedElementsAre("rejects-legal at serialize",
                                                               "unstable crash libfoo.so+0x12 at serialize"));
}

TEST(Collector, one_that_came_again_takes_the_place_of_one_that_did_not) {
  int asked = 0;
  Hunt hunt([&](const RootSignatureCase&, Outcome& out) { answer_at_serialize(out, ++asked <= 5 || asked % 2 == 0); });
  hunt.collector.add({.signature = kRejected, .case_index = 3});
  ASSERT_TRUE(hunt.collector.findings(true).at(0)->seen_once());
  hunt.collector.add({.signature = kRejected, .case_index = 5});
  ASSERT_THAT(hunt.signatures(), ElementsAre("unstable rejects-legal at serialize"));
  EXPECT_EQ(hunt.collector.findings(true)[0]->case_index, 5u);
  EXPECT_EQ(hunt.collector.findings(true)[0]->reproduced, 2u);
}

/// Refuses each second time; root flags, always.
FakeCandidate::Answer refuses_flags_and_each_second_time(int& asked) {
  return [&asked](const RootSignatureCase& value, Outcome& out) {
    answer_at_serialize(out, ++asked % 2 == 0 && value.flags == RootSignatureFlags::none);
  };
}

TEST(Collector, a_stable_fault_is_found_beside_an_unstable_one_of_the_same_signature) {
  int asked = 0;
  Hunt hunt(refuses_flags_and_each_second_time(asked));
  for (std::uint64_t index = 0; hunt.signatures().size() < 2 && index < 200; ++index) {
    for (const Detection& detection : hunt.detect(index)) {
      if (detection.signature == kRejected) hunt.collector.add(detection);
    }
  }
  EXPECT_THAT(hunt.signatures(),
              testing::UnorderedElementsAre("unstable rejects-legal at serialize", "rejects-legal at serialize"));
}

TEST(Collector, an_unstable_signature_is_tried_on_a_bounded_number_of_cases) {
  int asked = 0;
  Hunt hunt([&](const RootSignatureCase&, Outcome& out) { answer_at_serialize(out, ++asked % 2 == 0); });
  for (std::uint64_t index = 0; index < 100; ++index) {
    hunt.collector.add({.signature = kRejected, .case_index = index});
  }
  EXPECT_EQ(asked, 5 * static_cast<int>(kUnstableStarts));
}

TEST(Collector, what_goes_away_while_it_is_shrunk_is_unstable) {
  int asked = 0;
  Hunt hunt([&](const RootSignatureCase&, Outcome& out) { answer_at_serialize(out, ++asked > 5); });
  const std::unique_ptr<Case> made = make(notation("V=1.0"));
  const std::optional<Finding> finding = hunt.collector.shrink_case(*made, kRejected, 42);
  ASSERT_TRUE(finding.has_value());
  EXPECT_EQ(finding->signature.text(), "unstable rejects-legal at serialize");
  EXPECT_TRUE(finding->seen_once());
  EXPECT_EQ(finding->attempts, 5u);
}

TEST(Collector, known_instability_is_no_finding) {
  for (const std::string_view known :
       {"unstable rejects-legal at serialize\t\tx\n", "rejects-legal at serialize\t\tx\n"}) {
    int asked = 0;
    Hunt hunt([&](const RootSignatureCase&, Outcome& out) { answer_at_serialize(out, ++asked % 2 == 0); }, known);
    hunt.collector.add({.signature = kRejected, .case_index = 3});
    EXPECT_FALSE(hunt.collector.any());
    EXPECT_THAT(hunt.signatures(), IsEmpty());
  }
}

// ---- What a limit of time decides

/// Takes too long.
void time_out(Outcome& out) {
  out.at(Stage::serialize).status = Status::timed_out;
  out.crash = Crash{.what = "no answer within 10 s"};
}

const Signature kHang{DifferenceKind::hang, Stage::serialize, "no answer"};

TEST(Collector, a_hang_that_comes_and_goes_is_unstable) {
  int asked = 0;
  Hunt hunt([&](const RootSignatureCase&, Outcome& out) {
    answer_at_serialize(out, true);
    if (++asked % 2 == 0) time_out(out);
  });
  hunt.collector.add({.signature = kHang, .case_index = 3});
  ASSERT_THAT(hunt.signatures(), ElementsAre("unstable hang no answer at serialize"));
  EXPECT_EQ(hunt.collector.findings(true)[0]->reproduced, 2u);
}

TEST(Collector, a_hang_that_does_not_come_again_is_no_finding) {
  Hunt hunt([](const RootSignatureCase&, Outcome& out) { answer_at_serialize(out, true); });
  hunt.collector.add({.signature = kHang, .case_index = 3});
  EXPECT_FALSE(hunt.collector.any());
}

TEST(Collector, a_try_that_took_too_long_says_nothing_about_another_difference) {
  int asked = 0;
  Hunt hunt([&](const RootSignatureCase&, Outcome& out) {
    answer_at_serialize(out, false);
    if (++asked == 3) time_out(out);
  });
  const std::unique_ptr<Case> made = make(notation("V=1.0"));
  const std::optional<Finding> finding = hunt.collector.shrink_case(*made, kRejected, 42);
  ASSERT_TRUE(finding.has_value());
  EXPECT_TRUE(finding->stable());
  EXPECT_EQ(finding->reproduced, 4u);
  EXPECT_EQ(finding->attempts, 4u);
}

TEST(Collector, a_difference_of_a_case_that_takes_too_long_each_time_is_no_finding) {
  Hunt hunt([](const RootSignatureCase&, Outcome& out) { time_out(out); });
  hunt.collector.add({.signature = kRejected, .case_index = 3});
  EXPECT_FALSE(hunt.collector.any());
}

// ---- Cases that are not detected

TEST(Collector, a_case_that_does_not_show_a_signature_is_not_shrunk) {
  Hunt hunt(builtin::Fault::none);
  const std::unique_ptr<Case> value = make(notation("V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,0,A))"));
  EXPECT_FALSE(hunt.collector.shrink_case(*value, {DifferenceKind::rule_not_enforced, Stage::serialize, "DT-023"}, 0));
}

TEST(Collector, names_a_simpler_neighbour_of_a_case_that_is_not_minimal) {
  Hunt hunt(builtin::Fault::overlap_within_table_unchecked);
  const Signature signature{DifferenceKind::rule_not_enforced, Stage::serialize, "DT-023"};
  const auto neighbour = [&](std::string_view text) {
    return hunt.collector.simpler_neighbour_of(to_tree(notation(text)), signature);
  };
  EXPECT_FALSE(neighbour("V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,0,A))").has_value());
  EXPECT_EQ(neighbour("V=1.0 F=0x1 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,0,A))"),
            to_tree(notation("V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,0,A))")));
}

TEST(Collector, other_faults_met_on_the_way_become_findings) {
  // Refuses mixed samplers rightly, and wrongly whatever has no root flag: the latter shows while the former shrinks.
  Hunt hunt([](const RootSignatureCase& value, Outcome& out) {
    answer_at_serialize(out, has_empty_range(value) || value.flags != RootSignatureFlags::none);
  });
  const auto detection = detection_where(hunt, [](const RootSignatureCase&) { return true; });
  ASSERT_TRUE(detection.has_value());
  hunt.collector.add(*detection);
  hunt.collector.add_met_on_the_way();
  EXPECT_THAT(hunt.signatures(), testing::Contains("rejects-legal at serialize"));
}

TEST(Collector, cases_of_the_same_shape_are_one_finding_though_the_budget_ends_at_different_ones) {
  Hunt hunt(builtin::Fault::overlap_ignores_class);
  Collector hurried(hunt.examiner, CollectorOptions{.seed = 1, .shrink_budget = 10});
  for (std::uint64_t index = 0; index < 6000; ++index) {
    for (const Detection& detection : hunt.detect(index)) hurried.add(detection);
  }
  std::vector<std::string> identities;
  for (const Finding* finding : hurried.findings(true)) {
    identities.push_back(finding->signature.text() + " " + finding->shape);
  }
  EXPECT_GT(identities.size(), 1u);
  std::sort(identities.begin(), identities.end());
  EXPECT_EQ(std::adjacent_find(identities.begin(), identities.end()), identities.end());
}

// ---- Known differences

TEST(Collector, an_unknown_rule_beside_a_known_one_becomes_a_finding_of_its_own) {
  Hunt hunt([](const RootSignatureCase& value,
               Outcome& out) { answer_at_serialize(out, has_empty_range(value) || mixes_samplers(value)); },
            "accepts-illegal DT-018 at serialize\t\tx\nrejects-legal at serialize\t\tx\n");
  const auto both = detection_where(hunt, without_flags_but_mixed);
  ASSERT_TRUE(both.has_value());
  EXPECT_EQ(both->signature.subject, "DT-002");
  hunt.collector.add(*both);
  hunt.collector.add_met_on_the_way();
  EXPECT_TRUE(hunt.collector.any());
  EXPECT_THAT(hunt.signatures(), ElementsAre("accepts-illegal DT-002 at serialize"));
  EXPECT_EQ(hunt.case_of(0), notation("V=1.0 T[ALL](R(SRV,0,0,0,A))"));
}

TEST(Collector, a_rule_that_is_broken_only_together_with_a_known_one_follows_from_it) {
  Hunt hunt(enforces_dt_002_alone_sometimes, "accepts-illegal DT-002 at serialize\t\tx\n");
  const auto both = detection_where(hunt, without_flags_but_mixed);
  ASSERT_TRUE(both.has_value());
  EXPECT_EQ(both->signature.subject, "DT-018");
  hunt.collector.add(*both);
  EXPECT_FALSE(hunt.collector.any());
  EXPECT_TRUE(hunt.collector.any_that_follow_from_known());
  EXPECT_THAT(hunt.signatures(), IsEmpty());
}

TEST(Collector, a_stage_that_is_not_known_is_told_alone) {
  Hunt hunt(std::make_unique<InProcessCandidate>(builtin::make_builtin(builtin::Fault::overlap_within_table_unchecked),
                                                 Provenance{.name = "builtin"}),
            "accepts-illegal DT-023 at serialize\t\tx\n");
  EXPECT_GT(hunt.hunt(0, 400), 0u);
  ASSERT_THAT(hunt.signatures(), ElementsAre("accepts-illegal DT-023 at create"));
  EXPECT_THAT(hunt.collector.findings(true)[0]->stages, ElementsAre(Stage::create));
}

/// Refuses UAV ranges and tables that PIXEL alone sees.
void refuses_uav_and_pixel(const RootSignatureCase& value, Outcome& out) {
  const bool uav = any_range(value, [](const DescriptorRange& range) { return range.range_type == RangeType::uav; });
  const bool pixel = std::any_of(value.parameters.begin(), value.parameters.end(), [](const RootParameter& parameter) {
    return visibility_of(parameter) == ShaderVisibility::pixel;
  });
  answer_at_serialize(out, !uav && !pixel);
}

TEST(Collector, a_known_shape_leaves_faults_of_other_shapes) {
  Hunt hunt(refuses_uav_and_pixel, "rejects-legal at serialize\tparameters[].descriptor_ranges[].range_type=UAV\tx\n");
  for (std::uint64_t index = 0; index < 300; ++index) {
    for (const Detection& detection : hunt.detect(index)) {
      if (detection.signature.kind == DifferenceKind::legal_rejected) hunt.collector.add(detection);
    }
  }
  ASSERT_THAT(hunt.signatures(), ElementsAre("rejects-legal at serialize"));
  EXPECT_NE(hunt.collector.findings(true)[0]->shape.find("shader_visibility=PIXEL"), std::string::npos);
}

TEST(Collector, what_shrinks_to_a_known_shape_is_known) {
  // The lists of a run that tells all, given to the next one, leave nothing, though not every case has the shape yet.
  for (const builtin::Fault fault : {builtin::Fault::unbounded_is_sticky, builtin::Fault::overlap_ignores_space,
                                     builtin::Fault::lookup_ignores_offset}) {
    Hunt all(fault);
    all.hunt(0, 2000);
    std::string known;
    for (const Finding* finding : all.collector.findings(true)) {
      known += finding->signature.text() + "\t" + finding->shape + "\tx\n";
    }
    ASSERT_NE(known, "");
    Hunt hunt(std::make_unique<InProcessCandidate>(builtin::make_builtin(fault), Provenance{.name = "builtin"}), known);
    hunt.hunt(0, 2000);
    EXPECT_THAT(hunt.signatures(), IsEmpty()) << known;
    EXPECT_FALSE(hunt.collector.any());
  }
}

TEST(Collector, a_value_that_is_wrong_only_beside_a_known_one_follows_from_it) {
  Hunt all(builtin::Fault::lookup_keeps_base);
  all.hunt(0, 300);
  ASSERT_FALSE(all.signatures().empty());
  std::string known;
  for (const std::string& signature : all.signatures()) known += signature + "\t\tx\n";
  Hunt hunt(std::make_unique<InProcessCandidate>(builtin::make_builtin(builtin::Fault::lookup_keeps_base),
                                                 Provenance{.name = "builtin"}),
            known);
  hunt.hunt(0, 300);
  EXPECT_THAT(hunt.signatures(), IsEmpty());
}

TEST(Collector, a_crash_that_does_not_come_again_is_put_down_to_a_known_one) {
  Hunt hunt([](const RootSignatureCase&, Outcome& out) { answer_at_serialize(out, true); },
            "crash libfoo.so+0x12 at create\t\tx\n");
  hunt.collector.add({.signature = {DifferenceKind::crash, Stage::create, "libfoo.so+0x34"}, .case_index = 5});
  EXPECT_FALSE(hunt.collector.any());
}

}  // namespace
}  // namespace d3d12fuzz
