#include "base/tree.h"

#include <gtest/gtest.h>

#include "base/sample_case.h"

namespace d3d12fuzz {
namespace {

using namespace sample;

Distance distance(const LeafMeaning& meaning, std::uint64_t value) { return distance_from_simplest(meaning, value); }

// ---- Leaves

TEST(Leaf, the_simplest_value_has_no_distance) {
  EXPECT_EQ(distance(leaf_meaning(Count{}), 1), Distance{});
  EXPECT_EQ(distance(leaf_meaning(Outline{}), 3), Distance{});
  EXPECT_EQ(distance(leaf_meaning(Marks{}), 0), Distance{});
}

TEST(Leaf, zero_then_names_then_plain_numbers_by_size) {
  const LeafMeaning& meaning = leaf_meaning(Count{});
  EXPECT_EQ(distance(meaning, 0), (Distance{1, 0}));
  EXPECT_EQ(distance(meaning, 0xFFFFFFFF), (Distance{2, 0}));
  EXPECT_EQ(distance(meaning, 2), (Distance{3, 2}));
  EXPECT_EQ(distance(meaning, 3), (Distance{3, 3}));
  EXPECT_EQ(distance(meaning, 0xFFFFFFFE), (Distance{3, 0xFFFFFFFE}));
}

TEST(Leaf, enumerators_in_their_order_before_illegal_values) {
  const LeafMeaning& meaning = leaf_meaning(Color{});
  EXPECT_LT(distance(meaning, 0), distance(meaning, 1));
  EXPECT_LT(distance(meaning, 1), distance(meaning, 2));
  EXPECT_LT(distance(meaning, 2), distance(meaning, 3));
  EXPECT_LT(distance(meaning, 3), distance(meaning, 0xFFFF));
}

TEST(Leaf, fewer_flag_bits_are_simpler_whatever_their_value) {
  const LeafMeaning& meaning = leaf_meaning(Marks{});
  EXPECT_LT(distance(meaning, 1), distance(meaning, 2));
  EXPECT_LT(distance(meaning, 0x80000000), distance(meaning, 0x3));
  EXPECT_LT(distance(meaning, 0x3), distance(meaning, 0x5));
}

TEST(Leaf, numbers_of_64_bits_keep_their_order_up_to_the_largest) {
  const LeafMeaning& meaning = leaf_meaning(Serial{});
  const std::uint64_t largest = ~std::uint64_t{0};
  EXPECT_LT(distance(meaning, 1), distance(meaning, largest - 3));
  EXPECT_LT(distance(meaning, largest - 3), distance(meaning, largest - 2));
  EXPECT_LT(distance(meaning, largest - 2), distance(meaning, largest - 1));
  EXPECT_LT(distance(meaning, largest - 1), distance(meaning, largest));
}

TEST(Leaf, a_name_is_found_by_its_value) {
  ASSERT_NE(find_name(leaf_meaning(Color{}), 2), nullptr);
  EXPECT_EQ(find_name(leaf_meaning(Color{}), 2)->name, "BLUE");
  EXPECT_EQ(find_name(leaf_meaning(Color{}), 3), nullptr);
}

// ---- Descriptions

TEST(TypeInfo, follows_from_the_description) {
  const TypeInfo& sample = type_info<Sample>();
  ASSERT_EQ(sample.kind, TypeInfo::Kind::record);
  ASSERT_EQ(sample.fields.size(), 3u);
  EXPECT_EQ(sample.fields[0].name, "color");
  EXPECT_EQ(sample.fields[0].type->kind, TypeInfo::Kind::leaf);
  EXPECT_EQ(sample.fields[0].type->leaf_max, 0xFFFFu);
  EXPECT_EQ(sample.fields[1].type->leaf_max, 0xFFFFFFFFFFFFFFFFu);
  const TypeInfo& boxes = *sample.fields[2].type;
  ASSERT_EQ(boxes.kind, TypeInfo::Kind::list);
  EXPECT_EQ(boxes.max_elements, 2u);
  EXPECT_EQ(boxes.element, &type_info<Box>());
}

// ---- Trees

TEST(Tree, becomes_the_same_value_again) {
  Sample back;
  from_tree(to_tree(one_item()), back);
  EXPECT_EQ(back, one_item());
}

TEST(Tree, overwrites_all_of_what_was_there) {
  Sample back = one_item();
  back.boxes.push_back({});
  from_tree(to_tree(Sample{}), back);
  EXPECT_EQ(back, Sample{});
}

TEST(Tree, of_the_simplest_value_is_the_simplest_tree) {
  EXPECT_EQ(to_tree(Sample{}), simplest_node(type_info<Sample>()));
  EXPECT_EQ(to_tree(Item{}), simplest_node(type_info<Item>()));
}

TEST(Tree, gives_fields_by_name) {
  const Node tree = to_tree(one_item());
  EXPECT_EQ(field(tree, "serial").value, 0x0102030405060708u);
  EXPECT_EQ(field(field(tree, "boxes").children[0], "marks").value, 0x80000001u);
}

TEST(Tree, equal_trees_differ_nowhere) {
  EXPECT_EQ(first_difference(to_tree(one_item()), to_tree(one_item())), std::nullopt);
}

TEST(Tree, names_the_path_of_the_first_difference) {
  Sample other = one_item();
  other.boxes[0].items[0].place = Place{1};
  other.boxes[0].marks = Marks{2};
  EXPECT_EQ(first_difference(to_tree(one_item()), to_tree(other)), "boxes[0].items[0].place");
  other.boxes[0].items[0].place = Place{0x1234};
  EXPECT_EQ(first_difference(to_tree(one_item()), to_tree(other)), "boxes[0].marks");
  other.color = Color::red;
  EXPECT_EQ(first_difference(to_tree(one_item()), to_tree(other)), "color");
}

TEST(Tree, lists_of_different_lengths_differ_at_the_list) {
  Sample other = one_item();
  other.boxes[0].items.push_back({});
  EXPECT_EQ(first_difference(to_tree(one_item()), to_tree(other)), "boxes[0].items");
  other.boxes.clear();
  EXPECT_EQ(first_difference(to_tree(one_item()), to_tree(other)), "boxes");
}

TEST(Tree, counts_the_elements_of_all_lists) {
  EXPECT_EQ(element_count(to_tree(Sample{})), 0u);
  EXPECT_EQ(element_count(to_tree(one_item())), 2u);
  Sample more = one_item();
  more.boxes.push_back({.items = {{}, {}}});
  EXPECT_EQ(element_count(to_tree(more)), 5u);
}

// ---- The order of simplicity

std::strong_ordering compare(const Sample& a, const Sample& b) { return compare_simplicity(to_tree(a), to_tree(b)); }

TEST(Simplicity, an_element_less_outweighs_every_field) {
  EXPECT_EQ(compare({.color = Color{9}, .serial = Serial{9}}, {.boxes = {{}}}), std::strong_ordering::less);
}

TEST(Simplicity, earlier_fields_outweigh_later_ones) {
  EXPECT_EQ(compare({.color = Color::red, .serial = Serial{9}}, {.color = Color::green, .serial = Serial{0}}),
            std::strong_ordering::less);
}

TEST(Simplicity, a_shorter_list_comes_before_its_content) {
  // Two elements each; the first list decides by its length.
  const Sample one_box = {.boxes = {{.items = {{.count = Count{9}}}}}};
  const Sample two_boxes = {.boxes = {{}, {}}};
  EXPECT_EQ(compare(one_box, two_boxes), std::strong_ordering::less);
}

TEST(Simplicity, equal_trees_are_equally_simple) {
  EXPECT_EQ(compare(one_item(), one_item()), std::strong_ordering::equal);
}

}  // namespace
}  // namespace d3d12fuzz
