#include "domains/root_signature_blob/case.h"

#include <algorithm>

namespace d3d12fuzz::root_signature_blob {
namespace {

/// What edits may refer to.
struct Referents {
  std::span<const root_signature::RootParameter> parameters;
  std::uint32_t parts = 1;
};

void limit(ByteCount& count) { count = static_cast<ByteCount>(std::min(raw(count), kMostBytes)); }
void limit(Extent& gap) { gap = static_cast<Extent>(std::min(raw(gap), kMostBytes)); }

/// Makes an index one of so many. \return whether there are any
bool refer(ElementIndex& index, std::size_t count) {
  if (count == 0) return false;
  index = static_cast<ElementIndex>(raw(index) % count);
  return true;
}

/// Makes an index that of a table: the next one that there is. \return whether there is any
bool refer_to_table(ElementIndex& index, std::span<const root_signature::RootParameter> parameters) {
  if (!refer(index, parameters.size())) return false;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::size_t at = (raw(index) + i) % parameters.size();
    if (!std::holds_alternative<root_signature::DescriptorTable>(parameters[at])) continue;
    index = static_cast<ElementIndex>(at);
    return true;
  }
  return false;
}

/// Repairs an edit. \return whether there is anything that it can refer to
struct RepairEdit {
  Referents& referents;

  bool operator()(SetWord& edit) const {
    if (!has_end(edit.word) && (edit.relation == Relation::end_plus || edit.relation == Relation::end_minus)) {
      edit.relation = Relation::number;
    }
    switch (owner_of(edit.word)) {
      case WordOwner::container:
        edit.index = ElementIndex{};
        return true;
      case WordOwner::part:
        return refer(edit.index, referents.parts);
      case WordOwner::parameter:
        return refer(edit.index, referents.parameters.size());
      case WordOwner::table:
        return refer_to_table(edit.index, referents.parameters);
    }
    return false;
  }
  bool operator()(MovePayload& edit) const {
    limit(edit.gap);
    return refer(edit.parameter, referents.parameters.size());
  }
  bool operator()(SharePayload& edit) const {
    limit(edit.distance);
    return refer(edit.parameter, referents.parameters.size()) && refer(edit.other, referents.parameters.size());
  }
  bool operator()(ExtraPart& edit) const {
    limit(edit.size);
    ++referents.parts;
    return true;
  }
  bool operator()(DuplicateRts0&) const {
    ++referents.parts;
    return true;
  }
  bool operator()(TruncatePart& edit) const { return limit(edit.bytes), true; }
  bool operator()(Truncate& edit) const { return limit(edit.bytes), true; }
  bool operator()(AppendBytes& edit) const { return limit(edit.bytes), true; }
};

void repair_signature(SerializedSignature& value) {
  root_signature::RootSignatureCase signature;
  signature.version = value.version;
  signature.parameters.swap(value.parameters);
  signature.static_samplers.swap(value.static_samplers);
  root_signature::repair(signature);
  value.parameters.swap(signature.parameters);
  value.static_samplers.swap(signature.static_samplers);
}

}  // namespace

WordOwner owner_of(Word word) {
  switch (word) {
    case Word::magic:
    case Word::container_version:
    case Word::total_size:
    case Word::part_count:
    case Word::version:
    case Word::num_parameters:
    case Word::parameters_offset:
    case Word::num_static_samplers:
    case Word::static_samplers_offset:
      return WordOwner::container;
    case Word::part_offset:
    case Word::part_name:
    case Word::part_size:
      return WordOwner::part;
    case Word::parameter_type:
    case Word::payload_offset:
      return WordOwner::parameter;
    case Word::num_descriptor_ranges:
    case Word::descriptor_ranges_offset:
      return WordOwner::table;
  }
  return WordOwner::container;
}

bool has_end(Word word) {
  switch (word) {
    case Word::magic:
    case Word::container_version:
    case Word::part_name:
    case Word::version:
    case Word::parameter_type:
      return false;
    case Word::total_size:
    case Word::part_count:
    case Word::part_offset:
    case Word::part_size:
    case Word::num_parameters:
    case Word::parameters_offset:
    case Word::num_static_samplers:
    case Word::static_samplers_offset:
    case Word::payload_offset:
    case Word::num_descriptor_ranges:
    case Word::descriptor_ranges_offset:
      return true;
  }
  return false;
}

void repair(RootSignatureBlobCase& value) {
  auto* signature = std::get_if<SerializedSignature>(&value.content);
  if (signature == nullptr) return;
  repair_signature(*signature);
  Referents referents{.parameters = signature->parameters};
  const RepairEdit repair_edit{referents};
  std::erase_if(signature->edits, [&](Edit& edit) { return !std::visit(repair_edit, edit); });
}

}  // namespace d3d12fuzz::root_signature_blob
