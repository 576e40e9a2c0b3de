#include "shrink/neighbours.h"
#include "shrink/tree_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/sample_case.h"
#include "domains/root_signature/generate.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using root_signature::RootSignatureCase;
using test::notation;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;

std::vector<RootSignatureCase> cases_of(const std::vector<Node>& trees) {
  std::vector<RootSignatureCase> cases(trees.size());
  for (std::size_t i = 0; i < trees.size(); ++i) from_tree(trees[i], cases[i]);
  return cases;
}

/// All neighbours, in order.
std::vector<RootSignatureCase> all(std::string_view text, NumberSteps numbers = NumberSteps::all) {
  return cases_of(neighbours(to_tree(notation(text)), numbers));
}

bool has(const std::vector<RootSignatureCase>& cases, std::string_view text) {
  return std::find(cases.begin(), cases.end(), notation(text)) != cases.end();
}

/// What shrinking tries: the neighbours as repair leaves them, each once.
std::vector<RootSignatureCase> tried(std::string_view text) {
  std::vector<RootSignatureCase> cases;
  for (RootSignatureCase& value : all(text)) {
    repair(value);
    if (value != notation(text) && std::find(cases.begin(), cases.end(), value) == cases.end()) cases.push_back(value);
  }
  return cases;
}

/// Whether none of `texts` is a neighbour of a case.
void expect_no_neighbours(std::string_view of, std::initializer_list<std::string_view> texts) {
  const std::vector<RootSignatureCase> cases = all(of);
  for (const std::string_view text : texts) EXPECT_FALSE(has(cases, text)) << of << "\nhas a neighbour\n" << text;
}

/// Whether each of `texts` is a neighbour of a case.
void expect_neighbours(std::string_view of, std::initializer_list<std::string_view> texts) {
  const std::vector<RootSignatureCase> cases = all(of);
  for (const std::string_view text : texts) EXPECT_TRUE(has(cases, text)) << of << "\nhas no neighbour\n" << text;
}

template <class T>
std::vector<std::uint64_t> simpler(T value, NumberSteps numbers = NumberSteps::all) {
  return simpler_values(type_info<T>(), raw(value), numbers);
}

// ---- Values

TEST(SimplerValues, of_a_count_are_the_simplest_zero_sentinel_boundaries_half_and_one_less) {
  EXPECT_THAT(simpler(root_signature::DescriptorCount{7}), ElementsAre(1, 0, 0xFFFFFFFF, 2, 3, 6));
}

TEST(SimplerValues, for_crashes_are_without_half_and_one_less) {
  EXPECT_THAT(simpler(root_signature::DescriptorCount{7}, NumberSteps::boundaries_only),
              ElementsAre(1, 0, 0xFFFFFFFF, 2, 3, 4));
}

TEST(SimplerValues, of_the_sentinel_are_those_before_it) {
  EXPECT_THAT(simpler(root_signature::DescriptorCount::unbounded), ElementsAre(1, 0));
}

TEST(SimplerValues, of_the_simplest_value_are_none) {
  EXPECT_THAT(simpler(root_signature::DescriptorCount{1}), IsEmpty());
  EXPECT_THAT(simpler(root_signature::TableOffset::append), IsEmpty());
  EXPECT_THAT(simpler(root_signature::RangeFlags::none), IsEmpty());
}

TEST(SimplerValues, of_a_position_reach_zero_first_after_its_simplest) {
  EXPECT_THAT(simpler(root_signature::ShaderRegister{10}), ElementsAre(0, 1, 2, 4, 5, 9));
  EXPECT_THAT(simpler(root_signature::TableOffset{10}), ElementsAre(0xFFFFFFFF, 0, 1, 2, 5, 8, 9));
}

TEST(SimplerValues, of_flags_are_one_bit_alone_and_one_bit_less) {
  EXPECT_THAT(simpler(root_signature::RangeFlags{0x13}), IsSupersetOf({0, 0x1, 0x2, 0x10, 0x3, 0x11, 0x12}));
}

TEST(SimplerValues, of_flags_are_one_bit_in_place_of_a_higher_one) {
  EXPECT_THAT(simpler(root_signature::RangeFlags{0x18}), IsSupersetOf({0x9, 0xA, 0xC}));
}

