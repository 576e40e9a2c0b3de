#include "domains/root_signature/cpp_body.h"
#include "domains/root_signature/cpp_conduct.h"
#include "domains/root_signature/cpp_main.h"
#include "domains/root_signature/cpp_observables.h"

namespace d3d12fuzz::root_signature {
namespace {

constexpr std::string_view kComHelpers = R"(
// Calls method `slot` of a COM object's table.
template <class Result, class... Arguments>
Result method(void* object, int slot, Arguments... arguments) {
  using Method = Result(CONVENTION*)(void*, Arguments...);
  return reinterpret_cast<Method>((*static_cast<void***>(object))[slot])(object, arguments...);
}
)";

constexpr std::string_view kGetBlob = R"(  if (FAILED(hr) || !blob) return 2;
  const void* bytes = method<void*>(blob, 3);             // ID3DBlob::GetBufferPointer
  const std::size_t size = method<std::size_t>(blob, 4);  // ID3DBlob::GetBufferSize
)";

constexpr std::string_view kDeserialize =
    R"(  using CreateDeserializer = HRESULT(CONVENTION*)(const void*, std::size_t, const GUID&, void**);
  auto create_deserializer = reinterpret_cast<CreateDeserializer>(
      entry_point(library, "D3D12CreateVersionedRootSignatureDeserializer"));
  if (!create_deserializer) return 2;
  void* deserializer = nullptr;
  // IID_ID3D12VersionedRootSignatureDeserializer
  const GUID iid = {0x7f91ce67, 0x090c, 0x4bb7, {0xb7, 0x8e, 0xed, 0x8f, 0xf2, 0xe3, 0x1d, 0xa0}};
  hr = create_deserializer(bytes, size, iid, &deserializer);
)";

constexpr std::string_view kCreate =
    R"(  using CreateDevice = HRESULT(CONVENTION*)(void*, D3D_FEATURE_LEVEL, const GUID&, void**);
  auto create_device = reinterpret_cast<CreateDevice>(entry_point(library, "D3D12CreateDevice"));
  if (!create_device) return 2;
  void* device = nullptr;
  // IID_ID3D12Device, IID_ID3D12RootSignature
  const GUID device_iid = {0x189819f1, 0x1db6, 0x4b57, {0xbe, 0x54, 0x18, 0x21, 0x33, 0x9b, 0x85, 0xf7}};
  const GUID signature_iid = {0xc54a6b66, 0x72df, 0x4ee8, {0x8b, 0xe5, 0xa9, 0x46, 0xa1, 0x42, 0x92, 0x14}};
  if (FAILED(create_device(nullptr, D3D_FEATURE_LEVEL_11_0, device_iid, &device))) return 2;
  void* signature = nullptr;
  // ID3D12Device::CreateRootSignature
  hr = method<HRESULT>(device, 16, 0u, bytes, size, &signature_iid, &signature);
)";

std::string_view serialize_function(const RootSignatureCase& value) {
  return value.serialization.serializer == Serializer::legacy ? "D3D12SerializeRootSignature"
                                                              : "D3D12SerializeVersionedRootSignature";
}

bool is_value(const Difference& difference, Field field) {
  return difference.kind == DifferenceKind::wrong_value && difference.key.field == static_cast<std::uint32_t>(field);
}

/// The desc and the call that serializes it, and in front of the latter what a fault of conduct is seen by.
std::string body_lines(const RootSignatureCase& value, const Difference& difference) {
  std::string text = to_cpp_body(value, CppInterface::d3d12);
  if (difference.kind == DifferenceKind::misconduct) {
    text.insert(text.rfind("  HRESULT hr = "), lines_before_call(*difference.conduct, value, CppInterface::d3d12));
  }
  return text;
}

/// The desc, and its serialization to `blob`.
std::string serialize_lines(const RootSignatureCase& value, const CppRequest& request) {
  // A refusal must leave the pointer as it was, whatever it was; else null shows that there is no blob.
  const bool sentinel = is_value(request.difference, Field::blob_written);
  const std::string arguments = value.serialization.serializer == Serializer::legacy
                                    ? "const D3D12_ROOT_SIGNATURE_DESC*, D3D_ROOT_SIGNATURE_VERSION"
                                    : "const D3D12_VERSIONED_ROOT_SIGNATURE_DESC*";
  return "  const char* library = argc > 1 ? argv[1] : \"" + std::string(request.default_library) +
         "\";\n  using Serialize = HRESULT(CONVENTION*)(" + arguments +
         ", void**, void**);\n  auto serialize = reinterpret_cast<Serialize>(entry_point(library, \"" +
         std::string(serialize_function(value)) +
         "\"));\n"
         "  if (!serialize) return 2;\n" +
         (sentinel ? "  char untouched = 0;\n  void* blob = &untouched;\n" : "  void* blob = nullptr;\n") +
         "  void* error = nullptr;\n\n" + body_lines(value, request.difference) + "\n";
}

