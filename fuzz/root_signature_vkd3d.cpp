// Root signatures against libvkd3d, linked from its static archives and in process. Serializer and deserializer only:
// there is no device, so creation is unsupported.

#include "candidates/d3d12/runner.h"
#include "candidates/in_process.h"
#include "fuzz/linked_vkd3d.h"
#include "fuzz/target.h"

namespace d3d12fuzz {
namespace {

constexpr std::string_view kKnownDifferences =
#include "fuzz/root_signature_vkd3d.known.inc"
    ;

}  // namespace

TargetSetup set_up_target() {
  return {.domain = find_domain("root_signature"),
          .candidate_name = "vkd3d, linked",
          .open_candidate =
              [] {
                return std::make_unique<InProcessCandidate>(
                    d3d12::make_candidate(linked_vkd3d(), d3d12::CallingConvention::ms_abi),
                    Provenance{.name = "vkd3d, linked"});
              },
          .known_differences = kKnownDifferences};
}

}  // namespace d3d12fuzz
