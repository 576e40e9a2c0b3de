#include "shrink/shrinker.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature;
using test::notation;

using Predicate = std::function<bool(const RootSignatureCase&)>;
using Weight = std::function<std::optional<std::size_t>(const RootSignatureCase&)>;

constexpr std::size_t kBudget = 2000;

RootSignatureCase case_of(const Node& tree) {
  RootSignatureCase value;
  from_tree(tree, value);
  return value;
}

ShrinkQuestion weighing(Weight weight, NumberSteps numbers = NumberSteps::all) {
  return {.repaired =
              [](const Node& edited) {
                RootSignatureCase value = case_of(edited);
                repair(value);
                return to_tree(value);
              },
          .weigh = [weight](const Node& tree) { return weight(case_of(tree)); },
          .numbers = numbers};
}

ShrinkQuestion asking(Predicate shows, NumberSteps numbers = NumberSteps::all) {
  return weighing(
      [shows](const RootSignatureCase& value) { return shows(value) ? std::optional<std::size_t>(0) : std::nullopt; },
      numbers);
}

/// The minimal case, which must have been proven to be it.
RootSignatureCase minimal(const RootSignatureCase& start, const ShrinkQuestion& question) {
  EXPECT_TRUE(question.weigh(to_tree(start)).has_value()) << "the start does not show it";
  const ShrinkResult result = shrink(to_tree(start), question, kBudget);
  EXPECT_TRUE(result.minimal);
  return case_of(result.tree);
}

RootSignatureCase minimal(std::string_view start, const ShrinkQuestion& question) {
  return minimal(notation(start), question);
}

bool any_range(const RootSignatureCase& value, const std::function<bool(const DescriptorRange&)>& shows) {
  for (const RootParameter& parameter : value.parameters) {
    const std::span<const DescriptorRange> ranges = ranges_of(parameter);
    if (std::any_of(ranges.begin(), ranges.end(), shows)) return true;
  }
  return false;
}

std::vector<DescriptorRange> all_ranges(const RootSignatureCase& value) {
  std::vector<DescriptorRange> all;
  for (const RootParameter& parameter : value.parameters) {
    const std::span<const DescriptorRange> ranges = ranges_of(parameter);
    all.insert(all.end(), ranges.begin(), ranges.end());
  }
  return all;
}

std::uint64_t last_register(const DescriptorRange& range) {
  if (range.num_descriptors == DescriptorCount::unbounded) return 0xFFFFFFFF;
  return std::uint64_t{raw(range.base_shader_register)} + raw(range.num_descriptors) - 1;
}

bool overlap(const DescriptorRange& a, const DescriptorRange& b) {
  return a.range_type == b.range_type && a.register_space == b.register_space &&
         raw(a.base_shader_register) <= last_register(b) && raw(b.base_shader_register) <= last_register(a);
}

bool any_pair(const RootSignatureCase& value,
              const std::function<bool(const DescriptorRange&, const DescriptorRange&)>& shows) {
  const std::vector<DescriptorRange> ranges = all_ranges(value);
  for (std::size_t a = 0; a < ranges.size(); ++a) {
    for (std::size_t b = a + 1; b < ranges.size(); ++b) {
      if (shows(ranges[a], ranges[b])) return true;
    }
  }
  return false;
}

/// 40 tables of 5 ranges, no two of which overlap; range r of table p is in space 100 + 5 p + r.
RootSignatureCase two_hundred_ranges() {
  RootSignatureCase value;
  value.version = Version::v1_1;
  value.flags = RootSignatureFlags{0x41};
  for (std::uint32_t p = 0; p < 40; ++p) {
    auto& parameter = value.parameters.emplace_back().emplace<DescriptorTable>();
    parameter.shader_visibility = ShaderVisibility{p % 6};
    for (std::uint32_t r = 0; r < 5; ++r) {
      parameter.descriptor_ranges.push_back({.range_type = RangeType{(p + r) % 3},
                                             .num_descriptors = DescriptorCount{1 + r},
                                             .base_shader_register = ShaderRegister{10 * p + r},
                                             .register_space = RegisterSpace{100 + 5 * p + r},
                                             .flags = RangeFlags::descriptors_volatile});
    }
  }
  return value;
}

bool has_space(const RootSignatureCase& value, std::uint32_t space) {
  return any_range(value, [&](const DescriptorRange& range) { return raw(range.register_space) == space; });
}

