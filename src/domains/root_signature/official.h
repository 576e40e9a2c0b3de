/// How the official headers call the members and the values of a case, as C++ text that can be read back.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

struct OfficialMember {
  std::string_view name;    ///< below the struct that holds it: "Descriptor.ShaderRegister"
  std::string_view type;    ///< of an enum; empty: it is a number
  std::string_view no_end;  ///< of a number: how 0xFFFFFFFF is written, if it has a name
};

/// The members behind a struct of a case, in the order of its description. Parameters include what all of them have.
std::span<const OfficialMember> official_members(const DescriptorRange&);
std::span<const OfficialMember> official_members(const RootConstants&);
std::span<const OfficialMember> official_members(const RootDescriptor&);
std::span<const OfficialMember> official_members(const UnknownParameter&);
std::span<const OfficialMember> official_members(const StaticSampler&);

/// The lookups of the candidate's interface; they have no enum types.
std::span<const OfficialMember> official_members(const RegisterLookup&);

inline constexpr OfficialMember kShaderVisibility = {"ShaderVisibility", "D3D12_SHADER_VISIBILITY", {}};

/// The initialiser of a member. Enum values without a name are written as `illegal<TYPE>(number)`, floats that a
/// decimal literal does not give exactly as `bits(number)`.
std::string official_text(const OfficialMember& member, const LeafMeaning& meaning, std::uint32_t value);

/// Reads what `official_text` writes.
std::optional<std::uint32_t> read_official(const OfficialMember& member, const LeafMeaning& meaning,
                                           std::string_view text);

template <Leaf T>
std::string official_text(const OfficialMember& member, T value) {
  return official_text(member, leaf_meaning(value), raw(value));
}

template <Leaf T>
bool read_official(const OfficialMember& member, std::string_view text, T& out) {
  const std::optional<std::uint32_t> value = read_official(member, leaf_meaning(out), text);
  if (value) out = static_cast<T>(*value);
  return value.has_value();
}

/// Whether the structs of a version have a member for this type.
template <Leaf T>
constexpr bool has_member(Version version) {
  if constexpr (std::is_same_v<T, RangeFlags> || std::is_same_v<T, RootDescriptorFlags>) {
    return version != Version::v1_0;
  } else if constexpr (std::is_same_v<T, SamplerFlags>) {
    return version == Version::v1_2;
  } else {
    return true;
  }
}

/// Calls `visit` with the official member and the leaf for each member that the structs of the version have.
template <class T, class Visitor>
void for_each_official_member(T& value, Version version, Visitor&& visit) {
  std::size_t next = 0;
  for_each_member<std::remove_const_t<T>>([&](auto member) {
    auto& leaf = value.*member.pointer;
    const OfficialMember& official = official_members(value)[next++];
    if (has_member<std::remove_cvref_t<decltype(leaf)>>(version)) visit(official, leaf);
  });
}

}  // namespace d3d12fuzz::root_signature
