#include "fuzzing/serialized_readers.h"

#include <algorithm>

#include "base/error.h"
#include "domains/root_signature/import_serialized.h"
#include "domains/root_signature/read_serialized.h"
#include "domains/root_signature/serialized.h"
#include "domains/root_signature/serialized_layout.h"
#include "domains/root_signature_blob/assemble.h"
#include "domains/root_signature_blob/import_bytes.h"

namespace d3d12fuzz {
namespace {

using root_signature::SerializedReading;
using root_signature_blob::RootSignatureBlobCase;

/// A serializer's own bytes run into nothing that readers differ on, but for what the root signature itself says: its
/// version, its flags, and where a table without ranges has them (DT-099).
bool is_canonical(const SerializedReading& reading) {
  for (const RuleId id : {"DT-088"_rule, "DT-089"_rule, "DT-092"_rule, "DT-093"_rule, "DT-100"_rule}) {
    if (reading.touched.contains(id)) return false;
  }
  return reading.refusals.empty() && reading.signature;
}

root_signature_blob::Deserializer deserializer_for(std::span<const std::uint8_t> bytes) {
  using root_signature_blob::Deserializer;
  constexpr std::size_t at = root_signature::layout::kDigestAt;
  return bytes.size() > at && bytes[at] % 8 == 7 ? Deserializer::legacy : Deserializer::versioned;
}

}  // namespace

std::optional<RootSignatureBlobCase> case_of_bytes(std::span<const std::uint8_t> bytes) {
  try {
    RootSignatureBlobCase value = root_signature_blob::import_bytes(bytes, "bytes");
    value.deserializer = deserializer_for(bytes);
    value.placement = root_signature::ArrayPlacement::before_guard_page;
    return value;
  } catch (const InputError&) {  // more than a case holds
    return std::nullopt;
  }
}

std::optional<std::string> contradiction_of_readers(std::span<const std::uint8_t> bytes,
                                                    const std::optional<RootSignatureBlobCase>& value) {
  if (value && !std::ranges::equal(root_signature_blob::assemble(value->content), bytes)) {
    return "the case of some bytes has others";
  }
  const SerializedReading reading = root_signature::read_serialized(bytes);
  if (!reading.signature && reading.refusals.empty()) return "a reading without root signature gives no reason";
  try {
    if (root_signature::import_serialized(bytes, "bytes") != reading.signature) {
      return "another root signature is imported than is read";
    }
  } catch (const InputError&) {  // it asks more of a container than the reader does
  }
  if (root_signature::annotated(bytes).empty()) return "there is nothing to say of the bytes";
  if (!reading.signature || !reading.refusals.empty()) return std::nullopt;
  const SerializedReading again = root_signature::read_serialized(root_signature::write_serialized(*reading.signature));
  if (!is_canonical(again)) return "what was read is not written as a serializer writes it";
  if (again.signature != reading.signature) return "another root signature is read again than was written";
  return std::nullopt;
}

}  // namespace d3d12fuzz
