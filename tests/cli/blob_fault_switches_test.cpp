// Every deliberate fault of the built-in candidate that reads serialized root signatures is found.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "candidates/builtin/builtin.h"
#include "candidates/registry.h"
#include "cli/job.h"
#include "shrink/examiner.h"

namespace d3d12fuzz {
namespace {

class BlobFaultSwitch : public testing::TestWithParam<builtin::FaultInfo> {};

/// Index of the first case that shows the fault; `limit` if none below it does.
std::uint64_t first_case_of(const builtin::FaultInfo& fault, std::uint64_t limit) {
  CandidateOptions options;
  options.fault = fault.id;
  options.timeout = std::chrono::milliseconds(1000);
  options.isolation = builtin::is_fatal(fault.fault) ? Isolation::worker : Isolation::in_process;
  const std::unique_ptr<Candidate> candidate = open_candidate("builtin", options);
  Examiner examiner(*find_domain(builtin::kBlobDomain), *candidate);
  SharedState shared;
  constexpr std::uint64_t round = 64;
  for (std::uint64_t begin = 0; begin < limit; begin += round) {
    const RoundResult result = examine_share(examiner, 1, begin, begin + round, 0, 1, shared);
    std::uint64_t first = limit;
    for (const Detection& detection : result.candidates.front().detections) {
      first = std::min(first, detection.case_index);
    }
    if (first < limit) return first;
  }
  return limit;
}

TEST_P(BlobFaultSwitch, is_found) {
  constexpr std::uint64_t limit = 5000;
  EXPECT_LT(first_case_of(GetParam(), limit), limit) << GetParam().summary;
}

std::string test_name(const testing::TestParamInfo<builtin::FaultInfo>& info) {
  std::string name(info.param.id);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Builtin, BlobFaultSwitch, testing::ValuesIn(builtin::faults_of(builtin::kBlobDomain)),
                         test_name);

TEST(BlobFaultSwitches, none_is_found_without_a_fault) {
  EXPECT_EQ(first_case_of({.fault = builtin::Fault::none, .id = "none"}, 20'000), 20'000u);
}

}  // namespace
}  // namespace d3d12fuzz