TEST(SimplerValues, ascend_by_their_distance_and_stay_below_the_value) {
  const LeafMeaning& meaning = leaf_meaning(root_signature::RangeFlags{});
  Distance last;
  for (const std::uint64_t value : simpler(root_signature::RangeFlags{0x1001B})) {
    EXPECT_TRUE(value == 0 || distance_from_simplest(meaning, value) > last);
    last = distance_from_simplest(meaning, value);
    EXPECT_LT(last, distance_from_simplest(meaning, 0x1001B));
  }
}

TEST(SimplerValues, of_an_illegal_enumerator_are_all_names_first) {
  EXPECT_THAT(simpler(root_signature::RangeType{9}), ElementsAre(0, 1, 2, 3, 4, 8));
}

TEST(SimplerValues, of_a_closed_enumeration_are_names_alone) {
  EXPECT_THAT(simpler(root_signature::ShaderStage::geometry), ElementsAre(1, 2, 3));
}

// ---- Steps

TEST(Neighbours, the_simplest_case_has_none) { EXPECT_THAT(all("V=1.0"), IsEmpty()); }

TEST(Neighbours, of_an_empty_table_are_the_case_without_it_and_those_with_another_element_instead) {
  EXPECT_THAT(tried("V=1.0 T[ALL]()"),
              ElementsAre(notation("V=1.0"), notation("V=1.0 S(0,0,ALL)"), notation("V=1.0 L(t,0,0,VERTEX)")));
}

TEST(Neighbours, remove_each_element_of_each_list) {
  expect_neighbours("V=1.0 T[ALL](R(SRV,1,0,0,A)); T[HULL](); L(t,0,0,VERTEX)",
                    {"V=1.0 T[HULL](); L(t,0,0,VERTEX)", "V=1.0 T[ALL](R(SRV,1,0,0,A)); L(t,0,0,VERTEX)",
                     "V=1.0 T[ALL](); T[HULL](); L(t,0,0,VERTEX)", "V=1.0 T[ALL](R(SRV,1,0,0,A)); T[HULL]()"});
}

TEST(Neighbours, lower_a_leaf_to_each_simpler_value) {
  EXPECT_THAT(tried("V=1.0 T[GEOMETRY]()"),
              ElementsAre(notation("V=1.0"), notation("V=1.0 T[ALL]()"), notation("V=1.0 T[VERTEX]()"),
                          notation("V=1.0 T[HULL]()"), notation("V=1.0 T[DOMAIN]()"), notation("V=1.0 S(0,0,GEOMETRY)"),
                          notation("V=1.0 L(t,0,0,GEOMETRY)")));
  expect_neighbours("V=1.0 F=0x42", {"V=1.0", "V=1.0 F=0x2", "V=1.0 F=0x40"});
}

TEST(Neighbours, for_crashes_do_not_take_half_or_one_less) {
  const std::string_view text = "V=1.0 T[ALL](R(SRV,1,0,11,A))";
  const std::vector<RootSignatureCase> boundaries = all(text, NumberSteps::boundaries_only);
  EXPECT_TRUE(has(boundaries, "V=1.0 T[ALL](R(SRV,1,0,0,A))"));
  EXPECT_TRUE(has(boundaries, "V=1.0 T[ALL](R(SRV,1,0,1,A))"));
  for (const std::string_view step : {"V=1.0 T[ALL](R(SRV,1,0,5,A))", "V=1.0 T[ALL](R(SRV,1,0,10,A))"}) {
    EXPECT_TRUE(has(all(text), step));
    EXPECT_FALSE(has(boundaries, step));
  }
}

TEST(Neighbours, join_two_tables_with_the_ranges_of_both) {
  expect_neighbours("V=1.0 T[HULL](R(SRV,1,0,0,A)); T[PIXEL](R(UAV,1,0,0,A),R(CBV,1,0,0,A)); T[ALL]()",
                    {"V=1.0 T[HULL](R(SRV,1,0,0,A),R(UAV,1,0,0,A),R(CBV,1,0,0,A)); T[ALL]()",
                     "V=1.0 T[HULL](R(SRV,1,0,0,A)); T[PIXEL](R(UAV,1,0,0,A),R(CBV,1,0,0,A))"});
}

