#include "candidates/d3d12/library_identity.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <cstddef>
#include <cstring>

#include "candidates/shared_library.h"

namespace d3d12fuzz::d3d12 {
namespace {

struct Search {
  ElfW(Addr) base;
  const void* dynamic_section;  ///< tells libraries apart that are not relocated
  std::string build_id;
};

std::string to_hex(const unsigned char* bytes, std::size_t size) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < size; ++i) {
    text += digits[bytes[i] >> 4];
    text += digits[bytes[i] & 15];
  }
  return text;
}

/// \return the build id among the notes of one segment, else nothing
std::string find_build_id(const unsigned char* notes, std::size_t size, std::size_t alignment) {
  const auto aligned = [&](std::size_t value) { return (value + alignment - 1) / alignment * alignment; };
  std::size_t at = 0;
  while (size - at >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes + at, sizeof(header));
    const std::size_t name = at + sizeof(header);
    const std::size_t content = at + aligned(sizeof(header) + header.n_namesz);
    const std::size_t next = at + aligned(content - at + header.n_descsz);
    if (content > size || header.n_descsz > size - content) break;
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 && std::memcmp(notes + name, "GNU", 4) == 0) {
      return to_hex(notes + content, header.n_descsz);
    }
    if (next > size) break;
    at = next;
  }
  return {};
}

int visit(dl_phdr_info* info, std::size_t, void* context) {
  auto& search = *static_cast<Search*>(context);
  if (info->dlpi_addr != search.base) return 0;
  std::string found;
  bool same = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const auto* start = reinterpret_cast<const unsigned char*>(info->dlpi_addr + segment.p_vaddr);
    if (segment.p_type == PT_DYNAMIC) same = start == search.dynamic_section;
    if (segment.p_type == PT_NOTE && found.empty()) {
      found = find_build_id(start, segment.p_memsz, segment.p_align == 8 ? 8 : 4);
    }
  }
  if (!same) return 0;
  search.build_id = found;
  return 1;
}

}  // namespace

std::string version_of(const LoadedLibrary& library) {
  // Found through the handle in what the library depends on, too. Of the ordinary convention in every build.
  using GetVersion = const char* (*)(unsigned int* major, unsigned int* minor);
  void* function = d3d12fuzz_find_export(library.handle, "vkd3d_shader_get_version");
  if (function != nullptr) {
    unsigned int major = 0;
    unsigned int minor = 0;
    const char* text = reinterpret_cast<GetVersion>(function)(&major, &minor);
    if (text != nullptr) return text;
  }
  const std::string path = real_path_of(library);
  return path.substr(path.rfind('/') + 1);
}

std::string build_id_of(const LoadedLibrary& library) {
  link_map* map = nullptr;
  if (dlinfo(library.handle, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr) return {};
  Search search{map->l_addr, map->l_ld, {}};
  dl_iterate_phdr(visit, &search);
  return search.build_id;
}

}  // namespace d3d12fuzz::d3d12
