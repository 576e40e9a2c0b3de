#include "candidates/d3d12/library_file.h"

#include <cstdlib>

#include "base/error.h"
#include "candidates/shared_library.h"

namespace d3d12fuzz::d3d12 {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw InputError("D3D12 library '" + path + "': " + why);
}

void* required_entry_point(const std::string& path, void* handle, const char* name) {
  void* found = d3d12fuzz_find_export(handle, name);
  if (found == nullptr) refuse(path, std::string("does not export ") + name);
  return found;
}

/// An overwritten choice of the user would be a nuisance.
void set_unless_chosen(const char* variable, const char* value) {
#ifdef _WIN32
  if (std::getenv(variable) == nullptr) _putenv_s(variable, value);
#else
  setenv(variable, value, 0);
#endif
}

}  // namespace

LoadedLibrary load_library(const std::string& path) {
  // The library and its shader compiler have a log each.
  set_unless_chosen("VKD3D_DEBUG", "none");
  set_unless_chosen("VKD3D_SHADER_DEBUG", "none");
  LoadedLibrary library;
  char error[D3D12FUZZ_LIBRARY_TEXT];
  library.handle = d3d12fuzz_load_library(path.c_str(), error);
  if (library.handle == nullptr) refuse(path, error);
  library.serialize = required_entry_point(path, library.handle, "D3D12SerializeVersionedRootSignature");
  library.create_deserializer =
      required_entry_point(path, library.handle, "D3D12CreateVersionedRootSignatureDeserializer");
  library.serialize_legacy = d3d12fuzz_find_export(library.handle, "D3D12SerializeRootSignature");
  library.create_deserializer_legacy = d3d12fuzz_find_export(library.handle, "D3D12CreateRootSignatureDeserializer");
  library.create_device = d3d12fuzz_find_export(library.handle, "D3D12CreateDevice");
  return library;
}

std::string real_path_of(const LoadedLibrary& library) {
  char path[D3D12FUZZ_LIBRARY_TEXT];
  d3d12fuzz_path_of_library(library.handle, path);
  return path;
}

}  // namespace d3d12fuzz::d3d12
