#include "candidates/plugin/plugin.h"

#include <utility>

#include "base/error.h"
#include "candidates/d3d12fuzz_worker.h"
#include "candidates/shared_library.h"

namespace d3d12fuzz::plugin {
namespace {

constexpr const char* kEntryPoint = "d3d12fuzz_open_candidate";

[[noreturn]] void refuse(const std::string& candidate, const std::string& why) {
  throw InputError("candidate '" + candidate + "': " + why);
}

/// Sets a text that is not known yet to what the candidate says.
void complete(std::string& known, const char* said) {
  if (known.empty() && said != nullptr) known = said;
}

}  // namespace

std::unique_ptr<InProcessCandidate> open_candidate(d3d12fuzz_open_candidate_fn open, const std::string& options,
                                                   Provenance provenance) {
  d3d12fuzz_candidate candidate{};
  const int result = open(D3D12FUZZ_CANDIDATE_VERSION, options.c_str(), &candidate);
  if (result != D3D12FUZZ_OPENED || candidate.version != D3D12FUZZ_CANDIDATE_VERSION) {
    char why[512];
    d3d12fuzz_describe_refusal(result, options.c_str(), &candidate, why, sizeof(why));
    throw InputError(why);
  }
  complete(provenance.path, candidate.path);
  complete(provenance.version, candidate.implementation_version);
  complete(provenance.build_id, candidate.build_id);
  return std::make_unique<InProcessCandidate>(candidate, std::move(provenance));
}

std::function<std::unique_ptr<InProcessCandidate>()> opener(std::string_view text) {
  const std::size_t comma = text.find(',');
  const std::string path(text.substr(0, comma));
  const std::string options(comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1));
  const std::string name = "plugin:" + std::string(text);
  if (path.empty()) refuse(name, "expected plugin:PATH or plugin:PATH,OPTIONS");
  return [path, options, name] {
    char text_of_file[D3D12FUZZ_LIBRARY_TEXT];
    void* const library = d3d12fuzz_load_library(path.c_str(), text_of_file);
    if (library == nullptr) refuse(name, "plug-in '" + path + "' " + text_of_file);
    void* const open = d3d12fuzz_find_export(library, kEntryPoint);
    if (open == nullptr) refuse(name, "plug-in '" + path + "' does not export " + kEntryPoint);
    d3d12fuzz_path_of_library(library, text_of_file);
    try {
      return open_candidate(reinterpret_cast<d3d12fuzz_open_candidate_fn>(open), options,
                            {.name = name, .path = text_of_file});
    } catch (const InputError& error) {
      refuse(name, error.what());
    }
  };
}

}  // namespace d3d12fuzz::plugin
