#include "fuzzing/tree_mutator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "fuzzing/sample_domain.h"
#include "fuzzing/tree_bytes.h"

namespace d3d12fuzz {
namespace {

using namespace sketch;
using testing::Contains;
using testing::Each;
using testing::IsSupersetOf;
using testing::UnorderedElementsAre;

/// All different values that some seed makes of a sketch by edits of one kind.
std::vector<Sketch> results_of(Mutation mutation, const Sketch& from) {
  TreeMutator mutator(domain(), flip_first_byte);
  std::vector<Sketch> results;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    ChoiceSource choices(seed, 0);
    Node tree = to_tree(from);
    if (!mutator.apply(mutation, choices, tree)) continue;
    if (std::find(results.begin(), results.end(), value_of(tree)) == results.end()) results.push_back(value_of(tree));
  }
  return results;
}

Sketch lines(std::vector<Line> of_one_stroke) {
  return {.tool = Tool::brush, .marks = {{.form = Stroke{Width{}, std::move(of_one_stroke)}, .style = Style{}}}};
}

Sketch stamp(std::uint32_t width, std::uint64_t serial) {
  return {.tool = Tool::brush, .marks = {{.form = Stamp{Width{width}, Serial{serial}}, .style = Style{}}}};
}

Line line(std::uint32_t start, std::uint32_t length) { return {Start{start}, Length{length}}; }

std::vector<Line> lines_of(const Sketch& value) { return std::get<Stroke>(value.marks.at(0).form).lines; }

// ---- Leaves

TEST(TreeMutator, boundary_values_are_those_of_the_type) {
  EXPECT_THAT(results_of(Mutation::boundary, stamp(5, 6)),
              UnorderedElementsAre(stamp(0, 6), stamp(0x3F800000, 6), stamp(0x7FC00001, 6)));
}

TEST(TreeMutator, named_values_of_a_closed_enumeration_are_all_there_is) {
  Sketch pen{.tool = Tool::pen}, brush{.tool = Tool::brush}, knife{.tool = Tool::knife};
  EXPECT_THAT(results_of(Mutation::named, pen), UnorderedElementsAre(pen, brush, knife));
  EXPECT_THAT(results_of(Mutation::neighbour, pen), UnorderedElementsAre(brush, knife));
  EXPECT_THAT(results_of(Mutation::bytes, pen), UnorderedElementsAre(brush));  // 0xFD, modulo three names
}

TEST(TreeMutator, neighbours_go_around_the_end_of_the_type) {
  const std::uint64_t largest = ~std::uint64_t{0};
  const std::vector<Sketch> results = results_of(Mutation::neighbour, stamp(0xFFFFFFFF, largest));
  EXPECT_THAT(results, IsSupersetOf({stamp(0, largest), stamp(0xFFFFFFFE, largest), stamp(0xFFFFFFFF, 0),
                                     stamp(0xFFFFFFFF, largest - 1)}));
}

TEST(TreeMutator, the_byte_mutator_sees_a_leaf_little_endian) {
  EXPECT_THAT(results_of(Mutation::bytes, stamp(0x01020304, 0x05)),
              IsSupersetOf({stamp(0x010203FB, 0x05), stamp(0x01020304, 0xFA)}));
}

TEST(TreeMutator, values_are_copied_between_leaves_of_one_type_alone) {
  EXPECT_THAT(results_of(Mutation::copy, lines({line(1, 2), line(3, 4)})),
              UnorderedElementsAre(lines({line(3, 2), line(3, 4)}), lines({line(1, 4), line(3, 4)}),
                                   lines({line(1, 2), line(1, 4)}), lines({line(1, 2), line(3, 2)})));
  EXPECT_THAT(results_of(Mutation::copy, stamp(5, 6)), testing::IsEmpty());
}

TEST(TreeMutator, a_flag_edit_turns_one_bit) {
  const std::vector<Sketch> results = results_of(Mutation::flag, stamp(5, 6));
  for (const Sketch& result : results) EXPECT_EQ(std::popcount(raw(result.marks[0].style)), 1);
  Sketch dashed = stamp(5, 6), high = stamp(5, 6);
  dashed.marks[0].style = Style{1};
  high.marks[0].style = Style{0x80000000};
  EXPECT_THAT(results, IsSupersetOf({dashed, high}));
}

TEST(TreeMutator, an_interval_is_laid_against_another_or_the_end_of_its_type) {
  const std::vector<Sketch> results = results_of(Mutation::interval, lines({line(100, 10), line(500, 20)}));
  EXPECT_THAT(results, IsSupersetOf({lines({line(520, 10), line(500, 20)}),            // right behind
                                     lines({line(519, 10), line(500, 20)}),            // one shared
                                     lines({line(490, 10), line(500, 20)}),            // right before
                                     lines({line(0xFFFFFFF6, 10), line(500, 20)}),     // its last is the last of all
                                     lines({line(100, 10), line(0xFFFFFFEB, 20)})}));  // its last but one
}

// ---- Lists

TEST(TreeMutator, inserts_what_the_generator_drew) {
  const std::vector<Sketch> results = results_of(Mutation::insert, lines({line(1, 2)}));
  EXPECT_THAT(results, IsSupersetOf({lines({line(0x77, 0x77), line(1, 2)}), lines({line(1, 2), line(0x78, 0x78)})}));
}

TEST(TreeMutator, inserts_nothing_into_full_lists) {
  Sketch full = lines({line(1, 1), line(2, 2), line(3, 3), line(4, 4)});
  full.marks.push_back({.form = Stamp{}});
  full.marks.push_back({.form = Stamp{}});
  EXPECT_THAT(results_of(Mutation::insert, full), testing::IsEmpty());
  EXPECT_THAT(results_of(Mutation::duplicate, full), testing::IsEmpty());
}

TEST(TreeMutator, duplicates_erases_swaps_and_moves_elements) {
  const Line a = line(1, 1), b = line(2, 2), c = line(3, 3);
  EXPECT_THAT(results_of(Mutation::duplicate, lines({a, b})), IsSupersetOf({lines({a, a, b}), lines({b, a, b})}));
  EXPECT_THAT(results_of(Mutation::erase, lines({a, b, c})),
              IsSupersetOf({lines({b, c}), lines({a, c}), lines({a, b}), lines({c}), lines({a}), lines({})}));
  EXPECT_THAT(results_of(Mutation::swap, lines({a, b, c})),
              UnorderedElementsAre(lines({b, a, c}), lines({a, c, b}), lines({c, b, a})));
  EXPECT_THAT(results_of(Mutation::move, lines({a, b, c})), IsSupersetOf({lines({b, c, a}), lines({c, a, b})}));
}

TEST(TreeMutator, moves_elements_to_another_list_of_their_type) {
  Sketch two = lines({line(1, 1)});
  two.marks.push_back({.form = Stroke{}});
  Sketch moved = lines({});
  moved.marks.push_back({.form = Stroke{Width{}, {line(1, 1)}}});
  EXPECT_THAT(results_of(Mutation::move, two), Contains(moved));
}

// ---- Choices, parts, whole cases

TEST(TreeMutator, takes_another_alternative_fresh_or_with_the_leaves_it_had) {
  EXPECT_THAT(results_of(Mutation::alternative, lines({})),
              UnorderedElementsAre(stamp(0x77, 0x77), stamp(0x78, 0x78), stamp(0x79, 0x79), stamp(0x7A, 0x7A)));
  EXPECT_THAT(results_of(Mutation::carry, lines({})),
              UnorderedElementsAre(stamp(0, 0x77), stamp(0, 0x78), stamp(0, 0x79), stamp(0, 0x7A)));
}

TEST(TreeMutator, replaces_parts_by_fresh_ones_of_their_type) {
  EXPECT_THAT(results_of(Mutation::replace, lines({line(1, 2)})), Contains(lines({line(0x77, 0x77)})));
}

TEST(TreeMutator, makes_a_fresh_case) {
  for (const Sketch& result : results_of(Mutation::fresh, lines({}))) EXPECT_EQ(result.marks.size(), 2u);
}

TEST(TreeMutator, finds_no_place_for_most_edits_in_a_case_without_elements) {
  for (const Mutation mutation : {Mutation::flag, Mutation::interval, Mutation::duplicate, Mutation::erase,
                                  Mutation::swap, Mutation::move, Mutation::alternative, Mutation::carry}) {
    EXPECT_THAT(results_of(mutation, Sketch{}), testing::IsEmpty()) << static_cast<int>(mutation);
  }
}

// ---- Everything together

/// Whether a tree is one that decoding makes, but for repair: types, caps and closed enumerations.
bool structure_is_sound(const Domain& of, const Node& tree) {
  const std::unique_ptr<Case> value = case_from_tree(of, tree);
  std::vector<std::uint8_t> bytes;
  of.encode(*value, bytes);
  Node back;
  read_tree(bytes, of.type(), back);
  return !first_difference(of.tree(*value), back) && !unsound_field(of, back);
}

TEST(TreeMutator, keeps_the_structure_of_every_domain_through_many_edits) {
  std::vector<const Domain*> all(all_domains().begin(), all_domains().end());
  all.push_back(&domain());
  for (const Domain* of : all) {
    TreeMutator mutator(*of, flip_first_byte);
    Node tree = of->tree(*of->make_case());
    Node other = tree;
    for (std::uint64_t step = 0; step < 2000; ++step) {
      ChoiceSource choices(1, step);
      if (step % 3 == 0) {
        mutator.cross_over(choices, tree, other);
      } else {
        mutator.mutate(choices, tree);
      }
      ASSERT_TRUE(structure_is_sound(*of, tree)) << of->name() << " step " << step;
      if (step % 5 == 0) std::swap(tree, other);
    }
  }
}

TEST(TreeMutator, the_same_choices_make_the_same_of_the_same_tree) {
  TreeMutator used(domain(), flip_first_byte);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    TreeMutator unused(domain(), flip_first_byte);
    Node first = to_tree(lines({line(1, 2), line(3, 4)}));
    Node second = first;
    ChoiceSource first_choices(seed, 0), second_choices(seed, 0);
    used.mutate(first_choices, first);
    unused.mutate(second_choices, second);
    ASSERT_EQ(first, second) << seed;
  }
}

