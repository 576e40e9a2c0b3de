#include "candidates/root_signature_call.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>

#include "base/guarded_pages.h"
#include "domains/root_signature/domain.h"
#include "domains/root_signature/observables.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature;
using test::notation;
using testing::ElementsAre;
using testing::IsEmpty;

using Input = d3d12fuzz_root_signature_input;
using Result = d3d12fuzz_root_signature_result;
using Body = std::function<void(const Input&, Result&)>;

constexpr std::size_t kPadding1 = 4;  // bytes of padding behind a 32-bit field before a pointer

/// Asks the kernel, which does not die of it.
bool readable(const void* at) {
  int ends[2];
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  const bool can = write(ends[1], at, 1) == 1;
  EXPECT_TRUE(can || errno == EFAULT);
  close(ends[0]);
  close(ends[1]);
  return can;
}

bool writable(const void* at) {
  int ends[2];
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  // Its own byte is written there, so that nothing changes.
  EXPECT_EQ(write(ends[1], at, 1), 1);
  const bool can = read(ends[0], const_cast<void*>(at), 1) == 1;
  EXPECT_TRUE(can || errno == EFAULT);
  close(ends[0]);
  close(ends[1]);
  return can;
}

/// Calls a candidate made of `body` with a case.
Outcome call(const RootSignatureCase& value, Body body) {
  const d3d12fuzz_candidate candidate = {
      .version = D3D12FUZZ_CANDIDATE_VERSION,
      .context = &body,
      .root_signature = [](void* context, const Input* input,
                           Result* result) { (*static_cast<Body*>(context))(*input, *result); },
      .destroy = nullptr};
  const std::unique_ptr<DomainCall> domain_call = make_domain_call(domain());
  EXPECT_TRUE(domain_call->supported(candidate));
  const std::unique_ptr<Case> made = case_from_tree(domain(), to_tree(value));
  d3d12fuzz_progress progress;
  std::memset(&progress, 0xEE, sizeof(progress));
  Outcome outcome;
  outcome.observables.push_back({.key = key(Field::cost), .value = 99});
  domain_call->call(candidate, *made, progress, outcome);
  return outcome;
}

/// A 32-bit number at some place, whatever the type there.
std::uint32_t number_at(const void* at, std::size_t offset = 0) {
  std::uint32_t value;
  std::memcpy(&value, static_cast<const std::byte*>(at) + offset, sizeof(value));
  return value;
}

std::vector<std::uint32_t> numbers_at(const void* at, std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::memcpy(numbers.data(), at, 4 * count);
  return numbers;
}

// ---- What a candidate is handed

TEST(RootSignatureCall, hands_over_a_desc_of_version_1_0) {
  call(notation("V=1.0 F=0x41 T[PIXEL](R(UAV,1,2,3,4),R(CBV,U,6,7,A)); T[ALL]()"), [](const Input& input, Result&) {
    EXPECT_EQ(number_at(&input.desc->Version), 1u);
    const D3D12_ROOT_SIGNATURE_DESC& desc = input.desc->Desc_1_0;
    EXPECT_EQ(number_at(&desc.Flags), 0x41u);
    EXPECT_EQ(desc.NumStaticSamplers, 0u);
    EXPECT_EQ(desc.pStaticSamplers, nullptr);
    ASSERT_EQ(desc.NumParameters, 2u);
    const D3D12_ROOT_PARAMETER& first = desc.pParameters[0];
    EXPECT_EQ(number_at(&first.ParameterType), 0u);
    EXPECT_EQ(number_at(&first.ShaderVisibility), 5u);
    ASSERT_EQ(first.DescriptorTable.NumDescriptorRanges, 2u);
    EXPECT_THAT(numbers_at(first.DescriptorTable.pDescriptorRanges, 10),
                ElementsAre(1, 1, 2, 3, 4, 2, 0xFFFFFFFF, 6, 7, 0xFFFFFFFF));
    EXPECT_EQ(desc.pParameters[1].DescriptorTable.NumDescriptorRanges, 0u);
    EXPECT_EQ(desc.pParameters[1].DescriptorTable.pDescriptorRanges, nullptr);
  });
}