// ---- minimal(predicate) == expected

TEST(Shrink, anything_becomes_the_simplest_case) {
  EXPECT_EQ(minimal(two_hundred_ranges(), asking([](const RootSignatureCase&) { return true; })), RootSignatureCase{});
}

TEST(Shrink, a_case_that_only_shows_as_it_is_stays) {
  const RootSignatureCase start = notation("V=1.1 F=0x41 T[PIXEL](R(UAV,16,4,2,9,0x3)); L(u,5,2,PIXEL)");
  EXPECT_EQ(minimal(start, asking([&](const RootSignatureCase& value) { return value == start; })), start);
}

TEST(Shrink, an_overlap_becomes_two_default_ranges_in_one_table) {
  const auto overlaps = [](const RootSignatureCase& value) { return any_pair(value, overlap); };
  const RootSignatureCase expected = notation("V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,0,A))");
  EXPECT_EQ(minimal("V=1.1 F=0x41 T[PIXEL](R(CBV,3,0,0,A,0x0),R(UAV,16,4,2,A,0x1)); T[ALL](R(UAV,8,18,2,7,0x0)); "
                    "T[HULL](); L(u,18,2,PIXEL)",
                    asking(overlaps)),
            expected);
  EXPECT_EQ(minimal("V=1.0 T[ALL](R(SRV,U,1000,7,A),R(SRV,1,5000,7,0))", asking(overlaps)), expected);
}

TEST(Shrink, a_sum_beyond_32_bits_becomes_two_at_the_last_register) {
  const auto beyond = [](const RootSignatureCase& value) {
    return any_range(value, [](const DescriptorRange& range) {
      return range.num_descriptors != DescriptorCount::unbounded &&
             std::uint64_t{raw(range.base_shader_register)} + raw(range.num_descriptors) > (std::uint64_t{1} << 32);
    });
  };
  const RootSignatureCase expected = notation("V=1.0 T[ALL](R(SRV,2,0xFFFFFFFF,0,A))");
  EXPECT_EQ(minimal("V=1.0 T[ALL](R(SRV,16,0xFFFFFFF8,3,A))", asking(beyond)), expected);
  EXPECT_EQ(minimal("V=1.1 T[PIXEL](R(UAV,0x80000000,0x90000000,3,4,0x1),R(CBV,1,0,0,A,0x0))", asking(beyond)),
            expected);
  EXPECT_EQ(minimal("V=1.0 T[ALL](R(SRV,0xFFFFFFFE,3,0,A))", asking(beyond)), expected);
}

TEST(Shrink, three_ranges_of_two_hundred_come_together) {
  RootSignatureCase start = two_hundred_ranges();
  std::get<DescriptorTable>(start.parameters[3]).descriptor_ranges[4].register_space = RegisterSpace{7};
  std::get<DescriptorTable>(start.parameters[20]).descriptor_ranges[0].register_space = RegisterSpace{8};
  std::get<DescriptorTable>(start.parameters[39]).descriptor_ranges[2].register_space = RegisterSpace{9};
  const auto has_all = [](const RootSignatureCase& value) {
    return has_space(value, 7) && has_space(value, 8) && has_space(value, 9);
  };
  EXPECT_EQ(minimal(start, asking(has_all)), notation("V=1.0 T[ALL](R(SRV,1,0,7,A),R(SRV,1,0,8,A),R(SRV,1,0,9,A))"));
}

TEST(Shrink, a_flag_becomes_that_bit_alone) {
  EXPECT_EQ(minimal("V=1.1 F=0xFFF T[ALL](R(SRV,1,0,0,A,0x0))",
                    asking([](const RootSignatureCase& value) { return (raw(value.flags) & 0x40) != 0; })),
            notation("V=1.0 F=0x40"));
  // Repair takes the flags of ranges away in version 1.0, so the version stays.
  EXPECT_EQ(minimal("V=1.1 F=0x1 T[PIXEL](R(UAV,9,9,9,9,0x1000F))", asking([](const RootSignatureCase& value) {
                      return any_range(value, [](const DescriptorRange& r) { return (raw(r.flags) & 0x10000) != 0; });
                    })),
            notation("V=1.1 T[ALL](R(SRV,1,0,0,A,0x10000))"));
}

