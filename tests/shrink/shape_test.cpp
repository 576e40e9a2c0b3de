#include "shrink/shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Shape shape(std::string_view text) { return shape_of(to_tree(test::notation(text))); }

TEST(Shape, the_simplest_case_has_none) { EXPECT_THAT(shape("V=1.0"), IsEmpty()); }

TEST(Shape, says_which_lists_are_there) {
  EXPECT_THAT(shape("V=1.0 T[ALL](R(SRV,1,0,0,A))"), ElementsAre("parameters[]", "parameters[].descriptor_ranges[]"));
  EXPECT_THAT(shape("V=1.0 T[ALL](); T[ALL](); T[ALL]()"), ElementsAre("parameters[]", "parameters[] twice or more"));
}

TEST(Shape, names_enumerators_flag_bits_and_sentinels) {
  EXPECT_THAT(shape("V=1.1 F=0x1040 T[PIXEL](R(SAMPLER,U,0,0,A,0x9))"),
              ElementsAre("flags=0x1000", "flags=ALLOW_STREAM_OUTPUT", "parameters[]",
                          "parameters[].descriptor_ranges[]", "parameters[].descriptor_ranges[].flags=DATA_STATIC",
                          "parameters[].descriptor_ranges[].flags=DESCRIPTORS_VOLATILE",
                          "parameters[].descriptor_ranges[].num_descriptors=UNBOUNDED",
                          "parameters[].descriptor_ranges[].range_type=SAMPLER", "parameters[].shader_visibility=PIXEL",
                          "version=1.1"));
}

TEST(Shape, does_not_tell_plain_numbers_apart) {
  EXPECT_EQ(shape("V=1.0 T[ALL](R(SRV,2,3,4,5))"), shape("V=1.0 T[ALL](R(SRV,20,30,40,50))"));
  EXPECT_THAT(shape("V=1.0 T[ALL](R(SRV,2,0,0,0))"),
              ElementsAre("parameters[]", "parameters[].descriptor_ranges[]",
                          "parameters[].descriptor_ranges[].num_descriptors given",
                          "parameters[].descriptor_ranges[].offset_in_descriptors_from_table_start given"));
}

TEST(Shape, does_not_depend_on_where_in_a_list_something_stands) {
  EXPECT_EQ(shape("V=1.0 T[ALL](R(SRV,1,0,0,A)); T[PIXEL](R(UAV,1,0,0,A))"),
            shape("V=1.0 T[PIXEL](R(SRV,1,0,0,A)); T[ALL](R(UAV,1,0,0,A))"));
}

TEST(Shape, says_each_thing_once) {
  EXPECT_EQ(shape("V=1.0 T[PIXEL](); T[PIXEL]()"), shape("V=1.0 T[PIXEL](); T[PIXEL](); T[ALL]()"));
}

TEST(Shape, of_a_larger_case_contains_that_of_a_smaller_one) {
  const Shape small = shape("V=1.0 T[PIXEL](R(SRV,1,0,0,A))");
  const Shape large = shape("V=1.0 F=0x1 T[PIXEL](R(SRV,1,0,0,A)); T[ALL]()");
  EXPECT_TRUE(contains(large, small));
  EXPECT_FALSE(contains(small, large));
  EXPECT_TRUE(contains(small, small));
  EXPECT_TRUE(contains(small, {}));
  EXPECT_FALSE(contains({}, small));
}

}  // namespace
}  // namespace d3d12fuzz
