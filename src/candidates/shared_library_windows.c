/* DLLs. */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "candidates/shared_library.h"

/* To be freed. Null if memory runs out or the text is no UTF-8. */
static wchar_t* to_wide(const char* text) {
  const int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
  wchar_t* wide = size > 0 ? malloc((size_t)size * sizeof(*wide)) : NULL;
  if (wide != NULL) MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, size);
  return wide;
}

/* The system's words about an error; they end with a full stop and a line break. */
static void describe(DWORD code, char* error) {
  char words[512];
  DWORD size = FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, code, 0, words,
                              sizeof(words), NULL);
  while (size > 0 && strchr("\r\n. ", words[size - 1]) != NULL) --size;
  words[size] = '\0';
  snprintf(error, D3D12FUZZ_LIBRARY_TEXT, "cannot be loaded: %s (error %lu)", size > 0 ? words : "no reason given",
           (unsigned long)code);
}

static void* refuse(char* error, const char* why) {
  snprintf(error, D3D12FUZZ_LIBRARY_TEXT, "%s", why);
  return NULL;
}

static void* load(const wchar_t* path, bool is_file, char* error) {
  if (is_file) {
    const DWORD attributes = GetFileAttributesW(path);
    if (attributes == INVALID_FILE_ATTRIBUTES) return refuse(error, "no such file");
    if ((attributes & FILE_ATTRIBUTE_DIRECTORY) != 0) return refuse(error, "is a folder; expected a DLL");
  }
  /* What a file needs is looked for beside it. */
  void* library = LoadLibraryExW(path, NULL, is_file ? LOAD_WITH_ALTERED_SEARCH_PATH : 0);
  if (library != NULL) return library;
  const DWORD code = GetLastError();
  switch (code) {
    case ERROR_BAD_EXE_FORMAT:
      return refuse(error, "is no DLL for x86-64");
    case ERROR_MOD_NOT_FOUND:
      return refuse(error, is_file ? "cannot be loaded: a DLL that it needs is not found" : "no such DLL is found");
    default:
      describe(code, error);
      return NULL;
  }
}

void* d3d12fuzz_load_library(const char* path, char* error) {
  wchar_t* wide = to_wide(path);
  if (wide == NULL) return refuse(error, "its name is no UTF-8");
  /* The search for what a file needs is defined for backslashes alone. */
  for (wchar_t* c = wide; *c != L'\0'; ++c) {
    if (*c == L'/') *c = L'\\';
  }
  void* library = load(wide, wcschr(wide, L'\\') != NULL, error);
  free(wide);
  return library;
}

void* d3d12fuzz_find_export(void* library, const char* name) {
  const FARPROC found = GetProcAddress(library, name);
  void* pointer;
  memcpy(&pointer, &found, sizeof(pointer));
  return pointer;
}

void d3d12fuzz_path_of_library(void* library, char* path) {
  wchar_t wide[D3D12FUZZ_LIBRARY_TEXT];
  path[0] = '\0';
  const DWORD size = GetModuleFileNameW(library, wide, D3D12FUZZ_LIBRARY_TEXT);
  if (size == 0 || size == D3D12FUZZ_LIBRARY_TEXT) return;
  if (WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, D3D12FUZZ_LIBRARY_TEXT, NULL, NULL) == 0) path[0] = '\0';
}
