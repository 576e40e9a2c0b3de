// What is read back from a candidate of root signatures.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "candidates/body_candidate.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature;
using test::call;
using test::Input;
using test::notation;
using test::Result;
using testing::ElementsAre;
using testing::IsEmpty;

MATCHER_P2(Sees, key, value, "") { return arg.key == key && arg.value == std::uint64_t{value}; }

TEST(RootSignatureResult, a_candidate_that_observes_nothing_has_no_values) {
  const Outcome outcome = call(notation("V=1.0 T[ALL](R(SRV,1,0,0,A))"), [](const Input&, Result&) {});
  EXPECT_THAT(outcome.observables, IsEmpty());
  for (const Stage stage : kStages) EXPECT_EQ(outcome.at(stage), StageOutcome{});
  EXPECT_FALSE(outcome.crash.has_value());
}

TEST(RootSignatureResult, reads_stages_back_and_trusts_no_unknown_status) {
  const Outcome outcome = call(notation("V=1.0"), [](const Input&, Result& result) {
    result.progress->stages[D3D12FUZZ_STAGE_SERIALIZE] = {D3D12FUZZ_STATUS_ACCEPTED, 1};
    result.progress->stages[D3D12FUZZ_STAGE_DESERIALIZE] = {D3D12FUZZ_STATUS_UNSUPPORTED, -5};
    result.progress->stages[D3D12FUZZ_STAGE_CREATE] = {D3D12FUZZ_STATUS_REJECTED, -6};
    result.progress->stages[D3D12FUZZ_STAGE_BUILD] = {D3D12FUZZ_STATUS_CRASHED, 0};
    result.progress->stages[D3D12FUZZ_STAGE_RECORD] = {D3D12FUZZ_STATUS_TIMED_OUT, 0};
    result.progress->stages[D3D12FUZZ_STAGE_EXECUTE] = {0xFFFFFFFF, 0};
  });
  EXPECT_EQ(outcome.at(Stage::serialize), (StageOutcome{Status::accepted, 1}));
  EXPECT_EQ(outcome.at(Stage::deserialize), (StageOutcome{Status::unsupported, -5}));
  EXPECT_EQ(outcome.at(Stage::create), (StageOutcome{Status::rejected, -6}));
  EXPECT_EQ(outcome.at(Stage::build).status, Status::not_reached);
  EXPECT_EQ(outcome.at(Stage::record).status, Status::not_reached);
  EXPECT_EQ(outcome.at(Stage::execute).status, Status::not_reached);
}

TEST(RootSignatureResult, reads_layout_and_lookups_back_in_the_order_of_fields) {
  const Outcome outcome = call(
      notation("V=1.0 T[ALL](R(SRV,1,0,0,A)); T[ALL](R(SRV,1,0,1,A),R(SRV,1,0,2,A)); L(t,0,0,HULL); L(t,9,9,HULL); "
               "L(s,0,0,HULL)"),
      [](const Input&, Result& result) {
        result.observed = D3D12FUZZ_OBSERVED_COST | D3D12FUZZ_OBSERVED_RANGE_OFFSETS | D3D12FUZZ_OBSERVED_TABLE_SIZES |
                          D3D12FUZZ_OBSERVED_LOOKUPS;
        result.cost = 2;
        for (std::uint64_t i = 0; i < 3; ++i) result.range_offsets[i] = 10 + i;
        result.table_sizes[0] = 1;
        result.table_sizes[1] = D3D12FUZZ_UNBOUNDED;
        result.lookups[0] = {.found = D3D12FUZZ_FOUND_PARAMETER, .index = 1, .slot = 0x1FFFFFFFF};
        result.lookups[1] = {.found = D3D12FUZZ_FOUND_NOTHING, .index = 7, .slot = 7};
        result.lookups[2] = {.found = D3D12FUZZ_FOUND_STATIC_SAMPLER, .index = 3, .slot = 7};
      });
  EXPECT_THAT(
      outcome.observables,
      ElementsAre(Sees(key(Field::cost), 2u), Sees(key(Field::table_size, 0), 1u),
                  Sees(key(Field::table_size, 1), kNoValue), Sees(key(Field::range_offset, 0, 0), 10u),
                  Sees(key(Field::range_offset, 1, 0), 11u), Sees(key(Field::range_offset, 1, 1), 12u),
                  Sees(key(Field::lookup_parameter, 0), 1u), Sees(key(Field::lookup_parameter, 1), kNoValue),
                  Sees(key(Field::lookup_parameter, 2), kNoValue), Sees(key(Field::lookup_static_sampler, 0), kNoValue),
                  Sees(key(Field::lookup_static_sampler, 1), kNoValue), Sees(key(Field::lookup_static_sampler, 2), 3u),
                  Sees(key(Field::lookup_slot, 0), 0x1FFFFFFFFu)));
}

