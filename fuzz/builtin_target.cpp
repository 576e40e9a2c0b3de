#include "fuzz/builtin_target.h"

#include <cstdlib>

#include "base/error.h"
#include "candidates/builtin/builtin.h"
#include "candidates/in_process.h"

namespace d3d12fuzz {

TargetSetup builtin_target(std::string_view domain) {
  const char* const asked_for = std::getenv("D3D12FUZZ_FAULT");
  const std::string id = asked_for == nullptr ? "none" : asked_for;
  const std::optional<builtin::Fault> fault = builtin::fault_by_id(id);
  if (!fault) {
    throw InputError("D3D12FUZZ_FAULT: unknown fault \"" + id +
                     "\", expected one of those that \"d3d12fuzz candidates\" lists");
  }
  return {.domain = find_domain(domain),
          .candidate_name = "builtin",
          .open_candidate =
              [fault = *fault] {
                return std::make_unique<InProcessCandidate>(builtin::make_builtin(fault),
                                                            Provenance{.name = "builtin"});
              },
          .known_differences = {}};
}

}  // namespace d3d12fuzz
