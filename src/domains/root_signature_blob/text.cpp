#include "domains/root_signature_blob/text.h"

#include "base/text.h"
#include "base/tree_json.h"
#include "domains/root_signature/hlsl.h"
#include "domains/root_signature_blob/assemble.h"

namespace d3d12fuzz::root_signature_blob {
namespace {

template <Leaf T>
std::string name_of_leaf(T leaf) {
  return leaf_text(leaf_meaning(leaf), raw(leaf));
}

std::string number_text(std::uint32_t number) { return number < 0x1000 ? std::to_string(number) : hex(number); }

std::string bytes_text(std::uint32_t count) { return std::to_string(count) + (count == 1 ? " byte" : " bytes"); }

std::string place_text(PartPlace place) {
  return place == PartPlace::front ? "in front of all others" : "behind all others";
}

/// An edit in the words of a comment.
struct EditText {
  std::string operator()(const SetWord& edit) const {
    const std::string index = std::to_string(raw(edit.index));
    std::string text = name_of_leaf(edit.word);
    switch (owner_of(edit.word)) {
      case WordOwner::container:
        break;
      case WordOwner::part:
        text += " of part " + index;
        break;
      case WordOwner::parameter:
      case WordOwner::table:
        text += " of parameter " + index;
        break;
    }
    const std::string number = number_text(raw(edit.number));
    switch (edit.relation) {
      case Relation::number:
        return text + " becomes " + number;
      case Relation::stored_plus:
        return text + " grows by " + number;
      case Relation::stored_minus:
        return text + " shrinks by " + number;
      case Relation::end_plus:
        return text + " becomes the most that there is room for, and " + number;
      case Relation::end_minus:
        return text + " becomes the most that there is room for, less " + number;
    }
    return text;
  }
  std::string operator()(const MovePayload& edit) const {
    return "the payload of parameter " + std::to_string(raw(edit.parameter)) + " moves " + bytes_text(raw(edit.gap)) +
           " behind the end of the part";
  }
  std::string operator()(const SharePayload& edit) const {
    return "parameter " + std::to_string(raw(edit.parameter)) + " points " + bytes_text(raw(edit.distance)) +
           " into the payload of parameter " + std::to_string(raw(edit.other));
  }
  std::string operator()(const ExtraPart& edit) const {
    return "a part " + name_of_leaf(edit.name) + " of " + bytes_text(raw(edit.size)) + " " + name_of_leaf(edit.fill) +
           " comes " + place_text(edit.place);
  }
  std::string operator()(const DuplicateRts0& edit) const {
    return "a copy of part RTS0 with flags " + name_of_leaf(edit.flags) + " comes " + place_text(edit.place);
  }
  std::string operator()(const TruncatePart& edit) const {
    return "part RTS0 loses its last " + bytes_text(raw(edit.bytes));
  }
  std::string operator()(const Truncate& edit) const {
    return "the container loses its last " + bytes_text(raw(edit.bytes));
  }
  std::string operator()(const AppendBytes& edit) const {
    return bytes_text(raw(edit.bytes)) + " " + name_of_leaf(edit.fill) + " come behind the container";
  }
};

std::string text_of(const SerializedSignature& value) {
  std::string text = root_signature::to_hlsl(signature_of(value));
  text += value.edits.empty() ? "// serialized\n" : "// serialized; then\n";
  for (const Edit& edit : value.edits) text += "//   " + std::visit(EditText{}, edit) + "\n";
  if (value.total_size == TotalSizeForm::stale) text += "// the total size is that before the edits\n";
  switch (value.digest) {
    case DigestForm::refreshed:
      break;
    case DigestForm::stale:
      text += "// the digest is that before the edits\n";
      break;
    case DigestForm::zero:
      text += "// the digest is zero\n";
      break;
  }
  return text;
}

std::string text_of(const RawBytes& value) {
  constexpr std::size_t per_line = 32;
  std::string text = "// " + bytes_text(static_cast<std::uint32_t>(value.bytes.size())) + "\n";
  for (std::size_t i = 0; i < value.bytes.size(); ++i) {
    constexpr char digits[] = "0123456789abcdef";
    const std::uint8_t byte = raw(value.bytes[i]);
    if (i % per_line == 0) text += (i == 0 ? "//   " : "\n//   ");
    text += digits[byte >> 4];
    text += digits[byte & 15];
    if (i % 4 == 3 && i % per_line != per_line - 1 && i + 1 < value.bytes.size()) text += ' ';
  }
  return value.bytes.empty() ? text : text + "\n";
}

}  // namespace

std::string to_text(const RootSignatureBlobCase& value) {
  std::string text = std::visit([](const auto& content) { return text_of(content); }, value.content);
  if (value.deserializer == Deserializer::legacy) text += "// read by D3D12CreateRootSignatureDeserializer\n";
  text += root_signature::target_text(value.target);
  switch (value.placement) {
    case root_signature::ArrayPlacement::heap:
      break;
    case root_signature::ArrayPlacement::before_guard_page:
      text += "// the bytes end at an inaccessible page\n";
      break;
    case root_signature::ArrayPlacement::read_only:
      text += "// the bytes are read-only and end at an inaccessible page\n";
      break;
  }
  return text;
}

}  // namespace d3d12fuzz::root_signature_blob
