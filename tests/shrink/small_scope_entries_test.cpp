// All root signatures of one and of two entries of any kind over the values at which rules change, model against
// builtin.

#include <utility>

#include "shrink/tree_edit.h"
#include "support/sweep.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature;
using namespace test;

constexpr Version kVersions[] = {Version::v1_0, Version::v1_1, Version::v1_2};

/// Calls `visit` with the tree of a record in which each pair of leaves takes each pair of boundary values, all others
/// being at their simplest. \return how often
template <class Record, class Visitor>
std::uint64_t for_each_pair_of_values(Visitor&& visit) {
  const Node simplest = to_tree(Record{});
  Node tree = simplest;
  const std::size_t count = leaves(tree).size();
  std::uint64_t visited = 0;
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) {
      tree = simplest;
      const std::vector<Node*> all = leaves(tree);
      const auto values_of = [&](std::size_t leaf) {
        const LeafMeaning& meaning = *all[leaf]->type->meaning;
        std::vector<std::uint64_t> values(meaning.boundaries.begin(), meaning.boundaries.end());
        if (meaning.closed) {
          for (const NamedValue& named : meaning.names) values.push_back(named.value);
        }
        return values;
      };
      for (const std::uint64_t value_a : values_of(a)) {
        for (const std::uint64_t value_b : values_of(b)) {
          all[a]->value = value_a;
          all[b]->value = value_b;
          Record record;
          from_tree(tree, record);
          visit(record);
          ++visited;
        }
      }
    }
  }
  return visited;
}

template <class Parameter>
void sweep_one_parameter() {
  Sweep sweep;
  std::uint64_t cases = 0;
  for (const Version version : kVersions) {
    cases += for_each_pair_of_values<Parameter>([&](const Parameter& parameter) {
      RootSignatureCase& value = sweep.next(version);
      value.parameters = {parameter};
      repair(value);
    });
  }
  EXPECT_GT(cases, 100u);
  expect_agreement(sweep, cases);
}

TEST(SmallScope, root_constants_with_every_pair_of_boundaries) { sweep_one_parameter<RootConstants>(); }

TEST(SmallScope, a_root_descriptor_with_every_pair_of_boundaries) { sweep_one_parameter<RootDescriptor>(); }

TEST(SmallScope, an_unknown_parameter_with_every_pair_of_boundaries) { sweep_one_parameter<UnknownParameter>(); }

