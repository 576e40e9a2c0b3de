/// From a path to the D3D12 entry points of a library, with errors that say what is wrong with the file.
#pragma once

#include <string>

namespace d3d12fuzz::d3d12 {

/// A library in this process. It stays loaded to the end: its threads and exit handlers may run at any time.
struct LoadedLibrary {
  void* handle = nullptr;
  void* serialize = nullptr;                   ///< D3D12SerializeVersionedRootSignature
  void* serialize_legacy = nullptr;            ///< D3D12SerializeRootSignature; null if the library has none
  void* create_deserializer = nullptr;         ///< D3D12CreateVersionedRootSignatureDeserializer
  void* create_deserializer_legacy = nullptr;  ///< D3D12CreateRootSignatureDeserializer; null if the library has none
  void* create_device = nullptr;               ///< D3D12CreateDevice; null if the library has none
};

/// Loads a library into this process and looks its entry points up. Quiets vkd3d's log unless the environment asks for
/// it.
/// \param path  as d3d12fuzz_load_library's
/// \throws InputError if there is no such file, it is no shared library for this processor, the system refuses it, or
///         it lacks an entry point that is needed
LoadedLibrary load_library(const std::string& path);

/// The file that a loaded library came from, links resolved.
std::string real_path_of(const LoadedLibrary& library);

}  // namespace d3d12fuzz::d3d12
