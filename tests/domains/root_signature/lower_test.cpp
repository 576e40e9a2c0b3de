#include "domains/root_signature/lower.h"

#include <cstring>

#include "support/notation.h"

namespace d3d12fuzz::root_signature {
namespace {

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

TEST(LowerDeathTest, read_only_arrays_cannot_be_written) {
  RootSignatureCase value = test::notation("T[ALL](R(SRV,1,0,0,A))");
  value.lowering.array_placement = ArrayPlacement::read_only;
  Lowered lowered;
  auto* range = const_cast<D3D12_DESCRIPTOR_RANGE*>(
      lowered.lower(value)->Desc_1_0.pParameters[0].DescriptorTable.pDescriptorRanges);
  EXPECT_EQ(range->NumDescriptors, 1u);
  EXPECT_DEATH(std::memset(range, 1, sizeof(*range)), "");
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