TEST(Shrink, equal_values_in_two_places_go_down_together) {
  const auto equal_and_at_least_five = [](const RootSignatureCase& value) {
    return any_pair(value, [](const DescriptorRange& a, const DescriptorRange& b) {
      return a.base_shader_register == b.base_shader_register && raw(a.base_shader_register) >= 5;
    });
  };
  EXPECT_EQ(minimal("V=1.0 T[ALL](R(SRV,1,1000,0,A)); T[ALL](R(UAV,4,1000,3,A))", asking(equal_and_at_least_five)),
            notation("V=1.0 T[ALL](R(SRV,1,5,0,A),R(SRV,1,5,0,A))"));
}

TEST(Shrink, equal_values_find_a_threshold_between_boundaries_together) {
  const auto equal_and_at_least = [](const RootSignatureCase& value) {
    return any_pair(value, [](const DescriptorRange& a, const DescriptorRange& b) {
      return a.base_shader_register == b.base_shader_register && raw(a.base_shader_register) >= 700000;
    });
  };
  EXPECT_EQ(minimal("V=1.0 T[ALL](R(SRV,1,1000001,0,A),R(SRV,1,1000001,0,A))", asking(equal_and_at_least)),
            notation("V=1.0 T[ALL](R(SRV,1,700000,0,A),R(SRV,1,700000,0,A))"));
}

TEST(Shrink, two_positions_keep_their_distance) {
  const auto three_apart = [](const RootSignatureCase& value) {
    return any_pair(value, [](const DescriptorRange& a, const DescriptorRange& b) {
      return raw(b.base_shader_register) - raw(a.base_shader_register) == 3;
    });
  };
  EXPECT_EQ(minimal("V=1.0 T[ALL](R(SRV,1,1234567,0,A),R(SRV,1,1234570,0,A))", asking(three_apart)),
            notation("V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,3,0,A))"));
}

TEST(Shrink, a_threshold_between_boundaries_is_found) {
  const auto at_least = [](const RootSignatureCase& value) {
    return any_range(value, [](const DescriptorRange& range) {
      return range.num_descriptors != DescriptorCount::unbounded && raw(range.num_descriptors) >= 123456789;
    });
  };
  EXPECT_EQ(minimal("V=1.0 T[ALL](R(SRV,0x70000000,0,0,A))", asking(at_least)),
            notation("V=1.0 T[ALL](R(SRV,123456789,0,0,A))"));
}

TEST(Shrink, for_crashes_numbers_stop_at_boundaries) {
  const auto at_least = [](const RootSignatureCase& value) {
    return any_range(value, [](const DescriptorRange& range) {
      return range.num_descriptors != DescriptorCount::unbounded && raw(range.num_descriptors) >= 3000;
    });
  };
  EXPECT_EQ(minimal("V=1.0 T[ALL](R(SRV,10000,0,0,A))", asking(at_least, NumberSteps::boundaries_only)),
            notation("V=1.0 T[ALL](R(SRV,0xFFF,0,0,A))"));
  EXPECT_EQ(minimal("V=1.0 T[ALL](R(SRV,10000,0,0,A))", asking(at_least)), notation("V=1.0 T[ALL](R(SRV,3000,0,0,A))"));
}

TEST(Shrink, an_illegal_value_becomes_the_first_one) {
  EXPECT_EQ(minimal("V=1.0 T[ALL](R(0xDEADBEEF,3,3,3,3))", asking([](const RootSignatureCase& value) {
                      return any_range(value, [](const DescriptorRange& range) { return raw(range.range_type) > 3; });
                    })),
            notation("V=1.0 T[ALL](R(4,1,0,0,A))"));
}

TEST(Shrink, the_order_of_what_is_needed_stays) {
  const auto sampler_before_view = [](const RootSignatureCase& value) {
    return any_pair(value, [](const DescriptorRange& a, const DescriptorRange& b) {
      return a.range_type == RangeType::sampler && b.range_type == RangeType::cbv;
    });
  };
  EXPECT_EQ(minimal("V=1.0 T[ALL](R(CBV,1,0,0,A),R(SAMPLER,4,1,0,A)); T[PIXEL](R(SRV,1,0,0,A),R(CBV,2,8,1,A))",
                    asking(sampler_before_view)),
            notation("V=1.0 T[ALL](R(SAMPLER,1,0,0,A),R(CBV,1,0,0,A))"));
}

// ---- Promises