TEST(Neighbours, stay_within_the_caps_of_lists) {
  RootSignatureCase value = notation("V=1.0 T[ALL](); T[ALL](R(SRV,1,0,0,A))");
  std::get<root_signature::DescriptorTable>(value.parameters[0]).descriptor_ranges.resize(32);
  for (const RootSignatureCase& neighbour : cases_of(neighbours(to_tree(value), NumberSteps::boundaries_only))) {
    for (const root_signature::RootParameter& parameter : neighbour.parameters) {
      EXPECT_LE(ranges_of(parameter).size(), 32u);
    }
  }
}

TEST(Neighbours, trade_a_count_for_a_position_so_that_the_end_stays) {
  expect_neighbours("V=1.0 T[ALL](R(SRV,7,10,0,A))",
                    {"V=1.0 T[ALL](R(SRV,1,16,0,A))", "V=1.0 T[ALL](R(SRV,2,15,0,A))", "V=1.0 T[ALL](R(SRV,3,14,0,A))",
                     "V=1.0 T[ALL](R(SRV,6,11,0,A))"});
  expect_neighbours("V=1.0 T[ALL](R(SRV,2,0,0,5))", {"V=1.0 T[ALL](R(SRV,1,1,0,5))", "V=1.0 T[ALL](R(SRV,1,0,0,6))"});
}

TEST(Neighbours, trade_down_to_what_an_end_beyond_the_last_position_needs) {
  expect_neighbours("V=1.0 T[ALL](R(SRV,16,0xFFFFFFF8,0,A))",
                    {"V=1.0 T[ALL](R(SRV,9,0xFFFFFFFF,0,A))", "V=1.0 T[ALL](R(SRV,10,0xFFFFFFFE,0,A))"});
}

TEST(Neighbours, lower_all_leaves_of_one_type_that_share_a_value) {
  expect_neighbours("V=1.0 T[ALL](R(SRV,1,0,5,A)); T[ALL](R(UAV,1,0,5,A)); L(t,0,5,VERTEX)",
                    {"V=1.0 T[ALL](R(SRV,1,0,0,A)); T[ALL](R(UAV,1,0,0,A)); L(t,0,0,VERTEX)",
                     "V=1.0 T[ALL](R(SRV,1,0,1,A)); T[ALL](R(UAV,1,0,1,A)); L(t,0,1,VERTEX)",
                     "V=1.0 T[ALL](R(SRV,1,0,2,A)); T[ALL](R(UAV,1,0,2,A)); L(t,0,2,VERTEX)",
                     "V=1.0 T[ALL](R(SRV,1,0,4,A)); T[ALL](R(UAV,1,0,4,A)); L(t,0,4,VERTEX)"});
}

TEST(Neighbours, shift_the_positions_of_one_type_to_the_smallest) {
  expect_neighbours("V=1.0 T[ALL](R(SRV,1,10,0,A),R(SRV,1,12,0,3)); T[ALL](R(SRV,1,11,0,5))",
                    {"V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,2,0,3)); T[ALL](R(SRV,1,1,0,5))",
                     "V=1.0 T[ALL](R(SRV,1,10,0,A),R(SRV,1,12,0,0)); T[ALL](R(SRV,1,11,0,2))"});
}

TEST(Neighbours, absorb_an_element_with_its_count) {
  expect_neighbours("V=1.0 T[ALL](R(SRV,2,0,0,A),R(UAV,3,9,0,A))", {"V=1.0 T[ALL](R(SRV,5,0,0,A))"});
}

TEST(Neighbours, exchange_one_way_to_be_different_for_another) {
  expect_neighbours("V=1.0 T[ALL](R(UAV,1,0,0,A))", {"V=1.0 T[ALL](R(SRV,1,0,1,A))", "V=1.0 T[ALL](R(SRV,1,2,0,A))"});
}

TEST(Neighbours, swap_adjacent_elements) {
  expect_neighbours("V=1.0 T[PIXEL](); T[ALL]()", {"V=1.0 T[ALL](); T[PIXEL]()"});
  expect_neighbours("V=1.0 T[ALL](R(UAV,4,0,0,A),R(SRV,1,0,0,A))", {"V=1.0 T[ALL](R(SRV,1,0,0,A),R(UAV,4,0,0,A))"});
}

TEST(Neighbours, rename_two_values_of_one_type) {
  expect_neighbours("V=1.0 T[PIXEL](); T[VERTEX](); T[PIXEL](); T[VERTEX]()",
                    {"V=1.0 T[VERTEX](); T[PIXEL](); T[VERTEX](); T[PIXEL]()"});
}

