/* Shared objects of ELF systems. */
#define _GNU_SOURCE /* dlinfo */
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "candidates/shared_library.h"

#if defined(__x86_64__)
enum { kMachine = EM_X86_64 };
#elif defined(__aarch64__)
enum { kMachine = EM_AARCH64 };
#else
#error "unknown processor"
#endif

/* Returns false, for callers that do the same. */
static bool refuse(char* error, const char* why) {
  snprintf(error, D3D12FUZZ_LIBRARY_TEXT, "%s", why);
  return false;
}

static const char* machine_name(Elf64_Half machine) {
  static char number[32];
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
      snprintf(number, sizeof(number), "processor number %u", (unsigned)machine);
      return number;
  }
}

static bool refuse_kind(char* error, const char* found) {
  snprintf(error, D3D12FUZZ_LIBRARY_TEXT, "%s; expected a shared library for %s", found, machine_name(kMachine));
  return false;
}

static bool refuse_machine(char* error, Elf64_Half machine) {
  char found[64];
  snprintf(found, sizeof(found), "is for %s", machine_name(machine));
  return refuse_kind(error, found);
}

static bool is_text(const unsigned char* bytes, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    const unsigned char c = bytes[i];
    if (c >= 0x20 ? c == 0x7F : c != '\n' && c != '\r' && c != '\t') return false;
  }
  return true;
}

/* `start` is the first bytes of the file. */
static bool check_header(const unsigned char* start, size_t size, char* error) {
  if (size == 0) return refuse_kind(error, "is empty");
  if (size < SELFMAG || memcmp(start, ELFMAG, SELFMAG) != 0) {
    if (size >= 2 && memcmp(start, "MZ", 2) == 0) return refuse_kind(error, "is a Windows program or DLL");
    return refuse_kind(error, is_text(start, size) ? "is a text file" : "is not an ELF file");
  }
  Elf64_Ehdr header;
  if (size < sizeof(header)) return refuse_kind(error, "is cut off within its ELF header");
  memcpy(&header, start, sizeof(header));
  if (header.e_ident[EI_DATA] != ELFDATA2LSB) return refuse_kind(error, "is for a big-endian processor");
  /* e_type and e_machine stand at the same place in 32-bit files. */
  if (header.e_machine != kMachine) return refuse_machine(error, header.e_machine);
  if (header.e_ident[EI_CLASS] != ELFCLASS64) return refuse_kind(error, "is a 32-bit file");
  if (header.e_type == ET_DYN) return true;
  return refuse_kind(error, header.e_type == ET_EXEC  ? "is a program"
                            : header.e_type == ET_REL ? "is an object file"
                                                      : "is an ELF file of another kind");
}

/* A file that ends before its segments do: the dynamic linker would die of reading it. */
static bool is_complete(int file, uint64_t file_size) {
  Elf64_Ehdr header;
  if (pread(file, &header, sizeof(header), 0) != (ssize_t)sizeof(header)) return false;
  if (header.e_phentsize != sizeof(Elf64_Phdr)) return false;
  for (Elf64_Half i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    const off_t at = (off_t)(header.e_phoff + i * sizeof(segment));
    if (pread(file, &segment, sizeof(segment), at) != (ssize_t)sizeof(segment)) return false;
    if (segment.p_type != PT_LOAD) continue;
    if (segment.p_filesz > file_size || segment.p_offset > file_size - segment.p_filesz) return false;
  }
  return true;
}

static bool check_file(const char* path, char* error) {
  struct stat info;
  if (stat(path, &info) != 0) {
    return refuse(error, errno == ENOENT || errno == ENOTDIR ? "no such file" : strerror(errno));
  }
  if (S_ISDIR(info.st_mode)) return refuse(error, "is a folder; expected a shared library");
  if (!S_ISREG(info.st_mode)) return refuse(error, "is not a regular file; expected a shared library");
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return refuse(error, strerror(errno));
  unsigned char start[256];
  const ssize_t count = read(file, start, sizeof(start));
  bool good = count >= 0 ? check_header(start, (size_t)count, error) : refuse(error, strerror(errno));
  if (good && !is_complete(file, (uint64_t)info.st_size)) {
    good = refuse(error, "is cut off; expected a whole shared library");
  }
  close(file);
  return good;
}

void* d3d12fuzz_load_library(const char* path, char* error) {
  const bool is_file = strchr(path, '/') != NULL;
  if (is_file && !check_file(path, error)) return NULL;
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library != NULL) return library;
  const char* why = dlerror();
  if (!is_file && access(path, F_OK) == 0) {
    snprintf(error, D3D12FUZZ_LIBRARY_TEXT, "cannot be loaded: %s (a file in this folder is named './%s')", why, path);
  } else {
    snprintf(error, D3D12FUZZ_LIBRARY_TEXT, "cannot be loaded: %s", why);
  }
  return NULL;
}

void* d3d12fuzz_find_export(void* library, const char* name) { return dlsym(library, name); }

void d3d12fuzz_path_of_library(void* library, char* path) {
  path[0] = '\0';
  struct link_map* map = NULL;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || map == NULL) return;
  char* resolved = realpath(map->l_name, NULL);
  snprintf(path, D3D12FUZZ_LIBRARY_TEXT, "%s", resolved != NULL ? resolved : map->l_name);
  free(resolved);
}
