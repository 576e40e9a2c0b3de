// The serialized form that the reference model expects.

#include "domains/root_signature/observables.h"
#include "domains/root_signature/reference_rules.h"
#include "domains/root_signature/serialized.h"
#include "domains/root_signature/serialized_layout.h"

namespace d3d12fuzz::root_signature {

void expect_blob(const RootSignatureCase& value, Expectation& out) {
  constexpr std::size_t digest = layout::kDigestAt / 4;
  constexpr std::size_t digest_end = layout::kDigestedFrom / 4;
  const std::vector<std::uint32_t> words = serialized_words(value);
  expect(out, key(Field::blob_size), 4 * words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i < digest || i >= digest_end) expect(out, key(Field::blob_word, i), words[i]);
  }
  for (std::size_t i = digest; i < digest_end; ++i) expect(out, key(Field::blob_digest, i - digest), words[i]);
}

}  // namespace d3d12fuzz::root_signature
