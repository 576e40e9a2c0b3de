#include "fuzzing/serialized_mutator.h"

#include "base/choice_source.h"
#include "base/little_endian.h"
#include "domains/root_signature/digest.h"
#include "domains/root_signature/serialized_layout.h"

namespace d3d12fuzz {
namespace {

namespace layout = root_signature::layout;

/// Nothing becomes longer: what ends before a field has none.
void set_size_and_digest(std::span<std::uint8_t> bytes) {
  if (bytes.size() >= layout::kTotalSizeAt + 4) {
    store_word(bytes, layout::kTotalSizeAt, static_cast<std::uint32_t>(bytes.size()));
  }
  if (bytes.size() < layout::kDigestedFrom) return;
  const auto digest = root_signature::container_digest(bytes.subspan(layout::kDigestedFrom));
  for (std::size_t i = 0; i < digest.size(); ++i) store_word(bytes, layout::kDigestAt + 4 * i, digest[i]);
}

}  // namespace

std::size_t mutate_serialized(TreeMutator::ByteMutator mutate, std::span<std::uint8_t> data, std::size_t size,
                              std::uint32_t seed) {
  const std::size_t mutated = mutate(data.data(), size, data.size());
  ChoiceSource choices(seed, size);
  if (!choices.one_in(4)) set_size_and_digest(data.first(mutated));
  return mutated;
}

}  // namespace d3d12fuzz
