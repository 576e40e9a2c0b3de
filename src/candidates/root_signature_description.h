/// Descriptions of root signatures as candidates give them back: the buffers that they fill, and the observables that
/// become of them.
#pragma once

#include <cstdint>
#include <vector>

#include "domains/d3d12_types.h"
#include "domains/root_signature/case.h"
#include "domains/root_signature/observables.h"
#include "oracle/outcome.h"
// The C header needs the D3D12 types before it.
#include "candidates/d3d12fuzz_candidate.h"

namespace d3d12fuzz {

/// How much of everything a case has.
struct Sizes {
  explicit Sizes(const root_signature::RootSignatureCase& value);

  std::size_t parameters;
  std::size_t ranges = 0;
  std::size_t static_samplers;
};

/// Makes room for a number of elements in memory that is reused from case to case.
template <class Element>
void grow(std::vector<Element>& buffer, std::size_t size) {
  if (buffer.size() < size) buffer.resize(size);
}

/// The arrays of one description.
class DescriptionBuffers {
 public:
  /// Offers room for one element more than the case has, so that a description that grew is told apart.
  void offer(const Sizes& sizes, d3d12fuzz_description& out);

 private:
  std::vector<d3d12fuzz_described_parameter> parameters_;
  std::vector<d3d12fuzz_described_range> ranges_;
  std::vector<d3d12fuzz_described_static_sampler> static_samplers_;
};

/// Appends a value to the observables.
inline void observe(ObservableKey key, std::uint64_t value, Outcome& out) { out.observables.push_back({key, value}); }

/// Appends a description to the observables, field by field.
/// \param first  the first field of the description's version
void read_description(const d3d12fuzz_description& from, root_signature::Field first, Outcome& out);

}  // namespace d3d12fuzz
