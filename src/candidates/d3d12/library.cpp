#include "candidates/d3d12/library.h"

#include "candidates/d3d12/build_id.h"
#include "candidates/d3d12/library_file.h"
#include "candidates/d3d12/root_signature.h"

namespace d3d12fuzz::d3d12 {

OpenedLibrary open_d3d12_library(const std::string& path, CallingConvention convention) {
  const LoadedLibrary library = load_library(path);
  Provenance provenance{.name = "d3d12:" + path,
                        .path = real_path_of(library),
                        .version = version_of(library),
                        .build_id = build_id_of(library.handle),
                        .calling_convention = std::string(name_of(convention))};
  return {make_candidate(library, convention), std::move(provenance)};
}

}  // namespace d3d12fuzz::d3d12
