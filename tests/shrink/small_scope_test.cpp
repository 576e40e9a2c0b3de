// All tables of one and of two ranges over the values at which rules change, model against builtin. No sampling: what
// holds here holds for every such case.

#include <string_view>
#include <vector>

#include "support/sweep.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature;
using namespace test;

/// The values that each field of a range takes.
struct RangeValues {
  std::vector<RangeType> types;
  std::vector<DescriptorCount> counts;
  std::vector<ShaderRegister> registers;
  std::vector<RegisterSpace> spaces;
  std::vector<TableOffset> offsets;
  std::vector<RangeFlags> flags;
};

RangeValues all_boundaries() {
  return {.types = boundaries<RangeType>(),
          .counts = boundaries<DescriptorCount>(),
          .registers = boundaries<ShaderRegister>(),
          .spaces = boundaries<RegisterSpace>(),
          .offsets = boundaries<TableOffset>(),
          .flags = values<RangeFlags>({0})};
}

std::vector<DescriptorRange> product(const RangeValues& sets) {
  std::vector<DescriptorRange> all;
  for (const RangeType type : sets.types) {
    for (const DescriptorCount count : sets.counts) {
      for (const ShaderRegister base : sets.registers) {
        for (const RegisterSpace space : sets.spaces) {
          for (const TableOffset offset : sets.offsets) {
            for (const RangeFlags flags : sets.flags) {
              all.push_back({.range_type = type,
                             .num_descriptors = count,
                             .base_shader_register = base,
                             .register_space = space,
                             .flags = flags,
                             .offset_in_descriptors_from_table_start = offset});
            }
          }
        }
      }
    }
  }
  return all;
}

void sweep_one_range(Sweep& sweep, Version version, const RangeValues& sets,
                     const std::vector<ShaderVisibility>& visibilities) {
  const std::vector<DescriptorRange> ranges = product(sets);
  for (const ShaderVisibility visibility : visibilities) {
    for (const DescriptorRange& range : ranges) {
      sweep.next(version).parameters = {DescriptorTable{.descriptor_ranges = {range}, .shader_visibility = visibility}};
    }
  }
}

void sweep_two_ranges(Sweep& sweep, const RangeValues& sets) {
  const std::vector<DescriptorRange> ranges = product(sets);
  for (const DescriptorRange& first : ranges) {
    for (const DescriptorRange& second : ranges) {
      sweep.next(Version::v1_0).parameters = {DescriptorTable{.descriptor_ranges = {first, second}}};
    }
  }
}

void sweep_two_tables(Sweep& sweep, const RangeValues& sets, const std::vector<ShaderVisibility>& visibilities) {
  const std::vector<DescriptorRange> ranges = product(sets);
  for (const ShaderVisibility first_visibility : visibilities) {
    for (const ShaderVisibility second_visibility : visibilities) {
      for (const DescriptorRange& first : ranges) {
        for (const DescriptorRange& second : ranges) {
          sweep.next(Version::v1_1).parameters = {
              DescriptorTable{.descriptor_ranges = {first}, .shader_visibility = first_visibility},
              DescriptorTable{.descriptor_ranges = {second}, .shader_visibility = second_visibility}};
        }
      }
    }
  }
}

TEST(SmallScope, one_range_of_version_1_0_with_every_boundary_of_every_field) {
  Sweep sweep;
  sweep_one_range(sweep, Version::v1_0, all_boundaries(), boundaries<ShaderVisibility>());
  expect_agreement(sweep, 6u * 10 * 9 * 6 * 8 * 7);
}

TEST(SmallScope, one_range_of_version_1_1_with_every_boundary_of_every_field) {
  // No rule joins range flags with a visibility: that comes with the long run.
  const std::vector<ShaderVisibility> visibilities =
      long_run() ? boundaries<ShaderVisibility>() : values<ShaderVisibility>({0});
  RangeValues sets = all_boundaries();
  sets.flags = boundaries<RangeFlags>();
  Sweep sweep;
  sweep_one_range(sweep, Version::v1_1, sets, visibilities);
  expect_agreement(sweep, 6u * 10 * 9 * 6 * 8 * 20 * visibilities.size());
}

TEST(SmallScope, root_flags_and_visibilities_with_an_empty_table_and_with_one_range) {
  const std::vector<RootSignatureFlags> all_flags = boundaries<RootSignatureFlags>();
  const std::vector<ShaderVisibility> visibilities = boundaries<ShaderVisibility>();
  Sweep sweep;
  for (const Version version : {Version::v1_0, Version::v1_1}) {
    for (const RootSignatureFlags flags : all_flags) {
      for (const ShaderVisibility visibility : visibilities) {
        for (const std::size_t ranges : {0u, 1u}) {
          RootSignatureCase& value = sweep.next(version);
          value.flags = flags;
          value.parameters = {DescriptorTable{.descriptor_ranges = std::vector<DescriptorRange>(ranges),
                                              .shader_visibility = visibility}};
        }
      }
    }
  }
  expect_agreement(sweep, 2u * 15 * 7 * 2);
}

