#include "candidates/builtin/bounds.h"

namespace d3d12fuzz::builtin {

constexpr Bounds::LooseTest Bounds::kLooseTests[] = {
    {Fault::read_container_header_unchecked, Piece::container_header, Test::none},
    {Fault::read_part_table_unchecked, Piece::part_table, Test::none},
    {Fault::read_part_table_size_in_32_bits, Piece::part_table, Test::product_in_32_bits},
    {Fault::read_part_header_unchecked, Piece::part_header, Test::none},
    {Fault::read_part_header_end_in_32_bits, Piece::part_header, Test::end_in_32_bits},
    {Fault::read_part_size_trusted, Piece::part_data, Test::none},
    {Fault::read_part_end_in_32_bits, Piece::part_data, Test::end_in_32_bits},
    {Fault::read_root_signature_header_unchecked, Piece::root_signature_header, Test::none},
    {Fault::read_parameter_count_trusted, Piece::parameters, Test::one_element},
    {Fault::read_parameters_offset_wraps, Piece::parameters, Test::offset_wraps},
    {Fault::read_parameters_size_in_32_bits, Piece::parameters, Test::product_in_32_bits},
    {Fault::read_payload_unchecked, Piece::payload, Test::none},
    {Fault::read_payload_offset_wraps, Piece::payload, Test::offset_wraps},
    {Fault::read_payload_end_in_32_bits, Piece::payload, Test::end_in_32_bits},
    {Fault::read_range_count_trusted, Piece::ranges, Test::one_element},
    {Fault::read_ranges_offset_wraps, Piece::ranges, Test::offset_wraps},
    {Fault::read_ranges_size_in_32_bits, Piece::ranges, Test::product_in_32_bits},
    {Fault::read_static_sampler_count_trusted, Piece::static_samplers, Test::one_element},
    {Fault::read_static_samplers_offset_wraps, Piece::static_samplers, Test::offset_wraps},
    {Fault::read_static_samplers_size_in_32_bits, Piece::static_samplers, Test::product_in_32_bits},
};

Bounds::Bounds(Fault fault) {
  for (const LooseTest& loose : kLooseTests) {
    if (loose.fault != fault) continue;
    loose_piece_ = loose.piece;
    loose_test_ = loose.test;
  }
}

bool Bounds::fit_loosely(const Extent& extent, std::uint64_t size) const {
  if (extent.count == 0) return true;
  const std::uint64_t all = extent.count * extent.stride;
  switch (loose_test_) {
    case Test::none:
      return true;
    case Test::one_element:
      return fit_strictly({extent.offset, 1, extent.stride}, size);
    case Test::offset_wraps:
      return all <= static_cast<std::uint32_t>(size - extent.offset);
    case Test::product_in_32_bits:
      return extent.offset <= size && static_cast<std::uint32_t>(all) <= size - extent.offset;
    case Test::end_in_32_bits:
      return static_cast<std::uint32_t>(extent.offset + all) <= size;
  }
  return true;
}

}  // namespace d3d12fuzz::builtin