TEST(RootSignatureCall, hands_over_a_desc_of_version_1_1_with_range_flags) {
  call(notation("V=1.1 T[ALL](R(SAMPLER,1,2,3,4,0x1),R(SRV,5,6,7,A,0x10008))"), [](const Input& input, Result&) {
    EXPECT_EQ(number_at(&input.desc->Version), 2u);
    const D3D12_ROOT_SIGNATURE_DESC1& desc = input.desc->Desc_1_1;
    ASSERT_EQ(desc.NumParameters, 1u);
    EXPECT_THAT(numbers_at(desc.pParameters[0].DescriptorTable.pDescriptorRanges, 12),
                ElementsAre(3, 1, 2, 3, 0x1, 4, 0, 5, 6, 7, 0x10008, 0xFFFFFFFF));
  });
}

TEST(RootSignatureCall, illegal_values_arrive_bit_by_bit) {
  call(notation("V=1.1 F=0xFFFFFFFF T[0x80000008](R(0xDEADBEEF,0,0xFFFFFFFF,0xFFFFFFF8,0xFFFFFFFE,0xA5A5A5A5))"),
       [](const Input& input, Result&) {
         const D3D12_ROOT_SIGNATURE_DESC1& desc = input.desc->Desc_1_1;
         EXPECT_EQ(number_at(&desc.Flags), 0xFFFFFFFFu);
         EXPECT_EQ(number_at(&desc.pParameters[0].ShaderVisibility), 0x80000008u);
         EXPECT_THAT(numbers_at(desc.pParameters[0].DescriptorTable.pDescriptorRanges, 6),
                     ElementsAre(0xDEADBEEF, 0, 0xFFFFFFFF, 0xFFFFFFF8, 0xA5A5A5A5, 0xFFFFFFFE));
       });
}

TEST(RootSignatureCall, hands_over_lookups_in_order) {
  call(notation("V=1.0 L(t,1,2,VERTEX); L(s,0xFFFFFFFF,4,COMPUTE)"), [](const Input& input, Result&) {
    ASSERT_EQ(input.num_lookups, 2u);
    EXPECT_THAT(numbers_at(input.lookups, 8), ElementsAre(0, 1, 2, 1, 3, 0xFFFFFFFF, 4, 8));
  });
}

TEST(RootSignatureCall, hands_over_how_to_serialize_and_for_what) {
  call(notation("V=1.0"), [](const Input& input, Result& result) {
    EXPECT_EQ(input.serializer, static_cast<std::uint32_t>(D3D12FUZZ_SERIALIZER_VERSIONED));
    EXPECT_EQ(input.legacy_version, 1u);
    EXPECT_EQ(input.observe_blob, 0u);
    EXPECT_EQ(input.platform, static_cast<std::uint32_t>(D3D12FUZZ_PLATFORM_PC));
    EXPECT_EQ(input.resource_binding_tier, 3u);
    EXPECT_EQ(result.blob_capacity, 0u);
  });
  call(notation("V=1.0 Z=legacy:0xFFFFFFFF B P=xbox TIER=1"), [](const Input& input, Result& result) {
    EXPECT_EQ(input.serializer, static_cast<std::uint32_t>(D3D12FUZZ_SERIALIZER_LEGACY));
    EXPECT_EQ(input.legacy_version, 0xFFFFFFFFu);
    EXPECT_EQ(input.observe_blob, 1u);
    EXPECT_EQ(input.platform, static_cast<std::uint32_t>(D3D12FUZZ_PLATFORM_XBOX_SERIES));
    EXPECT_EQ(input.resource_binding_tier, 1u);
    EXPECT_GT(result.blob_capacity, 0u);
  });
}

