// What the deserializer gives at each version: DT-045, DT-081 to DT-083.

#include <gtest/gtest.h>

#include "candidates/builtin/call.h"

namespace d3d12fuzz::builtin {
namespace {

Signature of_every_kind(std::uint32_t version, std::uint32_t range_flags, std::uint32_t descriptor_flags) {
  return Signature(version)
      .table({{kSrvRange, 2, 3, 4, range_flags, 5}, {kUavRange, 1, 0, 0, range_flags, kEnd}})
      .constants(7, 8, 9, D3D12_SHADER_VISIBILITY_HULL)
      .descriptor(kUav, 10, 11, D3D12_SHADER_VISIBILITY_MESH, descriptor_flags);
}

TEST(BuiltinDescription, has_every_field_of_every_kind) {
  Signature signature = of_every_kind(k1_1, 0x1, 0x4);
  const Answer answer = ask(signature);
  for (const Description* at : {&answer.at_1_0, &answer.at_1_1, &answer.at_1_2}) {
    EXPECT_EQ(at->counts.num_parameters, 3u);
    EXPECT_EQ(at->counts.num_ranges, 2u);
    EXPECT_EQ(at->counts.num_static_samplers, 0u);
    EXPECT_EQ(at->parameters[0].num_ranges, 2u);
    EXPECT_EQ(at->parameters[0].num_32bit_values, 0u) << "a field that tables do not have";
    EXPECT_EQ(at->ranges[0].register_space, 4u);
    EXPECT_EQ(at->ranges[1].offset_in_descriptors_from_table_start, kEnd);
    EXPECT_EQ(at->parameters[1].num_32bit_values, 7u);
    EXPECT_EQ(at->parameters[1].shader_register, 8u);
    EXPECT_EQ(at->parameters[1].register_space, 9u);
    EXPECT_EQ(at->parameters[1].shader_visibility, 2u);
    EXPECT_EQ(at->parameters[1].flags, 0u);
    EXPECT_EQ(at->parameters[2].shader_register, 10u);
    EXPECT_EQ(at->parameters[2].register_space, 11u);
    EXPECT_EQ(at->parameters[2].num_32bit_values, 0u);
  }
}

TEST(BuiltinDescription, of_version_1_0_states_its_behaviour_at_later_ones) {
  Signature signature = of_every_kind(k1_0, 0, 0).table({{kSamplerRange, 1, 0, 0, 0, kEnd}});
  const Answer answer = ask(signature);
  EXPECT_EQ(answer.at_1_0.ranges[0].flags, 0u);
  EXPECT_EQ(answer.at_1_0.parameters[2].flags, 0u);
  for (const Description* at : {&answer.at_1_1, &answer.at_1_2}) {
    EXPECT_EQ(at->ranges[0].flags, 0x3u);
    EXPECT_EQ(at->ranges[1].flags, 0x3u);
    EXPECT_EQ(at->ranges[2].flags, 0x1u);
    EXPECT_EQ(at->parameters[1].flags, 0u);
    EXPECT_EQ(at->parameters[2].flags, 0x2u);
  }
}

TEST(BuiltinDescription, at_version_1_0_has_no_flags) {
  Signature signature = of_every_kind(k1_2, 0x2, 0x8);
  const Answer answer = ask(signature);
  EXPECT_EQ(answer.at_1_0.ranges[0].flags, 0u);
  EXPECT_EQ(answer.at_1_0.parameters[2].flags, 0u);
  for (const Description* at : {&answer.at_1_1, &answer.at_1_2}) {
    EXPECT_EQ(at->ranges[0].flags, 0x2u);
    EXPECT_EQ(at->parameters[2].flags, 0x8u);
  }
}

TEST(BuiltinDescription, does_not_write_defaults_into_flags) {
  Signature signature = of_every_kind(k1_1, 0, 0);
  const Answer answer = ask(signature);
  EXPECT_EQ(answer.at_1_1.ranges[0].flags, 0u);
  EXPECT_EQ(answer.at_1_1.parameters[2].flags, 0u);
}

TEST(BuiltinDescription, has_flags_of_samplers_at_version_1_2_alone) {
  d3d12fuzz_described_static_sampler sampler = sampler_at(3, 4, D3D12_SHADER_VISIBILITY_PIXEL);
  sampler.border_color = D3D12_STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT;
  sampler.flags = 0x1;
  Signature newest = Signature(k1_2).sampler(sampler);
  const Answer answer = ask(newest);
  ASSERT_TRUE(answer.created());
  EXPECT_EQ(answer.at_1_2.samplers[0].flags, 0x1u);
  for (const Description* at : {&answer.at_1_0, &answer.at_1_1}) {
    EXPECT_EQ(at->samplers[0].flags, 0u);
    EXPECT_EQ(at->samplers[0].border_color, 3u) << "the colour stays";
  }
  sampler.flags = 0;
  Signature older = Signature(k1_1).sampler(sampler);
  EXPECT_EQ(ask(older).at_1_2.samplers[0].flags, 0u);
}

TEST(BuiltinDescription, keeps_every_bit_of_a_sampler) {
  d3d12fuzz_described_static_sampler sampler = sampler_at(0xFFFFFFFE, 0xFFFFFFEF, 6);
  sampler.filter = D3D12_FILTER_COMPARISON_MIN_MAG_MIP_POINT;
  sampler.address_u = 2;
  sampler.address_v = 3;
  sampler.address_w = 4;
  sampler.mip_lod_bias = 0x80000000;
  sampler.max_anisotropy = 5;
  sampler.comparison_func = 6;
  sampler.border_color = 1;
  sampler.min_lod = 0x00000001;
  sampler.max_lod = 0xFF800000;
  for (const std::uint32_t version : {k1_0, k1_1, k1_2}) {
    Signature signature = Signature(version).sampler(sampler);
    const Answer answer = ask(signature);
    for (const Description* at : {&answer.at_1_0, &answer.at_1_1, &answer.at_1_2}) {
      EXPECT_EQ(at->counts.num_static_samplers, 1u);
      EXPECT_EQ(std::memcmp(at->samplers.data(), &sampler, sizeof(sampler)), 0);
    }
  }
}

}  // namespace
}  // namespace d3d12fuzz::builtin
