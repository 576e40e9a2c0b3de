// Root constants, root descriptors and tables together: types, registers, cost, tiers and lookups.

#include <gtest/gtest.h>

#include "candidates/builtin/call.h"

namespace d3d12fuzz::builtin {
namespace {

constexpr std::uint32_t kLocal = 0x80;
constexpr std::uint32_t kPixel = D3D12_SHADER_VISIBILITY_PIXEL;
constexpr std::uint32_t kVertex = D3D12_SHADER_VISIBILITY_VERTEX;

bool serializes(Signature signature) { return ask(signature).serialized(); }
bool creates(Signature signature, std::uint32_t tier = 3) {
  const Answer answer = ask(signature, {.resource_binding_tier = tier});
  EXPECT_TRUE(answer.serialized());
  return answer.created();
}

TEST(BuiltinRootParameter, may_be_missing_altogether) {
  for (const std::uint32_t version : {k1_0, k1_1, k1_2}) EXPECT_TRUE(creates(Signature(version)));
}

TEST(BuiltinRootParameter, is_of_a_known_type) {
  for (const std::uint32_t type : {5u, 6u, 0x80000000u, 0xFFFFFFFFu}) {
    EXPECT_FALSE(serializes(Signature(k1_1).unknown(type))) << type;
  }
}

TEST(BuiltinRootParameter, is_in_no_reserved_space) {
  for (const std::uint32_t space : {0xFFFFFFEFu, 0xFFFFFFF0u, 0xFFFFFFF8u, 0xFFFFFFFFu}) {
    const bool usable = space == 0xFFFFFFEF;
    EXPECT_EQ(serializes(Signature(k1_0).constants(1, 0, space)), usable);
    EXPECT_EQ(serializes(Signature(k1_0).descriptor(kUav, 0, space)), usable);
    EXPECT_EQ(serializes(Signature(k1_0).table({{kSrvRange, 1, 0, space, 0, kEnd}})), usable);
  }
}

TEST(BuiltinRootParameter, of_a_descriptor_has_one_flag_at_most) {
  for (const std::uint32_t type : {kCbv, kSrv, kUav}) {
    for (const std::uint32_t legal : {0x0u, 0x2u, 0x4u, 0x8u}) {
      EXPECT_TRUE(serializes(Signature(k1_1).descriptor(type, 0, 0, 0, legal))) << legal;
    }
    for (const std::uint32_t illegal : {0x1u, 0x6u, 0xAu, 0xCu, 0xEu, 0x10u, 0x10000u, 0x80000000u}) {
      EXPECT_FALSE(serializes(Signature(k1_2).descriptor(type, 0, 0, 0, illegal))) << illegal;
    }
  }
}

TEST(BuiltinRootParameter, names_one_register_of_its_class) {
  EXPECT_FALSE(serializes(Signature(k1_0).constants(1, 0).constants(1, 0)));
  EXPECT_FALSE(serializes(Signature(k1_0).constants(1, 0).descriptor(kCbv, 0)));
  EXPECT_FALSE(serializes(Signature(k1_0).constants(4, 2).table({{kCbvRange, 1, 2, 0, 0, kEnd}})));
  EXPECT_TRUE(serializes(Signature(k1_0).constants(4, 2).table({{kCbvRange, 1, 3, 0, 0, kEnd}})));
  EXPECT_TRUE(serializes(Signature(k1_0).descriptor(kSrv, 0).descriptor(kUav, 0).descriptor(kCbv, 0)));
  EXPECT_FALSE(serializes(Signature(k1_0).descriptor(kSrv, 9).table({{kSrvRange, kEnd, 4, 0, 0, kEnd}})));
  EXPECT_FALSE(serializes(Signature(k1_0).table({{kSrvRange, kEnd, 4, 0, 0, kEnd}}).descriptor(kSrv, 9)));
  EXPECT_TRUE(serializes(Signature(k1_0).table({{kSrvRange, kEnd, 4, 0, 0, kEnd}}).descriptor(kSrv, 3)));
}

TEST(BuiltinRootParameter, shares_its_register_with_other_stages_alone) {
  EXPECT_TRUE(serializes(Signature(k1_0).descriptor(kUav, 0, 0, kVertex).descriptor(kUav, 0, 0, kPixel)));
  EXPECT_FALSE(serializes(Signature(k1_0).descriptor(kUav, 0, 0, 0).descriptor(kUav, 0, 0, kPixel)));
  EXPECT_FALSE(serializes(Signature(k1_0).constants(4, 0, 0, kVertex).constants(8, 0)));
}

TEST(BuiltinCost, is_one_for_tables_two_for_descriptors_and_the_number_of_constants) {
  Signature mixed =
      Signature(k1_0).table({{kSrvRange, 3, 0, 0, 0, kEnd}}).constants(5, 0).descriptor(kUav, 0).sampler(sampler_at(0));
  const Answer answer = ask(mixed);
  EXPECT_TRUE(answer.created());
  EXPECT_EQ(answer.result.cost, 8u);
  EXPECT_EQ(answer.table_sizes[0], 3u);
  EXPECT_EQ(answer.table_sizes[1], 0u);
  EXPECT_EQ(answer.table_sizes[2], 0u);
}

TEST(BuiltinCost, is_64_at_most) {
  EXPECT_TRUE(creates(Signature(k1_0).constants(64, 0)));
  EXPECT_FALSE(creates(Signature(k1_0).constants(65, 0)));
  Signature descriptors(k1_0);
  for (std::uint32_t i = 0; i < 32; ++i) descriptors.descriptor(kSrv, i);
  EXPECT_TRUE(creates(descriptors));
  EXPECT_FALSE(creates(descriptors.table({{kUavRange, 1, 0, 0, 0, kEnd}})));
}

TEST(BuiltinCost, does_not_wrap) {
  EXPECT_FALSE(creates(Signature(k1_0).constants(0x80000000, 0).constants(0x80000000, 1)));
  EXPECT_FALSE(creates(Signature(k1_0).constants(1, 0).constants(0xFFFFFFFF, 1)));
}

TEST(BuiltinCost, does_not_limit_local_root_signatures_of_a_record) {
  EXPECT_TRUE(creates(Signature(k1_0, kLocal).constants(65, 0)));
  EXPECT_TRUE(creates(Signature(k1_0, kLocal).constants(1016, 0)));
  EXPECT_FALSE(creates(Signature(k1_0, kLocal).constants(1017, 0))) << "4068 bytes";
  EXPECT_FALSE(creates(Signature(k1_0, kLocal).constants(1015, 0).descriptor(kSrv, 0))) << "the address is aligned";
  Signature many(k1_0, kLocal);
  for (std::uint32_t i = 0; i < 100; ++i) many.constants(1, i);
  EXPECT_TRUE(creates(many)) << "ST-054";
}

TEST(BuiltinTier, limits_tables_below_tier_3) {
  const auto table = [](std::uint32_t type, std::uint32_t count) {
    return Signature(k1_0).table({{type, count, 0, 0, 0, kEnd}});
  };
  EXPECT_TRUE(creates(table(kCbvRange, 14), 2));
  EXPECT_FALSE(creates(table(kCbvRange, 15), 2));
  EXPECT_TRUE(creates(table(kCbvRange, 15), 3));
  EXPECT_TRUE(creates(table(kUavRange, 64), 2));
  EXPECT_FALSE(creates(table(kUavRange, 65), 2));
  EXPECT_TRUE(creates(table(kSrvRange, 128), 1));
  EXPECT_FALSE(creates(table(kSrvRange, 129), 1));
  EXPECT_TRUE(creates(table(kSrvRange, kEnd), 2));
  EXPECT_FALSE(creates(table(kSrvRange, kEnd), 1));
  EXPECT_TRUE(creates(table(kSamplerRange, 16), 1));
  EXPECT_FALSE(creates(table(kSamplerRange, 17), 1));
  EXPECT_TRUE(creates(Signature(k1_0, 0x400), 3));
  EXPECT_FALSE(creates(Signature(k1_0, 0x400), 2));
}

TEST(BuiltinTier, below_3_has_one_type_a_slot) {
  Signature aliased = Signature(k1_0).table({{kSrvRange, 8, 0, 0, 0, 0}, {kCbvRange, 8, 0, 0, 0, 0}});
  Signature apart = Signature(k1_0).table({{kSrvRange, 8, 0, 0, 0, 0}, {kCbvRange, 8, 0, 0, 0, 8}});
  EXPECT_TRUE(creates(aliased, 3));
  EXPECT_FALSE(creates(aliased, 2));
  EXPECT_TRUE(creates(apart, 2));
}

TEST(BuiltinLookup, finds_entries_of_every_kind) {
  Signature signature = Signature(k1_0)
                            .constants(4, 2)
                            .descriptor(kSrv, 1, 0, kPixel)
                            .table({{kUavRange, 4, 3, 0, 0, 10}})
                            .sampler(sampler_at(7))
                            .sampler(sampler_at(8, 0, kPixel));
  const Answer answer = ask(signature, {.lookups = {
                                            {D3D12FUZZ_REGISTER_CLASS_B, 2, 0, D3D12FUZZ_SHADER_STAGE_COMPUTE},
                                            {D3D12FUZZ_REGISTER_CLASS_B, 3, 0, D3D12FUZZ_SHADER_STAGE_COMPUTE},
                                            {D3D12FUZZ_REGISTER_CLASS_T, 1, 0, D3D12FUZZ_SHADER_STAGE_PIXEL},
                                            {D3D12FUZZ_REGISTER_CLASS_T, 1, 0, D3D12FUZZ_SHADER_STAGE_VERTEX},
                                            {D3D12FUZZ_REGISTER_CLASS_U, 5, 0, D3D12FUZZ_SHADER_STAGE_MESH},
                                            {D3D12FUZZ_REGISTER_CLASS_S, 7, 0, D3D12FUZZ_SHADER_STAGE_VERTEX},
                                            {D3D12FUZZ_REGISTER_CLASS_S, 8, 0, D3D12FUZZ_SHADER_STAGE_PIXEL},
                                            {D3D12FUZZ_REGISTER_CLASS_S, 8, 0, D3D12FUZZ_SHADER_STAGE_COMPUTE},
                                        }});
  ASSERT_TRUE(answer.created());
  const auto expect = [&](std::size_t i, std::uint32_t found, std::uint32_t index, std::uint64_t slot) {
    EXPECT_EQ(answer.lookups[i].found, found) << i;
    EXPECT_EQ(answer.lookups[i].index, index) << i;
    EXPECT_EQ(answer.lookups[i].slot, slot) << i;
  };
  expect(0, D3D12FUZZ_FOUND_PARAMETER, 0, 0);
  expect(1, D3D12FUZZ_FOUND_NOTHING, 0, 0);
  expect(2, D3D12FUZZ_FOUND_PARAMETER, 1, 0);
  expect(3, D3D12FUZZ_FOUND_NOTHING, 0, 0);
  expect(4, D3D12FUZZ_FOUND_PARAMETER, 2, 12);
  expect(5, D3D12FUZZ_FOUND_STATIC_SAMPLER, 0, 0);
  expect(6, D3D12FUZZ_FOUND_STATIC_SAMPLER, 1, 0);
  expect(7, D3D12FUZZ_FOUND_NOTHING, 0, 0);
}

}  // namespace
}  // namespace d3d12fuzz::builtin
