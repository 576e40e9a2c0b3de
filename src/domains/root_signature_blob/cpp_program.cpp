#include "domains/root_signature_blob/cpp_program.h"

#include "base/error.h"
#include "domains/root_signature/cpp_main.h"
#include "domains/root_signature/cpp_observables.h"
#include "domains/root_signature/read_serialized.h"
#include "domains/root_signature_blob/assemble.h"
#include "domains/root_signature_blob/observables.h"

namespace d3d12fuzz::root_signature_blob {
namespace {

using root_signature::ArrayPlacement;
using root_signature::Described;
using root_signature::RootSignatureCase;
using root_signature::Version;

constexpr std::string_view kGuarded = R"(
#ifndef _WIN32
#include <sys/mman.h>
#include <unistd.h>
#endif

// A copy of bytes that ends where nothing can be read.
static const unsigned char* at_end_of_page(const unsigned char* bytes, std::size_t size) {
#ifdef _WIN32
  const std::size_t page = 4096, pages = (size + page) / page * page;
  auto* base = static_cast<unsigned char*>(VirtualAlloc(nullptr, pages + page, MEM_RESERVE, PAGE_NOACCESS));
  if (base) base = static_cast<unsigned char*>(VirtualAlloc(base, pages, MEM_COMMIT, PAGE_READWRITE));
  if (!base) return nullptr;
#else
  const std::size_t page = sysconf(_SC_PAGESIZE), pages = (size + page) / page * page;
  void* mapped = mmap(nullptr, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  auto* base = static_cast<unsigned char*>(mapped);
  mprotect(base + pages, page, PROT_NONE);
#endif
  return static_cast<const unsigned char*>(std::memcpy(base + pages - size, bytes, size));
}
)";

constexpr std::string_view kDeserializeVersioned =
    R"(  void* deserializer = nullptr;
  // IID_ID3D12VersionedRootSignatureDeserializer
  const GUID iid = {0x7f91ce67, 0x090c, 0x4bb7, {0xb7, 0x8e, 0xed, 0x8f, 0xf2, 0xe3, 0x1d, 0xa0}};
)";

constexpr std::string_view kDeserializeLegacy =
    R"(  void* deserializer = nullptr;
  // IID_ID3D12RootSignatureDeserializer
  const GUID iid = {0x34ab647b, 0x3cc8, 0x46ac, {0x84, 0x1b, 0xc0, 0x96, 0x56, 0x45, 0xc0, 0x46}};
)";

constexpr std::string_view kSerializeAgain =
    R"(  if (FAILED(hr)) return 2;
  using Serialize = HRESULT(CONVENTION*)(const D3D12_VERSIONED_ROOT_SIGNATURE_DESC*, void**, void**);
  auto serialize = reinterpret_cast<Serialize>(entry_point(library, "D3D12SerializeVersionedRootSignature"));
  if (!serialize) return 2;
  void* blob = nullptr;
  void* error = nullptr;
  hr = serialize(stored, &blob, &error);
  if (FAILED(hr) || !blob) return 2;
)";

// ID3DBlob::GetBufferPointer, ID3DBlob::GetBufferSize
constexpr std::string_view kAgain = "method<void*>(blob, 3)";
constexpr std::string_view kAgainSize = "method<std::size_t>(blob, 4)";

constexpr std::string_view kLimitMemory = R"(#ifdef __linux__
  // As where this was found: the bytes may ask for more memory than there is, and allocations of it fail.
  const rlimit limit = {1u << 28, 1u << 28};
  setrlimit(RLIMIT_DATA, &limit);
#endif
)";
constexpr std::string_view kLimitMemoryInclude = R"(#ifdef __linux__
#include <sys/resource.h>
#endif
)";

bool limits_memory(const CppRequest& request) {
  return request.candidate_header.empty() && request.difference.kind == DifferenceKind::crash;
}

bool is_legacy(const RootSignatureBlobCase& value) { return value.deserializer == Deserializer::legacy; }

std::string_view function_name(const RootSignatureBlobCase& value) {
  return is_legacy(value) ? "D3D12CreateRootSignatureDeserializer" : "D3D12CreateVersionedRootSignatureDeserializer";
}

/// Defines `bytes` and `size`.
std::string bytes_lines(const RootSignatureBlobCase& value, std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) return "  const unsigned char* bytes = nullptr;\n  const std::size_t size = 0;\n";
  const bool guarded = value.placement != ArrayPlacement::heap;
  constexpr std::size_t per_line = 16;
  std::string text = "  static const unsigned char " + std::string(guarded ? "content" : "bytes") + "[] = {";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    constexpr char digits[] = "0123456789abcdef";
    text += i % per_line == 0 ? "\n      " : " ";
    text += std::string("0x") + digits[bytes[i] >> 4] + digits[bytes[i] & 15] + ",";
  }
  text += "\n  };\n";
  if (!guarded) return text + "  const std::size_t size = sizeof(bytes);\n";
  return text +
         "  const std::size_t size = sizeof(content);\n"
         "  const unsigned char* bytes = at_end_of_page(content, size);\n"
         "  if (!bytes) return 2;\n";
}

