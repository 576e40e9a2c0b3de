#include "candidates/d3d12/runner.h"

#include "candidates/d3d12/root_signature.h"
#include "candidates/d3d12/root_signature_blob.h"

namespace d3d12fuzz::d3d12 {
namespace {

/// What the functions of one candidate share.
template <CallingConvention convention>
struct Runner {
  Runner(const LoadedLibrary& library, std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version)
      : session(library), root_signature(session, max_version), root_signature_blob(session) {}
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  Session<convention> session;
  RootSignatureRunner<convention> root_signature;
  RootSignatureBlobRunner<convention> root_signature_blob;
};

template <CallingConvention convention>
d3d12fuzz_candidate make(const LoadedLibrary& library, std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version) {
  using Context = Runner<convention>;
  d3d12fuzz_candidate candidate = {
      .version = D3D12FUZZ_CANDIDATE_VERSION,
      .context = new Context(library, max_version),
      .root_signature =
          [](void* context, const d3d12fuzz_root_signature_input* input, d3d12fuzz_root_signature_result* result) {
            static_cast<Context*>(context)->root_signature.run(*input, *result);
          },
      .destroy = [](void* context) { delete static_cast<Context*>(context); }};
  if (!max_version) {
    candidate.root_signature_blob = [](void* context, const d3d12fuzz_root_signature_blob_input* input,
                                       d3d12fuzz_root_signature_blob_result* result) {
      static_cast<Context*>(context)->root_signature_blob.run(*input, *result);
    };
  }
  return candidate;
}

}  // namespace

d3d12fuzz_candidate make_candidate(const LoadedLibrary& library, CallingConvention convention,
                                   std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version) {
  return convention == CallingConvention::ms_abi ? make<CallingConvention::ms_abi>(library, max_version)
                                                 : make<CallingConvention::sysv_abi>(library, max_version);
}

}  // namespace d3d12fuzz::d3d12
