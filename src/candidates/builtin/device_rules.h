/// What a device makes of a root signature: its cost, and what a device refuses.
#pragma once

#include <cstdint>
#include <vector>

#include "candidates/builtin/builtin.h"
#include "candidates/builtin/stored_signature.h"

namespace d3d12fuzz::builtin {

/// DWORDs of root arguments: a table is one, a root descriptor two, root constants are as many as they say (DT-050).
std::uint64_t root_cost(const StoredSignature& signature, Fault fault);

/// Bytes of root arguments in a shader record, in order and aligned to their size (DT-055).
std::uint64_t record_size(const StoredSignature& signature, Fault fault);

/// The limits of one device.
class DeviceRules {
 public:
  explicit DeviceRules(Fault fault) : fault_(fault) {}

  /// Whether a device of that resource binding tier creates a signature of cost `cost`: DT-050, DT-055 and, on tiers 1
  /// and 2, DT-017, DT-059 and DT-103 to DT-107.
  bool creates(const StoredSignature& signature, std::uint64_t cost, std::uint32_t resource_binding_tier);

 private:
  struct SlotInterval {
    std::uint64_t start;
    std::uint64_t end;
    std::uint32_t range_type;
  };

  bool cost_is_legal(const StoredSignature& signature, std::uint64_t cost) const;
  bool fits_low_tier(const StoredSignature& signature, std::uint32_t tier);
  bool slots_are_of_one_type();

  Fault fault_;
  std::vector<SlotInterval> slots_;  ///< of the table that is looked at
};

}  // namespace d3d12fuzz::builtin
