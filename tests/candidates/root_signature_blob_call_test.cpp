// What a candidate of serialized root signatures is handed, and what is read back from it.

#include "candidates/root_signature_blob_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "candidates/in_process.h"
#include "domains/d3d12_types.h"
#include "domains/root_signature_blob/assemble.h"
#include "domains/root_signature_blob/domain.h"
#include "domains/root_signature_blob/observables.h"
#include "support/address.h"
#include "support/serialized_case.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature_blob;
using root_signature::ArrayPlacement;
using test::readable;
using test::serialized;
using test::writable;
using testing::ElementsAre;
using testing::IsEmpty;

using Input = d3d12fuzz_root_signature_blob_input;
using Result = d3d12fuzz_root_signature_blob_result;
using Body = std::function<void(const Input&, Result&)>;

/// Calls a candidate made of `body` with a case.
Outcome call(const RootSignatureBlobCase& value, Body body) {
  InProcessCandidate candidate(
      {.version = D3D12FUZZ_CANDIDATE_VERSION,
       .context = &body,
       .root_signature_blob = [](void* context, const Input* input,
                                 Result* result) { (*static_cast<Body*>(context))(*input, *result); }},
      {});
  EXPECT_TRUE(candidate.supports(domain()));
  const std::unique_ptr<Case> made = case_from_tree(domain(), to_tree(value));
  const Case* const cases[] = {made.get()};
  Outcome outcome;
  outcome.observables.push_back({.key = key(Field::blob_size), .value = 99});
  candidate.evaluate(domain(), cases, std::span(&outcome, 1));
  return outcome;
}

MATCHER_P2(Sees, key, value, "") { return arg.key == key && arg.value == std::uint64_t{value}; }

TEST(RootSignatureBlobCall, hands_over_the_bytes_and_whom_they_are_for) {
  RootSignatureBlobCase value = serialized("V=1.0 D(CBV,0,0,ALL) TIER=1 P=xbox");
  value.deserializer = Deserializer::legacy;
  const std::vector<std::uint8_t> bytes = assemble(value.content);
  call(value, [&](const Input& input, Result&) {
    ASSERT_EQ(input.blob_size, bytes.size());
    EXPECT_EQ(std::memcmp(input.blob, bytes.data(), bytes.size()), 0);
    EXPECT_EQ(input.deserializer, static_cast<std::uint32_t>(D3D12FUZZ_DESERIALIZER_LEGACY));
    EXPECT_EQ(input.platform, static_cast<std::uint32_t>(D3D12FUZZ_PLATFORM_XBOX_SERIES));
    EXPECT_EQ(input.resource_binding_tier, 1u);
    EXPECT_EQ(input.reserved, 0u);
  });
}

TEST(RootSignatureBlobCall, no_bytes_are_a_null_pointer) {
  call(test::raw_bytes({}), [](const Input& input, Result&) {
    EXPECT_EQ(input.blob, nullptr);
    EXPECT_EQ(input.blob_size, 0u);
  });
}

TEST(RootSignatureBlobCall, bytes_end_at_an_inaccessible_page_when_asked_for) {
  RootSignatureBlobCase small = test::raw_bytes({1, 2, 3});
  RootSignatureBlobCase large = serialized("V=1.0", {AppendBytes{.bytes = ByteCount{6000}}});
  for (RootSignatureBlobCase value : {small, large}) {
    for (const ArrayPlacement placement : {ArrayPlacement::before_guard_page, ArrayPlacement::read_only}) {
      value.placement = placement;
      call(value, [&](const Input& input, Result&) {
        EXPECT_TRUE(readable(input.blob));
        EXPECT_TRUE(readable(input.blob + input.blob_size - 1));
        EXPECT_FALSE(readable(input.blob + input.blob_size));
        EXPECT_EQ(writable(input.blob), placement == ArrayPlacement::before_guard_page);
      });
    }
  }
}

TEST(RootSignatureBlobCall, offers_a_clear_result_with_room_for_more_than_the_bytes_can_hold) {
  call(serialized("V=1.0"), [](const Input& input, Result& result) {
    EXPECT_EQ(input.blob_size, 68u);
    EXPECT_EQ(result.observed, 0u);
    EXPECT_EQ(result.blob_capacity, 256u + 2 * 68);
    for (const d3d12fuzz_description* description :
         {&result.description_1_0, &result.description_1_1, &result.description_1_2}) {
      EXPECT_EQ(description->parameter_capacity, 6u);
      EXPECT_EQ(description->range_capacity, 7u);
      EXPECT_EQ(description->static_sampler_capacity, 2u);
    }
    for (const d3d12fuzz_stage_result& stage : result.progress->stages) EXPECT_EQ(stage.status, 0u);
  });
}

TEST(RootSignatureBlobResult, has_the_stages_and_what_was_observed) {
  const Outcome outcome = call(serialized("V=1.0"), [](const Input&, Result& result) {
    result.progress->stages[D3D12FUZZ_STAGE_DESERIALIZE] = {D3D12FUZZ_STATUS_ACCEPTED, 1};
    result.progress->stages[D3D12FUZZ_STAGE_CREATE] = {D3D12FUZZ_STATUS_REJECTED, -2};
    result.observed = D3D12FUZZ_OBSERVED_BLOB | D3D12FUZZ_OBSERVED_DESCRIPTION_1_1;
    result.blob_size = 12;
    for (std::uint8_t i = 0; i < 12; ++i) result.blob[i] = i;
    result.description_1_1.flags = 5;
    result.description_1_1.num_parameters = 0;
    result.description_1_1.num_ranges = 0;
    result.description_1_1.num_static_samplers = 7;
    result.description_1_1.static_samplers = nullptr;  // what a candidate does to our pointers is its own affair
    std::memset(&result.description_1_2, 0xFF, sizeof(result.description_1_2));
  });
  EXPECT_EQ(outcome.at(Stage::deserialize), (StageOutcome{Status::accepted, 1}));
  EXPECT_EQ(outcome.at(Stage::create), (StageOutcome{Status::rejected, -2}));
  const auto described = [](root_signature::DescriptionField field) {
    return root_signature::key(static_cast<root_signature::Field>(Field::description_1_1), field);
  };
  ASSERT_GE(outcome.observables.size(), 7u);
  EXPECT_THAT((std::vector<Observable>(outcome.observables.begin(), outcome.observables.begin() + 7)),
              ElementsAre(Sees(key(Field::blob_size), 12u), Sees(key(Field::blob_word, 0), 0x03020100u),
                          Sees(key(Field::blob_digest, 0), 0x07060504u), Sees(key(Field::blob_digest, 1), 0x0B0A0908u),
                          Sees(described(root_signature::DescriptionField::flags), 5u),
                          Sees(described(root_signature::DescriptionField::num_parameters), 0u),
                          Sees(described(root_signature::DescriptionField::num_static_samplers), 7u)));
}

TEST(RootSignatureBlobResult, of_a_candidate_that_observes_nothing_has_no_values) {
  EXPECT_THAT(call(serialized("V=1.0"), [](const Input&, Result&) {}).observables, IsEmpty());
}

}  // namespace
}  // namespace d3d12fuzz
