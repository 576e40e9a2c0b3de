#include "domains/root_signature/cpp_program.h"

#include <stdexcept>

#include "base/error.h"
#include "base/text.h"
#include "domains/root_signature/cpp_body.h"
#include "domains/root_signature/cpp_conduct.h"
#include "domains/root_signature/cpp_main.h"
#include "domains/root_signature/observables.h"

namespace d3d12fuzz::root_signature {
namespace {

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

// A float that is no plain number.
inline float bits(std::uint32_t value) {
  float result;
  std::memcpy(&result, &value, sizeof(result));
  return result;
}

// The 32-bit word of that number, of which bytes beyond the end are 0.
inline std::uint32_t word(const void* bytes, std::uint64_t size, std::uint64_t number) {
  std::uint32_t result = 0;
  const std::uint64_t start = 4 * number;
  const std::uint64_t count = start >= size ? 0 : size - start < 4 ? size - start : 4;
  std::memcpy(&result, static_cast<const char*>(bytes) + (count ? start : 0), count);
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

/// What a program that reaches the implementation in this way leaves out.
std::string left_out(const RootSignatureCase& value, CppInterface through) {
  std::string text;
  if (value.lowering.array_placement != ArrayPlacement::heap) {
    text += "// The fault was seen with each array ending at an inaccessible page, which this program does not do.\n";
  }
  if (through == CppInterface::candidate) return text;
  const Target usual;
  if (!value.lookups.empty()) text += "// D3D12 has no function that looks registers up: there are no lookups below.\n";
  if (value.target.platform != usual.platform) {
    text += "// The platform is that of the library that the program loads, whatever the case says.\n";
  }
  if (value.target.resource_binding_tier != usual.resource_binding_tier) {
    text += "// The binding tier is that of the library's default device, whatever the case says.\n";
  }
  return text;
}

}  // namespace

std::string cpp_comment(std::string_view lines) {
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

std::string cpp_title(const CppRequest& request) {
  const bool fatal =
      request.difference.kind == DifferenceKind::crash || request.difference.kind == DifferenceKind::hang;
  return cpp_comment(request.title) +
         (fatal ? "//\n// The fault takes the program down; 0 if it does not, 2 if it could not be tried. Linux:\n"
                : "//\n// Exits with 1 if the fault shows, 0 if not, 2 if it could not be tried. Linux:\n") +
         "//   g++-12 -std=c++17 -isystem /usr/include/wsl/stubs THIS_FILE -ldl\n";
}

std::string_view cpp_includes() { return kIncludes; }

std::string_view cpp_helpers() { return kHelpers; }

std::string value_lines(const std::string& member, const Difference& difference) {
  return "  const std::uint64_t expected = " + hex(difference.expected) +
         ";\n"
         "  std::uint64_t got = 0;\n"
         "  const auto& member = " +
         member +
         ";\n"
         "  std::memcpy(&got, &member, sizeof(member));\n"
         "  std::printf(\"" +
         path_of(observable_fields()[difference.key.field], difference.key) +
         ": 0x%llX, expected 0x%llX\\n\", static_cast<unsigned long long>(got), "
         "static_cast<unsigned long long>(expected));\n"
         "  return got == expected ? 0 : 1;\n";
}

std::string to_cpp_program(const RootSignatureCase& value, const CppRequest& request) {
  const CppInterface through = request.candidate_header.empty() ? CppInterface::d3d12 : CppInterface::candidate;
  // What the text says must be what the case is.
  if (from_cpp_body(to_cpp_body(value, through)) != said_by_cpp_body(value, through)) {
    throw std::logic_error("emitted C++ does not give the case");
  }
  if (request.difference.conduct && !can_show(*request.difference.conduct, through)) {
    throw InputError("no C++ program of D3D12's own functions shows that a library " +
                     std::string(deed_of(*request.difference.conduct)) + "; replay the finding with d3d12fuzz instead");
  }
  std::string text = cpp_title(request) + left_out(value, through);
  text += cpp_includes();
  return text + (through == CppInterface::d3d12 ? d3d12_main(value, request) : candidate_main(value, request));
}

}  // namespace d3d12fuzz::root_signature