TEST(RootSignatureCall, hands_over_static_samplers) {
  call(notation("V=1.2 S(1,2,PIXEL,Filter=7,Bias=0x7FC00001,Flags=0x80000001); S(3,0,ALL)"),
       [](const Input& input, Result&) {
         EXPECT_EQ(number_at(&input.desc->Version), 3u);
         const D3D12_ROOT_SIGNATURE_DESC2& desc = input.desc->Desc_1_2;
         ASSERT_EQ(desc.NumStaticSamplers, 2u);
         EXPECT_THAT(numbers_at(desc.pStaticSamplers, 28),
                     ElementsAre(7, 1, 1, 1, 0x7FC00001, 16, 4, 2, 0, 0x7F7FFFFF, 1, 2, 5, 0x80000001,  //
                                 0x55, 1, 1, 1, 0, 16, 4, 2, 0, 0x7F7FFFFF, 3, 0, 0, 0));
       });
}

TEST(RootSignatureCall, dead_bytes_are_what_the_case_asks_for) {
  const std::pair<DeadBytes, std::uint32_t> fills[] = {
      {DeadBytes::zero, 0}, {DeadBytes::x55, 0x55555555}, {DeadBytes::xAA, 0xAAAAAAAA}};
  for (const ArrayPlacement placement :
       {ArrayPlacement::heap, ArrayPlacement::before_guard_page, ArrayPlacement::read_only}) {
    for (const auto& [dead_bytes, fill] : fills) {
      RootSignatureCase value = notation("V=1.0 T[ALL](R(SRV,1,0,0,A)); T[PIXEL](R(SRV,1,1,0,A))");
      value.lowering = {.dead_bytes = dead_bytes, .array_placement = placement};
      call(value, [&](const Input& input, Result&) {
        EXPECT_EQ(number_at(input.desc, kPadding1), fill) << "behind Version";
        const D3D12_ROOT_SIGNATURE_DESC& desc = input.desc->Desc_1_0;
        EXPECT_EQ(number_at(&desc, kPadding1), fill) << "behind NumParameters";
        EXPECT_EQ(number_at(&desc.NumStaticSamplers, kPadding1), fill) << "behind NumStaticSamplers";
        EXPECT_EQ(number_at(&desc.Flags, kPadding1), fill) << "behind Flags";
        for (int p = 0; p < 2; ++p) {
          const D3D12_ROOT_PARAMETER& parameter = desc.pParameters[p];
          EXPECT_EQ(number_at(&parameter.ParameterType, kPadding1), fill) << "behind ParameterType";
          EXPECT_EQ(number_at(&parameter.DescriptorTable.NumDescriptorRanges, kPadding1), fill) << "behind a count";
          EXPECT_EQ(number_at(&parameter.ShaderVisibility, kPadding1), fill) << "behind ShaderVisibility";
        }
      });
    }
  }
}

TEST(RootSignatureCall, arrays_end_at_an_inaccessible_page_when_asked_for) {
  const std::size_t page = GuardedPages::page_size();
  for (const ArrayPlacement placement : {ArrayPlacement::before_guard_page, ArrayPlacement::read_only}) {
    RootSignatureCase value =
        notation("V=1.1 T[ALL](R(SRV,1,0,0,A,0x0)); T[PIXEL](R(SRV,1,1,0,A,0x0),R(UAV,1,1,0,A,0x0))");
    value.lowering.array_placement = placement;
    call(value, [&](const Input& input, Result&) {
      const auto check = [&](const void* begin, std::size_t size) {
        const auto* end = static_cast<const std::byte*>(begin) + size;
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(end) % page, 0u);
        EXPECT_TRUE(readable(begin));
        EXPECT_TRUE(readable(end - 1));
        EXPECT_FALSE(readable(end));
        EXPECT_EQ(writable(begin), placement == ArrayPlacement::before_guard_page);
      };
      const D3D12_ROOT_SIGNATURE_DESC1& desc = input.desc->Desc_1_1;
      check(desc.pParameters, 2 * sizeof(D3D12_ROOT_PARAMETER1));
      check(desc.pParameters[0].DescriptorTable.pDescriptorRanges, 1 * sizeof(D3D12_DESCRIPTOR_RANGE1));
      check(desc.pParameters[1].DescriptorTable.pDescriptorRanges, 2 * sizeof(D3D12_DESCRIPTOR_RANGE1));
    });
  }
}

