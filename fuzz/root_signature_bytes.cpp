// Serialized root signatures, as bytes, before the readers of this project: those of the model, which must not
// contradict each other, and the built-in candidate, which is compared with the model.
//
// What an engine keeps is a file that `d3d12fuzz import FILE --domain root_signature_blob` makes a case of.

#include <memory>

#include "fuzz/builtin_target.h"
#include "fuzz/byte_target.h"
#include "fuzzing/serialized_target.h"

namespace d3d12fuzz {

ByteTest open_byte_target(std::span<std::uint8_t> rule_counters) {
  const TargetSetup setup = builtin_target("root_signature_blob");
  const auto target = std::make_shared<SerializedTarget>(setup.open_candidate(), KnownDifferences{}, rule_counters);
  return [target](std::span<const std::uint8_t> bytes) { target->test(bytes); };
}

}  // namespace d3d12fuzz
