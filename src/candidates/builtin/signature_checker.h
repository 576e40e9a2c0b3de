/// Every rule of a root signature but those of devices: what serialize checks of a desc, and what create checks again
/// of a serialized root signature, which need not come from the serializer (DT-101).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "candidates/builtin/builtin.h"
#include "candidates/builtin/register_map.h"
#include "candidates/builtin/stored_signature.h"
#include "candidates/builtin/table_layout.h"

namespace d3d12fuzz::builtin {

/// Checks one signature after the other and keeps what it found out about the last one that it accepted.
class SignatureChecker {
 public:
  explicit SignatureChecker(Fault fault) : fault_(fault), layout_(fault), registers_(fault) {}

  /// Whether the signature keeps every rule: its flags, each parameter with its ranges, each static sampler, and that
  /// no register is named twice. Sets its resolved_offsets, one per range; after a refusal they are good for nothing.
  /// \param signature  of a version that exists; any other field may hold an illegal value
  bool check(StoredSignature& signature);

  /// Slots of each parameter's table as TableLayout::size() counts them, 0 if it is no table.
  std::span<const std::uint64_t> table_sizes() const { return table_sizes_; }

  /// Whose registers are whose.
  const RegisterMap& registers() const { return registers_; }

 private:
  bool signature_is_legal(const StoredSignature& signature) const;
  bool add_parameter(StoredSignature& signature, std::uint32_t index);
  bool add_ranges(StoredSignature& signature, std::uint32_t index);
  bool add_static_sampler(const StoredSignature& signature, std::uint32_t index);
  bool names_a_slot_twice(const StoredSignature& signature, std::size_t first_range, std::size_t range,
                          std::uint64_t start) const;
  void note_range(std::uint32_t index, const d3d12fuzz_described_range& range, std::uint64_t start);
  void note_register(EntryKind kind, std::uint32_t register_class, std::uint32_t index, std::uint32_t shader_register,
                     std::uint32_t space, std::uint32_t values);

  Fault fault_;
  TableLayout layout_;
  RegisterMap registers_;
  std::size_t next_range_ = 0;  ///< ranges of the tables before
  std::vector<std::uint64_t> table_sizes_;
};

}  // namespace d3d12fuzz::builtin
