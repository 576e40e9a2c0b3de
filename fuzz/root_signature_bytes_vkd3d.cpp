// Serialized root signatures, as bytes, before the deserializers of libvkd3d, linked from its static archives. The
// bytes end at a page that cannot be read, so that a read beyond them ends the process.
//
// This is for those who mend that library: release 1.2 of it crashes within seconds, since its reader takes counts and
// offsets on trust. For that reason there is no target that puts cases before it, one crash after the other. Answers
// are not judged, crashes alone are; the model is asked for the rules, which are the only feedback of a library without
// coverage.

#include <memory>
#include <utility>

#include "candidates/d3d12/runner.h"
#include "candidates/in_process.h"
#include "domains/root_signature_blob/domain.h"
#include "domains/typed_domain.h"
#include "fuzz/byte_target.h"
#include "fuzz/linked_vkd3d.h"
#include "fuzzing/fuzz_target.h"
#include "fuzzing/serialized_readers.h"
#include "shrink/examiner.h"

namespace d3d12fuzz {
namespace {

using root_signature_blob::RootSignatureBlobCase;

class Vkd3dTarget {
 public:
  explicit Vkd3dTarget(std::span<std::uint8_t> rule_counters)
      : candidate_(d3d12::make_candidate(linked_vkd3d(), d3d12::CallingConvention::ms_abi), {.name = "vkd3d, linked"}),
        examiner_(root_signature_blob::domain(), candidate_),
        case_(root_signature_blob::domain().make_case()),
        rule_counters_(rule_counters) {}

  void test(std::span<const std::uint8_t> bytes) {
    std::optional<RootSignatureBlobCase> value = case_of_bytes(bytes);
    if (!value) return;
    TypedDomain<RootSignatureBlobCase>::value_of(*case_) = *std::move(value);
    count_rules(examiner_.examine(*case_).expectation, rule_counters_);
  }

 private:
  InProcessCandidate candidate_;
  Examiner examiner_;
  std::unique_ptr<Case> case_;
  std::span<std::uint8_t> rule_counters_;
};

}  // namespace

ByteTest open_byte_target(std::span<std::uint8_t> rule_counters) {
  const auto target = std::make_shared<Vkd3dTarget>(rule_counters);
  return [target](std::span<const std::uint8_t> bytes) { target->test(bytes); };
}

}  // namespace d3d12fuzz
