#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "candidates/d3d12/library_identity.h"
#include "candidates/shared_library.h"

namespace d3d12fuzz::d3d12 {
namespace {

/// The fixed part of the file's version resource, as "10.0.17763.1"; empty if it has none.
std::string file_version_of(HMODULE library) {
  wchar_t path[D3D12FUZZ_LIBRARY_TEXT];
  const DWORD length = GetModuleFileNameW(library, path, D3D12FUZZ_LIBRARY_TEXT);
  if (length == 0 || length == D3D12FUZZ_LIBRARY_TEXT) return {};
  DWORD ignored = 0;
  const DWORD size = GetFileVersionInfoSizeW(path, &ignored);
  std::vector<char> resource(size);
  VS_FIXEDFILEINFO* fixed = nullptr;
  UINT fixed_size = 0;
  if (size == 0 || !GetFileVersionInfoW(path, 0, size, resource.data()) ||
      !VerQueryValueW(resource.data(), L"\\", reinterpret_cast<void**>(&fixed), &fixed_size) ||
      fixed_size < sizeof(*fixed)) {
    return {};
  }
  char text[64];
  std::snprintf(text, sizeof(text), "%u.%u.%u.%u", HIWORD(fixed->dwFileVersionMS), LOWORD(fixed->dwFileVersionMS),
                HIWORD(fixed->dwFileVersionLS), LOWORD(fixed->dwFileVersionLS));
  return text;
}

/// "Wine 8.0"; empty on Windows itself.
std::string wine_version() {
  using GetVersion = const char*(__cdecl*)();
  const auto function = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version");
  if (function == nullptr) return {};
  return std::string("Wine ") + reinterpret_cast<GetVersion>(reinterpret_cast<void*>(function))();
}

/// What a debug directory entry of type CodeView points to.
struct CodeView {
  char signature[4];  ///< "RSDS"
  GUID guid;
  std::uint32_t age;
};

/// As symbol servers write it; empty if the image has no such entry.
std::string code_view_of(const char* image, const IMAGE_NT_HEADERS& headers) {
  const IMAGE_DATA_DIRECTORY& directory = headers.OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_DEBUG];
  const std::uint64_t image_size = headers.OptionalHeader.SizeOfImage;
  if (directory.VirtualAddress == 0 || std::uint64_t{directory.VirtualAddress} + directory.Size > image_size) return {};
  for (DWORD at = 0; at + sizeof(IMAGE_DEBUG_DIRECTORY) <= directory.Size; at += sizeof(IMAGE_DEBUG_DIRECTORY)) {
    IMAGE_DEBUG_DIRECTORY entry;
    std::memcpy(&entry, image + directory.VirtualAddress + at, sizeof(entry));
    CodeView view;
    if (entry.Type != IMAGE_DEBUG_TYPE_CODEVIEW || entry.AddressOfRawData == 0 || entry.SizeOfData < sizeof(view) ||
        std::uint64_t{entry.AddressOfRawData} + sizeof(view) > image_size) {
      continue;
    }
    std::memcpy(&view, image + entry.AddressOfRawData, sizeof(view));
    if (std::memcmp(view.signature, "RSDS", sizeof(view.signature)) != 0) continue;
    const unsigned char* tail = view.guid.Data4;
    char text[64];
    std::snprintf(text, sizeof(text), "%08lX%04X%04X%02X%02X%02X%02X%02X%02X%02X%02X%x",
                  static_cast<unsigned long>(view.guid.Data1), view.guid.Data2, view.guid.Data3, tail[0], tail[1],
                  tail[2], tail[3], tail[4], tail[5], tail[6], tail[7], static_cast<unsigned>(view.age));
    return text;
  }
  return {};
}

}  // namespace

std::string version_of(const LoadedLibrary& library) {
  std::string version = file_version_of(static_cast<HMODULE>(library.handle));
  if (version.empty()) {
    const std::string path = real_path_of(library);
    version = path.substr(path.rfind('\\') + 1);
  }
  const std::string wine = wine_version();
  return wine.empty() ? version : version + " (" + wine + ")";
}

std::string build_id_of(const LoadedLibrary& library) {
  const char* image = static_cast<const char*>(library.handle);
  IMAGE_DOS_HEADER dos;
  std::memcpy(&dos, image, sizeof(dos));
  IMAGE_NT_HEADERS headers;
  std::memcpy(&headers, image + dos.e_lfanew, sizeof(headers));
  const std::string code_view = code_view_of(image, headers);
  if (!code_view.empty()) return code_view;
  char text[32];
  std::snprintf(text, sizeof(text), "%08lX%lx", static_cast<unsigned long>(headers.FileHeader.TimeDateStamp),
                static_cast<unsigned long>(headers.OptionalHeader.SizeOfImage));
  return text;
}

}  // namespace d3d12fuzz::d3d12
