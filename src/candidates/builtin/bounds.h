/// Whether what a serialized root signature points at lies inside it: DT-088, DT-090, DT-094, DT-096 to DT-099.
#pragma once

#include <cstdint>

#include "candidates/builtin/fault.h"

namespace d3d12fuzz::builtin {

/// What is looked for.
enum class Piece : std::uint32_t {
  container_header,
  part_table,
  part_header,
  part_data,
  root_signature_header,
  parameters,
  payload,
  ranges,
  static_samplers,
};

/// `count` elements of `stride` bytes from `offset` on.
struct Extent {
  std::uint64_t offset;
  std::uint64_t count;
  std::uint64_t stride;
};

/// The one test of bounds.
class Bounds {
 public:
  explicit Bounds(Fault fault);

  /// Whether the extent lies within `size` bytes. No elements lie anywhere (DT-099).
  /// Precondition: all numbers but size are below 2^33, so that nothing wraps in 64 bits.
  bool fit(Piece piece, const Extent& extent, std::uint64_t size) const {
    return piece == loose_piece_ ? fit_loosely(extent, size) : fit_strictly(extent, size);
  }

  /// Whether a fault has the counts of ranges go unchecked: then no other limit may hold them.
  bool ranges_are_loose() const { return loose_piece_ == Piece::ranges; }

 private:
  /// Mistakes of real readers.
  enum class Test : std::uint32_t {
    none,                ///< nothing is tested
    one_element,         ///< room for one element, whatever their number
    offset_wraps,        ///< what is left behind the offset, in 32 bits: much if the offset lies beyond the end
    product_in_32_bits,  ///< the size of all elements, in 32 bits
    end_in_32_bits,      ///< the end, in 32 bits
  };
  struct LooseTest {
    Fault fault;
    Piece piece;
    Test test;
  };
  static const LooseTest kLooseTests[];
  static constexpr Piece kNoPiece = Piece{0xFFFFFFFF};

  static bool fit_strictly(const Extent& extent, std::uint64_t size) {
    return extent.count == 0 || (extent.offset <= size && extent.count * extent.stride <= size - extent.offset);
  }
  bool fit_loosely(const Extent& extent, std::uint64_t size) const;

  Piece loose_piece_ = kNoPiece;
  Test loose_test_ = Test::none;
};

}  // namespace d3d12fuzz::builtin
