// The built-in candidate as a shared object. Options: empty, or "fault=ID".

#include <string_view>

#include "candidates/builtin/builtin.h"

int d3d12fuzz_open_candidate(uint32_t version, const char* options, d3d12fuzz_candidate* out) {
  using namespace d3d12fuzz::builtin;
  constexpr std::string_view prefix = "fault=";
  out->version = D3D12FUZZ_CANDIDATE_VERSION;
  if (version != D3D12FUZZ_CANDIDATE_VERSION) return D3D12FUZZ_OTHER_VERSION;
  const std::string_view text = options;
  if (!text.empty() && !text.starts_with(prefix)) return D3D12FUZZ_BAD_OPTIONS;
  const std::optional<Fault> fault = text.empty() ? Fault::none : fault_by_id(text.substr(prefix.size()));
  if (!fault) return D3D12FUZZ_BAD_OPTIONS;
  *out = make_builtin(*fault);
  return D3D12FUZZ_OPENED;
}
