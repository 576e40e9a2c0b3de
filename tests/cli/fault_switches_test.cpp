// Every deliberate fault of the built-in candidate is found and shrinks to the case that its author wrote by hand.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "candidates/builtin/builtin.h"
#include "candidates/registry.h"
#include "cli/job.h"
#include "domains/root_signature/domain.h"
#include "shrink/collector.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

constexpr std::uint64_t kCases = 200'000;

class FaultSwitch : public testing::TestWithParam<builtin::FaultInfo> {};

struct Found {
  Finding finding;
  std::uint64_t first_case;  ///< index of the first case that showed the fault
};

/// The finding of a run whose case is the one looked for; else, after all cases, the simplest one.
std::optional<Found> find(const builtin::FaultInfo& fault, std::uint64_t seed, const Node& smallest) {
  const Domain& domain = root_signature::domain();
  CandidateOptions options;
  options.fault = fault.id;
  options.timeout = std::chrono::milliseconds(100);
  const bool fatal = builtin::is_fatal(fault.fault);
  options.isolation = fatal ? Isolation::worker : Isolation::in_process;
  const std::unique_ptr<Candidate> candidate = open_candidate("builtin", options);
  Examiner examiner(domain, *candidate);
  CollectorOptions collector_options;
  collector_options.seed = seed;
  collector_options.shrink_budget = 20'000;
  Collector collector(examiner, collector_options);
  SharedState shared;
  std::uint64_t first_case = kCases;
  const std::uint64_t round = fatal ? 64 : 4096;
  for (std::uint64_t begin = 0; begin < kCases; begin += round) {
    const RoundResult result = examine_share(examiner, seed, begin, begin + round, 0, 1, shared);
    for (const Detection& detection : result.candidates.front().detections) {
      first_case = std::min(first_case, detection.case_index);
      collector.add(detection);
    }
    for (const Finding* finding : collector.findings(true)) {
      if (finding->tree == smallest) return Found{*finding, first_case};
    }
  }
  const std::vector<const Finding*> findings = collector.findings(true);
  if (findings.empty()) return std::nullopt;
  return Found{
      **std::min_element(findings.begin(), findings.end(),
                         [](const Finding* a, const Finding* b) { return compare_simplicity(a->tree, b->tree) < 0; }),
      first_case};
}

TEST_P(FaultSwitch, is_found_and_shrinks_to_its_smallest_case) {
  const builtin::FaultInfo& fault = GetParam();
  const root_signature::RootSignatureCase smallest = test::notation(fault.smallest_case);
  const char* long_run = std::getenv("D3D12FUZZ_LONG");
  const std::uint64_t seeds = long_run != nullptr && std::string_view(long_run) == "1" ? 10 : 1;
  std::vector<std::uint64_t> first_cases;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::optional<Found> found = find(fault, seed, to_tree(smallest));
    ASSERT_TRUE(found.has_value()) << "not found within " << kCases << " cases";
    first_cases.push_back(found->first_case);
    const Finding* const finding = &found->finding;
    EXPECT_EQ(first_difference(finding->tree, to_tree(smallest)), std::nullopt)
        << "shrunk to\n"
        << finding->domain->hlsl(*case_from_tree(*finding->domain, finding->tree)) << "expected "
        << fault.smallest_case;
    EXPECT_TRUE(finding->minimal);
    EXPECT_TRUE(finding->stable());
  }
  std::sort(first_cases.begin(), first_cases.end());
  const std::uint64_t median = first_cases[first_cases.size() / 2];
  std::printf("%s: first seen at case %llu, the latest of %zu seeds at %llu\n", fault.id.data(),
              static_cast<unsigned long long>(median), first_cases.size(),
              static_cast<unsigned long long>(first_cases.back()));
  if (seeds > 1) EXPECT_LE(median, 5000u);
}

std::string test_name(const testing::TestParamInfo<builtin::FaultInfo>& info) {
  std::string name(info.param.id);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Builtin, FaultSwitch, testing::ValuesIn(builtin::faults_of("root_signature")), test_name);

}  // namespace
}  // namespace d3d12fuzz
