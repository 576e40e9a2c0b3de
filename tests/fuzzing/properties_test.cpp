#include "fuzzing/properties.h"

#include <gtest/gtest.h>

#include <cstring>

#include "candidates/body_candidate.h"
#include "candidates/builtin/builtin.h"
#include "candidates/in_process.h"
#include "report/finding_json.h"

namespace d3d12fuzz {
namespace {

using builtin::Fault;
using test::Body;
using test::Input;
using test::Result;

const Domain& domain() { return root_signature::domain(); }

InProcessCandidate with_fault(Fault fault) { return {builtin::make_builtin(fault), {.name = "builtin"}}; }

InProcessCandidate made_of(Body& body) {
  return {{.version = D3D12FUZZ_CANDIDATE_VERSION,
           .context = &body,
           .root_signature = [](void* context, const Input* input,
                                Result* result) { (*static_cast<Body*>(context))(*input, *result); }},
          {.name = "body"}};
}

d3d12fuzz_stage_result& create_of(Result& result) { return result.progress->stages[D3D12FUZZ_STAGE_CREATE]; }

struct Checked {
  std::optional<PropertyFailure> failure;  ///< the first one
  unsigned compared = 0;
};

Checked check(Property property, Candidate& candidate, std::uint64_t cases, std::string_view known = "") {
  const KnownDifferences list = KnownDifferences::parse(known, "known");
  PropertyCheck check(property, domain(), candidate, list, 1);
  Checked checked;
  for (std::uint64_t i = 0; i < cases && !checked.failure; ++i) {
    checked.failure = check.check(i);
    checked.compared += check.compared() ? 1 : 0;
  }
  return checked;
}

TEST(Properties, all_hold_of_a_candidate_without_a_fault) {
  InProcessCandidate candidate = with_fault(Fault::none);
  for (const PropertyName& name : property_names()) {
    const Checked checked = check(name.property, candidate, 300);
    EXPECT_FALSE(checked.failure.has_value()) << name.name << ": " << checked.failure->text;
    EXPECT_GT(checked.compared, 100u) << name.name;
  }
}

TEST(Properties, what_disagrees_is_told_with_its_smallest_case) {
  InProcessCandidate candidate = with_fault(Fault::zero_count_accepted);
  const Checked checked = check(Property::agreement, candidate, 1000);
  ASSERT_TRUE(checked.failure.has_value());
  EXPECT_EQ(checked.failure->slug, "accepts-illegal-DT-002");
  EXPECT_EQ(checked.failure->text,
            "builtin accepts what DT-002 (range.NumDescriptors) forbids at serialize and create\n"
            "  rule       DT-002: A count of zero is invalid; native returns E_INVALIDARG.\n"
            "  expected   rejected at serialize and create\n"
            "  got        serialize accepted, deserialize accepted, create accepted\n"
            "  case\n"
            "      // root signature version 1.0\n"
            "      DescriptorTable(SRV(t0, numDescriptors = 0))\n"
            "  found at   seed 1, case 48\n");
  EXPECT_EQ(parse_case(checked.failure->json, "finding").signature, "accepts-illegal DT-002 at serialize");
}

TEST(Properties, known_differences_are_no_failures_of_agreement) {
  InProcessCandidate candidate = with_fault(Fault::zero_count_accepted);
  constexpr std::string_view known =
      "accepts-illegal DT-002 at serialize\t\tknown\n"
      "accepts-illegal DT-002 at create\t\tknown\n";
  EXPECT_FALSE(check(Property::agreement, candidate, 1000, known).failure.has_value());
}

TEST(Properties, an_answer_that_depends_on_the_pointer_to_an_empty_array_fails_forms_alone) {
  Body body = [](const Input& input, Result& result) {
    const D3D12_ROOT_SIGNATURE_DESC& desc = input.desc->Desc_1_0;  // begins alike in all versions
    const bool refuses = desc.NumParameters == 0 && desc.pParameters != nullptr;
    create_of(result).status = refuses ? D3D12FUZZ_STATUS_REJECTED : D3D12FUZZ_STATUS_ACCEPTED;
  };
  InProcessCandidate candidate = made_of(body);
  const Checked checked = check(Property::forms, candidate, 1000);
  ASSERT_TRUE(checked.failure.has_value());
  EXPECT_TRUE(checked.failure->text.starts_with(
      "body answers otherwise where padding, placement and empty arrays alone are others\n"
      "  got        create accepted, then rejected\n"
      "  found at   seed 1, case "))
      << checked.failure->text;
  EXPECT_TRUE(checked.failure->slug.starts_with("forms-seed-1-case-"));
  const LoadedCase kept = parse_case(checked.failure->json, "case");
  EXPECT_EQ(kept.tree, domain().tree(*case_from_tree(domain(), kept.tree)));
  EXPECT_FALSE(check(Property::repetition, candidate, 1000).failure.has_value());
}

TEST(Properties, an_answer_that_depends_on_the_calls_before_fails_repetition) {
  unsigned calls = 0;
  Body body = [&calls](const Input&, Result& result) {
    create_of(result).status = D3D12FUZZ_STATUS_ACCEPTED;
    result.observed = D3D12FUZZ_OBSERVED_COST;
    result.cost = calls++;
  };
  InProcessCandidate candidate = made_of(body);
  const Checked checked = check(Property::repetition, candidate, 10);
  ASSERT_TRUE(checked.failure.has_value());
  EXPECT_TRUE(
      checked.failure->text.starts_with("body answers otherwise when it is asked again\n"
                                        "  got        cost = 2, then 4\n"
                                        "  found at   seed 1, case 2\n"))
      << checked.failure->text;
  EXPECT_EQ(checked.failure->slug, "repetition-seed-1-case-2");
}

TEST(Properties, the_code_of_a_refusal_may_change) {
  std::int32_t calls = 0;
  Body body = [&calls](const Input&, Result& result) { create_of(result) = {D3D12FUZZ_STATUS_REJECTED, --calls}; };
  InProcessCandidate candidate = made_of(body);
  const Checked checked = check(Property::repetition, candidate, 100);
  EXPECT_FALSE(checked.failure.has_value());
  EXPECT_GT(checked.compared, 20u);
}

TEST(Properties, what_is_unsupported_once_is_not_compared) {
  unsigned calls = 0;
  Body body = [&calls](const Input&, Result& result) {
    create_of(result).status = calls++ % 3 == 2 ? D3D12FUZZ_STATUS_UNSUPPORTED : D3D12FUZZ_STATUS_ACCEPTED;
  };
  InProcessCandidate candidate = made_of(body);
  PropertyCheck check(Property::repetition, domain(), candidate, {}, 1);
  EXPECT_FALSE(check.check(0).has_value());
  EXPECT_FALSE(check.compared());
}

TEST(Properties, of_an_illegal_case_two_answers_are_not_compared) {
  unsigned calls = 0;
  Body body = [&calls](const Input& input, Result& result) {
    std::uint32_t flags = 0;  // as bytes: an illegal value must not be read through the official enumeration
    std::memcpy(&flags, &input.desc->Desc_1_0.Flags, sizeof(flags));
    const bool refuses = calls++ % 2 == 0 && (flags & ~0xFFFu) != 0;  // DT-056
    create_of(result).status = refuses ? D3D12FUZZ_STATUS_REJECTED : D3D12FUZZ_STATUS_ACCEPTED;
  };
  InProcessCandidate candidate = made_of(body);
  EXPECT_FALSE(check(Property::forms, candidate, 2000).failure.has_value());
}

}  // namespace
}  // namespace d3d12fuzz
