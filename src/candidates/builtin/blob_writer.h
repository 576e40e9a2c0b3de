/// The serialized form of a root signature: a DXBC container with one part, RTS0 (DT-080).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "candidates/builtin/builtin.h"
#include "candidates/builtin/stored_signature.h"

namespace d3d12fuzz::builtin {

/// Writes containers of the one canonical form: header, parameters, their payloads in order, static samplers, all
/// packed.
class BlobWriter {
 public:
  explicit BlobWriter(Fault fault) : fault_(fault) {}

  /// The container's words, which are little-endian in its bytes. They stay valid until the next call.
  std::span<const std::uint32_t> write(const StoredSignature& signature);

 private:
  void write_payload(const StoredSignature& signature, const d3d12fuzz_described_parameter& parameter);
  void write_range(const StoredSignature& signature, std::size_t index);
  void write_sampler(const StoredSignature& signature, const d3d12fuzz_described_static_sampler& sampler);
  std::uint32_t data_offset() const;
  std::uint32_t share_payload(std::size_t index, std::uint32_t offset);
  void seal(std::uint32_t unstated_bytes);

  Fault fault_;
  std::size_t next_range_ = 0;
  std::vector<std::uint32_t> words_;
};

}  // namespace d3d12fuzz::builtin
