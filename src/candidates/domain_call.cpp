#include "candidates/domain_call.h"

#include "candidates/root_signature_blob_call.h"
#include "candidates/root_signature_call.h"

namespace d3d12fuzz {

std::unique_ptr<DomainCall> make_domain_call(const Domain& domain) {
  if (domain.name() == "root_signature") return make_root_signature_call();
  if (domain.name() == "root_signature_blob") return make_root_signature_blob_call();
  return nullptr;
}

void read_progress(const d3d12fuzz_progress& progress, Outcome& out) {
  static_assert(kStageCount == D3D12FUZZ_STAGE_COUNT);
  for (std::size_t i = 0; i < kStageCount; ++i) {
    // A candidate's word is not trusted: an unknown status is one that it never reached.
    const std::uint32_t status = progress.stages[i].status;
    out.stages[i].status = status <= D3D12FUZZ_STATUS_UNSUPPORTED ? static_cast<Status>(status) : Status::not_reached;
    out.stages[i].hresult = progress.stages[i].hresult;
  }
}

}  // namespace d3d12fuzz
