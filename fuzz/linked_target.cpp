// The candidate that a program defines, through d3d12fuzz_open_candidate, in the domain that d3d12fuzz_the_target
// names.

#include "fuzzing/d3d12fuzz_target.h"

#include "base/error.h"
#include "candidates/d3d12fuzz_candidate.h"
#include "candidates/plugin/plugin.h"
#include "fuzz/target.h"

namespace d3d12fuzz {
namespace {

std::unique_ptr<Candidate> open_linked(const Domain& domain) {
  const d3d12fuzz_target& target = d3d12fuzz_the_target;
  auto candidate = plugin::open_candidate(&d3d12fuzz_open_candidate, target.options,
                                          {.name = target.name, .options = target.options});
  if (!candidate->supports(domain)) {
    throw InputError("candidate '" + std::string(target.name) + "' has no function for domain " +
                     std::string(domain.name()));
  }
  return candidate;
}

}  // namespace

TargetSetup set_up_target() {
  const Domain* const domain = find_domain(d3d12fuzz_the_target.domain);
  if (domain == nullptr) throw InputError("unknown domain \"" + std::string(d3d12fuzz_the_target.domain) + "\"");
  return {.domain = domain,
          .candidate_name = d3d12fuzz_the_target.name,
          .open_candidate = [domain] { return open_linked(*domain); },
          .known_differences = d3d12fuzz_the_target.known_differences,
          .known_file = d3d12fuzz_the_target.known_file};
}

}  // namespace d3d12fuzz
