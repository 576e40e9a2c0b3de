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

TEST(Leaf, of_a_real_the_simplest_then_zero_then_boundaries_in_their_order_then_bits) {
  const LeafMeaning& meaning = leaf_meaning(Weight{});
  EXPECT_EQ(distance(meaning, 0x3F800000), Distance{});
  EXPECT_EQ(distance(meaning, 0), (Distance{1, 0}));
  EXPECT_EQ(distance(meaning, 0xBF800000), (Distance{2, 0}));
  EXPECT_EQ(distance(meaning, 0x7FC00000), (Distance{2, 1}));
  EXPECT_EQ(distance(meaning, 0x80000000), (Distance{2, 2}));
  EXPECT_EQ(distance(meaning, 0x00000001), (Distance{3, 0x00000001}));
  EXPECT_EQ(distance(meaning, 0x7FC00001), (Distance{3, 0x7FC00001}));
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

TEST(TypeInfo, of_a_choice_are_its_alternatives_by_name) {
  const TypeInfo& choice = type_info<Post>();
  ASSERT_EQ(choice.kind, TypeInfo::Kind::choice);
  ASSERT_EQ(choice.fields.size(), 2u);
  EXPECT_EQ(choice.fields[0].name, "PARCEL");
  EXPECT_EQ(choice.fields[0].type, &type_info<Parcel>());
  EXPECT_EQ(choice.fields[1].name, "LETTER");
  EXPECT_EQ(type_info<Delivery>().fields[1].type->element, &choice);
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

TEST(Tree, of_a_choice_has_the_number_of_its_alternative_and_its_fields_below) {
  const Node tree = to_tree(Post{Letter{.outline = Outline::square}});
  EXPECT_EQ(tree.value, 1u);
  ASSERT_EQ(tree.children.size(), 1u);
  EXPECT_EQ(&content(tree), &tree.children[0]);
  EXPECT_EQ(content(tree).type, &type_info<Letter>());
  EXPECT_EQ(field(content(tree), "outline").value, 5u);
  EXPECT_EQ(&content(content(tree)), &content(tree)) << "a record is its own content";
}

TEST(Tree, of_each_alternative_becomes_the_same_value_again) {
  Delivery back;
  from_tree(to_tree(parcel_and_letter()), back);
  EXPECT_EQ(back, parcel_and_letter());
}

TEST(Tree, overwrites_another_alternative) {
  Post back = Letter{.outline = Outline::square, .items = {{}, {}}};
  from_tree(to_tree(Post{Parcel{.color = Color::green}}), back);
  EXPECT_EQ(back, Post{Parcel{.color = Color::green}});
  from_tree(to_tree(Post{Letter{}}), back);
  EXPECT_EQ(back, Post{Letter{}});
}

TEST(Tree, of_the_simplest_value_is_the_simplest_tree) {
  EXPECT_EQ(to_tree(Delivery{}), simplest_node(type_info<Delivery>()));
  EXPECT_EQ(to_tree(Post{Parcel{}}), simplest_node(type_info<Post>())) << "the first alternative";
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

TEST(Tree, choices_of_different_alternatives_differ_at_the_choice) {
  Delivery other = parcel_and_letter();
  other.more[0] = Parcel{};
  EXPECT_EQ(first_difference(to_tree(parcel_and_letter()), to_tree(other)), "more[0]");
  other.first = Letter{};
  EXPECT_EQ(first_difference(to_tree(parcel_and_letter()), to_tree(other)), "first");
  EXPECT_EQ(first_difference(to_tree(Post{Parcel{}}), to_tree(Post{Letter{}})), "");
}

TEST(Tree, choices_of_one_alternative_differ_at_its_field) {
  Delivery other = parcel_and_letter();
  std::get<Letter>(other.more[0]).items[0].place = Place{8};
  EXPECT_EQ(first_difference(to_tree(parcel_and_letter()), to_tree(other)), "more[0].items[0].place");
  std::get<Parcel>(other.first).weight = Weight::one;
  EXPECT_EQ(first_difference(to_tree(parcel_and_letter()), to_tree(other)), "first.weight");
}

TEST(Tree, counts_the_elements_of_all_lists) {
  EXPECT_EQ(element_count(to_tree(parcel_and_letter())), 2u) << "those within a choice too";
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

TEST(Simplicity, an_earlier_alternative_outweighs_its_fields) {
  const Post parcel = Parcel{.weight = Weight{0xFFFFFFFF}, .color = Color{0xFFFF}};
  EXPECT_EQ(compare_simplicity(to_tree(parcel), to_tree(Post{Letter{}})), std::strong_ordering::less);
  EXPECT_EQ(compare_simplicity(to_tree(Post{Letter{}}), to_tree(parcel)), std::strong_ordering::greater);
}

TEST(Simplicity, an_element_less_outweighs_the_alternative) {
  const Post letter = Letter{.items = {{}}};
  EXPECT_EQ(compare_simplicity(to_tree(Post{Letter{}}), to_tree(letter)), std::strong_ordering::less);
  const Delivery parcel = {.first = Parcel{}, .more = {Parcel{}}};
  EXPECT_EQ(compare_simplicity(to_tree(Delivery{.first = Letter{}}), to_tree(parcel)), std::strong_ordering::less);
}

TEST(Simplicity, one_alternative_is_compared_by_its_fields) {
  EXPECT_EQ(compare_simplicity(to_tree(Post{Parcel{.weight = Weight{0}}}), to_tree(Post{Parcel{.weight = Weight{1}}})),
            std::strong_ordering::less);
  EXPECT_EQ(compare_simplicity(to_tree(parcel_and_letter()), to_tree(parcel_and_letter())),
            std::strong_ordering::equal);
}

TEST(Simplicity, equal_trees_are_equally_simple) {
  EXPECT_EQ(compare(one_item(), one_item()), std::strong_ordering::equal);
}

}  // namespace
}  // namespace d3d12fuzz
