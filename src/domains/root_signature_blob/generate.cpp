#include "domains/root_signature_blob/generate.h"

#include <algorithm>

#include "domains/root_signature/generate.h"
#include "domains/root_signature_blob/assemble.h"
#include "domains/root_signature_blob/draw_edit.h"

namespace d3d12fuzz::root_signature_blob {
namespace {

using namespace root_signature;

Version draw_version(ChoiceSource& choices) {
  // What stops at version 1.1 refuses all of 1.2 (DT-095).
  const std::uint32_t number = choices.below(16);
  return number < 7 ? Version::v1_0 : number < 15 ? Version::v1_1 : Version::v1_2;
}

RootParameter draw_plain_parameter(ChoiceSource& choices, std::uint32_t index) {
  const auto at = static_cast<ShaderRegister>(8 * index);
  switch (choices.below(4)) {
    case 0:
      // Around the limit of the cost (DT-052) at times.
      if (choices.one_in(24)) {
        const auto count = static_cast<ConstantCount>(choices.between(62, 66));
        return RootConstants{.shader_register = at, .num_32bit_values = count};
      }
      return RootConstants{.shader_register = at,
                           .num_32bit_values = static_cast<ConstantCount>(choices.between(1, 4))};
    case 1: {
      const auto type = static_cast<RootDescriptorType>(choices.between(2, 4));
      return RootDescriptor{.descriptor_type = type, .shader_register = at};
    }
    default:
      break;
  }
  DescriptorTable table;
  const auto type = static_cast<RangeType>(choices.below(4));
  for (std::uint32_t r = choices.below(4); r > 0; --r) {
    table.descriptor_ranges.push_back({.range_type = type,
                                       .num_descriptors = static_cast<DescriptorCount>(choices.between(1, 2)),
                                       .base_shader_register = static_cast<ShaderRegister>(8 * index + 2 * r)});
  }
  return table;
}

/// A small legal root signature: what is wrong with the bytes is that of the edits alone.
void draw_plain_signature(ChoiceSource& choices, SerializedSignature& out) {
  out.version = draw_version(choices);
  out.flags = static_cast<RootSignatureFlags>(choices.one_in(4) ? 1u : 0u);
  out.parameters.clear();
  static constexpr std::uint8_t counts[] = {0, 1, 1, 1, 2, 2, 3, 4};
  const std::uint32_t count = choices.pick(counts);
  for (std::uint32_t p = 0; p < count; ++p) out.parameters.push_back(draw_plain_parameter(choices, p));
  out.static_samplers.clear();
  for (std::uint32_t s = choices.one_in(3) ? choices.between(1, 2) : 0; s > 0; --s) {
    out.static_samplers.push_back({.shader_register = static_cast<ShaderRegister>(100 + s)});
  }
}

std::uint32_t draw_edit_count(ChoiceSource& choices) {
  static constexpr std::uint8_t counts[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3};
  return choices.one_in(64) ? choices.between(4, 8) : choices.pick(counts);
}

void draw_signature(ChoiceSource& choices, SerializedSignature& out, Target& target) {
  RootSignatureCase drawn;
  root_signature::generate(choices, drawn);
  target = drawn.target;
  if (choices.one_in(3)) {
    out.version = drawn.version;
    out.flags = drawn.flags;
    out.parameters.swap(drawn.parameters);
    out.static_samplers.swap(drawn.static_samplers);
  } else {
    draw_plain_signature(choices, out);
  }
  out.edits.resize(draw_edit_count(choices));
  for (Edit& edit : out.edits) edit = draw_edit(choices, out);
  out.total_size = choices.one_in(12) ? TotalSizeForm::stale : TotalSizeForm::refreshed;
  out.digest = DigestForm::refreshed;
  if (choices.one_in(10)) out.digest = choices.one_in(3) ? DigestForm::zero : DigestForm::stale;
}

/// The bytes of a signature, some of them changed.
void draw_bytes(ChoiceSource& choices, const SerializedSignature& from, RawBytes& out) {
  std::vector<std::uint8_t> bytes = assemble(from);
  bytes.resize(std::min(bytes.size(), max_elements<Byte>));
  for (std::uint32_t i = choices.below(4); i > 0 && !bytes.empty(); --i) {
    static constexpr std::uint8_t values[] = {0, 1, 2, 3, 4, 0x7F, 0x80, 0xFF};
    const std::uint32_t at = choices.below(static_cast<std::uint32_t>(bytes.size()));
    bytes[at] =
        choices.one_in(2) ? choices.pick(values) : static_cast<std::uint8_t>(bytes[at] ^ 1u << choices.below(8));
  }
  if (choices.one_in(8)) bytes.resize(choices.below(static_cast<std::uint32_t>(bytes.size() + 1)));
  out.bytes.clear();
  for (const std::uint8_t byte : bytes) out.bytes.push_back(static_cast<Byte>(byte));
}

}  // namespace

void generate(ChoiceSource& choices, RootSignatureBlobCase& out) {
  if (!std::holds_alternative<SerializedSignature>(out.content)) out.content.emplace<SerializedSignature>();
  draw_signature(choices, std::get<SerializedSignature>(out.content), out.target);
  out.deserializer = choices.one_in(6) ? Deserializer::legacy : Deserializer::versioned;
  // A reader that goes too far is seen at a guard page alone.
  static constexpr ArrayPlacement placements[] = {ArrayPlacement::heap, ArrayPlacement::before_guard_page,
                                                  ArrayPlacement::before_guard_page, ArrayPlacement::read_only};
  out.placement = choices.pick(placements);
  repair(out);
  if (!choices.one_in(24)) return;
  RawBytes bytes;
  draw_bytes(choices, std::get<SerializedSignature>(out.content), bytes);
  out.content = std::move(bytes);
}

}  // namespace d3d12fuzz::root_signature_blob
