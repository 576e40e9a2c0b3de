// How many evaluations shrinking takes from 40 parameters with 200 ranges.

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "bench.h"
#include "candidates/builtin/builtin.h"
#include "candidates/in_process.h"
#include "domains/root_signature/case.h"
#include "domains/typed_domain.h"
#include "shrink/collector.h"
#include "support/notation.h"

namespace d3d12fuzz::bench {
namespace {

using namespace root_signature;

constexpr std::uint32_t kParameters = 40;
constexpr std::uint32_t kRangesEach = 5;
constexpr std::uint64_t kSeeds = 5;
constexpr std::size_t kBudget = 20'000;

/// Tables of ranges that meet nowhere: each range has a register space of its own.
RootSignatureCase large_case(ChoiceSource& choices, const RootSignatureCase& seed) {
  RootSignatureCase value = seed;
  value.parameters.clear();
  std::uint32_t space = 100;
  for (std::uint32_t p = 0; p < kParameters; ++p) {
    DescriptorTable parameter;
    if (choices.one_in(2)) parameter.shader_visibility = static_cast<ShaderVisibility>(choices.below(8));
    const bool samplers = choices.one_in(5);
    for (std::uint32_t r = 0; r < kRangesEach; ++r) {
      DescriptorRange range;
      range.range_type = samplers ? RangeType::sampler : static_cast<RangeType>(choices.below(3));
      range.num_descriptors = static_cast<DescriptorCount>(choices.between(1, 16));
      range.base_shader_register = static_cast<ShaderRegister>(choices.below(1000));
      range.register_space = static_cast<RegisterSpace>(space++);
      if (choices.one_in(4))
        range.offset_in_descriptors_from_table_start = static_cast<TableOffset>(choices.below(500));
      if (value.version != Version::v1_0 && choices.one_in(3)) range.flags = RangeFlags::descriptors_volatile;
      parameter.descriptor_ranges.push_back(range);
    }
    value.parameters.emplace_back(std::move(parameter));
  }
  // What shows the fault goes in between, in its order.
  std::size_t at = 0;
  for (const RootParameter& parameter : seed.parameters) {
    at += choices.below(static_cast<std::uint32_t>(value.parameters.size() - at + 1));
    value.parameters.insert(value.parameters.begin() + static_cast<std::ptrdiff_t>(at), parameter);
    ++at;
  }
  return value;
}

std::unique_ptr<Case> as_case(const RootSignatureCase& value) {
  return case_from_tree(measured_domain(), to_tree(value));
}

bool brings_down(builtin::Fault fault) {
  return fault == builtin::Fault::crash_on_fifth_range || fault == builtin::Fault::hang_on_range_after_unbounded;
}

}  // namespace

void measure_shrinking() {
  std::vector<std::size_t> evaluations;
  std::size_t smallest = 0;
  std::size_t faults = 0;
  std::string worst;
  std::string left_out;
  std::string not_shown;
  std::string elsewhere;
  std::string not_minimal;
  const auto name_in = [](std::string& list, std::string_view id) {
    list += (list.empty() ? "" : ", ") + std::string(id);
  };
  for (const builtin::FaultInfo& info : builtin::faults_of(measured_domain().name())) {
    const RootSignatureCase seed_case = test::notation(info.smallest_case);
    if (brings_down(info.fault) || seed_case.parameters.size() + kParameters > max_elements<RootParameter>) {
      name_in(left_out, info.id);
      continue;
    }
    Provenance provenance;
    provenance.name = "builtin";
    InProcessCandidate candidate(builtin::make_builtin(info.fault), provenance);
    Examiner examiner(measured_domain(), candidate);
    const std::vector<Signature> wanted = examiner.examine(*as_case(seed_case)).signatures(measured_domain());
    ++faults;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      ChoiceSource choices(seed, static_cast<std::uint64_t>(info.fault));
      CollectorOptions options;
      options.shrink_budget = kBudget;
      Collector collector(examiner, options);
      const std::unique_ptr<Case> large = as_case(large_case(choices, seed_case));
      // A fault may show in more than one way, of which the large case need not have that of the smallest.
      const std::vector<Signature> shown = examiner.examine(*large).signatures(measured_domain());
      const auto both = std::find_first_of(shown.begin(), shown.end(), wanted.begin(), wanted.end());
      if (shown.empty()) {
        name_in(not_shown, info.id);
        continue;
      }
      const std::optional<Finding> finding =
          collector.shrink_case(*large, both == shown.end() ? shown.front() : *both, 0);
      if (!finding) continue;
      evaluations.push_back(collector.evaluations().back());
      if (evaluations.back() == *std::max_element(evaluations.begin(), evaluations.end())) worst = info.id;
      if (finding->tree == to_tree(seed_case)) {
        ++smallest;
      } else {
        name_in(elsewhere, fmt::format("{} of seed {}", info.id, seed));
      }
      if (!finding->minimal) name_in(not_minimal, info.id);
    }
  }
  if (evaluations.empty()) return;
  std::sort(evaluations.begin(), evaluations.end());
  fmt::print("\nShrinking from {} parameters with {} ranges and what shows a fault of builtin in between\n",
             kParameters, kParameters * kRangesEach);
  fmt::print("  {} shrinks, {} faults, {} seeds\n", evaluations.size(), faults, kSeeds);
  fmt::print("  evaluations: median {}, nine of ten at most {}, most {} ({})\n", evaluations[evaluations.size() / 2],
             evaluations[evaluations.size() * 9 / 10], evaluations.back(), worst);
  fmt::print("  at the hand-written smallest case: {} of {}; 1-minimal: all{}\n", smallest, evaluations.size(),
             not_minimal.empty() ? "" : " but " + not_minimal);
  const auto note = [](std::string_view label, const std::string& list) {
    if (!list.empty()) fmt::print("  {}: {}\n", label, list);
  };
  note("at another smallest case", elsewhere);
  note("the large case does not show", not_shown);
  note("left out, as they take the process down or do not fit", left_out);
}

}  // namespace d3d12fuzz::bench
