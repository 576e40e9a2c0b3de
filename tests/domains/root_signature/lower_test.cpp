#include "domains/root_signature/lower.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "domains/root_signature/domain.h"
#include "domains/typed_domain.h"
#include "support/lowered.h"
#include "support/notation.h"

namespace d3d12fuzz::root_signature {
namespace {

using test::Lowered;
using testing::Each;
using testing::ElementsAre;

std::vector<std::uint32_t> numbers(const void* at, std::size_t count) {
  std::vector<std::uint32_t> values(count);
  std::memcpy(values.data(), at, count * sizeof(std::uint32_t));
  return values;
}

std::uint32_t number(const void* field) {
  std::uint32_t value = 0;
  std::memcpy(&value, field, sizeof(value));
  return value;
}

TEST(Lower, every_field_arrives_bit_by_bit) {
  const RootSignatureCase value = test::notation("V=1.1 F=0x80000001 T[99](R(4,U,7,0xFFFFFFF0,5,0xABCD0001))");
  Lowered lowered;
  const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* desc = lowered.lower(value);
  EXPECT_EQ(number(&desc->Version), 2u);
  EXPECT_EQ(number(&desc->Desc_1_1.Flags), 0x80000001u);
  EXPECT_EQ(desc->Desc_1_1.NumStaticSamplers, 0u);
  ASSERT_EQ(desc->Desc_1_1.NumParameters, 1u);
  const D3D12_ROOT_PARAMETER1& parameter = desc->Desc_1_1.pParameters[0];
  EXPECT_EQ(number(&parameter.ParameterType), 0u);
  EXPECT_EQ(number(&parameter.ShaderVisibility), 99u);
  ASSERT_EQ(parameter.DescriptorTable.NumDescriptorRanges, 1u);
  const D3D12_DESCRIPTOR_RANGE1& range = parameter.DescriptorTable.pDescriptorRanges[0];
  EXPECT_EQ(number(&range.RangeType), 4u);
  EXPECT_EQ(range.NumDescriptors, 0xFFFFFFFFu);
  EXPECT_EQ(range.BaseShaderRegister, 7u);
  EXPECT_EQ(range.RegisterSpace, 0xFFFFFFF0u);
  EXPECT_EQ(number(&range.Flags), 0xABCD0001u);
  EXPECT_EQ(range.OffsetInDescriptorsFromTableStart, 5u);
}

TEST(Lower, version_1_0_has_ranges_without_flags) {
  Lowered lowered;
  const auto* desc = lowered.lower(test::notation("V=1.0 T[ALL](R(SRV,1,0,0,A),R(UAV,2,3,4,9))"));
  EXPECT_EQ(number(&desc->Version), 1u);
  const D3D12_DESCRIPTOR_RANGE& range = desc->Desc_1_0.pParameters[0].DescriptorTable.pDescriptorRanges[1];
  EXPECT_EQ(number(&range.RangeType), 1u);
  EXPECT_EQ(range.OffsetInDescriptorsFromTableStart, 9u);
}

TEST(Lower, version_1_2_has_ranges_of_1_1_and_samplers_with_flags) {
  Lowered lowered;
  const auto* desc = lowered.lower(test::notation("V=1.2 F=0x80 T[MESH](R(UAV,2,3,4,9,0x1)); S(5,6,PIXEL,Flags=0x1)"));
  EXPECT_EQ(number(&desc->Version), 3u);
  const D3D12_ROOT_SIGNATURE_DESC2& of_1_2 = desc->Desc_1_2;
  EXPECT_EQ(number(&of_1_2.Flags), 0x80u);
  ASSERT_EQ(of_1_2.NumParameters, 1u);
  EXPECT_EQ(number(&of_1_2.pParameters[0].ShaderVisibility), 7u);
  ASSERT_EQ(of_1_2.pParameters[0].DescriptorTable.NumDescriptorRanges, 1u);
  EXPECT_THAT(numbers(of_1_2.pParameters[0].DescriptorTable.pDescriptorRanges, 6), ElementsAre(1, 2, 3, 4, 0x1, 9));
  ASSERT_EQ(of_1_2.NumStaticSamplers, 1u);
  EXPECT_EQ(number(&of_1_2.pStaticSamplers[0].Flags), 0x1u);
}

TEST(Lower, a_static_sampler_has_13_words_below_version_1_2_and_14_in_it) {
  static_assert(sizeof(D3D12_STATIC_SAMPLER_DESC) == 52 && sizeof(D3D12_STATIC_SAMPLER_DESC1) == 56);
  Lowered lowered;
  for (const Version version : {Version::v1_0, Version::v1_1, Version::v1_2}) {
    RootSignatureCase value = test::notation(
        "V=1.2 S(1,2,3,Filter=4,U=5,V=6,W=7,Bias=0x80000008,MaxAnisotropy=9,Cmp=10,Border=11,MinLOD=0x7F800001,"
        "MaxLOD=0xFFFFFFFF,Flags=0x2); S(15,0,ALL,Flags=0x1)");
    value.version = version;
    repair(value);
    const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* desc = lowered.lower(value);
    // The three descs are laid out alike up to what their pointers point to.
    EXPECT_EQ(desc->Desc_1_0.NumStaticSamplers, 2u);
    if (version == Version::v1_2) {
      EXPECT_THAT(numbers(desc->Desc_1_2.pStaticSamplers, 28),
                  ElementsAre(4, 5, 6, 7, 0x80000008, 9, 10, 11, 0x7F800001, 0xFFFFFFFF, 1, 2, 3, 0x2,  //
                              0x55, 1, 1, 1, 0, 16, 4, 2, 0, 0x7F7FFFFF, 15, 0, 0, 0x1));
    } else {
      EXPECT_THAT(numbers(desc->Desc_1_0.pStaticSamplers, 26),
                  ElementsAre(4, 5, 6, 7, 0x80000008, 9, 10, 11, 0x7F800001, 0xFFFFFFFF, 1, 2, 3,  //
                              0x55, 1, 1, 1, 0, 16, 4, 2, 0, 0x7F7FFFFF, 15, 0, 0));
    }
  }
}

TEST(Lower, every_type_of_parameter_has_its_part_of_the_union) {
  const RootSignatureCase value = test::notation(
      "V=1.1 K(0xFFFFFFC0,7,0xFFFFFFF0,MESH); D(CBV,1,2,9,0x80000001); D(SRV,3,4,ALL,0x0); D(UAV,5,6,ALL,0x8); "
      "X(0xFFFFFFFF,8)");
  Lowered lowered;
  const D3D12_ROOT_SIGNATURE_DESC1& desc = lowered.lower(value)->Desc_1_1;
  ASSERT_EQ(desc.NumParameters, 5u);
  const D3D12_ROOT_PARAMETER1* parameters = desc.pParameters;
  EXPECT_EQ(number(&parameters[0].ParameterType), 1u);
  EXPECT_EQ(parameters[0].Constants.ShaderRegister, 7u);
  EXPECT_EQ(parameters[0].Constants.RegisterSpace, 0xFFFFFFF0u);
  EXPECT_EQ(parameters[0].Constants.Num32BitValues, 0xFFFFFFC0u);
  EXPECT_EQ(number(&parameters[0].ShaderVisibility), 7u);
  EXPECT_EQ(number(&parameters[1].ParameterType), 2u);
  EXPECT_THAT(numbers(&parameters[1].Descriptor, 3), ElementsAre(1, 2, 0x80000001));
  EXPECT_EQ(number(&parameters[1].ShaderVisibility), 9u);
  EXPECT_EQ(number(&parameters[2].ParameterType), 3u);
  EXPECT_THAT(numbers(&parameters[2].Descriptor, 3), ElementsAre(3, 4, 0));
  EXPECT_EQ(number(&parameters[3].ParameterType), 4u);
  EXPECT_THAT(numbers(&parameters[3].Descriptor, 3), ElementsAre(5, 6, 0x8));
  EXPECT_EQ(number(&parameters[4].ParameterType), 0xFFFFFFFFu);
  EXPECT_EQ(number(&parameters[4].ShaderVisibility), 8u);
}

TEST(Lower, the_rest_of_a_union_is_dead) {
  constexpr std::size_t words_of_union = 4;
  static_assert(sizeof(D3D12_ROOT_PARAMETER::DescriptorTable) == 4 * words_of_union);
  for (const auto& [dead_bytes, fill] : {std::pair<DeadBytes, std::uint32_t>{DeadBytes::zero, 0},
                                         {DeadBytes::x55, 0x55555555},
                                         {DeadBytes::xAA, 0xAAAAAAAA}}) {
    for (const ArrayPlacement placement : {ArrayPlacement::heap, ArrayPlacement::read_only}) {
      RootSignatureCase value = test::notation("K(1,2,3,ALL); D(CBV,4,5,ALL); X(5,ALL); T[ALL](R(SRV,1,0,0,A))");
      value.lowering.dead_bytes = dead_bytes;
      value.lowering.array_placement = placement;
      Lowered lowered;
      const D3D12_ROOT_PARAMETER* parameters = lowered.lower(value)->Desc_1_0.pParameters;
      const auto words = [&](int p) { return numbers(&parameters[p].DescriptorTable, words_of_union); };
      EXPECT_THAT(words(0), ElementsAre(2, 3, 1, fill)) << "constants have three words";
      EXPECT_THAT(words(1), ElementsAre(4, 5, fill, fill)) << "a descriptor of version 1.0 has two";
      EXPECT_THAT(words(2), Each(fill)) << "nothing is known of an unknown type";
      EXPECT_EQ(words(3)[0], 1u);
      EXPECT_EQ(words(3)[1], fill) << "the padding before the pointer";
    }
  }
  RootSignatureCase value = test::notation("D(CBV,4,5,ALL,0x2)");
  value.lowering.dead_bytes = DeadBytes::xAA;
  Lowered lowered;
  EXPECT_THAT(numbers(&lowered.lower(value)->Desc_1_1.pParameters[0].DescriptorTable, words_of_union),
              ElementsAre(4, 5, 0x2, 0xAAAAAAAA));
}

TEST(Lower, the_largest_case_has_room_before_guard_pages) {
  RootSignatureCase value = test::notation("V=1.2");
  value.parameters.resize(max_elements<RootParameter>);
  for (RootParameter& parameter : value.parameters) {
    std::get<DescriptorTable>(parameter).descriptor_ranges.resize(max_elements<DescriptorRange>);
  }
  value.static_samplers.resize(max_elements<StaticSampler>);
  for (const ArrayPlacement placement :
       {ArrayPlacement::heap, ArrayPlacement::before_guard_page, ArrayPlacement::read_only}) {
    value.lowering.array_placement = placement;
    Lowered lowered;
    const D3D12_ROOT_SIGNATURE_DESC2& desc = lowered.lower(value)->Desc_1_2;
    EXPECT_EQ(desc.NumStaticSamplers, 72u);
    EXPECT_THAT(numbers(&desc.pStaticSamplers[71], 14),
                ElementsAre(0x55, 1, 1, 1, 0, 16, 4, 2, 0, 0x7F7FFFFF, 0, 0, 0, 0));
    EXPECT_EQ(desc.pParameters[71].DescriptorTable.pDescriptorRanges[31].NumDescriptors, 1u);
  }
}

TEST(Lower, dead_bytes_are_what_the_case_says) {
  RootSignatureCase value = test::notation("T[ALL](R(SRV,1,0,0,A))");
  value.lowering.dead_bytes = DeadBytes::xAA;
  Lowered lowered;
  const D3D12_ROOT_PARAMETER& parameter = lowered.lower(value)->Desc_1_0.pParameters[0];
  // The padding between the number of ranges and the pointer to them.
  EXPECT_EQ(number(&parameter.DescriptorTable.NumDescriptorRanges + 1), 0xAAAAAAAAu);
}

TEST(Lower, empty_arrays_are_null_or_dangling) {
  RootSignatureCase value = test::notation("T[ALL]()");
  Lowered lowered;
  EXPECT_EQ(lowered.lower(value)->Desc_1_0.pParameters[0].DescriptorTable.pDescriptorRanges, nullptr);
  EXPECT_EQ(lowered.lower(value)->Desc_1_0.pStaticSamplers, nullptr);
  value.lowering.empty_array = EmptyArray::dangling;
  EXPECT_NE(lowered.lower(value)->Desc_1_0.pParameters[0].DescriptorTable.pDescriptorRanges, nullptr);
  EXPECT_NE(lowered.lower(value)->Desc_1_0.pStaticSamplers, nullptr);
}

TEST(LowerDeathTest, arrays_end_at_an_inaccessible_page) {
  RootSignatureCase value = test::notation("T[ALL](R(SRV,1,0,0,A),R(UAV,1,0,0,A))");
  value.lowering.array_placement = ArrayPlacement::before_guard_page;
  Lowered lowered;
  const auto* table = &lowered.lower(value)->Desc_1_0.pParameters[0].DescriptorTable;
  EXPECT_EQ(number(&table->pDescriptorRanges[1].RangeType), 1u);
  const volatile auto* behind = reinterpret_cast<const volatile unsigned char*>(&table->pDescriptorRanges[2]);
  EXPECT_DEATH((void)*behind, "");
}

TEST(LowerDeathTest, static_samplers_end_at_an_inaccessible_page) {
  Lowered lowered;
  for (const ArrayPlacement placement : {ArrayPlacement::before_guard_page, ArrayPlacement::read_only}) {
    RootSignatureCase value = test::notation("V=1.1 S(1,0,ALL); S(2,0,ALL)");
    value.lowering.array_placement = placement;
    const D3D12_STATIC_SAMPLER_DESC* samplers = lowered.lower(value)->Desc_1_1.pStaticSamplers;
    EXPECT_EQ(samplers[1].ShaderRegister, 2u);
    EXPECT_DEATH((void)*reinterpret_cast<const volatile unsigned char*>(&samplers[2]), "");

    value = test::notation("V=1.2 S(1,0,ALL,Flags=0x1)");
    value.lowering.array_placement = placement;
    const D3D12_STATIC_SAMPLER_DESC1* with_flags = lowered.lower(value)->Desc_1_2.pStaticSamplers;
    EXPECT_EQ(number(&with_flags[0].Flags), 1u);
    EXPECT_DEATH((void)*reinterpret_cast<const volatile unsigned char*>(&with_flags[1]), "");
  }
}

TEST(LowerDeathTest, read_only_arrays_cannot_be_written) {
  RootSignatureCase value = test::notation("T[ALL](R(SRV,1,0,0,A))");
  value.lowering.array_placement = ArrayPlacement::read_only;
  Lowered lowered;
  auto* range = const_cast<D3D12_DESCRIPTOR_RANGE*>(
      lowered.lower(value)->Desc_1_0.pParameters[0].DescriptorTable.pDescriptorRanges);
  EXPECT_EQ(range->NumDescriptors, 1u);
  EXPECT_DEATH(std::memset(range, 1, sizeof(*range)), "");
}

TEST(Lower, the_forms_of_the_domain_are_all_ways_to_hand_a_case_over) {
  const std::unique_ptr<Case> value = domain().make_case();
  const auto lowering = [&]() -> const Lowering& { return TypedDomain<RootSignatureCase>::value_of(*value).lowering; };
  EXPECT_EQ(domain().form_count(), 18u);
  domain().set_form(*value, 0);
  EXPECT_EQ(lowering(), Lowering{});
  std::vector<Lowering> seen;
  for (std::uint32_t form = 0; form < domain().form_count(); ++form) {
    domain().set_form(*value, form);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), lowering()), 0) << form;
    seen.push_back(lowering());
  }
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