TEST(Shrink, again_changes_nothing) {
  const ShrinkQuestion question = asking([](const RootSignatureCase& value) { return any_pair(value, overlap); });
  const Node start = to_tree(notation("V=1.1 T[PIXEL](R(UAV,16,4,2,A,0x1)); T[ALL](R(UAV,8,18,2,7,0x0))"));
  const ShrinkResult once = shrink(start, question, kBudget);
  const ShrinkResult twice = shrink(once.tree, question, kBudget);
  EXPECT_EQ(twice.tree, once.tree);
  EXPECT_TRUE(twice.minimal);
  EXPECT_EQ(simpler_neighbour(once.tree, question), std::nullopt);
}

TEST(Shrink, a_case_that_is_not_minimal_has_a_simpler_neighbour) {
  const ShrinkQuestion question = asking([](const RootSignatureCase& value) { return !value.parameters.empty(); });
  const std::optional<Node> neighbour = simpler_neighbour(to_tree(notation("V=1.0 T[PIXEL]()")), question);
  ASSERT_TRUE(neighbour.has_value());
  EXPECT_EQ(case_of(*neighbour), notation("V=1.0 T[ALL]()"));
}

TEST(Shrink, goes_the_same_way_every_time) {
  const auto run = [] {
    std::vector<Node> asked;
    ShrinkQuestion question = asking([](const RootSignatureCase& value) { return has_space(value, 223); });
    question.weigh = [&, weigh = question.weigh](const Node& tree) {
      asked.push_back(tree);
      return weigh(tree);
    };
    shrink(to_tree(two_hundred_ranges()), question, kBudget);
    return asked;
  };
  EXPECT_EQ(run(), run());
}

TEST(Shrink, asks_only_of_strictly_simpler_sound_cases_and_of_none_twice) {
  std::vector<Node> asked;
  std::optional<Node> current;
  ShrinkQuestion question = asking([](const RootSignatureCase& value) {
    return any_range(value, [](const DescriptorRange& range) { return raw(range.flags) == 0x3; });
  });
  question.weigh = [&, weigh = question.weigh](const Node& tree) {
    if (current) EXPECT_EQ(compare_simplicity(tree, *current), std::strong_ordering::less);
    EXPECT_EQ(tree, question.repaired(tree));
    EXPECT_EQ(std::count(asked.begin(), asked.end(), tree), 0);
    asked.push_back(tree);
    const auto weight = weigh(tree);
    if (weight) current = tree;
    return weight;
  };
  const Node start = to_tree(notation("V=1.1 F=0x1 T[PIXEL](R(UAV,16,4,2,A,0x3),R(CBV,1,0,0,A,0x1)); T[ALL]()"));
  const ShrinkResult result = shrink(start, question, kBudget);
  EXPECT_EQ(result.evaluations, asked.size());
  EXPECT_EQ(result.tree, *current);
}

TEST(Shrink, stops_when_the_budget_is_spent_with_a_case_that_shows) {
  const Node start = to_tree(two_hundred_ranges());
  for (const std::size_t budget : {1u, 2u, 3u, 10u, 30u}) {
    std::size_t asked = 0;
    ShrinkQuestion question = asking([](const RootSignatureCase& value) {
      return has_space(value, 107) && has_space(value, 223) && has_space(value, 289);
    });
    question.weigh = [&, weigh = question.weigh](const Node& tree) {
      ++asked;
      return weigh(tree);
    };
    const ShrinkResult result = shrink(start, question, budget);
    EXPECT_EQ(asked, budget);
    EXPECT_EQ(result.evaluations, budget);
    EXPECT_FALSE(result.minimal);
    EXPECT_TRUE(question.weigh(result.tree).has_value());
    EXPECT_TRUE(compare_simplicity(result.tree, start) <= 0);
  }
}

TEST(Shrink, weight_never_grows) {
  // The simplest visibility weighs more, so the second simplest is the end.
  const auto weight = [](const RootSignatureCase& value) -> std::optional<std::size_t> {
    if (value.parameters.empty()) return std::nullopt;
    return visibility_of(value.parameters[0]) == ShaderVisibility::all ? 2 : 1;
  };
  EXPECT_EQ(minimal("V=1.0 T[PIXEL]()", weighing(weight)), notation("V=1.0 T[VERTEX]()"));
  EXPECT_EQ(minimal("V=1.1 F=0x1 T[ALL]()", weighing(weight)), notation("V=1.0 T[ALL]()"));
}

