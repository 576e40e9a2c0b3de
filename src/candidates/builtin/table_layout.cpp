#include "candidates/builtin/table_layout.h"

#include <algorithm>

#include "candidates/builtin/field_rules.h"

namespace d3d12fuzz::builtin {

void TableLayout::begin() {
  first_ = true;
  after_unbounded_ = false;
  unbounded_seen_ = false;
  end_ = 0;
  highest_end_ = 0;
  count_ = 0;
  size_ = 0;
}

std::optional<std::uint64_t> TableLayout::place(std::uint32_t num_descriptors, std::uint32_t offset) {
  const std::optional<std::uint64_t> start = start_of(offset);
  if (!start) return std::nullopt;

  const bool unbounded = num_descriptors == kUnbounded;
  if (unbounded) {
    // At exactly 2^32 DXC refuses and LLVM accepts (DT-011).
    if (*start >= kEndOfLine) return std::nullopt;
    end_ = *start;
    if (fault_ == Fault::append_after_unbounded_wraps) end_ = static_cast<std::uint32_t>(*start + num_descriptors);
  } else {
    if (*start + num_descriptors > kEndOfLine && fault_ != Fault::slot_end_in_32_bits) return std::nullopt;
    end_ = *start + num_descriptors;
    if (fault_ == Fault::slot_end_in_32_bits) end_ = static_cast<std::uint32_t>(end_);
    highest_end_ = std::max(highest_end_, end_);
  }
  after_unbounded_ = unbounded;
  unbounded_seen_ = unbounded_seen_ || unbounded;
  first_ = false;
  grow(*start, num_descriptors);
  return start;
}

std::optional<std::uint64_t> TableLayout::start_of(std::uint32_t offset) const {
  if (fault_ == Fault::unbounded_must_be_last && unbounded_seen_) return std::nullopt;
  if (fault_ == Fault::explicit_offset_ignored && offset != kAppend) return end_;
  if (fault_ == Fault::zero_offset_appends && offset == 0) offset = kAppend;

  if (offset != kAppend) {
    if (fault_ == Fault::first_offset_must_be_zero && first_ && offset != 0) return std::nullopt;
    return offset;
  }
  if (fault_ == Fault::unbounded_is_sticky && unbounded_seen_) return std::nullopt;
  if (fault_ == Fault::append_from_highest_slot && !after_unbounded_) return highest_end_;
  if (after_unbounded_ && fault_ != Fault::append_after_unbounded_accepted &&
      fault_ != Fault::append_after_unbounded_wraps) {
    return std::nullopt;
  }
  return end_;
}

void TableLayout::grow(std::uint64_t start, std::uint32_t num_descriptors) {
  if (num_descriptors == kUnbounded) {
    size_ = fault_ == Fault::unbounded_size_is_finite ? start + num_descriptors : D3D12FUZZ_UNBOUNDED;
    return;
  }
  count_ += num_descriptors;
  if (size_ == D3D12FUZZ_UNBOUNDED) return;
  if (fault_ == Fault::table_size_from_last_range) {
    size_ = end_;
  } else if (fault_ == Fault::table_size_sums_counts) {
    size_ = count_;
  } else {
    size_ = std::max(size_, end_);
  }
}

}  // namespace d3d12fuzz::builtin
