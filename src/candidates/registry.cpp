#include "candidates/registry.h"

#include <utility>

#include "base/error.h"
#include "candidates/builtin/builtin.h"
#include "candidates/command/command_candidate.h"
#include "candidates/d3d12/registration.h"
#include "candidates/worker/isolated_candidate.h"

namespace d3d12fuzz {
namespace {

using Opener = std::function<std::unique_ptr<InProcessCandidate>()>;

struct Registered {
  std::string_view name;  ///< what stands before ':'
  std::string_view form;  ///< as help shows it
  std::string_view summary;
  Opener (*opener)(std::string_view argument, const CandidateOptions& options);  ///< null of "command"
};

Opener builtin_opener(std::string_view argument, const CandidateOptions& options) {
  std::string id = options.fault.empty() ? "none" : options.fault;
  if (!argument.empty()) {
    constexpr std::string_view key = "fault=";
    if (!argument.starts_with(key))
      throw InputError("candidate \"builtin\" takes the argument fault=ID, found \"" + std::string(argument) + "\"");
    if (!options.fault.empty())
      throw InputError("found --fault " + id + " and \"builtin:" + std::string(argument) + "\", expected one of them");
    id = argument.substr(key.size());
  }
  const std::optional<builtin::Fault> fault = builtin::fault_by_id(id);
  if (!fault)
    throw InputError("unknown fault \"" + id + "\", expected one of those that \"d3d12fuzz candidates\" lists");
  Provenance provenance;
  provenance.name = "builtin";
  if (*fault != builtin::Fault::none) provenance.options = "--fault " + id;
  return
      [fault, provenance] { return std::make_unique<InProcessCandidate>(builtin::make_builtin(*fault), provenance); };
}

void refuse_fault(const CandidateOptions& options) {
  if (!options.fault.empty()) throw InputError("faults are of candidate \"builtin\" alone");
}

Opener library_opener(std::string_view argument, const CandidateOptions& options) {
  refuse_fault(options);
  return d3d12::d3d12_opener(argument);
}

Opener helper_opener(std::string_view argument, const CandidateOptions& options) {
  refuse_fault(options);
  return d3d12::d3dx12_opener(argument);
}

constexpr Registered kRegistered[] = {
    {"builtin", "builtin[:fault=ID]", "a second implementation inside the harness, with faults to switch on",
     builtin_opener},
    {"d3d12", "d3d12[:PATH[,abi=ms|sysv]]",
     "any library that exports the D3D12 entry points; libvkd3d-utils.so.1 unless a path is given", library_opener},
    {"d3dx12", "d3dx12[:PATH[,max=1.0|1.1][,abi=ms|sysv]]",
     "the same through D3DX12SerializeVersionedRootSignature of d3dx12.h, which converts down to a version",
     helper_opener},
    {"command", "command:LINE", "a compiler that LINE runs once a case, from {hlsl} to {blob}", nullptr},
};

/// Runs processes of its own, whose faults reach no other.
std::unique_ptr<Candidate> open_command(std::string_view spec, const CandidateOptions& options) {
  refuse_fault(options);
  if (options.isolation == Isolation::in_process) {
    throw InputError("candidate \"command\" runs a process for each case, expected --isolation auto or worker");
  }
  return std::make_unique<command::CommandCandidate>(spec, options.timeout);
}

}  // namespace

std::unique_ptr<Candidate> open_candidate(std::string_view spec, const CandidateOptions& options) {
  const std::string_view name = spec.substr(0, spec.find(':'));
  const std::string_view argument = name.size() == spec.size() ? std::string_view() : spec.substr(name.size() + 1);
  for (const Registered& registered : kRegistered) {
    if (registered.name != name) continue;
    if (name == "command") return open_command(spec, options);
    const Opener opener = registered.opener(argument, options);
    // Real libraries abort on legal input, and so does the built-in one with some faults.
    const bool trusted = name == "builtin" && options.fault.empty() && argument.empty();
    const bool isolate =
        options.isolation == Isolation::worker || (options.isolation == Isolation::automatic && !trusted);
    if (!isolate) return opener();
    return std::make_unique<IsolatedCandidate>(
        opener, IsolationOptions{.case_timeout = options.timeout, .fill_heap = name != "builtin"});
  }
  std::string known;
  for (const Registered& registered : kRegistered)
    known += (known.empty() ? "" : " or ") + std::string(registered.form);
  throw InputError("unknown candidate \"" + std::string(spec) + "\", expected " + known);
}

std::vector<CandidateListing> list_candidates() {
  std::vector<CandidateListing> listings;
  for (const Registered& registered : kRegistered) {
    listings.push_back({std::string(registered.form), std::string(registered.summary)});
  }
  return listings;
}

}  // namespace d3d12fuzz