/// Of each field the values that two ranges can meet or miss each other with.
RangeValues pair_values() {
  if (!long_run()) {
    return {.types = values<RangeType>({0, 1, 3, 4}),
            .counts = values<DescriptorCount>({0, 1, 2, 0xFFFFFFFF}),
            .registers = values<ShaderRegister>({0, 1, 2, 0xFFFFFFFE}),
            .spaces = values<RegisterSpace>({0, 1}),
            .offsets = values<TableOffset>({0, 1, 0xFFFFFFFE, 0xFFFFFFFF}),
            .flags = values<RangeFlags>({0})};
  }
  return {.types = values<RangeType>({0, 1, 2, 3, 4}),
          .counts = values<DescriptorCount>({0, 1, 2, 0x80000000, 0xFFFFFFFF}),
          .registers = values<ShaderRegister>({0, 1, 2, 0x80000000, 0xFFFFFFFE}),
          .spaces = values<RegisterSpace>({0, 1, 0xFFFFFFF0}),
          .offsets = values<TableOffset>({0, 1, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF}),
          .flags = values<RangeFlags>({0})};
}

TEST(SmallScope, two_ranges_of_one_table) {
  Sweep sweep;
  sweep_two_ranges(sweep, pair_values());
  expect_agreement(sweep, long_run() ? 1875u * 1875 : 512u * 512);
}

TEST(SmallScope, two_ranges_of_two_tables_with_every_pair_of_visibilities) {
  RangeValues sets = pair_values();
  sets.types = values<RangeType>({0, 3});
  sets.offsets = long_run() ? values<TableOffset>({0, 0xFFFFFFFF}) : values<TableOffset>({0xFFFFFFFF});
  Sweep sweep;
  sweep_two_tables(sweep, sets, boundaries<ShaderVisibility>());
  expect_agreement(sweep, 49u * (long_run() ? 300 * 300 : 64 * 64));
}

/// The smallest sets in which two ranges meet and miss each other.
RangeValues smallest_pair_values() {
  return {.types = values<RangeType>({0, 1}),
          .counts = values<DescriptorCount>({1, 0xFFFFFFFF}),
          .registers = values<ShaderRegister>({0, 1}),
          .spaces = values<RegisterSpace>({0, 1}),
          .offsets = values<TableOffset>({0, 0xFFFFFFFF}),
          .flags = values<RangeFlags>({0})};
}

TEST(SmallScope, a_fault_of_one_range_does_not_pass) {
  for (const std::string_view fault :
       {"range-type-unchecked", "zero-count-accepted", "register-end-in-32-bits", "reserved-space-end-exclusive",
        "reserved-space-start-exclusive", "slot-end-in-32-bits", "unbounded-size-is-finite", "lookup-keeps-base",
        "lookup-unbounded-is-one-register"}) {
    Sweep sweep(fault);
    sweep_one_range(sweep, Version::v1_0, all_boundaries(), values<ShaderVisibility>({0}));
    sweep.finish();
    EXPECT_GT(sweep.differing(), 0u) << fault;
  }
}

TEST(SmallScope, a_fault_of_two_ranges_does_not_pass) {
  for (const std::string_view fault :
       {"append-after-unbounded-accepted", "append-after-unbounded-wraps", "unbounded-must-be-last",
        "zero-offset-appends", "slot-aliasing-rejected", "cross-type-aliasing-rejected",
        "overlap-within-table-unchecked", "overlap-end-wraps", "overlap-ignores-space", "overlap-ignores-class"}) {
    Sweep sweep(fault);
    sweep_two_ranges(sweep, smallest_pair_values());
    sweep.finish();
    EXPECT_GT(sweep.differing(), 0u) << fault;
  }
}

TEST(SmallScope, a_fault_of_two_tables_does_not_pass) {
  for (const std::string_view fault : {"overlap-across-parameters-unchecked", "overlap-ignores-all-visibility",
                                       "overlap-ignores-stage", "lookup-parameter-not-advanced"}) {
    Sweep sweep(fault);
    sweep_two_tables(sweep, smallest_pair_values(), values<ShaderVisibility>({0, 1, 5}));
    sweep.finish();
    EXPECT_GT(sweep.differing(), 0u) << fault;
  }
}

}  // namespace
}  // namespace d3d12fuzz
