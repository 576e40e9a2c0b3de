#include "domains/root_signature/official.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <locale>
#include <sstream>

#include "base/text.h"

namespace d3d12fuzz::root_signature {
namespace {

constexpr std::string_view kLargestFloat = "D3D12_FLOAT32_MAX";
constexpr std::uint32_t kLargestFloatBits = 0x7F7FFFFF;

/// `D3D12_ROOT_SIGNATURE_FLAGS` has enumerators `D3D12_ROOT_SIGNATURE_FLAG_…`; a dot in a name of ours is a `_`.
std::string enumerator(const OfficialMember& member, const LeafMeaning& meaning, std::string_view name) {
  std::string text(member.type);
  if (meaning.kind == LeafKind::flags) text.pop_back();
  text += "_" + std::string(name);
  std::replace(text.begin(), text.end(), '.', '_');
  return text;
}

std::string enum_text(const OfficialMember& member, const LeafMeaning& meaning, std::uint32_t value) {
  if (meaning.kind == LeafKind::flags && value == 0) return enumerator(member, meaning, "NONE");
  if (const NamedValue* named = find_name(meaning, value)) return enumerator(member, meaning, named->name);
  return "illegal<" + std::string(member.type) + ">(" + hex(value) + ")";
}

std::string real_text(std::uint32_t bits) {
  if (bits == kLargestFloatBits) return std::string(kLargestFloat);
  const auto value = std::bit_cast<float>(bits);
  // Of zeros the sign is easily overlooked, of denormals compilers warn.
  if (bits != 0 && !std::isnormal(value)) return "bits(" + hex(bits) + ")";
  std::array<char, 32> digits;
  std::string text(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + "f";
}

/// Small numbers in decimal, those that only make sense bit by bit in hexadecimal.
std::string number_text(std::uint32_t value) { return value < 0x10000 ? std::to_string(value) : hex(value); }

std::optional<std::uint32_t> read_number(std::string_view text) {
  const int base = text.starts_with("0x") ? 16 : 10;
  if (base == 16) text.remove_prefix(2);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The number in `HEAD(number)`.
std::optional<std::uint32_t> read_call(std::string_view text, std::string_view head) {
  if (!text.starts_with(head) || !text.ends_with(')')) return std::nullopt;
  text.remove_prefix(head.size());
  text.remove_suffix(1);
  return read_number(text);
}

std::optional<std::uint32_t> read_enum(const OfficialMember& member, const LeafMeaning& meaning,
                                       std::string_view text) {
  if (text.starts_with("illegal<")) return read_call(text, "illegal<" + std::string(member.type) + ">(");
  if (meaning.kind == LeafKind::flags && text == enumerator(member, meaning, "NONE")) return 0;
  for (const NamedValue& named : meaning.names) {
    if (text == enumerator(member, meaning, named.name)) return static_cast<std::uint32_t>(named.value);
  }
  return std::nullopt;
}

std::optional<std::uint32_t> read_real(std::string_view text) {
  if (text == kLargestFloat) return kLargestFloatBits;
  if (text.starts_with("bits(")) return read_call(text, "bits(");
  if (!text.ends_with('f')) return std::nullopt;
  text.remove_suffix(1);
  // As a compiler reads it; not every library has from_chars for floats.
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  float value = 0;
  if (!(stream >> value) || stream.peek() != std::istringstream::traits_type::eof()) return std::nullopt;
  return std::bit_cast<std::uint32_t>(value);
}

}  // namespace

std::span<const OfficialMember> official_members(const DescriptorRange&) {
  static constexpr OfficialMember members[] = {
      {"RangeType", "D3D12_DESCRIPTOR_RANGE_TYPE", {}},
      {"NumDescriptors", {}, "UINT_MAX"},
      {"BaseShaderRegister", {}, {}},
      {"RegisterSpace", {}, {}},
      {"Flags", "D3D12_DESCRIPTOR_RANGE_FLAGS", {}},
      {"OffsetInDescriptorsFromTableStart", {}, "D3D12_DESCRIPTOR_RANGE_OFFSET_APPEND"}};
  return members;
}

std::span<const OfficialMember> official_members(const RootConstants&) {
  static constexpr OfficialMember members[] = {{"Constants.ShaderRegister", {}, {}},
                                               {"Constants.RegisterSpace", {}, {}},
                                               {"Constants.Num32BitValues", {}, {}},
                                               kShaderVisibility};
  return members;
}

std::span<const OfficialMember> official_members(const RootDescriptor&) {
  static constexpr OfficialMember members[] = {{"ParameterType", "D3D12_ROOT_PARAMETER_TYPE", {}},
                                               {"Descriptor.ShaderRegister", {}, {}},
                                               {"Descriptor.RegisterSpace", {}, {}},
                                               {"Descriptor.Flags", "D3D12_ROOT_DESCRIPTOR_FLAGS", {}},
                                               kShaderVisibility};
  return members;
}

std::span<const OfficialMember> official_members(const UnknownParameter&) {
  static constexpr OfficialMember members[] = {{"ParameterType", "D3D12_ROOT_PARAMETER_TYPE", {}}, kShaderVisibility};
  return members;
}

std::span<const OfficialMember> official_members(const StaticSampler&) {
  static constexpr OfficialMember members[] = {{"Filter", "D3D12_FILTER", {}},
                                               {"AddressU", "D3D12_TEXTURE_ADDRESS_MODE", {}},
                                               {"AddressV", "D3D12_TEXTURE_ADDRESS_MODE", {}},
                                               {"AddressW", "D3D12_TEXTURE_ADDRESS_MODE", {}},
                                               {"MipLODBias", {}, {}},
                                               {"MaxAnisotropy", {}, {}},
                                               {"ComparisonFunc", "D3D12_COMPARISON_FUNC", {}},
                                               {"BorderColor", "D3D12_STATIC_BORDER_COLOR", {}},
                                               {"MinLOD", {}, {}},
                                               {"MaxLOD", {}, {}},
                                               {"ShaderRegister", {}, {}},
                                               {"RegisterSpace", {}, {}},
                                               kShaderVisibility,
                                               {"Flags", "D3D12_SAMPLER_FLAGS", {}}};
  return members;
}

std::span<const OfficialMember> official_members(const RegisterLookup&) {
  static constexpr OfficialMember members[] = {
      {"register_class", {}, {}}, {"shader_register", {}, {}}, {"register_space", {}, {}}, {"shader_stage", {}, {}}};
  return members;
}

std::string official_text(const OfficialMember& member, const LeafMeaning& meaning, std::uint32_t value) {
  if (!member.type.empty()) return enum_text(member, meaning, value);
  if (meaning.kind == LeafKind::real) return real_text(value);
  if (value == 0xFFFFFFFF && !member.no_end.empty()) return std::string(member.no_end);
  return number_text(value);
}

std::optional<std::uint32_t> read_official(const OfficialMember& member, const LeafMeaning& meaning,
                                           std::string_view text) {
  if (!member.type.empty()) return read_enum(member, meaning, text);
  if (meaning.kind == LeafKind::real) return read_real(text);
  if (!member.no_end.empty() && text == member.no_end) return 0xFFFFFFFF;
  return read_number(text);
}

}  // namespace d3d12fuzz::root_signature