/// Compares a value that the serializer gave.
std::string serialized_value_lines(const Difference& difference) {
  if (is_value(difference, Field::blob_written)) {
    return "  if (SUCCEEDED(hr)) return 2;\n" + value_lines("(blob != &untouched)", difference);
  }
  if (is_value(difference, Field::error_blob_set)) {
    return "  if (FAILED(hr)) return 2;\n" + value_lines("(error != nullptr)", difference);
  }
  std::string member = "size";
  if (is_value(difference, Field::blob_word))
    member = "word(bytes, size, " + std::to_string(difference.key.first) + ")";
  // Words 1 to 4 are the digest.
  if (is_value(difference, Field::blob_digest)) {
    member = "word(bytes, size, " + std::to_string(difference.key.first + 1) + ")";
  }
  return std::string(kGetBlob) + value_lines(member, difference);
}

}  // namespace

std::string com_helpers(bool ms_abi) {
  return "\n#if defined(__x86_64__) && !defined(_WIN32) && " + std::string(ms_abi ? "1" : "0") +
         "  // the library's calling convention\n"
         "#define CONVENTION __attribute__((ms_abi))\n"
         "#else\n"
         "#define CONVENTION WINAPI\n"
         "#endif\n"
         "#ifndef WINAPI\n"
         "#define WINAPI\n"
         "#endif\n" +
         std::string(kComHelpers);
}

std::string_view create_lines() { return kCreate; }

std::string verdict_lines(std::string_view call, const Difference& difference) {
  const DifferenceKind kind = difference.kind;
  if (kind == DifferenceKind::misconduct) return lines_after_call(*difference.conduct);
  if (kind == DifferenceKind::crash || kind == DifferenceKind::hang) {
    return "  std::printf(\"" + std::string(call) +
           " answered: 0x%08X\\n\", static_cast<unsigned>(hr));\n  return 0;\n";
  }
  const bool expect_failure = kind == DifferenceKind::rule_not_enforced;
  return "  std::printf(\"" + std::string(call) + ": 0x%08X, expected " + (expect_failure ? "a failure" : "success") +
         "\\n\", static_cast<unsigned>(hr));\n" + "  return " + (expect_failure ? "FAILED" : "SUCCEEDED") +
         "(hr) ? 0 : 1;\n";
}

std::string described_value_lines(const RootSignatureCase& value, const Difference& difference, Version version) {
  const std::string name = version == Version::v1_0 ? "1_0" : version == Version::v1_1 ? "1_1" : "1_2";
  return "  if (FAILED(hr)) return 2;\n"
         "  const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* back = nullptr;\n"
         "  // GetRootSignatureDescAtVersion\n"
         "  hr = method<HRESULT>(deserializer, 3, D3D_ROOT_SIGNATURE_VERSION_" +
         name +
         ", &back);\n"
         "  if (FAILED(hr) || !back) return 2;\n" +
         value_lines(official_member(value, difference.key), difference);
}

std::string d3d12_main(const RootSignatureCase& value, const CppRequest& request) {
  const Difference& difference = request.difference;
  const bool compares_value = difference.kind == DifferenceKind::wrong_value;
  const std::optional<Described> what = described(difference.key);
  std::string text = com_helpers(request.ms_abi);
  text += cpp_helpers();
  if (difference.kind == DifferenceKind::misconduct) text += conduct_helpers(*difference.conduct);
  text += "\nint main(int argc, char** argv) {\n" + serialize_lines(value, request);
  if (difference.stage == Stage::serialize) {
    return text +
           (compares_value ? serialized_value_lines(difference)
                           : verdict_lines(serialize_function(value), difference)) +
           "}\n";
  }
  text += kGetBlob;
  if (difference.stage == Stage::deserialize) {
    text += kDeserialize;
    return text +
           (compares_value && what ? described_value_lines(value, difference, what->version)
                                   : verdict_lines("D3D12CreateVersionedRootSignatureDeserializer", difference)) +
           "}\n";
  }
  text += create_lines();
  // D3D12 does not tell what it made of a root signature.
  if (compares_value) return text + "  return 2;\n}\n";
  return text + verdict_lines("ID3D12Device::CreateRootSignature", difference) + "}\n";
}

}  // namespace d3d12fuzz::root_signature
