#include "fuzzing/serialized_target.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "domains/root_signature_blob/domain.h"
#include "domains/typed_domain.h"
#include "fuzzing/serialized_readers.h"

namespace d3d12fuzz {
namespace {

using root_signature_blob::RootSignatureBlobCase;

/// A function of its own, by which engines tell it from what candidates do.
[[noreturn, gnu::noinline]] void readers_contradict_each_other(const std::string& what) {
  std::fprintf(stderr, "Assertion failure: readers of serialized root signatures: %s\n", what.c_str());
  std::abort();
}

}  // namespace

SerializedTarget::SerializedTarget(std::unique_ptr<Candidate> candidate, KnownDifferences known,
                                   std::span<std::uint8_t> rule_counters)
    : case_(root_signature_blob::domain().make_case()),
      target_(root_signature_blob::domain(), std::move(candidate), std::move(known), rule_counters) {}

void SerializedTarget::test(std::span<const std::uint8_t> bytes) {
  std::optional<RootSignatureBlobCase> value = case_of_bytes(bytes);
  if (const auto contradiction = contradiction_of_readers(bytes, value)) readers_contradict_each_other(*contradiction);
  if (!value) return;
  TypedDomain<RootSignatureBlobCase>::value_of(*case_) = *std::move(value);
  target_.test_case(*case_);
}

}  // namespace d3d12fuzz
