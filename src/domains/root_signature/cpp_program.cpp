#include "domains/root_signature/cpp_program.h"

#include <stdexcept>

#include "base/text.h"
#include "domains/root_signature/cpp_body.h"
#include "domains/root_signature/observables.h"

namespace d3d12fuzz::root_signature {
namespace {

std::string comment(std::string_view lines) {
  std::string text;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    std::string line(lines.substr(0, end));
    for (char& c : line) {
      // What a file said must not end the comment.
      if (static_cast<unsigned char>(c) < 0x20 || c == '\\') c = '?';
    }
    text += line.empty() ? "//\n" : "// " + line + "\n";
    if (end == std::string_view::npos) break;
    lines.remove_prefix(end + 1);
  }
  return text;
}

constexpr std::string_view kIncludes = R"(
#ifdef _WIN32
#include <windows.h>
#include <directx/d3d12.h>
#else
#include <wsl/winadapter.h>
#include <directx/d3d12.h>
#include <dlfcn.h>
#endif
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstring>
)";

constexpr std::string_view kHelpers = R"(
// A value that the enum does not have, put in byte by byte.
template <class Enum>
Enum illegal(std::uint32_t value) {
  Enum result;
  std::memcpy(&result, &value, sizeof(result));
  return result;
}

static void* entry_point(const char* library, const char* name) {
#ifdef _WIN32
  HMODULE module = LoadLibraryA(library);
  void* entry = module ? reinterpret_cast<void*>(GetProcAddress(module, name)) : nullptr;
#else
  void* module = dlopen(library, RTLD_NOW);
  void* entry = module ? dlsym(module, name) : nullptr;
#endif
  if (!entry) std::fprintf(stderr, "%s: no such library, or no %s in it\n", library, name);
  return entry;
}
)";

constexpr std::string_view kComHelpers = R"(
// Calls method `slot` of a COM object's table.
template <class Result, class... Arguments>
Result method(void* object, int slot, Arguments... arguments) {
  using Method = Result(CONVENTION*)(void*, Arguments...);
  return reinterpret_cast<Method>((*static_cast<void***>(object))[slot])(object, arguments...);
}
)";

bool is_description(ObservableKey key) { return key.field >= static_cast<std::uint16_t>(Field::description_1_0); }

/// The member behind a description field, as both the official structs and the candidate's have it.
struct DescriptionMember {
  bool version_1_0;
  DescriptionField field;
};

DescriptionMember description_member(ObservableKey key) {
  const bool version_1_0 = key.field < static_cast<std::uint16_t>(Field::description_1_1);
  const Field first = version_1_0 ? Field::description_1_0 : Field::description_1_1;
  return {version_1_0, static_cast<DescriptionField>(key.field - static_cast<std::uint16_t>(first))};
}

/// The position of a range among those of all tables.
std::size_t flat_range(const RootSignatureCase& value, ObservableKey key) {
  std::size_t index = key.second;
  for (std::size_t p = 0; p < key.first; ++p) index += value.parameters[p].descriptor_ranges.size();
  return index;
}

std::string official_member(ObservableKey key) {
  const auto [version_1_0, field] = description_member(key);
  const std::string desc = version_1_0 ? "back->Desc_1_0" : "back->Desc_1_1";
  const std::string parameter = desc + ".pParameters[" + std::to_string(key.first) + "]";
  const std::string range = parameter + ".DescriptorTable.pDescriptorRanges[" + std::to_string(key.second) + "]";
  switch (field) {
    case DescriptionField::flags:
      return desc + ".Flags";
    case DescriptionField::num_parameters:
      return desc + ".NumParameters";
    case DescriptionField::parameter_type:
      return parameter + ".ParameterType";
    case DescriptionField::shader_visibility:
      return parameter + ".ShaderVisibility";
    case DescriptionField::num_descriptor_ranges:
      return parameter + ".DescriptorTable.NumDescriptorRanges";
    case DescriptionField::range_type:
      return range + ".RangeType";
    case DescriptionField::num_descriptors:
      return range + ".NumDescriptors";
    case DescriptionField::base_shader_register:
      return range + ".BaseShaderRegister";
    case DescriptionField::register_space:
      return range + ".RegisterSpace";
    case DescriptionField::range_flags:
      return range + ".Flags";
    case DescriptionField::offset_in_descriptors_from_table_start:
      return range + ".OffsetInDescriptorsFromTableStart";
  }
  return {};
}