void describe(d3d12fuzz_description& description, std::uint32_t num_parameters, std::uint32_t num_ranges) {
  description.flags = 0x80;
  description.num_parameters = num_parameters;
  description.num_ranges = num_ranges;
  for (std::uint32_t p = 0; p < std::min(num_parameters, description.parameter_capacity); ++p) {
    description.parameters[p] = {.parameter_type = 0, .shader_visibility = p, .num_ranges = 1};
  }
  for (std::uint32_t r = 0; r < std::min(num_ranges, description.range_capacity); ++r) {
    description.ranges[r] = {1, 2, 3, 4, 5, 6};
  }
}

TEST(RootSignatureResult, reads_a_description_back_field_by_field) {
  const Outcome outcome = call(notation("V=1.0 T[ALL](R(SRV,1,0,0,A))"), [](const Input&, Result& result) {
    describe(result.description_1_1, 1, 1);
    result.observed = D3D12FUZZ_OBSERVED_DESCRIPTION_1_1;
  });
  std::vector<std::uint64_t> values;
  for (const Observable& seen : outcome.observables) values.push_back(seen.value);
  EXPECT_THAT(values, ElementsAre(0x80, 1, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6));
  EXPECT_EQ(outcome.observables[0].key, key(Field::description_1_1, DescriptionField::flags));
  EXPECT_EQ(outcome.observables[10].key, key(Field::description_1_1, DescriptionField::range_flags));
}

TEST(RootSignatureResult, reads_no_further_than_the_room_that_it_offered) {
  const Outcome outcome = call(notation("V=1.0 T[ALL](R(SRV,1,0,0,A))"), [](const Input&, Result& result) {
    describe(result.description_1_0, 1000, 0xFFFFFFFF);
    result.description_1_0.parameters[0].num_ranges = 0xFFFFFFFF;
    result.observed = D3D12FUZZ_OBSERVED_DESCRIPTION_1_0;
  });
  ASSERT_GE(outcome.observables.size(), 2u);
  EXPECT_THAT(outcome.observables[1], Sees(key(Field::description_1_0, DescriptionField::num_parameters), 1000u));
  // Flags, two counts, three fields of each of 2 parameters, six of each of 2 ranges.
  EXPECT_EQ(outcome.observables.size(), 3u + 3 * 2 + 6 * 2);
}

TEST(RootSignatureResult, reads_of_each_parameter_what_its_type_has) {
  const Outcome outcome = call(notation("V=1.1 K(1,0,0,ALL)"), [](const Input&, Result& result) {
    d3d12fuzz_description& description = result.description_1_1;
    description.num_parameters = 2;
    description.parameters[0] = {.parameter_type = 1,
                                 .shader_visibility = 2,
                                 .num_ranges = 99,
                                 .shader_register = 3,
                                 .register_space = 4,
                                 .num_32bit_values = 5,
                                 .flags = 99};
    description.parameters[1] = {.parameter_type = 4,
                                 .shader_visibility = 6,
                                 .num_ranges = 99,
                                 .shader_register = 7,
                                 .register_space = 8,
                                 .num_32bit_values = 99,
                                 .flags = 9};
    result.observed = D3D12FUZZ_OBSERVED_DESCRIPTION_1_1;
  });
  const auto at = [](DescriptionField field, std::size_t parameter) {
    return key(Field::description_1_1, field, parameter);
  };
  EXPECT_THAT(
      outcome.observables,
      ElementsAre(
          Sees(at(DescriptionField::flags, 0), 0u), Sees(at(DescriptionField::num_parameters, 0), 2u),
          Sees(at(DescriptionField::num_static_samplers, 0), 0u), Sees(at(DescriptionField::parameter_type, 0), 1u),
          Sees(at(DescriptionField::parameter_type, 1), 4u), Sees(at(DescriptionField::shader_visibility, 0), 2u),
          Sees(at(DescriptionField::shader_visibility, 1), 6u), Sees(at(DescriptionField::shader_register, 0), 3u),
          Sees(at(DescriptionField::shader_register, 1), 7u), Sees(at(DescriptionField::register_space, 0), 4u),
          Sees(at(DescriptionField::register_space, 1), 8u), Sees(at(DescriptionField::num_32bit_values, 0), 5u),
          Sees(at(DescriptionField::root_descriptor_flags, 1), 9u)));
}

TEST(RootSignatureResult, reads_static_samplers_word_by_word) {
  const Outcome outcome = call(notation("V=1.2 S(0,0,ALL,Flags=0x0)"), [](const Input&, Result& result) {
    d3d12fuzz_description& description = result.description_1_2;
    description.num_static_samplers = 2;
    description.static_samplers[0] = {1, 2, 3, 4, 0x7FC00001, 6, 7, 8, 9, 0xFFFFFFFF, 11, 12, 13, 14};
    description.static_samplers[1] = {21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34};
    result.observed = D3D12FUZZ_OBSERVED_DESCRIPTION_1_2;
  });
  ASSERT_EQ(outcome.observables.size(), 3u + 14 * 2);
  const auto at = [](DescriptionField field, std::size_t sampler) {
    return key(Field::description_1_2, field, sampler);
  };
  EXPECT_THAT(outcome.observables[2], Sees(at(DescriptionField::num_static_samplers, 0), 2u));
  EXPECT_THAT(outcome.observables[3], Sees(at(DescriptionField::filter, 0), 1u));
  EXPECT_THAT(outcome.observables[4], Sees(at(DescriptionField::filter, 1), 21u));
  EXPECT_THAT(outcome.observables[11], Sees(at(DescriptionField::mip_lod_bias, 0), 0x7FC00001u));
  EXPECT_THAT(outcome.observables[21], Sees(at(DescriptionField::max_lod, 0), 0xFFFFFFFFu));
  EXPECT_THAT(outcome.observables[29], Sees(at(DescriptionField::sampler_flags, 0), 14u));
  EXPECT_THAT(outcome.observables[30], Sees(at(DescriptionField::sampler_flags, 1), 34u));
}

