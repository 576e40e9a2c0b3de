/// Memory that is described before anybody knows where it will lie.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace d3d12fuzz {

/// Blocks of bytes, and where in them the addresses of other blocks go. Keeps its memory from use to use.
class MemoryImage {
 public:
  using BlockId = std::uint32_t;

  /// Where a block is to lie.
  enum class Placement : std::uint32_t {
    input = 0,      ///< ordinary memory
    guarded = 1,    ///< ends at a page that cannot be read
    read_only = 2,  ///< the same, and cannot be written
    nowhere = 3,    ///< of no size, at an address that cannot be read
    output = 4,     ///< to be written to
  };

  /// The target of a pointer to what is known only where the memory will lie.
  static constexpr BlockId kOutside = 0xFFFFFFFF;

  struct Block {
    std::uint32_t size;
    std::uint32_t carried;  ///< bytes from its start whose values the image has; of all but outputs all
    Placement placement;
    std::uint32_t reserved = 0;
  };
  struct Pointer {
    BlockId block;
    std::uint32_t offset;  ///< in that block; a multiple of 8, and 8 bytes fit
    BlockId target;
    std::uint32_t reserved = 0;
  };

  void clear() {
    blocks_.clear();
    offsets_.clear();
    pointers_.clear();
    std::fill_n(data_.begin(), used_, std::byte{0});
    used_ = 0;
  }

  /// A block all of whose bytes the image has, zero at first.
  BlockId add(std::size_t size, Placement placement) { return add_block(size, size, placement); }

  /// A block to be written to; the image has the values of its first bytes.
  BlockId add_output(std::size_t size, std::size_t carried = 0) { return add_block(size, carried, Placement::output); }

  /// The bytes that the image has of a block. Valid until the next block is added.
  std::byte* bytes(BlockId block) { return data_.data() + offsets_[block]; }

  /// Writes at the start of a block. Precondition: it fits into the bytes that the image has.
  template <class Value>
  void put(BlockId block, const Value& value) {
    std::memcpy(bytes(block), &value, sizeof(value));
  }

  /// Has the address of `target` stand in `block`. Precondition: the image has those 8 bytes.
  void point(BlockId block, std::size_t offset, BlockId target) {
    pointers_.push_back({block, static_cast<std::uint32_t>(offset), target});
  }

  std::span<const Block> blocks() const { return blocks_; }
  std::span<const Pointer> pointers() const { return pointers_; }

  /// The bytes that the image has, block by block, each padded to a multiple of 16.
  std::span<const std::byte> data() const { return {data_.data(), used_}; }

 private:
  BlockId add_block(std::size_t size, std::size_t carried, Placement placement) {
    blocks_.push_back({static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(carried), placement});
    offsets_.push_back(used_);
    used_ += (carried + 15) / 16 * 16;
    if (used_ > data_.size()) data_.resize(2 * used_);
    return static_cast<BlockId>(blocks_.size() - 1);
  }

  std::vector<Block> blocks_;
  std::vector<std::size_t> offsets_;  ///< in data_, of each block
  std::vector<Pointer> pointers_;
  std::vector<std::byte> data_;  ///< zero from used_ on
  std::size_t used_ = 0;         ///< bytes of data_ that are the image's
};

}  // namespace d3d12fuzz
