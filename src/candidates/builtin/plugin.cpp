// The built-in candidate as a shared object. Options: empty, or "fault=ID".

#include <string_view>

#include "candidates/builtin/builtin.h"

extern "C" __attribute__((visibility("default"))) int d3d12fuzz_open_candidate(std::uint32_t version,
                                                                               const char* options,
                                                                               d3d12fuzz_candidate* out) {
  using namespace d3d12fuzz::builtin;
  constexpr std::string_view prefix = "fault=";
  if (version != D3D12FUZZ_CANDIDATE_VERSION) return 1;
  const std::string_view text = options;
  if (!text.empty() && !text.starts_with(prefix)) return 2;
  const std::optional<Fault> fault = text.empty() ? Fault::none : fault_by_id(text.substr(prefix.size()));
  if (!fault) return 2;
  *out = make_builtin(*fault);
  return 0;
}
