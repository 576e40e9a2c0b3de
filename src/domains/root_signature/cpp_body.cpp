#include "domains/root_signature/cpp_body.h"

#include <algorithm>

#include "base/text.h"
#include "domains/root_signature/official.h"

namespace d3d12fuzz::root_signature {
namespace {

/// The numbers in which the names of official structs end.
struct Suffixes {
  std::string_view parameter;  ///< of parameters and ranges
  std::string_view sampler;
};

Suffixes suffixes(Version version) {
  return {version == Version::v1_0 ? "" : "1", version == Version::v1_2 ? "1" : ""};
}

std::string element(std::string_view array, std::size_t index) {
  return "  " + std::string(array) + "[" + std::to_string(index) + "].";
}

std::string assignment(const std::string& target, const std::string& value) { return target + " = " + value + ";\n"; }

template <class T>
std::string assignments(const std::string& target, const T& value, Version version) {
  std::string text;
  for_each_official_member(value, version, [&](const OfficialMember& member, auto leaf) {
    text += assignment(target + std::string(member.name), official_text(member, leaf));
  });
  return text;
}

/// One element of an array's initialiser.
template <class T>
std::string row(const T& value, Version version) {
  std::string text;
  for_each_official_member(value, version, [&](const OfficialMember& member, auto leaf) {
    text += (text.empty() ? "      {" : ", ") + official_text(member, leaf);
  });
  return text + "},\n";
}

/// A comment that names the columns of the rows.
template <class T>
std::string heading(Version version) {
  std::string text;
  const T any;
  for_each_official_member(any, version, [&](const OfficialMember& member, auto) {
    text += (text.empty() ? "      // " : ", ") + std::string(member.name);
  });
  return text + "\n";
}

std::string clear_text(const RootSignatureCase& value, std::string_view variable) {
  const std::uint32_t bytes[] = {0x00, 0x55, 0xAA};
  return "  std::memset(static_cast<void*>(&" + std::string(variable) + "), " +
         hex(bytes[raw(value.lowering.dead_bytes)]) + ", sizeof(" + std::string(variable) + "));\n";
}

/// An array whose elements are assigned later.
std::string declaration(const std::string& type, std::string_view name, std::size_t count) {
  return "  " + type + " " + std::string(name) + "[" + std::to_string(count) + "];\n";
}

std::string pointer_text(std::string_view array, std::size_t count, const RootSignatureCase& value,
                         const std::string& type) {
  if (count != 0) return std::string(array);
  if (value.lowering.empty_array == EmptyArray::null) return "nullptr";
  return "reinterpret_cast<const " + type + "*>(8)";
}

std::string parameter_text(const RootSignatureCase& value, std::size_t index) {
  const std::string target = element("parameters", index);
  const std::string type = target + "ParameterType = D3D12_ROOT_PARAMETER_TYPE_";
  const RootParameter& parameter = value.parameters[index];
  if (const auto* table = std::get_if<DescriptorTable>(&parameter)) {
    const std::size_t count = table->descriptor_ranges.size();
    return type + "DESCRIPTOR_TABLE;\n" +
           assignment(target + "DescriptorTable.NumDescriptorRanges", std::to_string(count)) +
           assignment(target + "DescriptorTable.pDescriptorRanges",
                      pointer_text("ranges" + std::to_string(index), count, value,
                                   "D3D12_DESCRIPTOR_RANGE" + std::string(suffixes(value.version).parameter))) +
           assignment(target + "ShaderVisibility", official_text(kShaderVisibility, table->shader_visibility));
  }
  if (const auto* constants = std::get_if<RootConstants>(&parameter)) {
    return type + "32BIT_CONSTANTS;\n" + assignments(target, *constants, value.version);
  }
  if (const auto* descriptor = std::get_if<RootDescriptor>(&parameter)) {
    return assignments(target, *descriptor, value.version);
  }
  return assignments(target, std::get<UnknownParameter>(parameter), value.version);
}

std::string desc_text(const RootSignatureCase& value) {
  const OfficialMember version = {{}, "D3D_ROOT_SIGNATURE_VERSION", {}};
  const OfficialMember flags = {{}, "D3D12_ROOT_SIGNATURE_FLAGS", {}};
  const std::string_view members[] = {"Desc_1_0.", "Desc_1_1.", "Desc_1_2."};
  const std::string desc = "  desc." + std::string(members[raw(value.version) - raw(Version::v1_0)]);
  const auto [parameter, sampler] = suffixes(value.version);
  return "  D3D12_VERSIONED_ROOT_SIGNATURE_DESC desc;\n" + clear_text(value, "desc") +
         assignment("  desc.Version", official_text(version, value.version)) +
         assignment(desc + "NumParameters", std::to_string(value.parameters.size())) +
         assignment(desc + "pParameters", pointer_text("parameters", value.parameters.size(), value,
                                                       "D3D12_ROOT_PARAMETER" + std::string(parameter))) +
         assignment(desc + "NumStaticSamplers", std::to_string(value.static_samplers.size())) +
         assignment(desc + "pStaticSamplers", pointer_text("static_samplers", value.static_samplers.size(), value,
                                                           "D3D12_STATIC_SAMPLER_DESC" + std::string(sampler))) +
         assignment(desc + "Flags", official_text(flags, value.flags));
}

std::string call_text(const Serialization& serialization) {
  if (serialization.serializer == Serializer::versioned) return "  HRESULT hr = serialize(&desc, &blob, &error);\n";
  const OfficialMember version = {{}, "D3D_ROOT_SIGNATURE_VERSION", {}};
  return "  HRESULT hr = serialize(&desc.Desc_1_0, " +
         official_text(version, static_cast<Version>(raw(serialization.legacy_version))) + ", &blob, &error);\n";
}

std::string input_text(const RootSignatureCase& value) {
  std::string text;
  if (!value.lookups.empty()) {
    text += "  const d3d12fuzz_lookup lookups[] = {\n" + heading<RegisterLookup>(value.version);
    for (const RegisterLookup& lookup : value.lookups) text += row(lookup, value.version);
    text += "  };\n";
  }
  const OfficialMember serializer = {{}, "D3D12FUZZ_SERIALIZER", {}};
  const OfficialMember platform = {{}, "D3D12FUZZ_PLATFORM", {}};
  text += "  d3d12fuzz_root_signature_input input = {};\n  input.desc = &desc;\n";
  if (!value.lookups.empty()) text += "  input.lookups = lookups;\n";
  text += assignment("  input.num_lookups", std::to_string(value.lookups.size()));
  text += assignment("  input.serializer", official_text(serializer, value.serialization.serializer));
  text += assignment("  input.legacy_version", official_text({}, value.serialization.legacy_version));
  text += assignment("  input.observe_blob", official_text({}, value.serialization.observe_blob));
  text += assignment("  input.platform", official_text(platform, value.target.platform));
  text += assignment("  input.resource_binding_tier", official_text({}, value.target.resource_binding_tier));
  return text;
}

}  // namespace

std::string to_cpp_body(const RootSignatureCase& value, CppInterface through) {
  const auto [parameter, sampler] = suffixes(value.version);
  std::string text;
  for (std::size_t p = 0; p < value.parameters.size(); ++p) {
    const std::span<const DescriptorRange> ranges = ranges_of(value.parameters[p]);
    if (ranges.empty()) continue;
    text += "  const D3D12_DESCRIPTOR_RANGE" + std::string(parameter) + " ranges" + std::to_string(p) + "[] = {\n" +
            heading<DescriptorRange>(value.version);
    for (const DescriptorRange& range : ranges) text += row(range, value.version);
    text += "  };\n";
  }
  if (!value.parameters.empty()) {
    text += declaration("D3D12_ROOT_PARAMETER" + std::string(parameter), "parameters", value.parameters.size()) +
            clear_text(value, "parameters");
  }
  for (std::size_t p = 0; p < value.parameters.size(); ++p) text += parameter_text(value, p);
  if (!value.static_samplers.empty()) {  // which have neither padding nor unions
    text += declaration("D3D12_STATIC_SAMPLER_DESC" + std::string(sampler), "static_samplers",
                        value.static_samplers.size());
  }
  for (std::size_t s = 0; s < value.static_samplers.size(); ++s) {
    text += assignments(element("static_samplers", s), value.static_samplers[s], value.version);
  }
  text += desc_text(value);
  return text + (through == CppInterface::d3d12 ? call_text(value.serialization) : input_text(value));
}

RootSignatureCase said_by_cpp_body(RootSignatureCase value, CppInterface through) {
  value.lowering.array_placement = ArrayPlacement::heap;
  const bool has_empty_array =
      value.parameters.empty() || value.static_samplers.empty() ||
      std::any_of(value.parameters.begin(), value.parameters.end(), [](const RootParameter& parameter) {
        return std::holds_alternative<DescriptorTable>(parameter) && ranges_of(parameter).empty();
      });
  if (!has_empty_array) value.lowering.empty_array = EmptyArray::null;
  if (through == CppInterface::d3d12) {
    value.lookups.clear();
    value.serialization.observe_blob = ObserveBlob::no;
    value.target = {};
  }
  return value;
}

}  // namespace d3d12fuzz::root_signature
