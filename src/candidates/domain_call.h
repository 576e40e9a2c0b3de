/// Calls a candidate's C functions with cases: lowers the case, offers the buffers, reads the result into an outcome.
#pragma once

#include <memory>

#include "domains/d3d12_types.h"
#include "domains/domain.h"
#include "oracle/outcome.h"
// The C header needs the D3D12 types before it.
#include "candidates/d3d12fuzz_candidate.h"

namespace d3d12fuzz {

/// The caller of one domain's entry of the C ABI, with the memory that it reuses from case to case.
class DomainCall {
 public:
  virtual ~DomainCall() = default;

  virtual bool supported(const d3d12fuzz_candidate& candidate) const = 0;

  /// \param progress  where the candidate notes how far it has come; reset here. In memory that outlives the process,
  /// if
  ///                  a crash is to be told apart.
  /// \param out       cleared first
  virtual void call(const d3d12fuzz_candidate& candidate, const Case& value, d3d12fuzz_progress& progress,
                    Outcome& out) = 0;
};

/// \return null if the C ABI has no entry for the domain
std::unique_ptr<DomainCall> make_domain_call(const Domain& domain);

/// What a progress record says of the stages.
void read_progress(const d3d12fuzz_progress& progress, Outcome& out);

}  // namespace d3d12fuzz
