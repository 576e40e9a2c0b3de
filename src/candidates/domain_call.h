/// One domain's function of the C interface: from a case to the memory that it is called with, and from what it wrote
/// to an outcome.
#pragma once

#include <cstdint>
#include <memory>

#include "base/memory_image.h"
#include "candidates/d3d12fuzz_candidate.h"
#include "candidates/wire/frame.h"
#include "domains/domain.h"
#include "oracle/outcome.h"

namespace d3d12fuzz {

/// Keeps the memory that it needs from case to case.
class DomainCall {
 public:
  virtual ~DomainCall() = default;

  /// D3D12FUZZ_FUNCTION_*.
  virtual std::uint32_t function() const = 0;

  /// The memory of the call. \param out  cleared first; block 0 becomes the input struct, block 1 the result struct
  virtual void write(const Case& value, MemoryImage& out) = 0;

  /// Reads what a candidate wrote for that case.
  /// \param out  cleared first, and left clear if the record does not answer the case
  /// \return whether it does
  virtual bool read(const Case& value, wire::OutcomeRecord record, Outcome& out) = 0;
};

/// \return null if the C interface has no function for the domain
std::unique_ptr<DomainCall> make_domain_call(const Domain& domain);

/// What a progress record says of the stages.
void read_progress(const d3d12fuzz_progress& progress, Outcome& out);

}  // namespace d3d12fuzz
