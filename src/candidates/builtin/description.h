/// What is kept of a serialized root signature, and the descriptions that a versioned deserializer makes of it.
#pragma once

#include <cstdint>
#include <vector>

#include "candidates/builtin/builtin.h"

namespace d3d12fuzz::builtin {

/// A root signature that serialize accepted. Nothing in it is resolved: append and unbounded stay what they are.
struct StoredSignature {
  std::uint32_t version = 0;  ///< a D3D_ROOT_SIGNATURE_VERSION
  std::uint32_t flags = 0;
  std::vector<d3d12fuzz_described_parameter> parameters;
  std::vector<d3d12fuzz_described_range> ranges;  ///< over all tables in order; flags are 0 in version 1.0

  /// Slots at which the ranges begin, for faults only: a description does not hold them.
  std::vector<std::uint64_t> resolved_offsets;

  void clear();
};

/// Fills `out` at version 1.0, which drops the flags of ranges (DT-083).
void describe_1_0(const StoredSignature& stored, Fault fault, d3d12fuzz_description& out);

/// Fills `out` at version 1.1. What is stored as 1.0 gets the flags that state its behaviour (DT-081):
/// DESCRIPTORS_VOLATILE and DATA_VOLATILE, or the former alone for samplers (DT-082). Flags stored as 0 stay 0
/// (DT-045).
void describe_1_1(const StoredSignature& stored, Fault fault, d3d12fuzz_description& out);

}  // namespace d3d12fuzz::builtin