std::string candidate_member(const RootSignatureCase& value, ObservableKey key) {
  const std::string first = std::to_string(key.first);
  if (!is_description(key)) {
    switch (static_cast<Field>(key.field)) {
      case Field::cost:
        return "result.cost";
      case Field::table_size:
        return "table_sizes[" + first + "]";
      case Field::range_offset:
        return "range_offsets[" + std::to_string(flat_range(value, key)) + "]";
      case Field::lookup_parameter:
        return "(found[" + first + "].found ? found[" + first + "].parameter : UINT64_MAX)";
      case Field::lookup_slot:
        return "found[" + first + "].slot";
      case Field::description_1_0:
      case Field::description_1_1:
        break;
    }
    return {};
  }
  const auto [version_1_0, field] = description_member(key);
  const std::string parameter = (version_1_0 ? "parameters_1_0[" : "parameters_1_1[") + first + "].";
  const std::string range =
      (version_1_0 ? "ranges_1_0[" : "ranges_1_1[") + std::to_string(flat_range(value, key)) + "].";
  const std::string desc = version_1_0 ? "result.description_1_0." : "result.description_1_1.";
  switch (field) {
    case DescriptionField::flags:
      return desc + "flags";
    case DescriptionField::num_parameters:
      return desc + "num_parameters";
    case DescriptionField::parameter_type:
      return parameter + "parameter_type";
    case DescriptionField::shader_visibility:
      return parameter + "shader_visibility";
    case DescriptionField::num_descriptor_ranges:
      return parameter + "num_ranges";
    case DescriptionField::range_type:
      return range + "range_type";
    case DescriptionField::num_descriptors:
      return range + "num_descriptors";
    case DescriptionField::base_shader_register:
      return range + "base_shader_register";
    case DescriptionField::register_space:
      return range + "register_space";
    case DescriptionField::range_flags:
      return range + "flags";
    case DescriptionField::offset_in_descriptors_from_table_start:
      return range + "offset_in_descriptors_from_table_start";
  }
  return {};
}

/// "expected rejected" and the condition under which the difference shows, for a stage that answers `hr`.
std::string verdict_lines(std::string_view call, DifferenceKind kind) {
  if (kind == DifferenceKind::crash || kind == DifferenceKind::hang) {
    return "  std::printf(\"" + std::string(call) +
           " answered: 0x%08X\\n\", static_cast<unsigned>(hr));\n  return 0;\n";
  }
  const bool expect_failure = kind == DifferenceKind::rule_not_enforced;
  return "  std::printf(\"" + std::string(call) + ": 0x%08X, expected " + (expect_failure ? "a failure" : "success") +
         "\\n\", static_cast<unsigned>(hr));\n" + "  return " + (expect_failure ? "FAILED" : "SUCCEEDED") +
         "(hr) ? 0 : 1;\n";
}

std::string value_lines(const std::string& member, const Difference& difference) {
  return "  const std::uint64_t expected = " + hex(difference.expected) + ";\n" +
         "  std::uint64_t got = 0;\n"
         "  const auto member = " +
         member +
         ";\n"
         "  std::memcpy(&got, &member, sizeof(member));\n"
         "  std::printf(\"" +
         member +
         ": 0x%llX, expected 0x%llX\\n\", static_cast<unsigned long long>(got), "
         "static_cast<unsigned long long>(expected));\n"
         "  return got == expected ? 0 : 1;\n";
}