/// The key of a value in the terms of domain root_signature.
ObservableKey as_of_signature(ObservableKey key) {
  constexpr auto blob_shift = static_cast<std::uint32_t>(root_signature::Field::blob_size);
  key.field += key.field < static_cast<std::uint32_t>(Field::description_1_0) ? blob_shift : kDescriptionShift;
  return key;
}

Difference as_of_signature(Difference difference) {
  difference.key = as_of_signature(difference.key);
  return difference;
}

/// The root signature that the bytes are, as far as they are one.
RootSignatureCase signature_in(std::span<const std::uint8_t> bytes) {
  return root_signature::read_serialized(bytes).signature.value_or(RootSignatureCase{});
}

/// Makes `stored` the description at the version that the bytes have.
std::string stored_lines(const RootSignatureBlobCase& value) {
  if (!is_legacy(value)) {
    return "  // GetUnconvertedRootSignatureDesc\n"
           "  const auto* stored = method<const D3D12_VERSIONED_ROOT_SIGNATURE_DESC*>(deserializer, 4);\n";
  }
  return "  // GetRootSignatureDesc\n"
         "  const auto* desc = method<const D3D12_ROOT_SIGNATURE_DESC*>(deserializer, 3);\n"
         "  D3D12_VERSIONED_ROOT_SIGNATURE_DESC versioned = {};\n"
         "  versioned.Version = D3D_ROOT_SIGNATURE_VERSION_1_0;\n"
         "  if (desc) versioned.Desc_1_0 = *desc;\n"
         "  const auto* stored = &versioned;\n";
}

/// Compares a value that the deserializer gave, or that follows from it.
std::string value_lines_of(const RootSignatureBlobCase& value, const Difference& difference,
                           std::span<const std::uint8_t> bytes) {
  const Difference of_signature = as_of_signature(difference);
  if (const auto what = root_signature::described(of_signature.key)) {
    const RootSignatureCase signature = signature_in(bytes);
    if (!is_legacy(value)) return root_signature::described_value_lines(signature, of_signature, what->version);
    return "  if (FAILED(hr)) return 2;\n" + stored_lines(value) + "  const auto* back = stored;\n" +
           root_signature::value_lines(root_signature::official_member(signature, of_signature.key), of_signature);
  }
  const auto word = [](std::size_t number) {
    return "word(" + std::string(kAgain) + ", " + std::string(kAgainSize) + ", " + std::to_string(number) + ")";
  };
  std::string member(kAgainSize);
  if (difference.key.field == static_cast<std::uint32_t>(Field::blob_word)) member = word(difference.key.first);
  // Words 1 to 4 are the digest.
  if (difference.key.field == static_cast<std::uint32_t>(Field::blob_digest)) member = word(difference.key.first + 1u);
  return "  if (FAILED(hr)) return 2;\n" + stored_lines(value) + std::string(kSerializeAgain) +
         root_signature::value_lines(member, of_signature);
}

std::string d3d12_main(const RootSignatureBlobCase& value, const CppRequest& request,
                       std::span<const std::uint8_t> bytes) {
  const Difference& difference = request.difference;
  const std::string name(function_name(value));
  std::string text = root_signature::com_helpers(request.ms_abi);
  text += root_signature::cpp_helpers();
  if (value.placement != ArrayPlacement::heap) text += kGuarded;
  text += "\nint main(int argc, char** argv) {\n  const char* library = argc > 1 ? argv[1] : \"" +
          std::string(request.default_library) + "\";\n" + bytes_lines(value, bytes) + "  HRESULT hr = S_OK;\n";
  if (limits_memory(request)) text += kLimitMemory;
  if (difference.stage == Stage::create) {
    text += root_signature::create_lines();
    return text + root_signature::verdict_lines("ID3D12Device::CreateRootSignature", difference) + "}\n";
  }
  text +=
      "  using CreateDeserializer = HRESULT(CONVENTION*)(const void*, std::size_t, const GUID&, void**);\n"
      "  auto create_deserializer = reinterpret_cast<CreateDeserializer>(entry_point(library, \"" +
      name + "\"));\n  if (!create_deserializer) return 2;\n";
  text += is_legacy(value) ? kDeserializeLegacy : kDeserializeVersioned;
  text += "  hr = create_deserializer(bytes, size, iid, &deserializer);\n";
  return text +
         (difference.kind == DifferenceKind::wrong_value ? value_lines_of(value, difference, bytes)
                                                         : root_signature::verdict_lines(name, difference)) +
         "}\n";
}

