#include "candidates/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "candidates/builtin/builtin.h"
#include "candidates/in_process.h"
#include "candidates/worker/isolated_candidate.h"
#include "domains/root_signature/domain.h"

namespace d3d12fuzz {
namespace {

std::string error_of(std::string_view spec, const CandidateOptions& options = {}) {
  try {
    open_candidate(spec, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

bool in_process(const Candidate& candidate) { return dynamic_cast<const InProcessCandidate*>(&candidate) != nullptr; }
bool in_worker(const Candidate& candidate) { return dynamic_cast<const IsolatedCandidate*>(&candidate) != nullptr; }

TEST(Registry, refuses_an_unknown_name) {
  EXPECT_EQ(error_of("vulkan"),
            "unknown candidate \"vulkan\", expected one of builtin, d3d12, d3dx12, plugin, tcp, pipe, command, as "
            "\"d3d12fuzz candidates\" lists them");
  EXPECT_EQ(error_of(""),
            "unknown candidate \"\", expected one of builtin, d3d12, d3dx12, plugin, tcp, pipe, command, as "
            "\"d3d12fuzz candidates\" lists them");
  EXPECT_EQ(error_of("Builtin"),
            "unknown candidate \"Builtin\", expected one of builtin, d3d12, d3dx12, plugin, tcp, pipe, command, as "
            "\"d3d12fuzz candidates\" lists them");
}

TEST(Registry, refuses_any_argument_of_the_builtin_candidate_but_a_fault) {
  EXPECT_EQ(error_of("builtin:x"), "candidate \"builtin\" takes the argument fault=ID, found \"x\"");
  EXPECT_EQ(error_of("builtin:fault=x"),
            "unknown fault \"x\", expected one of those that \"d3d12fuzz candidates\" lists");
  EXPECT_EQ(error_of("builtin:fault=cost-limit-65", {.fault = "cost-limit-63"}),
            "found --fault cost-limit-63 and \"builtin:fault=cost-limit-65\", expected one of them");
}

TEST(Registry, refuses_an_unknown_fault) {
  EXPECT_EQ(error_of("builtin", {.fault = "no-such"}),
            "unknown fault \"no-such\", expected one of those that \"d3d12fuzz candidates\" lists");
}

TEST(Registry, refuses_a_fault_of_a_library) {
  EXPECT_EQ(error_of("d3d12", {.fault = "cost-limit-63"}), "faults are of candidate \"builtin\" alone");
}

TEST(Registry, refuses_an_unknown_calling_convention) {
  EXPECT_EQ(error_of("d3d12:x.so,abi=fast"),
            "candidate 'd3d12:x.so,abi=fast': unknown calling convention 'fast'; expected abi=ms or abi=sysv");
}

TEST(Registry, the_faultless_builtin_candidate_runs_in_process) {
  const std::unique_ptr<Candidate> candidate = open_candidate("builtin", {});
  EXPECT_TRUE(in_process(*candidate));
  EXPECT_EQ(candidate->provenance().line(), "builtin");
  EXPECT_TRUE(candidate->supports(root_signature::domain()));
}

TEST(Registry, one_with_a_fault_runs_in_a_worker) {
  const std::unique_ptr<Candidate> candidate = open_candidate("builtin", {.fault = "cost-limit-63"});
  EXPECT_TRUE(in_worker(*candidate));
  EXPECT_EQ(candidate->provenance().line(), "builtin --fault cost-limit-63");
  EXPECT_TRUE(candidate->supports(root_signature::domain()));
}

TEST(Registry, a_fault_as_argument_is_that_of_the_flag) {
  const std::unique_ptr<Candidate> candidate = open_candidate("builtin:fault=cost-limit-63", {});
  EXPECT_TRUE(in_worker(*candidate));
  EXPECT_EQ(candidate->provenance().line(), "builtin --fault cost-limit-63");
}

TEST(Registry, isolation_is_as_asked_for) {
  EXPECT_TRUE(in_worker(*open_candidate("builtin", {.isolation = Isolation::worker})));
  EXPECT_TRUE(in_process(*open_candidate("builtin", {.fault = "cost-limit-63", .isolation = Isolation::in_process})));
}

TEST(Registry, every_fault_has_an_id_of_its_own_that_opens_it) {
  EXPECT_EQ(builtin::fault_by_id("none"), builtin::Fault::none);
  EXPECT_EQ(builtin::fault_by_id(""), std::nullopt);
  for (const builtin::FaultInfo& fault : builtin::faults()) EXPECT_EQ(builtin::fault_by_id(fault.id), fault.fault);
}

TEST(Registry, lists_what_can_be_named) {
  const std::vector<CandidateListing> all = list_candidates();
  ASSERT_EQ(all.size(), 7u);
  EXPECT_EQ(all[0].name, "builtin[:fault=ID]");
  EXPECT_EQ(all[1].name, "d3d12[:PATH[,abi=ms|sysv]]");
  EXPECT_EQ(all[2].name, "d3dx12[:PATH[,max=1.0|1.1][,abi=ms|sysv]]");
  EXPECT_EQ(all[3].name, "plugin:PATH[,OPTIONS]");
  EXPECT_EQ(all[4].name, "tcp:HOST:PORT");
  EXPECT_EQ(all[5].name, "pipe:COMMAND");
  EXPECT_EQ(all[6].name, "command:LINE");
}

}  // namespace
}  // namespace d3d12fuzz