TEST(SmallScope, a_static_sampler_with_every_pair_of_boundaries) {
  Sweep sweep;
  std::uint64_t cases = 0;
  for (const Version version : kVersions) {
    cases += for_each_pair_of_values<StaticSampler>([&](const StaticSampler& sampler) {
      RootSignatureCase& value = sweep.next(version);
      value.static_samplers = {sampler};
      repair(value);
    });
  }
  EXPECT_GT(cases, 10'000u);
  expect_agreement(sweep, cases);
}

/// One entry of a root signature: a parameter or a static sampler.
struct Entry {
  std::vector<RootParameter> parameters;
  std::vector<StaticSampler> static_samplers;
};

/// Entries of every kind, over values with which two can meet or miss each other.
std::vector<Entry> entries() {
  const bool more = long_run();
  const auto registers =
      more ? values<ShaderRegister>({0, 1, 2, 0xFFFFFFFE, 0xFFFFFFFF}) : values<ShaderRegister>({0, 1, 0xFFFFFFFE});
  const auto spaces = more ? values<RegisterSpace>({0, 1, 0xFFFFFFF0}) : values<RegisterSpace>({0, 1});
  const auto visibilities = more ? values<ShaderVisibility>({0, 1, 5, 8}) : values<ShaderVisibility>({0, 1, 5});
  const auto amounts = more ? values<ConstantCount>({0, 1, 62, 63, 64, 65, 0x80000000, 0xFFFFFFFF})
                            : values<ConstantCount>({1, 63, 0x80000000});
  const auto counts = more ? values<DescriptorCount>({0, 1, 2, 0xFFFFFFFF}) : values<DescriptorCount>({1, 0xFFFFFFFF});
  std::vector<Entry> all;
  for (const ShaderRegister place : registers) {
    for (const RegisterSpace space : spaces) {
      for (const ShaderVisibility visibility : visibilities) {
        for (const ConstantCount amount : amounts) {
          all.push_back({.parameters = {RootConstants{place, space, amount, visibility}}});
        }
        for (const std::uint32_t type : {2u, 3u, 4u}) {
          all.push_back({.parameters = {RootDescriptor{.descriptor_type = RootDescriptorType{type},
                                                       .shader_register = place,
                                                       .register_space = space,
                                                       .shader_visibility = visibility}}});
        }
        for (const std::uint32_t type : {0u, 1u, 2u, 3u}) {
          for (const DescriptorCount count : counts) {
            const DescriptorRange range = {.range_type = RangeType{type},
                                           .num_descriptors = count,
                                           .base_shader_register = place,
                                           .register_space = space};
            all.push_back(
                {.parameters = {DescriptorTable{.descriptor_ranges = {range}, .shader_visibility = visibility}}});
          }
        }
        all.push_back({.static_samplers = {
                           {.shader_register = place, .register_space = space, .shader_visibility = visibility}}});
      }
    }
  }
  return all;
}

TEST(SmallScope, two_entries_of_any_kind) {
  const std::vector<Entry> all = entries();
  Sweep sweep;
  for (const Entry& first : all) {
    for (const Entry& second : all) {
      RootSignatureCase& value = sweep.next(Version::v1_0);
      value.parameters = first.parameters;
      value.parameters.insert(value.parameters.end(), second.parameters.begin(), second.parameters.end());
      value.static_samplers = first.static_samplers;
      value.static_samplers.insert(value.static_samplers.end(), second.static_samplers.begin(),
                                   second.static_samplers.end());
    }
  }
  // 18 places of 15 entries; in a long run 60 of 28.
  EXPECT_EQ(all.size(), long_run() ? 1680u : 270u);
  expect_agreement(sweep, all.size() * all.size());
}

TEST(SmallScope, every_serializer_target_and_form_of_each_kind_of_entry) {
  Sweep sweep;
  std::uint64_t cases = 0;
  const Entry kinds[] = {{},
                         {.parameters = {DescriptorTable{}}},
                         {.parameters = {DescriptorTable{.descriptor_ranges = {{}}}}},
                         {.parameters = {RootConstants{}}},
                         {.parameters = {RootDescriptor{}}},
                         {.parameters = {UnknownParameter{}}},
                         {.static_samplers = {{}}}};
  for (const Version version : kVersions) {
    for (const Entry& kind : kinds) {
      for_each_pair_of_values<Serialization>([&](const Serialization& serialization) {
        for_each_pair_of_values<Target>([&](const Target& target) {
          for_each_pair_of_values<Lowering>([&](const Lowering& lowering) {
            RootSignatureCase& value = sweep.next(version);
            value.parameters = kind.parameters;
            value.static_samplers = kind.static_samplers;
            value.serialization = serialization;
            value.target = target;
            value.lowering = lowering;
            repair(value);
            ++cases;
          });
        });
      });
    }
  }
  EXPECT_GT(cases, 1000u);
  expect_agreement(sweep, cases);
}

TEST(SmallScope, a_fault_of_static_samplers_does_not_pass) {
  for (const std::string_view fault :
       {"filter-high-bits-ignored", "address-w-unchecked", "anisotropy-17-accepted", "bias-nan-accepted",
        "lod-signalling-nan-accepted", "comparison-0-accepted-by-comparison-filters", "border-mismatch-accepted"}) {
    Sweep sweep(fault);
    for_each_pair_of_values<StaticSampler>([&](const StaticSampler& sampler) {
      RootSignatureCase& value = sweep.next(Version::v1_2);
      value.static_samplers = {sampler};
    });
    sweep.finish();
    EXPECT_GT(sweep.differing(), 0u) << fault;
  }
}

}  // namespace
}  // namespace d3d12fuzz
