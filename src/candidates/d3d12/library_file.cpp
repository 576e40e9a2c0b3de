#include "candidates/d3d12/library_file.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>

#include "base/error.h"

namespace d3d12fuzz::d3d12 {
namespace {

#if defined(__x86_64__)
constexpr Elf64_Half kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr Elf64_Half kMachine = EM_AARCH64;
#else
#error "unknown processor"
#endif

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw InputError("D3D12 library '" + path + "': " + why);
}

std::string machine_name(Elf64_Half machine) {
  switch (machine) {
    case EM_386:
      return "x86 (32 bits)";
    case EM_X86_64:
      return "x86-64";
    case EM_ARM:
      return "ARM (32 bits)";
    case EM_AARCH64:
      return "AArch64";
    case EM_RISCV:
      return "RISC-V";
    default:
      return "processor number " + std::to_string(machine);
  }
}

bool is_text(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 ? byte != 0x7F : c == '\n' || c == '\r' || c == '\t';
  });
}

/// The first bytes of a file, at most as many as `header` has.
std::string_view read_start(const std::string& path, char* header, std::size_t size) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) {
    refuse(path, errno == ENOENT || errno == ENOTDIR ? "no such file" : std::strerror(errno));
  }
  if (S_ISDIR(info.st_mode)) refuse(path, "is a folder; expected a shared library");
  if (!S_ISREG(info.st_mode)) refuse(path, "is not a regular file; expected a shared library");
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) refuse(path, std::strerror(errno));
  const ssize_t count = read(file, header, size);
  close(file);
  if (count < 0) refuse(path, std::strerror(errno));
  return {header, static_cast<std::size_t>(count)};
}

/// The linker's own words about these are poor ("invalid ELF header").
void check_file(const std::string& path) {
  char bytes[256];
  const std::string_view start = read_start(path, bytes, sizeof(bytes));
  const std::string expected = "; expected a shared library for " + machine_name(kMachine);
  if (start.empty()) refuse(path, "is empty" + expected);
  if (!start.starts_with(ELFMAG)) {
    if (start.starts_with("MZ")) refuse(path, "is a Windows program or DLL" + expected);
    if (is_text(start)) refuse(path, "is a text file" + expected);
    refuse(path, "is not an ELF file" + expected);
  }
  Elf64_Ehdr header;
  if (start.size() < sizeof(header)) refuse(path, "is cut off within its ELF header" + expected);
  std::memcpy(&header, start.data(), sizeof(header));
  if (header.e_ident[EI_DATA] != ELFDATA2LSB) refuse(path, "is for a big-endian processor" + expected);
  // e_type and e_machine stand at the same place in 32-bit files.
  if (header.e_machine != kMachine) refuse(path, "is for " + machine_name(header.e_machine) + expected);
  if (header.e_ident[EI_CLASS] != ELFCLASS64) refuse(path, "is a 32-bit file" + expected);
  if (header.e_type != ET_DYN) {
    refuse(path, std::string(header.e_type == ET_EXEC  ? "is a program"
                             : header.e_type == ET_REL ? "is an object file"
                                                       : "is an ELF file of another kind") +
                     expected);
  }
}

/// A file that ends before its segments do: the dynamic linker would die of reading it.
void check_complete(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  Elf64_Ehdr header;
  if (error || !file.read(reinterpret_cast<char*>(&header), sizeof(header))) refuse(path, "cannot be read");
  bool complete = header.e_phentsize == sizeof(Elf64_Phdr);
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  for (Elf64_Half i = 0; complete && i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    complete = static_cast<bool>(file.read(reinterpret_cast<char*>(&segment), sizeof(segment)));
    if (!complete || segment.p_type != PT_LOAD) continue;
    complete = segment.p_filesz <= size && segment.p_offset <= size - segment.p_filesz;
  }
  if (!complete) refuse(path, "is cut off; expected a whole shared library");
}

void* required_entry_point(const std::string& path, void* handle, const char* name) {
  void* found = dlsym(handle, name);
  if (found == nullptr) refuse(path, std::string("does not export ") + name);
  return found;
}

}  // namespace

LoadedLibrary load_library(const std::string& path) {
  const bool is_file = path.find('/') != std::string::npos;
  if (is_file) {
    check_file(path);
    check_complete(path);
  }
  // The library and its shader compiler have a log each. An overwritten choice of the user would be a nuisance.
  setenv("VKD3D_DEBUG", "none", 0);
  setenv("VKD3D_SHADER_DEBUG", "none", 0);
  LoadedLibrary library;
  library.handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library.handle == nullptr) {
    std::string why = dlerror();
    if (!is_file && access(path.c_str(), F_OK) == 0) why += " (a file in this folder is named './" + path + "')";
    refuse(path, "cannot be loaded: " + why);
  }
  library.serialize = required_entry_point(path, library.handle, "D3D12SerializeVersionedRootSignature");
  library.create_deserializer =
      required_entry_point(path, library.handle, "D3D12CreateVersionedRootSignatureDeserializer");
  library.serialize_legacy = dlsym(library.handle, "D3D12SerializeRootSignature");
  library.create_device = dlsym(library.handle, "D3D12CreateDevice");
  return library;
}

std::string real_path_of(const LoadedLibrary& library) {
  link_map* map = nullptr;
  if (dlinfo(library.handle, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr) return {};
  const std::unique_ptr<char, decltype(&std::free)> resolved(realpath(map->l_name, nullptr), &std::free);
  return resolved != nullptr ? resolved.get() : map->l_name;
}

std::string version_of(const LoadedLibrary& library) {
  // Found through the handle in what the library depends on, too. Of the ordinary convention in every build.
  using GetVersion = const char* (*)(unsigned int* major, unsigned int* minor);
  void* function = dlsym(library.handle, "vkd3d_shader_get_version");
  if (function != nullptr) {
    unsigned int major = 0;
    unsigned int minor = 0;
    const char* text = reinterpret_cast<GetVersion>(function)(&major, &minor);
    if (text != nullptr) return text;
  }
  const std::string path = real_path_of(library);
  return path.substr(path.rfind('/') + 1);
}

}  // namespace d3d12fuzz::d3d12
