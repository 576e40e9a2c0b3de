/// What a hostile candidate does besides answering.
#pragma once

#include <span>
#include <string_view>

#include "candidates/builtin/builtin.h"

namespace d3d12fuzz::hostile {

struct Deed {
  std::string_view name;  ///< kebab-case; candidates name it by "behaviour=NAME"
  /// Before the answer, at stage serialize; null for nothing.
  void (*before)(const d3d12fuzz_root_signature_input& input, d3d12fuzz_root_signature_result& result);
  /// After the answer; null for nothing.
  void (*after)(const d3d12fuzz_root_signature_input& input, d3d12fuzz_root_signature_result& result);
};

/// In the order in which the candidate gives them to shapes of cases, rare ones first; at most 54.
std::span<const Deed> deeds();

}  // namespace d3d12fuzz::hostile
