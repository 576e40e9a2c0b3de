/// Reads serialized root signatures that nobody vouches for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "candidates/builtin/bounds.h"
#include "candidates/builtin/builtin.h"
#include "candidates/builtin/stored_signature.h"
#include "candidates/builtin/verdict.h"

namespace d3d12fuzz::builtin {

/// Reads level by level: the container, its parts, the header of RTS0, all parameters, all their payloads, all ranges,
/// all static samplers. Each array is held against the bytes that there are before anything of it is read or any memory
/// is asked for, so that work and memory are linear in the size of the blob.
class BlobReader {
 public:
  explicit BlobReader(Fault fault) : fault_(fault), bounds_(fault) {}

  /// Refuses what B1 to B8, B10, B11, B13 to B16 and B18 of root_signature_blob.md refuse. As in DXC, flags (B12),
  /// visibilities (B14) and range types (B17) may hold any value until creation. As lenient readers do, it takes any
  /// digest (DT-092), any minor version, any offset of no elements (DT-099) and any alignment (DT-100), the first of
  /// several RTS0 parts (DT-093), and parts that overlap, stand in any order or leave bytes over.
  ///
  /// Tables may share their ranges. So that a small blob cannot ask for much, more than 65536 ranges in all are
  /// unsupported.
  /// \param blob  at any address; nothing but its bytes is read
  /// \param out   keeps its memory and nothing else of what it held; resolved_offsets get what the ranges state. Of
  ///              what is not accepted it holds a part
  Verdict read(std::span<const std::byte> blob, StoredSignature& out);

 private:
  /// What offsets count from, and how much of it there is.
  struct Area {
    const std::byte* bytes;
    std::uint64_t size;
  };
  struct Table {
    std::uint32_t num_ranges;
    std::uint32_t ranges_offset;
  };

  std::optional<Area> root_signature_part(const Area& container) const;
  std::optional<Area> part_at(const Area& container, std::uint32_t offset) const;
  bool header_is_legal(const Area& container) const;
  Area array_base(const Area& container, const Area& data) const;
  bool read_parameters(const Area& data, std::uint32_t offset, std::uint32_t count, StoredSignature& out);
  bool read_payloads(const Area& data, StoredSignature& out);
  bool read_payload(const Area& data, std::uint32_t offset, std::uint32_t version,
                    d3d12fuzz_described_parameter& parameter);
  Verdict read_ranges(const Area& data, StoredSignature& out) const;
  d3d12fuzz_described_range read_range(const std::byte* at, std::uint32_t layout_version) const;
  bool read_static_samplers(const Area& data, std::uint32_t offset, std::uint32_t count, StoredSignature& out) const;
  bool array_fits(Piece piece, const Extent& extent, std::uint64_t size) const;
  std::uint32_t payload_size(std::uint32_t parameter_type, std::uint32_t version) const;

  Fault fault_;
  Bounds bounds_;
  std::vector<std::uint32_t> payload_offsets_;  ///< one per parameter
  std::vector<Table> tables_;
};

}  // namespace d3d12fuzz::builtin
