/// From a case to the official structs.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/guarded_pages.h"
#include "domains/d3d12_types.h"
#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// Fills official structs by byte copy, in memory that it reuses from case to case: an illegal enum value is never
/// loaded through its official type.
class Lowered {
 public:
  /// The desc of `value`, in the form that its `lowering` asks for. Valid until the next call.
  const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* lower(const RootSignatureCase& value);

 private:
  /// Where an array is written, and the address under which it is handed over.
  struct Place {
    std::byte* write;
    const void* hand_over;
  };
  Place place(std::size_t bytes);

  template <class Parameter, class Range>
  void lower_parameter(const RootParameter& from, Parameter& to);
  template <class Desc, class Parameter, class Range, class Sampler>
  void lower_version(const RootSignatureCase& value, Desc& desc);

  D3D12_VERSIONED_ROOT_SIGNATURE_DESC desc_;
  std::vector<std::byte> heap_;
  std::size_t heap_used_ = 0;
  std::optional<GuardedPages> guarded_;  ///< made when a case first asks for it
  std::size_t guarded_used_ = 0;
  Lowering form_;
};

}  // namespace d3d12fuzz::root_signature
