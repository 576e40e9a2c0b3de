// Root signatures against libvkd3d, linked from its static archives and in process. Serializer and deserializer only:
// there is no device, so creation is unsupported.

#include <cstdlib>

#include "candidates/d3d12/runner.h"
#include "candidates/in_process.h"
#include "fuzz/target.h"

namespace d3d12fuzz {
namespace {

constexpr std::string_view kKnownDifferences =
#include "fuzz/root_signature_vkd3d.known.inc"
    ;

}  // namespace

TargetSetup set_up_target() {
  // The library and its shader compiler have a log each. An overwritten choice of the user would be a nuisance.
  setenv("VKD3D_DEBUG", "none", 0);
  setenv("VKD3D_SHADER_DEBUG", "none", 0);
  const d3d12::LoadedLibrary library = {
      .serialize = reinterpret_cast<void*>(&D3D12SerializeVersionedRootSignature),
      .create_deserializer = reinterpret_cast<void*>(&D3D12CreateVersionedRootSignatureDeserializer)};
  return {.domain = find_domain("root_signature"),
          .candidate_name = "vkd3d, linked",
          .open_candidate =
              [library] {
                return std::make_unique<InProcessCandidate>(
                    d3d12::make_candidate(library, d3d12::CallingConvention::ms_abi),
                    Provenance{.name = "vkd3d, linked"});
              },
          .known_differences = kKnownDifferences};
}

}  // namespace d3d12fuzz
