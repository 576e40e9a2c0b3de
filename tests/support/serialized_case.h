/// Cases of serialized root signatures for tests.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "domains/root_signature_blob/case.h"
#include "domains/root_signature_blob/import_bytes.h"
#include "support/notation.h"

namespace d3d12fuzz::test {

/// A root signature in the notation of the catalogue, serialized and edited. Its target is that of the case.
inline root_signature_blob::RootSignatureBlobCase serialized(std::string_view text,
                                                             std::vector<root_signature_blob::Edit> edits = {}) {
  root_signature_blob::RootSignatureBlobCase value = root_signature_blob::serialized_case(notation(text));
  std::get<root_signature_blob::SerializedSignature>(value.content).edits = std::move(edits);
  return value;
}

inline root_signature_blob::SerializedSignature& signature_in(root_signature_blob::RootSignatureBlobCase& value) {
  return std::get<root_signature_blob::SerializedSignature>(value.content);
}

/// Bytes as they are.
inline root_signature_blob::RootSignatureBlobCase raw_bytes(const std::vector<std::uint8_t>& bytes) {
  root_signature_blob::RawBytes content;
  for (const std::uint8_t byte : bytes) content.bytes.push_back(static_cast<root_signature_blob::Byte>(byte));
  root_signature_blob::RootSignatureBlobCase value;
  value.content = std::move(content);
  return value;
}

/// The edit of a word, written short.
inline root_signature_blob::SetWord set(root_signature_blob::Word word, std::uint32_t number, std::uint32_t index = 0) {
  return {.word = word,
          .index = root_signature_blob::ElementIndex{index},
          .relation = root_signature_blob::Relation::number,
          .number = root_signature_blob::WordNumber{number}};
}

inline root_signature_blob::SetWord set(root_signature_blob::Word word, root_signature_blob::Relation relation,
                                        std::uint32_t number, std::uint32_t index = 0) {
  root_signature_blob::SetWord edit = set(word, number, index);
  edit.relation = relation;
  return edit;
}

}  // namespace d3d12fuzz::test
