/// A root signature as it is stated, whether a desc or a serialized one says so.
#pragma once

#include <cstdint>
#include <vector>

#include "candidates/builtin/builtin.h"

namespace d3d12fuzz::builtin {

class DescView;

/// Nothing in it is resolved: append and unbounded stay what they are. Until a SignatureChecker has accepted it, any
/// field but the version may hold an illegal value.
struct StoredSignature {
  std::uint32_t version = 0;  ///< a D3D_ROOT_SIGNATURE_VERSION
  std::uint32_t flags = 0;
  std::vector<d3d12fuzz_described_parameter> parameters;            ///< flags are 0 in version 1.0
  std::vector<d3d12fuzz_described_range> ranges;                    ///< over all tables in order; likewise
  std::vector<d3d12fuzz_described_static_sampler> static_samplers;  ///< flags are 0 below version 1.2

  /// Slots at which the ranges begin, once they are checked. The device wants them; a description does not hold them.
  std::vector<std::uint64_t> resolved_offsets;

  /// Forgets everything and keeps the memory.
  void clear();
};

/// Copies a desc of a version that exists. \param out  keeps its memory and nothing else of what it held
void copy_desc(const DescView& desc, Fault fault, StoredSignature& out);

}  // namespace d3d12fuzz::builtin
