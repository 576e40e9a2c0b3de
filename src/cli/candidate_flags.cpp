#include "cli/candidate_flags.h"

#include <charconv>
#include <cstdlib>

#include "base/error.h"

namespace d3d12fuzz {
namespace {

/// Says what to write where a library is named by its path alone.
void refuse_plain_path(std::string_view flag, const std::string& text) {
  const std::string name = text.substr(0, text.find(':'));
  for (const CandidateListing& listing : list_candidates()) {
    if (name == listing.name.substr(0, listing.name.find_first_of(":["))) return;
  }
  if (name.find('/') == std::string::npos && name.find(".so") == std::string::npos) return;
  throw InputError(std::string(flag) + ": found the path \"" + text + "\", did you mean d3d12:" + text +
                   " or plugin:" + text + "?");
}

}  // namespace

void CandidateFlags::add_to(CLI::App& verb, bool several) {
  CLI::Option* option =
      verb.add_option("--candidate,-c", candidates,
                      std::string("the implementation under test; \"d3d12fuzz candidates\" lists them") +
                          (several ? "; may be given several times, the same one too" : ""))
          ->default_str("d3d12")
          ->allow_extra_args(false);
  if (several) {
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  } else {
    option->expected(1);
  }
  verb.add_option("--reference", reference, "\"model\", or a candidate to stand on the reference side")
      ->capture_default_str();
  verb.add_option("--fault", fault, "switch a deliberate fault of the built-in candidate on");
  verb.add_option("--isolation", isolation, "auto, worker (a process of its own) or in-process")->capture_default_str();
  verb.add_option("--timeout", timeout_seconds, "seconds after which a case in a worker counts as hung")
      ->capture_default_str()
      ->check(seconds());
  verb.add_flag("--check-leaks", check_leaks, "report cases after which a candidate keeps more memory each time");
  verb.add_flag("--fail-allocations", fail_allocations,
                "evaluate each case again with its 1st, 2nd, ... allocation failing; a crash then hides its answer");
}

CandidateOptions CandidateFlags::options() const {
  CandidateOptions options;
  options.fault = fault;
  options.check_leaks = check_leaks;
  options.fail_allocations = fail_allocations;
  options.timeout = std::chrono::milliseconds(static_cast<long long>(timeout_seconds * 1000));
  if (isolation == "worker") {
    options.isolation = Isolation::worker;
  } else if (isolation == "in-process") {
    options.isolation = Isolation::in_process;
  } else if (isolation != "auto") {
    throw InputError("--isolation: found \"" + isolation + "\", expected auto, worker or in-process");
  }
  return options;
}

Opened CandidateFlags::open(const StopFunction& stop) const {
  if (candidates.size() > kMostCandidates) {
    throw InputError("--candidate: found " + std::to_string(candidates.size()) + ", expected " +
                     std::to_string(kMostCandidates) + " at most");
  }
  if (!fault.empty() && candidates.size() > 1) {
    throw InputError("--fault: found " + std::to_string(candidates.size()) +
                     " candidates, expected one; of several write --candidate builtin:fault=" + fault);
  }
  for (const std::string& candidate : candidates) refuse_plain_path("--candidate", candidate);
  refuse_plain_path("--reference", reference);
  CandidateOptions stoppable = options();
  stoppable.stop = stop;
  Opened opened;
  for (const std::string& candidate : candidates) {
    opened.candidates.push_back(open_candidate(candidate, stoppable));
  }
  if (reference != "model") {
    CandidateOptions faultless = stoppable;
    faultless.fault.clear();
    opened.reference = open_candidate(reference, faultless);
  }
  return opened;
}

std::string candidate_label(std::size_t number) { return std::string(1, static_cast<char>('A' + number)); }

CLI::Validator whole_number(std::uint64_t least) {
  return CLI::Validator(
      [least](const std::string& text) {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool whole = error == std::errc{} && end == text.data() + text.size();
        return whole && value >= least ? std::string()
                                       : "found " + text + ", expected a whole number from " + std::to_string(least);
      },
      "");
}

CLI::Validator seconds() {
  return CLI::Validator(
      [](const std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        const bool sound = !text.empty() && *end == 0 && value >= 0.001 && value <= 1e6;
        return sound ? std::string() : "found " + text + ", expected seconds from 0.001 to 1000000";
      },
      "");
}

const Domain& domain_by_name(const std::string& name) {
  if (const Domain* domain = find_domain(name)) return *domain;
  std::string known;
  for (const Domain* domain : all_domains()) known += (known.empty() ? "" : ", ") + std::string(domain->name());
  throw InputError("--domain: found \"" + name + "\", expected one of: " + known);
}

}  // namespace d3d12fuzz