TEST(Shrink, repairs_the_case_that_it_starts_from) {
  RootSignatureCase start = notation("V=1.0 T[ALL](R(SRV,1,0,0,A))");
  std::get<DescriptorTable>(start.parameters[0]).descriptor_ranges[0].flags = RangeFlags::data_static;
  EXPECT_EQ(minimal(start, asking([](const RootSignatureCase& value) { return !all_ranges(value).empty(); })),
            notation("V=1.0 T[ALL](R(SRV,1,0,0,A))"));
}

// ---- Cost

TEST(Shrink, two_hundred_ranges_cost_about_a_hundred_evaluations) {
  using Range = DescriptorRange;
  const auto one = [](std::function<bool(const Range&)> shows) {
    return [shows](const RootSignatureCase& value) { return any_range(value, shows); };
  };
  const auto next_to_each_other = [](std::function<bool(const Range&, const Range&)> shows) {
    return [shows](const RootSignatureCase& value) {
      for (const RootParameter& parameter : value.parameters) {
        const std::span<const DescriptorRange> ranges = ranges_of(parameter);
        for (std::size_t r = 0; r + 1 < ranges.size(); ++r) {
          if (shows(ranges[r], ranges[r + 1])) return true;
        }
      }
      return false;
    };
  };
  const auto two = [](std::function<bool(const Range&, const Range&)> shows) {
    return [shows](const RootSignatureCase& value) { return any_pair(value, shows); };
  };
  struct Planted {
    Predicate shows;
    std::function<void(Range& first, Range& second)> plant;  ///< range 0 of table 17, and the one behind it
  };
  const Planted planted[] = {
      {one([](const Range& r) { return raw(r.num_descriptors) == 0; }),
       [](Range& a, Range&) { a.num_descriptors = DescriptorCount{0}; }},
      {one([](const Range& r) { return raw(r.range_type) > 3; }),
       [](Range& a, Range&) { a.range_type = RangeType{77}; }},
      {one([](const Range& r) { return raw(r.register_space) >= 0xFFFFFFF0; }),
       [](Range& a, Range&) { a.register_space = RegisterSpace{0xFFFFFFF5}; }},
      {one([](const Range& r) {
         return r.num_descriptors != DescriptorCount::unbounded && last_register(r) > 0xFFFFFFFF;
       }),
       [](Range& a, Range&) {
         a.base_shader_register = ShaderRegister{0xFFFFFFF8};
         a.num_descriptors = DescriptorCount{16};
       }},
      {one([](const Range& r) { return (raw(r.flags) & 0x9) == 0x9; }),
       [](Range& a, Range&) { a.flags = RangeFlags{0xB}; }},
      {one([](const Range& r) { return r.offset_in_descriptors_from_table_start != TableOffset::append; }),
       [](Range& a, Range&) { a.offset_in_descriptors_from_table_start = TableOffset{40}; }},
      {next_to_each_other([](const Range& a, const Range& b) {
         return a.num_descriptors == DescriptorCount::unbounded &&
                b.offset_in_descriptors_from_table_start == TableOffset::append;
       }),
       [](Range& a, Range&) { a.num_descriptors = DescriptorCount::unbounded; }},
      {next_to_each_other([](const Range& a, const Range& b) {
         return (a.range_type == RangeType::sampler) != (b.range_type == RangeType::sampler);
       }),
       [](Range& a, Range&) { a.range_type = RangeType::sampler; }},
      {two(overlap),
       [](Range& a, Range& b) {
         b.range_type = a.range_type;
         b.register_space = a.register_space;
         b.base_shader_register = a.base_shader_register;
       }},
  };
  std::vector<std::size_t> evaluations;
  for (const Planted& fault : planted) {
    RootSignatureCase start = two_hundred_ranges();
    fault.plant(std::get<DescriptorTable>(start.parameters[17]).descriptor_ranges[0],
                std::get<DescriptorTable>(start.parameters[17]).descriptor_ranges[1]);
    const ShrinkResult result = shrink(to_tree(start), asking(fault.shows), kBudget);
    EXPECT_TRUE(result.minimal);
    EXPECT_LE(element_count(result.tree), 3u);
    evaluations.push_back(result.evaluations);
  }
  std::sort(evaluations.begin(), evaluations.end());
  EXPECT_LE(evaluations[evaluations.size() / 2], 120u) << testing::PrintToString(evaluations);
}

}  // namespace
}  // namespace d3d12fuzz
