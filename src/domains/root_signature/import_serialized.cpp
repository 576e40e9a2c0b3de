#include "domains/root_signature/import_serialized.h"

#include <algorithm>
#include <tuple>

#include "base/error.h"
#include "base/little_endian.h"
#include "domains/root_signature/read_serialized.h"
#include "domains/root_signature/serialized_layout.h"

namespace d3d12fuzz::root_signature {
namespace {

std::string complaint(const SerializedRefusal& refusal) {
  return "at byte " + std::to_string(refusal.at) + ": found " + refusal.found + ", expected " + refusal.expected;
}

[[noreturn]] void refuse(std::string_view name, std::uint64_t at, std::string found, std::string expected) {
  throw InputError(std::string(name) + ": " + complaint({{}, at, std::move(found), std::move(expected)}));
}

/// What the reader lets pass but does not stand in a container that any tool wrote.
void check_container(std::span<const std::uint8_t> bytes, std::span<const SerializedPart> parts,
                     std::string_view name) {
  const std::uint32_t total = load_word(bytes, layout::kTotalSizeAt);
  if (total != bytes.size()) {
    refuse(name, layout::kTotalSizeAt, std::to_string(total) + " bytes in all", std::to_string(bytes.size()));
  }
  std::uint64_t end = layout::kPartOffsetsAt + 4 * parts.size();
  bool found = false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].at < end) {
      refuse(name, layout::kPartOffsetsAt + 4 * i, "part offset " + std::to_string(parts[i].at),
             "at least " + std::to_string(end) + ", behind what is in front of it");
    }
    end = std::uint64_t{parts[i].at} + layout::kPartHeader + parts[i].size;
    if (parts[i].name != layout::kPartName) continue;
    if (found) refuse(name, parts[i].at, "another part named \"RTS0\"", "one");
    found = true;
  }
}

std::string hex_digits(std::uint64_t value, int digits) {
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) text += "0123456789abcdef"[value >> shift & 15];
  return text;
}

}  // namespace

RootSignatureCase import_serialized(std::span<const std::uint8_t> bytes, std::string_view name) {
  SerializedReading reading = read_serialized(bytes);
  if (!reading.signature) throw InputError(std::string(name) + ": " + complaint(reading.refusals.back()));
  check_container(bytes, reading.parts, name);
  return *std::move(reading.signature);
}

std::string annotated(std::span<const std::uint8_t> bytes) {
  std::vector<SerializedField> fields;
  const SerializedReading reading = read_serialized(bytes, &fields);
  std::sort(fields.begin(), fields.end(), [](const SerializedField& a, const SerializedField& b) {
    return std::tie(a.at, a.name) < std::tie(b.at, b.name);
  });
  std::size_t width = 0;
  for (const SerializedField& field : fields) width = std::max(width, field.name.size());
  std::string text;
  for (const SerializedField& field : fields) {
    text += hex_digits(field.at, 6) + " ";
    for (std::uint32_t i = 0; i < field.size; ++i) text += (i % 4 == 0 ? " " : "") + hex_digits(bytes[field.at + i], 2);
    if (field.size == 4) text += std::string(27, ' ');  // as wide as a digest
    text += "  " + field.name + std::string(width - field.name.size(), ' ') + "  " + field.value + "\n";
  }
  if (!reading.signature) text += complaint(reading.refusals.back()) + "\n";
  return text;
}

}  // namespace d3d12fuzz::root_signature