/// The calls up to the stage of the difference, through D3D12's own entry points.
std::string d3d12_main(const RootSignatureCase& value, const CppRequest& request) {
  const Difference& difference = request.difference;
  const bool last_is_serialize = difference.stage == Stage::serialize;
  std::string text;
  text +=
      "\n#if defined(__x86_64__) && !defined(_WIN32) && " + std::string(request.ms_abi ? "1" : "0") +
      "  // the library's calling convention\n#define CONVENTION __attribute__((ms_abi))\n#else\n#define CONVENTION "
      "WINAPI\n#endif\n#ifndef WINAPI\n#define WINAPI\n#endif\n";
  text += kHelpers;
  text += kComHelpers;
  text += "\nint main(int argc, char** argv) {\n" + to_cpp_body(value) + "\n";
  text += "  const char* library = argc > 1 ? argv[1] : \"" + std::string(request.default_library) + "\";\n";
  text +=
      "  using Serialize = HRESULT(CONVENTION*)(const D3D12_VERSIONED_ROOT_SIGNATURE_DESC*, void**, void**);\n"
      "  auto serialize = reinterpret_cast<Serialize>(entry_point(library, "
      "\"D3D12SerializeVersionedRootSignature\"));\n"
      "  if (!serialize) return 2;\n"
      "  void* blob = nullptr;\n"
      "  HRESULT hr = serialize(&desc, &blob, nullptr);\n";
  if (last_is_serialize) return text + verdict_lines("D3D12SerializeVersionedRootSignature", difference.kind) + "}\n";
  text +=
      "  if (FAILED(hr) || !blob) return 2;\n"
      "  const void* bytes = method<void*>(blob, 3);               // ID3DBlob::GetBufferPointer\n"
      "  const std::size_t size = method<std::size_t>(blob, 4);  // ID3DBlob::GetBufferSize\n";
  if (difference.stage == Stage::deserialize) {
    text +=
        "  using CreateDeserializer = HRESULT(CONVENTION*)(const void*, std::size_t, const GUID&, void**);\n"
        "  auto create_deserializer = reinterpret_cast<CreateDeserializer>(\n"
        "      entry_point(library, \"D3D12CreateVersionedRootSignatureDeserializer\"));\n"
        "  if (!create_deserializer) return 2;\n"
        "  void* deserializer = nullptr;\n"
        "  // IID_ID3D12VersionedRootSignatureDeserializer\n"
        "  const GUID iid = {0x7f91ce67, 0x090c, 0x4bb7, {0xb7, 0x8e, 0xed, 0x8f, 0xf2, 0xe3, 0x1d, 0xa0}};\n"
        "  hr = create_deserializer(bytes, size, iid, &deserializer);\n";
    if (difference.kind != DifferenceKind::wrong_value) {
      return text + verdict_lines("D3D12CreateVersionedRootSignatureDeserializer", difference.kind) + "}\n";
    }
    const bool version_1_0 = description_member(difference.key).version_1_0;
    text +=
        "  if (FAILED(hr)) return 2;\n"
        "  const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* back = nullptr;\n"
        "  // GetRootSignatureDescAtVersion\n"
        "  hr = method<HRESULT>(deserializer, 3, " +
        std::string(version_1_0 ? "D3D_ROOT_SIGNATURE_VERSION_1_0" : "D3D_ROOT_SIGNATURE_VERSION_1_1") +
        ", &back);\n"
        "  if (FAILED(hr)) return 2;\n";
    return text + value_lines(official_member(difference.key), difference) + "}\n";
  }
  text +=
      "  using CreateDevice = HRESULT(CONVENTION*)(void*, D3D_FEATURE_LEVEL, const GUID&, void**);\n"
      "  auto create_device = reinterpret_cast<CreateDevice>(entry_point(library, \"D3D12CreateDevice\"));\n"
      "  if (!create_device) return 2;\n"
      "  void* device = nullptr;\n"
      "  // IID_ID3D12Device, IID_ID3D12RootSignature\n"
      "  const GUID device_iid = {0x189819f1, 0x1db6, 0x4b57, {0xbe, 0x54, 0x18, 0x21, 0x33, 0x9b, 0x85, 0xf7}};\n"
      "  const GUID signature_iid = {0xc54a6b66, 0x72df, 0x4ee8, {0x8b, 0xe5, 0xa9, 0x46, 0xa1, 0x42, 0x92, 0x14}};\n"
      "  if (FAILED(create_device(nullptr, D3D_FEATURE_LEVEL_11_0, device_iid, &device))) return 2;\n"
      "  void* signature = nullptr;\n"
      "  // ID3D12Device::CreateRootSignature\n"
      "  hr = method<HRESULT>(device, 16, 0u, bytes, size, &signature_iid, &signature);\n";
  return text + verdict_lines("ID3D12Device::CreateRootSignature", difference.kind) + "}\n";
}

