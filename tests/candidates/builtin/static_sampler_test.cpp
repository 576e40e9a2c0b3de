// What a static sampler must look like: DT-021, DT-032, DT-064 to DT-075.

#include <gtest/gtest.h>

#include <set>

#include "candidates/builtin/call.h"

namespace d3d12fuzz::builtin {
namespace {

bool accepts(const d3d12fuzz_described_static_sampler& sampler, std::uint32_t version = k1_0) {
  Signature signature = Signature(version).sampler(sampler);
  const Answer answer = ask(signature);
  EXPECT_EQ(answer.serialized(), answer.created());
  return answer.serialized();
}

/// The default sampler with one field changed.
bool accepts_with(std::uint32_t d3d12fuzz_described_static_sampler::* field, std::uint32_t value,
                  std::uint32_t version = k1_0) {
  d3d12fuzz_described_static_sampler sampler = sampler_at(0);
  sampler.*field = value;
  return accepts(sampler, version);
}

using Sampler = d3d12fuzz_described_static_sampler;

TEST(BuiltinStaticSampler, has_one_of_36_filters) {
  std::set<std::uint32_t> known;
  for (const std::uint32_t base : {0x0, 0x1, 0x4, 0x5, 0x10, 0x11, 0x14, 0x15, 0x55}) {
    for (const std::uint32_t reduction : {0x0, 0x80, 0x100, 0x180}) known.insert(base + reduction);
  }
  ASSERT_EQ(known.size(), 36u);
  for (std::uint32_t filter = 0; filter <= 0x3FF; ++filter) {
    EXPECT_EQ(accepts_with(&Sampler::filter, filter), known.contains(filter)) << std::hex << filter;
  }
  EXPECT_FALSE(accepts_with(&Sampler::filter, 0x80000055));
}

TEST(BuiltinStaticSampler, has_three_address_modes_of_1_to_5) {
  for (auto field : {&Sampler::address_u, &Sampler::address_v, &Sampler::address_w}) {
    for (std::uint32_t mode = 0; mode <= 6; ++mode) {
      EXPECT_EQ(accepts_with(field, mode), mode >= 1 && mode <= 5) << mode;
    }
    EXPECT_FALSE(accepts_with(field, 0xFFFFFFFF));
  }
}

TEST(BuiltinStaticSampler, has_an_anisotropy_of_0_to_16_whatever_the_filter) {
  for (const std::uint32_t filter : {0x0u, 0x15u, 0x55u, 0xD5u}) {
    for (const std::uint32_t anisotropy : {0u, 1u, 16u, 17u, 0xFFFFFFFFu}) {
      d3d12fuzz_described_static_sampler sampler = sampler_at(0);
      sampler.filter = filter;
      sampler.max_anisotropy = anisotropy;
      EXPECT_EQ(accepts(sampler), anisotropy <= 16) << filter << " " << anisotropy;
    }
  }
}

TEST(BuiltinStaticSampler, has_a_bias_of_minus_16_to_15_99) {
  for (const std::uint32_t legal :
       {bits(0.0f), bits(-0.0f), bits(-16.0f), bits(15.99f), 0x417FD70Au, 0x1u, 0x80000001u}) {
    EXPECT_TRUE(accepts_with(&Sampler::mip_lod_bias, legal)) << std::hex << legal;
  }
  for (const std::uint32_t illegal : {0x417FD70Bu, bits(16.0f), 0xC1800001u, 0x7F800000u, 0xFF800000u, 0x7FC00000u,
                                      0xFFC00000u, 0x7F800001u, 0xFF800001u}) {
    EXPECT_FALSE(accepts_with(&Sampler::mip_lod_bias, illegal)) << std::hex << illegal;
  }
}

TEST(BuiltinStaticSampler, has_levels_that_are_numbers_in_any_order) {
  for (auto field : {&Sampler::min_lod, &Sampler::max_lod}) {
    for (const std::uint32_t legal :
         {bits(0.0f), bits(-0.0f), bits(-1.0f), bits(1.0f), 0x7F800000u, 0xFF800000u, 0x1u, 0xFF7FFFFFu}) {
      EXPECT_TRUE(accepts_with(field, legal)) << std::hex << legal;
    }
    for (const std::uint32_t nan : {0x7FC00000u, 0xFFC00000u, 0x7F800001u, 0xFF800001u, 0x7FFFFFFFu, 0xFFFFFFFFu}) {
      EXPECT_FALSE(accepts_with(field, nan)) << std::hex << nan;
    }
  }
}

TEST(BuiltinStaticSampler, needs_a_comparison_if_its_filter_compares) {
  for (std::uint32_t function = 0; function <= 9; ++function) {
    const bool known = function >= 1 && function <= 8;
    for (const std::uint32_t filter : {0x0u, 0x55u, 0x80u, 0x95u, 0xD5u, 0x100u, 0x155u, 0x180u, 0x1D5u}) {
      d3d12fuzz_described_static_sampler sampler = sampler_at(0);
      sampler.filter = filter;
      sampler.comparison_func = function;
      const bool compares = (filter & 0x180) == 0x80;
      EXPECT_EQ(accepts(sampler), known || !compares) << std::hex << filter << " " << function;
    }
  }
}

TEST(BuiltinStaticSampler, has_an_integer_border_colour_at_any_version) {
  for (const std::uint32_t version : {k1_0, k1_1, k1_2}) {
    for (std::uint32_t color = 0; color <= 4; ++color) {
      EXPECT_TRUE(accepts_with(&Sampler::border_color, color, version));
    }
  }
}

TEST(BuiltinStaticSampler, has_a_flag_for_integer_border_colours_alone) {
  for (std::uint32_t color = 0; color <= 4; ++color) {
    d3d12fuzz_described_static_sampler sampler = sampler_at(0);
    sampler.border_color = color;
    sampler.flags = 0x1;
    EXPECT_EQ(accepts(sampler, k1_2), color >= 3) << color;
  }
}

TEST(BuiltinStaticSampler, has_no_other_flags) {
  for (const std::uint32_t flag : {0x4u, 0x8u, 0x80000000u}) {
    EXPECT_FALSE(accepts_with(&Sampler::flags, flag, k1_2)) << flag;
  }
  EXPECT_TRUE(accepts_with(&Sampler::flags, 0x2, k1_2)) << "undefined at most (DT-076)";
}

TEST(BuiltinStaticSampler, is_in_no_reserved_space_and_seen_by_known_stages) {
  EXPECT_TRUE(accepts_with(&Sampler::register_space, 0xFFFFFFEF));
  EXPECT_FALSE(accepts_with(&Sampler::register_space, 0xFFFFFFF0));
  EXPECT_FALSE(accepts_with(&Sampler::register_space, 0xFFFFFFFF));
  EXPECT_TRUE(accepts_with(&Sampler::shader_visibility, 7));
  EXPECT_FALSE(accepts_with(&Sampler::shader_visibility, 8));
}

TEST(BuiltinStaticSampler, shares_its_register_with_no_sampler_that_a_stage_sees_too) {
  const auto pair = [](const Sampler& a, const Sampler& b) {
    Signature signature = Signature(k1_0).sampler(a).sampler(b);
    return ask(signature).serialized();
  };
  EXPECT_FALSE(pair(sampler_at(0), sampler_at(0)));
  EXPECT_FALSE(pair(sampler_at(0, 0, D3D12_SHADER_VISIBILITY_PIXEL), sampler_at(0)));
  EXPECT_TRUE(pair(sampler_at(0, 0, D3D12_SHADER_VISIBILITY_PIXEL), sampler_at(0, 0, D3D12_SHADER_VISIBILITY_HULL)));
  EXPECT_TRUE(pair(sampler_at(0), sampler_at(0, 3)));
  EXPECT_TRUE(pair(sampler_at(0), sampler_at(1)));

  Signature covered =
      Signature(k1_0).table({{kSamplerRange, 1, 2, 0, 0, kEnd}}, D3D12_SHADER_VISIBILITY_VERTEX).sampler(sampler_at(2));
  EXPECT_FALSE(ask(covered).serialized());
}

TEST(BuiltinStaticSampler, costs_nothing_however_many_there_are) {
  Signature signature = Signature(k1_0).constants(64, 0);
  for (std::uint32_t i = 0; i < 70; ++i) signature.sampler(sampler_at(i));
  const Answer answer = ask(signature);
  EXPECT_TRUE(answer.created());
  EXPECT_EQ(answer.result.cost, 64u);
}

}  // namespace
}  // namespace d3d12fuzz::builtin
