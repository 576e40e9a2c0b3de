#include "oracle/observable.h"

#include <gtest/gtest.h>

namespace d3d12fuzz {
namespace {

constexpr ObservableField kFields[] = {{"cost", Stage::create},
                                       {"parameters[].size", Stage::create},
                                       {"parameters[].ranges[].flags", Stage::deserialize},
                                       {"blob.words[]", Stage::serialize}};

std::optional<ObservableKey> key(std::string_view path) { return key_of(kFields, path); }

TEST(PathOf, has_the_indices_of_the_key_in_their_places) {
  EXPECT_EQ(path_of(kFields[0], {0, 7, 8}), "cost");
  EXPECT_EQ(path_of(kFields[1], {1, 7, 8}), "parameters[7].size");
  EXPECT_EQ(path_of(kFields[2], {2, 7, 65535}), "parameters[7].ranges[65535].flags");
  EXPECT_EQ(path_of(kFields[3], {3, 0, 0}), "blob.words[0]");
}

TEST(KeyOf, a_path_without_index) { EXPECT_EQ(key("cost"), ObservableKey(0, 0, 0)); }

TEST(KeyOf, a_path_with_one_index) {
  EXPECT_EQ(key("parameters[0].size"), ObservableKey(1, 0, 0));
  EXPECT_EQ(key("parameters[65535].size"), ObservableKey(1, 65535, 0));
  EXPECT_EQ(key("blob.words[12]"), ObservableKey(3, 12, 0));
}

TEST(KeyOf, a_path_with_two_indices) { EXPECT_EQ(key("parameters[3].ranges[4].flags"), ObservableKey(2, 3, 4)); }

TEST(KeyOf, gives_back_what_path_of_was_given) {
  for (std::uint16_t field = 0; field < std::size(kFields); ++field) {
    const ObservableKey with_all(field, field == 0 ? 0 : 300, field == 2 ? 65535 : 0);
    EXPECT_EQ(key(path_of(kFields[field], with_all)), with_all);
  }
}

TEST(KeyOf, an_unknown_path_has_none) {
  for (const std::string_view path : {"", "costs", "cos", "Cost", " cost", "cost ", "parameters[0]",
                                      "parameters[0].sizes", "parameters[0].flags", "parameters.size", "blob.words"}) {
    EXPECT_EQ(key(path), std::nullopt) << path;
  }
  EXPECT_EQ(key_of({}, "cost"), std::nullopt);
}

TEST(KeyOf, a_path_with_more_indices_than_its_field_has_none) {
  EXPECT_EQ(key("cost[0]"), std::nullopt);
  EXPECT_EQ(key("parameters[0][0].size"), std::nullopt);
  EXPECT_EQ(key("parameters[0].ranges[0].flags[0]"), std::nullopt);
  EXPECT_EQ(key("[0][0][0][0]"), std::nullopt);
}

TEST(KeyOf, an_index_is_a_number_of_16_bits) {
  for (const std::string_view index :
       {"", "-1", "+1", " 1", "1 ", "0x1", "x", "1.0", "65536", "99999999999999999999"}) {
    EXPECT_EQ(key("parameters[" + std::string(index) + "].size"), std::nullopt) << index;
  }
}

TEST(KeyOf, brackets_that_do_not_match_have_none) {
  for (const std::string_view path : {"parameters[0.size", "parameters0].size", "parameters]0[.size",
                                      "parameters[[0]].size", "[", "]", "[]", "parameters[0].size["}) {
    EXPECT_EQ(key(path), std::nullopt) << path;
  }
}

}  // namespace
}  // namespace d3d12fuzz