/// The same through the candidate's C interface, whose text becomes part of the program.
std::string candidate_main(const RootSignatureCase& value, const CppRequest& request) {
  const Difference& difference = request.difference;
  std::size_t range_count = 0;
  for (const RootParameter& parameter : value.parameters) range_count += parameter.descriptor_ranges.size();
  const std::string ranges = std::to_string(range_count + 1);
  const std::string parameters = std::to_string(value.parameters.size() + 1);
  std::string text = "\n" + std::string(request.candidate_header);
  text += kHelpers;
  text += "\nint main(int argc, char** argv) {\n" + to_cpp_body(value) + "\n";
  text +=
      "  if (argc < 2) return std::fprintf(stderr, \"usage: %s CANDIDATE.so [OPTIONS]\\n\", argv[0]), 2;\n"
      "  auto open = reinterpret_cast<d3d12fuzz_open_candidate_fn>(entry_point(argv[1], "
      "\"d3d12fuzz_open_candidate\"));\n"
      "  d3d12fuzz_candidate candidate = {};\n"
      "  if (!open || open(D3D12FUZZ_CANDIDATE_VERSION, argc > 2 ? argv[2] : \"\", &candidate) != 0) return 2;\n"
      "  if (!candidate.root_signature) return 2;\n"
      "  d3d12fuzz_progress progress = {};\n"
      "  std::uint64_t range_offsets[" +
      ranges + "] = {}, table_sizes[" + parameters +
      "] = {};\n"
      "  d3d12fuzz_lookup_result found[" +
      std::to_string(value.lookups.size() + 1) +
      "] = {};\n"
      "  d3d12fuzz_described_parameter parameters_1_0[" +
      parameters + "] = {}, parameters_1_1[" + parameters +
      "] = {};\n"
      "  d3d12fuzz_described_range ranges_1_0[" +
      ranges + "] = {}, ranges_1_1[" + ranges +
      "] = {};\n"
      "  d3d12fuzz_root_signature_input input = {&desc, " +
      (value.lookups.empty() ? "nullptr" : "lookups") + ", " + std::to_string(value.lookups.size()) +
      "};\n"
      "  d3d12fuzz_root_signature_result result = {&progress, 0, 0, range_offsets, table_sizes, found,\n"
      "      {0, 0, 0, " +
      parameters + ", " + ranges +
      ", parameters_1_0, ranges_1_0},\n"
      "      {0, 0, 0, " +
      parameters + ", " + ranges +
      ", parameters_1_1, ranges_1_1}};\n"
      "  candidate.root_signature(candidate.context, &input, &result);\n";
  if (difference.kind == DifferenceKind::wrong_value) {
    return text + value_lines(candidate_member(value, difference.key), difference) + "}\n";
  }
  const std::string stage = std::to_string(static_cast<int>(difference.stage));
  const bool expect_rejection = difference.kind == DifferenceKind::rule_not_enforced;
  return text + "  const std::uint32_t got = progress.stages[" + stage + "].status;\n" + "  std::printf(\"" +
         std::string(name_of(difference.stage)) + ": status %u, expected " +
         (expect_rejection ? "rejected (2)" : "accepted (1)") + "\\n\", got);\n" + "  return got == D3D12FUZZ_STATUS_" +
         (expect_rejection ? "ACCEPTED ? 1 : 0" : "REJECTED ? 1 : 0") + ";\n}\n";
}

}  // namespace

std::string to_cpp_program(const RootSignatureCase& value, const CppRequest& request) {
  // What the text says must be what the case is.
  RootSignatureCase said = value;
  said.lowering.array_placement = ArrayPlacement::heap;
  if (from_cpp_body(to_cpp_body(value)) != said) throw std::logic_error("emitted C++ does not give the case");

  const bool fatal =
      request.difference.kind == DifferenceKind::crash || request.difference.kind == DifferenceKind::hang;
  std::string text = comment(request.title);
  text += std::string(
              fatal ? "//\n// The fault takes the program down; 0 if it does not, 2 if it could not be tried. Linux:\n"
                    : "//\n// Exits with 1 if the fault shows, 0 if not, 2 if it could not be tried. Linux:\n") +
          "//   g++-12 -std=c++17 -isystem /usr/include/wsl/stubs THIS_FILE -ldl\n";
  if (value.lowering.array_placement != ArrayPlacement::heap) {
    text += "// The fault was seen with each array ending at an inaccessible page, which this program does not do.\n";
  }
  text += kIncludes;
  return text + (request.candidate_header.empty() ? d3d12_main(value, request) : candidate_main(value, request));
}

}  // namespace d3d12fuzz::root_signature
