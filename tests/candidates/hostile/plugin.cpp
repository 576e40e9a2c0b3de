// A candidate that answers as the built-in one does, and misbehaves on some cases.
//
// Options: "behaviour=NAME[,fault=ID]". One behaviour strikes where the first root parameter is root constants. With
// "behaviour=all" each kind of first parameter, with each number of parameters from 1 to 3, in each version, seen
// by all shaders or not, has its own. `fault` is a fault of the built-in candidate.

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include "candidates/hostile/deeds.h"

namespace d3d12fuzz::hostile {
namespace {

struct Hostile {
  d3d12fuzz_candidate builtin;
  const Deed* only;  ///< null: all
};

/// Enumerations may hold illegal values, which no official enum may be loaded with.
std::uint32_t number(const void* at) {
  std::uint32_t value;
  std::memcpy(&value, at, sizeof(value));
  return value;
}

const Deed* deed_for(const Hostile& hostile, const d3d12fuzz_root_signature_input& input) {
  // The fields in question lie alike in every version.
  const D3D12_ROOT_SIGNATURE_DESC& desc = input.desc->Desc_1_0;
  if (desc.NumParameters == 0) return nullptr;
  const std::uint32_t type = number(&desc.pParameters[0].ParameterType);
  const bool is_constants = type == D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS;
  if (hostile.only != nullptr) return is_constants ? hostile.only : nullptr;
  const bool is_descriptor = type >= D3D12_ROOT_PARAMETER_TYPE_CBV && type <= D3D12_ROOT_PARAMETER_TYPE_UAV;
  const bool is_table = type == D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE;
  constexpr std::uint32_t most_parameters = 3;
  if (!(is_constants || is_descriptor || is_table) || desc.NumParameters > most_parameters) return nullptr;
  // Tables are by far the most frequent: they have what comes last.
  const std::size_t kind = is_constants ? 0 : is_descriptor ? 1 : 2;
  const std::size_t version = number(&input.desc->Version) - D3D_ROOT_SIGNATURE_VERSION_1_0;
  const std::size_t is_limited = number(&desc.pParameters[0].ShaderVisibility) != D3D12_SHADER_VISIBILITY_ALL ? 1 : 0;
  const std::size_t index = (kind * most_parameters + desc.NumParameters - 1) * 6 + version * 2 + is_limited;
  return index < deeds().size() ? &deeds()[index] : nullptr;
}

void evaluate(void* context, const d3d12fuzz_root_signature_input* input, d3d12fuzz_root_signature_result* result) {
  const Hostile& hostile = *static_cast<const Hostile*>(context);
  const Deed* const deed = deed_for(hostile, *input);
  result->progress->running_stage = D3D12FUZZ_STAGE_SERIALIZE;
  if (deed != nullptr && deed->before != nullptr) deed->before(*input, *result);
  hostile.builtin.root_signature(hostile.builtin.context, input, result);
  if (deed != nullptr && deed->after != nullptr) deed->after(*input, *result);
}

void destroy(void* context) {
  auto* const hostile = static_cast<Hostile*>(context);
  hostile->builtin.destroy(hostile->builtin.context);
  delete hostile;
}

/// Takes "KEY=VALUE" off the front of some options. \return the value; nothing if something else stands there
std::optional<std::string_view> take(std::string_view key, std::string_view& options) {
  if (!options.starts_with(key)) return std::nullopt;
  const std::size_t end = std::min(options.find(','), options.size());
  const std::string_view value = options.substr(key.size(), end - key.size());
  options.remove_prefix(std::min(end + 1, options.size()));
  return value;
}

}  // namespace
}  // namespace d3d12fuzz::hostile

int d3d12fuzz_open_candidate(uint32_t version, const char* options, d3d12fuzz_candidate* out) {
  using namespace d3d12fuzz;
  out->version = D3D12FUZZ_CANDIDATE_VERSION;
  if (version != D3D12FUZZ_CANDIDATE_VERSION) return D3D12FUZZ_OTHER_VERSION;
  std::string_view rest = options;
  const std::string_view name = hostile::take("behaviour=", rest).value_or("");
  const std::optional<builtin::Fault> fault = builtin::fault_by_id(hostile::take("fault=", rest).value_or("none"));
  const std::span<const hostile::Deed> all = hostile::deeds();
  const auto deed = std::find_if(all.begin(), all.end(), [&](const hostile::Deed& each) { return each.name == name; });
  if ((deed == all.end() && name != "all") || !fault || !rest.empty()) return D3D12FUZZ_BAD_OPTIONS;
  const d3d12fuzz_candidate answers = builtin::make_builtin(*fault);
  auto* const context = new hostile::Hostile{answers, deed == all.end() ? nullptr : &*deed};
  *out = answers;
  out->context = context;
  out->root_signature = hostile::evaluate;
  out->destroy = hostile::destroy;
  return D3D12FUZZ_OPENED;
}
