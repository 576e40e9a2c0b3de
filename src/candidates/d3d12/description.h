/// Descriptions of root signatures out of the official structs that a library filled.
#pragma once

#include <cstdint>
#include <cstring>

#include "domains/d3d12_types.h"
// The C header needs the D3D12 types before it.
#include "candidates/d3d12fuzz_candidate.h"

namespace d3d12fuzz::d3d12 {

/// A number out of a field of whatever official type: what a library wrote need not be a value of its enumeration.
template <class FieldType>
std::uint32_t number(const FieldType& field) {
  static_assert(sizeof(FieldType) == sizeof(std::uint32_t));
  std::uint32_t value;
  std::memcpy(&value, &field, sizeof(value));
  return value;
}

/// Counts are those that the library gave; elements are read only as far as the caller has room for them.
void copy_description(const D3D12_ROOT_SIGNATURE_DESC& desc, d3d12fuzz_description& out);
void copy_description(const D3D12_ROOT_SIGNATURE_DESC1& desc, d3d12fuzz_description& out);
void copy_description(const D3D12_ROOT_SIGNATURE_DESC2& desc, d3d12fuzz_description& out);

}  // namespace d3d12fuzz::d3d12
