#include "candidates/d3d12/library.h"

#include "base/error.h"
#include "candidates/d3d12/build_id.h"
#include "candidates/d3d12/library_file.h"
#include "candidates/d3d12/root_signature.h"

namespace d3d12fuzz::d3d12 {

namespace {

/// As it is named on the command line.
std::string name_of_candidate(const std::string& path, std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version) {
  if (!max_version) return "d3d12:" + path;
  return "d3dx12:" + path + (*max_version == D3D_ROOT_SIGNATURE_VERSION_1_0 ? ",max=1.0" : ",max=1.1");
}

}  // namespace

OpenedLibrary open_d3d12_library(const std::string& path, CallingConvention convention,
                                 std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version) {
  const LoadedLibrary library = load_library(path);
  if (max_version && library.serialize_legacy == nullptr) {
    throw InputError("library '" + path +
                     "' does not export D3D12SerializeRootSignature, which the helper of d3dx12.h calls");
  }
  Provenance provenance{.name = name_of_candidate(path, max_version),
                        .path = real_path_of(library),
                        .version = version_of(library),
                        .build_id = build_id_of(library.handle),
                        .calling_convention = std::string(name_of(convention))};
  return {make_candidate(library, convention, max_version), std::move(provenance)};
}

}  // namespace d3d12fuzz::d3d12
