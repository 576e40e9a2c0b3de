#include "base/choice_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "base/hash.h"

namespace d3d12fuzz {
namespace {

using testing::ElementsAre;

std::vector<std::uint64_t> first_four(std::uint64_t seed, std::uint64_t index) {
  ChoiceSource choices(seed, index);
  std::vector<std::uint64_t> numbers;
  for (int i = 0; i < 4; ++i) numbers.push_back(choices.bits64());
  return numbers;
}

// ---- Hashes: published values where there are such (SplitMix64 of seed 0), else computed by another program.

TEST(Hash, mixes_64_bits_as_splitmix64_does) {
  static_assert(mix64(0) == 0);
  static_assert(mix64(1) == 0x5692161D100B05E5);
  static_assert(mix64(2) == 0xDBD238973A2B148A);
  static_assert(mix64(0xFFFFFFFFFFFFFFFF) == 0xB4D055FCF2CBBD7B);
  static_assert(mix64(0x9E3779B97F4A7C15) == 0xE220A8397B1DCDAF);
}

TEST(Hash, of_text_and_of_its_bytes_is_the_same_everywhere) {
  static_assert(stable_hash(std::string_view("")) == 0xF52A15E9A9B5E89B);
  static_assert(stable_hash(std::string_view("a")) == 0x02C0BDBF481420F8);
  static_assert(stable_hash(std::string_view("DT-005")) == 0x358479D0564C6FCF);
  constexpr std::array<std::uint8_t, 6> bytes = {'D', 'T', '-', '0', '0', '5'};
  static_assert(stable_hash(std::span<const std::uint8_t>(bytes)) == 0x358479D0564C6FCF);
}

TEST(Hash, takes_bytes_above_127_as_unsigned) {
  constexpr std::array<std::uint8_t, 2> bytes = {0x80, 0xFF};
  EXPECT_EQ(stable_hash(std::string_view("\x80\xFF")), stable_hash(std::span<const std::uint8_t>(bytes)));
}

// ---- Choices

TEST(ChoiceSource, draws_the_same_numbers_with_every_compiler) {
  EXPECT_THAT(first_four(0, 0),
              ElementsAre(0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC));
  EXPECT_THAT(first_four(1, 0),
              ElementsAre(0xBFEF8030DDC2D772, 0x5F552CE482F2AA47, 0x70335FC3DAF3D8A7, 0xF440FE3B62C79D2C));
  EXPECT_THAT(first_four(1, 1),
              ElementsAre(0x275F2AE791FEF8A1, 0x0091F1CF4437D33E, 0xEE57A3A974D5F617, 0x98024B1F6CCEE9E2));
  EXPECT_THAT(first_four(1, 0xFFFFFFFF),
              ElementsAre(0x94F879DC255CB4E9, 0x195AB34B3B1A6A04, 0x061576F6A19D750D, 0xE7DC26D7DEB47D30));
  EXPECT_THAT(first_four(0x0123456789ABCDEF, 7),
              ElementsAre(0x70018B925A70525D, 0x87DA4B52C81DE6E6, 0xA3DA27FEF3831369, 0x98C518FA492A637A));
}

TEST(ChoiceSource, takes_the_upper_half_for_32_bits) {
  ChoiceSource choices(1, 0);
  EXPECT_EQ(choices.bits32(), 0xBFEF8030u);
  EXPECT_EQ(choices.bits32(), 0x5F552CE4u);
}

TEST(ChoiceSource, bounded_draws_are_the_same_with_every_compiler) {
  std::vector<std::uint32_t> below;
  std::vector<std::uint32_t> between;
  std::vector<bool> one_in;
  ChoiceSource for_below(1, 0);
  ChoiceSource for_between(1, 0);
  ChoiceSource for_one_in(1, 0);
  for (int i = 0; i < 10; ++i) {
    below.push_back(for_below.below(10));
    between.push_back(for_between.between(5, 10));
    one_in.push_back(for_one_in.one_in(3));
  }
  EXPECT_THAT(below, ElementsAre(7, 3, 4, 9, 2, 5, 4, 1, 3, 8));
  EXPECT_THAT(between, ElementsAre(9, 7, 7, 10, 6, 8, 7, 6, 6, 10));
  EXPECT_THAT(one_in, ElementsAre(false, false, false, false, true, false, false, true, true, false));
}

TEST(ChoiceSource, a_case_does_not_depend_on_which_were_drawn_before) {
  std::vector<std::vector<std::uint64_t>> upwards;
  for (std::uint64_t i = 0; i < 50; ++i) upwards.push_back(first_four(9, i));
  for (std::uint64_t i = 50; i-- > 0;) EXPECT_EQ(first_four(9, i), upwards[i]);
}

TEST(ChoiceSource, neighbouring_cases_and_seeds_draw_other_numbers) {
  EXPECT_NE(first_four(1, 0), first_four(1, 1));
  EXPECT_NE(first_four(1, 0), first_four(2, 0));
  EXPECT_NE(first_four(1, 2), first_four(2, 1));
}

TEST(ChoiceSource, stays_below_its_bound_and_reaches_all_of_it) {
  ChoiceSource choices(2, 0);
  std::array<int, 7> seen{};
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t drawn = choices.below(7);
    ASSERT_LT(drawn, 7u);
    ++seen[drawn];
  }
  EXPECT_THAT(seen, testing::Each(testing::Gt(90)));
  EXPECT_EQ(choices.below(1), 0u);
}

TEST(ChoiceSource, includes_both_ends_of_an_interval) {
  ChoiceSource choices(2, 1);
  bool low = false;
  bool high = false;
  for (int i = 0; i < 200; ++i) {
    const std::uint32_t drawn = choices.between(0xFFFFFFFD, 0xFFFFFFFF);
    ASSERT_GE(drawn, 0xFFFFFFFDu);
    low |= drawn == 0xFFFFFFFD;
    high |= drawn == 0xFFFFFFFF;
  }
  EXPECT_TRUE(low);
  EXPECT_TRUE(high);
  EXPECT_EQ(choices.between(5, 5), 5u);
}

TEST(ChoiceSource, the_interval_of_all_numbers_is_32_bits) {
  ChoiceSource all(3, 0);
  ChoiceSource bits(3, 0);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(all.between(0, 0xFFFFFFFF), bits.bits32());
}

TEST(ChoiceSource, picks_an_element_by_one_draw) {
  static constexpr int values[] = {10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
  ChoiceSource choices(1, 0);
  EXPECT_EQ(choices.pick(values), 80);
  EXPECT_EQ(choices.pick(std::span(values)), 40);
  EXPECT_EQ(choices.pick(values), 50);
}

TEST(ChoiceSource, one_in_one_is_always) {
  ChoiceSource choices(1, 0);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(choices.one_in(1));
}

}  // namespace
}  // namespace d3d12fuzz
