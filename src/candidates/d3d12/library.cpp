#include "candidates/d3d12/library.h"

#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "base/error.h"
#include "candidates/d3d12/library_file.h"
#include "candidates/d3d12/library_identity.h"
#include "candidates/d3d12/library_options.h"
#include "candidates/d3d12/runner.h"

namespace d3d12fuzz::d3d12 {
namespace {

/// The longest text that the interface takes.
constexpr std::size_t kMaxText = 255;

/// The end of a path says more than its beginning.
std::string fitted(std::string text) {
  if (text.size() <= kMaxText) return text;
  std::size_t cut = text.size() - (kMaxText - 3);
  while (cut < text.size() && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) ++cut;  // within a character
  return "..." + text.substr(cut);
}

const char* text_or_null(const std::string& text) { return text.empty() ? nullptr : text.c_str(); }

/// The context of the candidate that is handed out: what it calls, and the texts that it names.
struct Opened {
  Opened(const LoadedLibrary& library, CallingConvention convention,
         std::optional<D3D_ROOT_SIGNATURE_VERSION> max_version)
      : path(fitted(real_path_of(library))),
        version(fitted(version_of(library))),
        build_id(fitted(build_id_of(library))),
        runner(make_candidate(library, convention, max_version)) {}
  ~Opened() { runner.destroy(runner.context); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  std::string path;
  std::string version;
  std::string build_id;
  d3d12fuzz_candidate runner;
};

std::unique_ptr<Opened> open(const LibraryOptions& options) {
  const CallingConvention convention =
      options.convention ? *options.convention : detect_calling_convention(options.path);
  const LoadedLibrary library = load_library(options.path);
  if (options.max_version && library.serialize_legacy == nullptr) {
    throw InputError("library '" + options.path +
                     "' does not export D3D12SerializeRootSignature, which the helper of d3dx12.h calls");
  }
  return std::make_unique<Opened>(library, convention, options.max_version);
}

d3d12fuzz_candidate candidate_of(std::unique_ptr<Opened> opened) {
  d3d12fuzz_candidate candidate = opened->runner;
  candidate.implementation_version = text_or_null(opened->version);
  candidate.build_id = text_or_null(opened->build_id);
  candidate.path = text_or_null(opened->path);
  candidate.context = opened.release();
  candidate.root_signature = [](void* context, const d3d12fuzz_root_signature_input* input,
                                d3d12fuzz_root_signature_result* result) {
    const d3d12fuzz_candidate& runner = static_cast<Opened*>(context)->runner;
    runner.root_signature(runner.context, input, result);
  };
  if (candidate.root_signature_blob != nullptr) {
    candidate.root_signature_blob = [](void* context, const d3d12fuzz_root_signature_blob_input* input,
                                       d3d12fuzz_root_signature_blob_result* result) {
      const d3d12fuzz_candidate& runner = static_cast<Opened*>(context)->runner;
      runner.root_signature_blob(runner.context, input, result);
    };
  }
  candidate.destroy = [](void* context) { delete static_cast<Opened*>(context); };
  return candidate;
}

int refuse(int status, const std::exception& error, d3d12fuzz_candidate* out) {
  static std::string text;
  text = error.what();
  out->error = text.c_str();
  return status;
}

}  // namespace

int open_library(std::uint32_t version, const char* options, d3d12fuzz_candidate* out) noexcept {
  out->version = D3D12FUZZ_CANDIDATE_VERSION;
  if (version != D3D12FUZZ_CANDIDATE_VERSION) return D3D12FUZZ_OTHER_VERSION;
  LibraryOptions read;
  try {
    read = parse_library_options(options);
  } catch (const std::exception& error) {
    return refuse(D3D12FUZZ_BAD_OPTIONS, error, out);
  }
  try {
    *out = candidate_of(open(read));
  } catch (const std::exception& error) {
    return refuse(D3D12FUZZ_CANNOT_OPEN, error, out);
  }
  return D3D12FUZZ_OPENED;
}

}  // namespace d3d12fuzz::d3d12