TEST(Neighbours, lower_two_enumerations_of_different_types_at_once) {
  expect_neighbours("V=1.1 T[PIXEL](R(UAV,1,0,0,A,0x0),R(UAV,1,0,0,A,0x0))",
                    {"V=1.0 T[PIXEL](R(SRV,1,0,0,A),R(UAV,1,0,0,A))", "V=1.0 T[ALL](R(UAV,1,0,0,A),R(UAV,1,0,0,A))",
                     "V=1.1 T[ALL](R(UAV,1,0,0,A,0x0),R(SRV,1,0,0,A,0x0))"});
}

TEST(Neighbours, a_parameter_becomes_one_of_another_type_with_what_both_have) {
  expect_neighbours("V=1.0 T[PIXEL](R(SRV,1,3,2,A))",
                    {"V=1.0 D(SRV,3,2,PIXEL)", "V=1.0 K(1,3,2,PIXEL)", "V=1.0 X(5,PIXEL)", "V=1.0 D(CBV,0,0,ALL)",
                     "V=1.0 K(1,0,0,ALL)", "V=1.0 X(5,ALL)"});
  expect_neighbours("V=1.1 D(UAV,3,2,PIXEL,0x8)",
                    {"V=1.1 K(1,3,2,PIXEL)", "V=1.1 T[PIXEL]()", "V=1.1 K(1,0,0,ALL)", "V=1.1 T[ALL]()"});
  expect_neighbours("V=1.0 X(9,MESH)",
                    {"V=1.0 D(CBV,0,0,MESH)", "V=1.0 K(1,0,0,MESH)", "V=1.0 T[MESH]()", "V=1.0 T[ALL]()"});
}

TEST(Neighbours, a_name_that_the_other_type_does_not_have_is_not_taken_over) {
  expect_neighbours("V=1.0 T[ALL](R(SAMPLER,1,3,2,A))", {"V=1.0 D(CBV,3,2,ALL)"});
  expect_neighbours("V=1.0 T[9](R(7,1,3,2,A))", {"V=1.0 D(CBV,3,2,9)"});
}

TEST(Neighbours, a_parameter_does_not_become_one_of_a_later_type_unless_it_loses_elements) {
  expect_no_neighbours("V=1.0 K(1,3,2,PIXEL)", {"V=1.0 D(CBV,3,2,PIXEL)", "V=1.0 X(5,PIXEL)"});
  expect_no_neighbours("V=1.0 T[ALL]()", {"V=1.0 K(1,0,0,ALL)"});
}

TEST(Neighbours, all_parameters_of_one_type_become_another) {
  expect_neighbours(
      "V=1.0 D(CBV,1,0,PIXEL); K(4,0,0,ALL); D(UAV,2,7,VERTEX)",
      {"V=1.0 K(1,1,0,PIXEL); K(4,0,0,ALL); K(1,2,7,VERTEX)", "V=1.0 T[PIXEL](); K(4,0,0,ALL); T[VERTEX]()"});
  expect_neighbours("V=1.0 T[HULL](R(UAV,2,1,0,A)); T[MESH](R(CBV,3,2,0,A))",
                    {"V=1.0 D(UAV,1,0,HULL); D(CBV,2,0,MESH)", "V=1.0 K(1,1,0,HULL); K(1,2,0,MESH)"});
}

TEST(Neighbours, an_element_moves_to_another_list_with_what_both_have) {
  expect_neighbours("V=1.0 T[PIXEL](R(SAMPLER,1,3,2,A)); S(0,0,ALL)",
                    {"V=1.0 S(0,0,ALL); S(3,2,PIXEL)", "V=1.0 T[PIXEL](); S(0,0,ALL); S(3,2,ALL)"});
  expect_neighbours("V=1.0 S(3,2,PIXEL)", {"V=1.0 L(t,3,2,PIXEL)"});
  expect_neighbours("V=1.0 T[HULL](R(UAV,1,4,5,A)); L(t,0,0,VERTEX)", {"V=1.0 L(t,0,0,VERTEX); L(t,4,5,HULL)"});
}