/// Defines `result` and the arrays behind it, with room for all that the case's bytes can describe.
std::string result_lines() {
  return "  constexpr std::uint32_t most = 4096, most_bytes = 1u << 18;\n"
         "  d3d12fuzz_progress progress = {};\n"
         "  struct Room {\n"
         "    d3d12fuzz_described_parameter parameters[most];\n"
         "    d3d12fuzz_described_range ranges[most];\n"
         "    d3d12fuzz_described_static_sampler static_samplers[most];\n"
         "  };\n"
         "  static Room room_1_0, room_1_1, room_1_2;\n"
         "  const auto description_in = [](Room& room) {\n"
         "    return d3d12fuzz_description{0,    0,    0,    0,\n"
         "                                 most, most, most, room.parameters, room.ranges, room.static_samplers};\n"
         "  };\n"
         "  static std::uint8_t blob[most_bytes];\n"
         "  d3d12fuzz_root_signature_blob_result result = {};\n"
         "  result.progress = &progress;\n"
         "  result.blob = blob;\n"
         "  result.blob_capacity = most_bytes;\n"
         "  result.description_1_0 = description_in(room_1_0);\n"
         "  result.description_1_1 = description_in(room_1_1);\n"
         "  result.description_1_2 = description_in(room_1_2);\n";
}

std::string candidate_main(const RootSignatureBlobCase& value, const CppRequest& request,
                           std::span<const std::uint8_t> bytes) {
  const Difference& difference = request.difference;
  std::string text = "\n" + std::string(request.candidate_header);
  text += root_signature::cpp_helpers();
  if (value.placement != ArrayPlacement::heap) text += kGuarded;
  text += "\nint main(int argc, char** argv) {\n" + bytes_lines(value, bytes) +
          "  d3d12fuzz_root_signature_blob_input input = {};\n"
          "  input.blob = bytes;\n"
          "  input.blob_size = size;\n"
          "  input.deserializer = " +
          std::string(is_legacy(value) ? "D3D12FUZZ_DESERIALIZER_LEGACY" : "D3D12FUZZ_DESERIALIZER_VERSIONED") +
          ";\n  input.platform = " + std::to_string(raw(value.target.platform)) +
          ";\n  input.resource_binding_tier = " + std::to_string(raw(value.target.resource_binding_tier)) + ";\n" +
          root_signature::open_lines("root_signature_blob") + result_lines() +
          "  candidate.root_signature_blob(candidate.context, &input, &result);\n";
  if (difference.kind != DifferenceKind::wrong_value) return text + root_signature::status_lines(difference) + "}\n";
  const Difference of_signature = as_of_signature(difference);
  return text + "  if (progress.stages[" + std::to_string(static_cast<int>(Stage::deserialize)) +
         "].status != D3D12FUZZ_STATUS_ACCEPTED) return 2;\n  if (!(result.observed & " +
         std::string(root_signature::observed_bit(of_signature.key)) + ")) return 2;\n" +
         root_signature::value_lines(root_signature::candidate_member(signature_in(bytes), of_signature.key),
                                     of_signature) +
         "}\n";
}

/// What a program of D3D12's own functions leaves out.
std::string left_out(const RootSignatureBlobCase& value) {
  const root_signature::Target usual;
  std::string text;
  if (value.target.platform != usual.platform) {
    text += "// The platform is that of the library that the program loads, whatever the case says.\n";
  }
  if (value.target.resource_binding_tier != usual.resource_binding_tier) {
    text += "// The binding tier is that of the library's default device, whatever the case says.\n";
  }
  return text;
}

}  // namespace

std::string to_cpp_program(const RootSignatureBlobCase& value, const CppRequest& request) {
  if (request.difference.kind == DifferenceKind::misconduct) {
    throw InputError(
        "no C++ program shows a fault of conduct with a serialized root signature; replay the finding "
        "with d3d12fuzz instead");
  }
  const std::vector<std::uint8_t> bytes = assemble(value.content);
  const bool through_d3d12 = request.candidate_header.empty();
  std::string text = root_signature::cpp_title(request);
  if (through_d3d12) text += left_out(value);
  text += root_signature::cpp_includes();
  if (limits_memory(request)) text += kLimitMemoryInclude;
  return text + (through_d3d12 ? d3d12_main(value, request, bytes) : candidate_main(value, request, bytes));
}

}  // namespace d3d12fuzz::root_signature_blob