TEST(RootSignatureResult, reads_no_more_static_samplers_than_it_offered_room_for) {
  const Outcome outcome = call(notation("V=1.0 S(0,0,ALL)"), [](const Input&, Result& result) {
    EXPECT_EQ(result.description_1_0.static_sampler_capacity, 2u);
    result.description_1_0.num_static_samplers = 0xFFFFFFFF;
    result.observed = D3D12FUZZ_OBSERVED_DESCRIPTION_1_0;
  });
  ASSERT_EQ(outcome.observables.size(), 3u + 14 * 2);
  EXPECT_EQ(outcome.observables[2].value, 0xFFFFFFFFu);
}

TEST(RootSignatureResult, reads_the_blob_as_words) {
  const Outcome outcome = call(notation("V=1.0 B"), [](const Input&, Result& result) {
    const std::uint8_t bytes[] = {0x44, 0x58, 0x42, 0x43, 0, 0, 0, 0x80, 0xFF, 0xFF};
    ASSERT_GE(result.blob_capacity, sizeof(bytes));
    std::memcpy(result.blob, bytes, sizeof(bytes));
    result.blob_size = sizeof(bytes);
    result.observed = D3D12FUZZ_OBSERVED_BLOB;
  });
  EXPECT_THAT(outcome.observables,
              ElementsAre(Sees(key(Field::blob_size), 10u), Sees(key(Field::blob_word, 0), 0x43425844u),
                          Sees(key(Field::blob_digest, 0), 0x80000000u)));
}

TEST(RootSignatureResult, reads_no_more_of_a_blob_than_it_offered_room_for) {
  std::uint32_t capacity = 0;
  const Outcome outcome = call(notation("V=1.0 B"), [&](const Input&, Result& result) {
    capacity = result.blob_capacity;
    std::memset(result.blob, 0, capacity);
    result.blob_size = 0x100000000;
    result.observed = D3D12FUZZ_OBSERVED_BLOB;
  });
  ASSERT_FALSE(outcome.observables.empty());
  EXPECT_THAT(outcome.observables[0], Sees(key(Field::blob_size), 0x100000000u));
  EXPECT_EQ(outcome.observables.size(), 1u + capacity / 4);
}

TEST(RootSignatureResult, offers_room_for_the_largest_blob) {
  RootSignatureCase value = notation("V=1.2 B");
  value.parameters.resize(72);
  for (RootParameter& parameter : value.parameters) std::get<DescriptorTable>(parameter).descriptor_ranges.resize(32);
  value.static_samplers.resize(72);
  call(value, [](const Input&, Result& result) {
    // Container, header; a parameter and its table; its ranges; samplers.
    EXPECT_GT(result.blob_capacity, 4u * (11 + 6 + 72 * (3 + 2) + 72 * 32 * 6 + 72 * 14));
  });
}

TEST(RootSignatureResult, reads_the_out_pointers) {
  const Outcome outcome = call(notation("V=1.0"), [](const Input&, Result& result) {
    result.blob_written = 1;
    result.error_blob_set = 0;
    result.observed = D3D12FUZZ_OBSERVED_OUT_POINTERS;
  });
  EXPECT_THAT(outcome.observables,
              ElementsAre(Sees(key(Field::blob_written), 1u), Sees(key(Field::error_blob_set), 0u)));
}

TEST(RootSignatureResult, keys_of_a_full_result_ascend) {
  const Outcome outcome =
      call(notation("V=1.1 B T[ALL](R(SRV,1,0,0,A,0x0)); T[ALL](R(SRV,1,0,1,A,0x0)); S(0,0,ALL); L(t,0,0,HULL)"),
           [](const Input&, Result& result) {
             describe(result.description_1_0, 2, 2);
             describe(result.description_1_1, 2, 2);
             describe(result.description_1_2, 2, 2);
             result.description_1_2.num_static_samplers = 1;
             result.lookups[0] = {.found = D3D12FUZZ_FOUND_PARAMETER, .index = 0, .slot = 0};
             result.blob_size = 8;
             result.observed = 0x1FF;
           });
  EXPECT_EQ(outcome.observables.size(), 2u + 3 + 1 + 2 + 2 + 3 + 3 * (3 + 3 * 2 + 6 * 2) + 14);
  for (std::size_t i = 1; i < outcome.observables.size(); ++i) {
    EXPECT_LT(outcome.observables[i - 1].key.packed(), outcome.observables[i].key.packed());
  }
}

}  // namespace
}  // namespace d3d12fuzz
