/// Descriptions of root signatures and serialized ones as candidates give them back: the buffers that they fill, and
/// the observables that become of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memory_image.h"
#include "candidates/wire/frame.h"
#include "domains/d3d12_types.h"
#include "domains/root_signature/case.h"
#include "domains/root_signature/observables.h"
#include "oracle/outcome.h"
// The C header needs the D3D12 types before it.
#include "candidates/d3d12fuzz_candidate.h"

namespace d3d12fuzz {

/// How much of everything a description of a case can have.
struct Sizes {
  std::size_t parameters = 0;
  std::size_t ranges = 0;
  std::size_t static_samplers = 0;
};

Sizes sizes_of(const root_signature::RootSignatureCase& value);

/// Makes room for a number of elements in memory that is reused from case to case.
template <class Element>
void grow(std::vector<Element>& buffer, std::size_t size) {
  if (buffer.size() < size) buffer.resize(size);
}

/// The arrays of one description.
class DescriptionArrays {
 public:
  /// Offers room for one element more than the sizes say, so that a description that grew is told apart.
  /// \param out  its counts stay what they are
  void offer(const Sizes& sizes, d3d12fuzz_description& out);

 private:
  std::vector<d3d12fuzz_described_parameter> parameters_;
  std::vector<d3d12fuzz_described_range> ranges_;
  std::vector<d3d12fuzz_described_static_sampler> static_samplers_;
};

/// The arrays of the descriptions at versions 1.0, 1.1 and 1.2, which are members of a result struct in this order.
/// There is room for one element more than the sizes say, so that a description that grew is told apart.
class DescriptionBuffers {
 public:
  /// A description without arrays, and the room that there is for them.
  static d3d12fuzz_description room(const Sizes& sizes);

  /// Has output blocks for all arrays stand in a result struct.
  /// \param first  the offset of the description at version 1.0
  static void offer(const Sizes& sizes, MemoryImage::BlockId result, std::size_t first, MemoryImage& out);

  /// Takes these blocks, and sets pointers and capacities, which a candidate may have written over.
  /// Arrays of what was not observed are passed over.
  /// \param observed      D3D12FUZZ_OBSERVED_*
  /// \param descriptions  those of the result, as the candidate left them
  /// \return whether the record has the blocks
  bool take(const Sizes& sizes, std::uint32_t observed, wire::OutcomeRecord& record,
            std::array<d3d12fuzz_description*, 3> descriptions);

 private:
  std::array<DescriptionArrays, 3> arrays_;
};

/// Appends a value to the observables.
inline void observe(ObservableKey key, std::uint64_t value, Outcome& out) { out.observables.push_back({key, value}); }

/// Appends a description to the observables, field by field.
/// \param first  the first field of the description's version
void read_description(const d3d12fuzz_description& from, root_signature::Field first, Outcome& out);

/// Appends the descriptions that were observed to the observables, field by field.
/// \param first  the first field of the description at version 1.0; those of the other versions follow
void read_descriptions(std::uint32_t observed, std::array<const d3d12fuzz_description*, 3> descriptions,
                       std::uint16_t first, Outcome& out);

/// Appends a serialized root signature: its size, its words but those of the digest, and the words of the digest.
/// \param first  the field of the size; those of the words and of the digest follow
void read_blob(std::span<const std::uint8_t> room, std::uint64_t size, std::uint16_t first, Outcome& out);

}  // namespace d3d12fuzz
