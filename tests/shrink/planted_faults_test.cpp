// Each fault of the built-in candidate, planted into a case of 40 tables with 5 ranges each, must shrink to the
// smallest case that the fault's table names.

#include <gtest/gtest.h>

#include <algorithm>

#include "candidates/builtin/builtin.h"
#include "candidates/in_process.h"
#include "domains/root_signature/case.h"
#include "domains/root_signature/domain.h"
#include "shrink/collector.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature;
using test::notation;

/// Legal tables around those of `planted`, in spaces of their own.
RootSignatureCase surrounded(RootSignatureCase planted) {
  std::vector<RootParameter> tables;
  for (std::uint32_t p = 0; p < 40; ++p) {
    if (p == 17) tables.insert(tables.end(), planted.parameters.begin(), planted.parameters.end());
    auto& table = tables.emplace_back().emplace<DescriptorTable>();
    table.shader_visibility = ShaderVisibility{p % 6};
    for (std::uint32_t r = 0; r < 5; ++r) {
      table.descriptor_ranges.push_back({.range_type = RangeType{(p + r) % 3},
                                         .num_descriptors = DescriptorCount{1 + r},
                                         .base_shader_register = ShaderRegister{10 * p + r},
                                         .register_space = RegisterSpace{100 + 5 * p + r}});
    }
  }
  planted.parameters = std::move(tables);
  repair(planted);
  return planted;
}

/// Legal shapes that end this process are for candidates in workers; limits of 64 DWORDs, an empty signature and the
/// length of the serialized form leave no room for 40 tables more.
bool can_be_surrounded(const builtin::FaultInfo& fault) {
  constexpr builtin::Fault without_room[] = {
      builtin::Fault::cost_counts_ranges,   builtin::Fault::cost_limit_63,
      builtin::Fault::cost_limit_65,        builtin::Fault::cost_in_32_bits,
      builtin::Fault::cost_leaves_out_last, builtin::Fault::empty_signature_rejected,
      builtin::Fault::blob_digest_long_tail};
  return !builtin::is_fatal(fault.fault) &&
         std::find(std::begin(without_room), std::end(without_room), fault.fault) == std::end(without_room) &&
         notation(fault.smallest_case).parameters.size() < 24;
}

/// The first difference of a case.
std::optional<Signature> signature_shown(Examiner& examiner, const RootSignatureCase& value) {
  const std::unique_ptr<Case> made = case_from_tree(domain(), to_tree(value));
  const std::vector<Signature> all = examiner.examine(*made).signatures(domain());
  if (all.empty()) return std::nullopt;
  return all[0];
}

TEST(PlantedFaults, shrink_to_the_smallest_case_of_each_fault_at_moderate_cost) {
  std::vector<std::size_t> evaluations;
  for (const builtin::FaultInfo& fault : builtin::faults_of(domain().name())) {
    if (!can_be_surrounded(fault)) continue;
    const RootSignatureCase smallest = notation(fault.smallest_case);
    InProcessCandidate candidate(builtin::make_builtin(fault.fault), {});
    Examiner examiner(domain(), candidate);
    const std::optional<Signature> signature = signature_shown(examiner, smallest);
    ASSERT_TRUE(signature.has_value()) << fault.id;

    Collector collector(examiner, {});
    const std::unique_ptr<Case> start = case_from_tree(domain(), to_tree(surrounded(smallest)));
    const std::optional<Finding> finding = collector.shrink_case(*start, *signature, 0);
    if (!finding) {
      ADD_FAILURE() << fault.id << " does not show " << signature->text() << " when surrounded";
      continue;
    }
    EXPECT_TRUE(finding->minimal) << fault.id;
    EXPECT_EQ(first_difference(finding->tree, to_tree(smallest)), std::nullopt)
        << fault.id << ": " << domain().hlsl(*case_from_tree(domain(), finding->tree)) << "\nexpected "
        << fault.smallest_case;
    evaluations.push_back(collector.evaluations().back());
  }
  ASSERT_GE(evaluations.size(), 140u);
  std::sort(evaluations.begin(), evaluations.end());
  EXPECT_LE(evaluations[evaluations.size() / 2], 120u) << testing::PrintToString(evaluations);
}

TEST(PlantedFaults, the_smallest_case_of_each_fault_has_no_simpler_neighbour) {
  for (const builtin::FaultInfo& fault : builtin::faults_of(domain().name())) {
    if (!can_be_surrounded(fault)) continue;
    InProcessCandidate candidate(builtin::make_builtin(fault.fault), {});
    Examiner examiner(domain(), candidate);
    const Node smallest = to_tree(notation(fault.smallest_case));
    const std::optional<Signature> signature = signature_shown(examiner, notation(fault.smallest_case));
    ASSERT_TRUE(signature.has_value()) << fault.id;
    Collector collector(examiner, {});
    EXPECT_FALSE(collector.simpler_neighbour_of(smallest, *signature).has_value()) << fault.id;
  }
}

}  // namespace
}  // namespace d3d12fuzz
