#include "candidates/registry.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "candidates/builtin/builtin.h"
#include "candidates/command/command_candidate.h"
#include "candidates/d3d12/registration.h"
#include "candidates/plugin/plugin.h"
#include "candidates/remote/remote_candidate.h"
#include "candidates/worker/isolated_candidate.h"

namespace d3d12fuzz {
namespace {

struct Registered {
  std::string_view name;  ///< what stands before ':'
  std::string_view form;  ///< as help shows it
  std::string_view summary;
  /// \param argument  what stands behind ':'; empty if there is none
  std::unique_ptr<Candidate> (*open)(const std::string& argument, const CandidateOptions& options);
};

/// The flags that change what a worker does with each case, as they are given.
std::string probe_flags(const CandidateOptions& options) {
  std::string text = options.check_leaks ? "--check-leaks" : "";
  if (options.fail_allocations) text += std::string(text.empty() ? "" : " ") + "--fail-allocations";
  return text;
}

/// In a worker process unless the options say otherwise.
/// \param trusted  whether it is run in this process if they say nothing
std::unique_ptr<Candidate> open_isolated(const IsolatedCandidate::Opener& opener, const CandidateOptions& options,
                                         bool trusted, bool fill_heap) {
  const std::string probes = probe_flags(options);
  if (!probes.empty() && options.isolation == Isolation::in_process) {
    throw InputError(probes + " watches a worker process; expected no --isolation in-process");
  }
  const bool isolate = !probes.empty() || options.isolation == Isolation::worker ||
                       (options.isolation == Isolation::automatic && !trusted);
  if (!isolate) return opener();
  return std::make_unique<IsolatedCandidate>(opener, IsolationOptions{.case_timeout = options.timeout,
                                                                      .fill_heap = fill_heap,
                                                                      .check_leaks = options.check_leaks,
                                                                      .fail_allocations = options.fail_allocations,
                                                                      .flags = probes});
}

std::unique_ptr<Candidate> open_builtin(const std::string& argument, const CandidateOptions& options) {
  std::string id = options.fault.empty() ? "none" : options.fault;
  if (!argument.empty()) {
    constexpr std::string_view key = "fault=";
    if (!argument.starts_with(key))
      throw InputError("candidate \"builtin\" takes the argument fault=ID, found \"" + argument + "\"");
    if (!options.fault.empty())
      throw InputError("found --fault " + id + " and \"builtin:" + argument + "\", expected one of them");
    id = argument.substr(key.size());
  }
  const std::optional<builtin::Fault> fault = builtin::fault_by_id(id);
  if (!fault)
    throw InputError("unknown fault \"" + id + "\", expected one of those that \"d3d12fuzz candidates\" lists");
  Provenance provenance;
  provenance.name = "builtin";
  if (*fault != builtin::Fault::none) provenance.options = "--fault " + id;
  // With some faults it dies on purpose.
  return open_isolated(
      [fault, provenance] { return std::make_unique<InProcessCandidate>(builtin::make_builtin(*fault), provenance); },
      options, *fault == builtin::Fault::none, false);
}

std::unique_ptr<Candidate> open_library(const std::string& argument, const CandidateOptions& options) {
  return open_isolated(d3d12::d3d12_opener(argument), options, false, true);
}

std::unique_ptr<Candidate> open_helper(const std::string& argument, const CandidateOptions& options) {
  return open_isolated(d3d12::d3dx12_opener(argument), options, false, true);
}

std::unique_ptr<Candidate> open_plugin(const std::string& argument, const CandidateOptions& options) {
  return open_isolated(plugin::opener(argument), options, false, true);
}

/// \throws InputError since what is at the other end of a link is in another process anyway
void refuse_local_options(std::string_view name, const CandidateOptions& options) {
  const std::string found =
      options.isolation == Isolation::in_process ? "--isolation in-process" : probe_flags(options);
  if (found.empty()) return;
  throw InputError("candidate '" + std::string(name) + "' runs in a process that is not this one's; expected no " +
                   found);
}

/// So long a worker that died may take to listen again.
constexpr std::chrono::seconds kPatience{5};

std::unique_ptr<Candidate> open_tcp(const std::string& argument, const CandidateOptions& options) {
  refuse_local_options("tcp", options);
  return std::make_unique<RemoteCandidate>(
      "tcp:" + argument,
      [argument, stop = options.stop](bool again) {
        return remote::connect_tcp(argument, again ? kPatience : std::chrono::seconds(0), stop);
      },
      RemoteOptions{.case_timeout = options.timeout});
}

std::unique_ptr<Candidate> open_pipe(const std::string& argument, const CandidateOptions& options) {
  refuse_local_options("pipe", options);
  if (argument.empty()) throw InputError("candidate 'pipe:': expected pipe:COMMAND");
  return std::make_unique<RemoteCandidate>(
      "pipe:" + argument, [argument, stop = options.stop](bool) { return remote::start_pipe(argument, stop); },
      RemoteOptions{.case_timeout = options.timeout});
}

std::unique_ptr<Candidate> open_command(const std::string& argument, const CandidateOptions& options) {
  refuse_local_options("command", options);
  return std::make_unique<command::CommandCandidate>("command:" + argument, options.timeout);
}

constexpr Registered kRegistered[] = {
    {"builtin", "builtin[:fault=ID]", "a second implementation inside the harness, with faults to switch on",
     open_builtin},
    {"d3d12", "d3d12[:PATH[,abi=ms|sysv]]",
     "any library that exports the D3D12 entry points; libvkd3d-utils.so.1 unless a path is given", open_library},
    {"d3dx12", "d3dx12[:PATH[,max=1.0|1.1][,abi=ms|sysv]]",
     "the same through D3DX12SerializeVersionedRootSignature of d3dx12.h, which converts down to a version",
     open_helper},
    {"plugin", "plugin:PATH[,OPTIONS]", "a shared object that implements d3d12fuzz_candidate.h", open_plugin},
    {"tcp", "tcp:HOST:PORT", "a worker that listens there: d3d12fuzz-worker, or a devkit with d3d12fuzz_worker.c",
     open_tcp},
    {"pipe", "pipe:COMMAND", "a worker that speaks over its standard input and output", open_pipe},
    {"command", "command:LINE", "a compiler that LINE runs once a case, from {hlsl} to {blob}", open_command},
};

}  // namespace

std::unique_ptr<Candidate> open_candidate(std::string_view spec, const CandidateOptions& options) {
  const std::string_view name = spec.substr(0, spec.find(':'));
  const std::string argument(name.size() == spec.size() ? std::string_view() : spec.substr(name.size() + 1));
  for (const Registered& registered : kRegistered) {
    if (registered.name != name) continue;
    if (!options.fault.empty() && name != "builtin") throw InputError("faults are of candidate \"builtin\" alone");
    return registered.open(argument, options);
  }
  std::string known;
  for (const Registered& registered : kRegistered)
    known += std::string(known.empty() ? "" : ", ") + std::string(registered.name);
  throw InputError("unknown candidate \"" + std::string(spec) + "\", expected one of " + known +
                   ", as \"d3d12fuzz candidates\" lists them");
}

std::vector<CandidateListing> list_candidates() {
  std::vector<CandidateListing> listings;
  for (const Registered& registered : kRegistered) {
    listings.push_back({std::string(registered.form), std::string(registered.summary)});
  }
  return listings;
}

}  // namespace d3d12fuzz