TEST(RootSignatureCall, the_largest_case_finds_room_before_guard_pages) {
  RootSignatureCase value;
  value.version = Version::v1_1;
  value.parameters.resize(72);
  for (RootParameter& parameter : value.parameters) std::get<DescriptorTable>(parameter).descriptor_ranges.resize(32);
  for (const ArrayPlacement placement : {ArrayPlacement::heap, ArrayPlacement::read_only}) {
    value.lowering.array_placement = placement;
    call(value, [](const Input& input, Result&) {
      const D3D12_ROOT_SIGNATURE_DESC1& desc = input.desc->Desc_1_1;
      ASSERT_EQ(desc.NumParameters, 72u);
      for (UINT p = 0; p < 72; ++p) {
        ASSERT_EQ(desc.pParameters[p].DescriptorTable.NumDescriptorRanges, 32u);
        ASSERT_EQ(desc.pParameters[p].DescriptorTable.pDescriptorRanges[31].NumDescriptors, 1u);
      }
    });
  }
}

TEST(RootSignatureCall, the_pointer_of_an_empty_array_dangles_when_asked_for) {
  RootSignatureCase value = notation("V=1.0 T[ALL]()");
  value.lowering.empty_array = EmptyArray::dangling;
  call(value, [](const Input& input, Result&) {
    const D3D12_ROOT_SIGNATURE_DESC& desc = input.desc->Desc_1_0;
    for (const void* at : {static_cast<const void*>(desc.pStaticSamplers),
                           static_cast<const void*>(desc.pParameters[0].DescriptorTable.pDescriptorRanges)}) {
      EXPECT_NE(at, nullptr);
      EXPECT_FALSE(readable(at));
    }
  });
  value.parameters.clear();
  call(value, [](const Input& input, Result&) {
    EXPECT_EQ(input.desc->Desc_1_0.NumParameters, 0u);
    EXPECT_NE(input.desc->Desc_1_0.pParameters, nullptr);
    EXPECT_FALSE(readable(input.desc->Desc_1_0.pParameters));
  });
}

TEST(RootSignatureCall, offers_a_clear_result_with_room_for_one_more_than_the_case_has) {
  call(notation("V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,1,A)); T[ALL]()"), [](const Input&, Result& result) {
    EXPECT_EQ(result.observed, 0u);
    for (const d3d12fuzz_stage_result& stage : result.progress->stages) {
      EXPECT_EQ(stage.status, static_cast<std::uint32_t>(D3D12FUZZ_STATUS_NOT_REACHED));
      EXPECT_EQ(stage.hresult, 0);
    }
    EXPECT_EQ(result.description_1_0.parameter_capacity, 3u);
    EXPECT_EQ(result.description_1_0.range_capacity, 3u);
    EXPECT_EQ(result.description_1_1.parameter_capacity, 3u);
    EXPECT_EQ(result.description_1_1.range_capacity, 3u);
  });
}

// ---- What is read back

MATCHER_P2(Sees, key, value, "") { return arg.key == key && arg.value == std::uint64_t{value}; }