TEST(Neighbours, an_element_does_not_move_into_a_full_list) {
  using sample::Delivery;
  Delivery value = {.first = sample::Letter{.items = {{.outline = sample::Outline::square}}},
                    .more = std::vector<sample::Post>(3)};
  const auto longest = [&] {
    std::size_t most = 0;
    for (const Node& neighbour : neighbours(to_tree(value), NumberSteps::all)) {
      most = std::max(most, field(neighbour, "more").children.size());
    }
    return most;
  };
  EXPECT_EQ(longest(), 4u) << "the item becomes a parcel";
  value.more.resize(4);
  EXPECT_EQ(longest(), 4u);
}

TEST(Neighbours, a_number_makes_up_for_an_element) {
  expect_neighbours("V=1.0 K(4,0,0,ALL); D(CBV,1,0,ALL)",
                    {"V=1.0 K(5,0,0,ALL)", "V=1.0 K(6,0,0,ALL)", "V=1.0 K(4,0,1,ALL)", "V=1.0 K(4,0,2,ALL)"});
  expect_neighbours("V=1.0 T[ALL](R(SRV,7,0,0,A),R(UAV,1,0,0,A))", {"V=1.0 T[ALL](R(SRV,9,0,0,A))"});
}

TEST(Neighbours, a_number_that_makes_up_neither_wraps_nor_gets_a_name) {
  expect_no_neighbours("V=1.0 K(0xFFFFFFFF,0,0,ALL); D(CBV,1,0,ALL)", {"V=1.0 K(0,0,0,ALL)", "V=1.0 K(1,0,0,ALL)"});
  expect_no_neighbours("V=1.0 T[ALL](R(SRV,0xFFFFFFFE,0,0,A)); T[ALL]()",
                       {"V=1.0 T[ALL](R(SRV,U,0,0,A))", "V=1.0 T[ALL](R(SRV,0,0,0,A))"});
}

TEST(Neighbours, a_float_becomes_simpler_like_a_number) {
  EXPECT_THAT(simpler(root_signature::MinLod{0}), IsEmpty());
  EXPECT_THAT(simpler(root_signature::MaxLod::flt_max), IsEmpty());
  EXPECT_THAT(simpler(root_signature::MipLodBias{0x41800000}), ElementsAre(0, 0x3F800000, 0xBF800000));
  expect_neighbours("V=1.0 S(0,0,ALL,MinLOD=0x7FC00000)", {"V=1.0 S(0,0,ALL)", "V=1.0 S(0,0,ALL,MinLOD=-1)"});
}

TEST(Neighbours, are_all_strictly_simpler) {
  int looked_at = 0;
  for (std::uint64_t i = 0; looked_at < 15; ++i) {
    ChoiceSource choices(7, i);
    RootSignatureCase value;
    generate(choices, value);
    const Node tree = to_tree(value);
    if (element_count(tree) > 8) continue;
    ++looked_at;
    for (const NumberSteps numbers : {NumberSteps::all, NumberSteps::boundaries_only}) {
      for (const Node& neighbour : neighbours(tree, numbers)) {
        ASSERT_EQ(compare_simplicity(neighbour, tree), std::strong_ordering::less) << i;
      }
    }
  }
}

TEST(Neighbours, leaves_are_in_the_order_of_fields_and_lists_outer_ones_first) {
  Node tree = to_tree(notation("V=1.0 F=0x9 T[PIXEL](R(SRV,2,3,4,5)); L(t,6,7,HULL)"));
  std::vector<std::uint64_t> values;
  for (const Node* leaf : leaves(tree)) values.push_back(leaf->value);
  EXPECT_THAT(values, ElementsAre(1, 9, 0, 2, 3, 4, 0, 5, 5, 0, 6, 7, 2, 0, 1, 0, 0, 3, 0, 0, 0));
  std::vector<std::size_t> lengths;
  for (const Node* list : lists(tree)) lengths.push_back(list->children.size());
  EXPECT_THAT(lengths, ElementsAre(1, 1, 0, 1)) << "parameters, ranges, static samplers, lookups";
  EXPECT_EQ(lists(tree)[0], &tree.children[2]);
}

TEST(Neighbours, choices_are_in_the_order_of_fields) {
  Node tree = to_tree(notation("T[ALL](); K(1,0,0,ALL); X(5,ALL)"));
  std::vector<std::uint64_t> alternatives;
  for (const Node* choice : choices(tree)) alternatives.push_back(choice->value);
  EXPECT_THAT(alternatives, ElementsAre(0, 1, 3));
}

}  // namespace
}  // namespace d3d12fuzz