TEST(TreeMutator, mostly_halves_cases_that_have_grown_large) {
  const Domain& of = *find_domain("root_signature");
  const std::unique_ptr<Case> drawn = of.make_case();
  Node large = of.tree(*drawn);
  for (std::uint64_t i = 0; element_count(large) < 60; ++i) {
    ChoiceSource choices(1, i);
    of.generate(choices, *drawn);
    large = of.tree(*drawn);
  }
  TreeMutator mutator(of, flip_first_byte);
  int smaller = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    ChoiceSource choices(seed, 0);
    Node tree = large;
    mutator.mutate(choices, tree);
    if (4 * element_count(tree) < 3 * element_count(large)) ++smaller;
  }
  EXPECT_GT(smaller, 60);
  EXPECT_LT(smaller, 95);
}

// ---- Crossover

TEST(TreeMutator, crossover_takes_from_both) {
  TreeMutator mutator(domain(), flip_first_byte);
  bool spliced = false, grafted = false;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    ChoiceSource choices(seed, 0);
    Node into = to_tree(lines({line(1, 1), line(2, 2)}));
    mutator.cross_over(choices, into, to_tree(lines({line(11, 11), line(12, 12)})));
    const Sketch result = value_of(into);
    if (result.marks.empty()) continue;
    spliced |= lines_of(result) == std::vector{line(1, 1), line(11, 11), line(2, 2)};
    grafted |= lines_of(result) == std::vector{line(12, 12), line(2, 2)};
  }
  EXPECT_TRUE(spliced);
  EXPECT_TRUE(grafted);
}

TEST(TreeMutator, crossover_makes_up_nothing) {
  TreeMutator mutator(domain(), flip_first_byte);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    ChoiceSource choices(seed, 0);
    Node into = to_tree(lines({line(1, 1)}));
    mutator.cross_over(choices, into, to_tree(lines({line(11, 11)})));
    for (const Mark& mark : value_of(into).marks) {
      for (const Line& found : std::get<Stroke>(mark.form).lines) {
        EXPECT_TRUE(raw(found.start) == 1 || raw(found.start) == 11);
      }
    }
  }
}

}  // namespace
}  // namespace d3d12fuzz
