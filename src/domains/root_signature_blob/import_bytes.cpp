#include "domains/root_signature_blob/import_bytes.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "domains/root_signature/read_serialized.h"
#include "domains/root_signature_blob/assemble.h"

namespace d3d12fuzz::root_signature_blob {

RootSignatureBlobCase serialized_case(root_signature::RootSignatureCase signature) {
  RootSignatureBlobCase value;
  value.target = signature.target;
  value.content = SerializedSignature{.version = signature.version,
                                      .flags = signature.flags,
                                      .parameters = std::move(signature.parameters),
                                      .static_samplers = std::move(signature.static_samplers)};
  return value;
}

RootSignatureBlobCase import_bytes(std::span<const std::uint8_t> bytes, std::string_view name) {
  if (auto signature = root_signature::read_serialized(bytes).signature) {
    RootSignatureBlobCase value = serialized_case(*std::move(signature));
    auto& content = std::get<SerializedSignature>(value.content);
    for (const DigestForm digest : {DigestForm::refreshed, DigestForm::zero}) {
      content.digest = digest;
      if (std::ranges::equal(assemble(value.content), bytes)) return value;
    }
  }
  constexpr std::size_t most = max_elements<Byte>;
  if (bytes.size() > most) {
    throw InputError(std::string(name) + ": found " + std::to_string(bytes.size()) +
                     " bytes that no serializer writes, expected at most " + std::to_string(most) + " of such bytes");
  }
  RawBytes content;
  for (const std::uint8_t byte : bytes) content.bytes.push_back(static_cast<Byte>(byte));
  RootSignatureBlobCase value;
  value.content = std::move(content);
  return value;
}

}  // namespace d3d12fuzz::root_signature_blob