TEST(RootSignatureCall, a_candidate_that_observes_nothing_has_no_values) {
  const Outcome outcome = call(notation("V=1.0 T[ALL](R(SRV,1,0,0,A))"), [](const Input&, Result&) {});
  EXPECT_THAT(outcome.observables, IsEmpty());
  for (const Stage stage : kStages) EXPECT_EQ(outcome.at(stage), StageOutcome{});
  EXPECT_FALSE(outcome.crash.has_value());
}

TEST(RootSignatureCall, reads_stages_back_and_trusts_no_unknown_status) {
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

TEST(RootSignatureCall, reads_layout_and_lookups_back_in_the_order_of_fields) {
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

TEST(RootSignatureCall, reads_a_description_back_field_by_field) {
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

TEST(RootSignatureCall, reads_no_further_than_the_room_that_it_offered) {
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

TEST(RootSignatureCall, reads_of_each_parameter_what_its_type_has) {
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

TEST(RootSignatureCall, reads_static_samplers_word_by_word) {
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

TEST(RootSignatureCall, reads_no_more_static_samplers_than_it_offered_room_for) {
  const Outcome outcome = call(notation("V=1.0 S(0,0,ALL)"), [](const Input&, Result& result) {
    EXPECT_EQ(result.description_1_0.static_sampler_capacity, 2u);
    result.description_1_0.num_static_samplers = 0xFFFFFFFF;
    result.observed = D3D12FUZZ_OBSERVED_DESCRIPTION_1_0;
  });
  ASSERT_EQ(outcome.observables.size(), 3u + 14 * 2);
  EXPECT_EQ(outcome.observables[2].value, 0xFFFFFFFFu);
}

TEST(RootSignatureCall, reads_the_blob_as_words) {
  const Outcome outcome = call(notation("V=1.0 B"), [](const Input&, Result& result) {
    const std::uint8_t bytes[] = {0x44, 0x58, 0x42, 0x43, 0, 0, 0, 0x80, 0xFF, 0xFF};
    ASSERT_GE(result.blob_capacity, sizeof(bytes));
    std::memcpy(result.blob, bytes, sizeof(bytes));
    result.blob_size = sizeof(bytes);
    result.observed = D3D12FUZZ_OBSERVED_BLOB;
  });
  EXPECT_THAT(outcome.observables,
              ElementsAre(Sees(key(Field::blob_size), 10u), Sees(key(Field::blob_word, 0), 0x43425844u),
                          Sees(key(Field::blob_word, 1), 0x80000000u)));
}

TEST(RootSignatureCall, reads_no_more_of_a_blob_than_it_offered_room_for) {
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

TEST(RootSignatureCall, offers_room_for_the_largest_blob) {
  RootSignatureCase value = notation("V=1.2 B");
  value.parameters.resize(72);
  for (RootParameter& parameter : value.parameters) std::get<DescriptorTable>(parameter).descriptor_ranges.resize(32);
  value.static_samplers.resize(72);
  call(value, [](const Input&, Result& result) {
    // Container, header; a parameter and its table; its ranges; samplers.
    EXPECT_GT(result.blob_capacity, 4u * (11 + 6 + 72 * (3 + 2) + 72 * 32 * 6 + 72 * 14));
  });
}

TEST(RootSignatureCall, reads_the_out_pointers) {
  const Outcome outcome = call(notation("V=1.0"), [](const Input&, Result& result) {
    result.blob_written = 1;
    result.error_blob_set = 0;
    result.observed = D3D12FUZZ_OBSERVED_OUT_POINTERS;
  });
  EXPECT_THAT(outcome.observables,
              ElementsAre(Sees(key(Field::blob_written), 1u), Sees(key(Field::error_blob_set), 0u)));
}

TEST(RootSignatureCall, keys_of_a_full_result_ascend) {
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

TEST(RootSignatureCall, a_candidate_without_the_function_is_not_supported) {
  EXPECT_FALSE(make_root_signature_call()->supported({.version = D3D12FUZZ_CANDIDATE_VERSION}));
}

}  // namespace
}  // namespace d3d12fuzz
