// What a candidate of root signatures is handed.

#include "candidates/root_signature_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "candidates/body_candidate.h"
#include "support/address.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature;
using test::call;
using test::Input;
using test::notation;
using test::readable;
using test::Result;
using test::writable;
using testing::ElementsAre;

constexpr std::size_t kPadding1 = 4;  // bytes of padding behind a 32-bit field before a pointer

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
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
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

TEST(RootSignatureCall, a_candidate_without_the_function_is_not_supported) {
  const InProcessCandidate candidate({.version = D3D12FUZZ_CANDIDATE_VERSION}, {});
  EXPECT_FALSE(candidate.supports(domain()));
}

}  // namespace
}  // namespace d3d12fuzz
