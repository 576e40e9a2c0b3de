/*
 * Loading a shared object or a DLL, with errors that say what is wrong with the file: the platforms' own words about
 * that are poor ("invalid ELF header"). Plain C11, for programs that link nothing else of the harness.
 */
#ifndef D3D12FUZZ_SHARED_LIBRARY_H
#define D3D12FUZZ_SHARED_LIBRARY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Room that any text below fits into; longer ones are cut off. */
enum { D3D12FUZZ_LIBRARY_TEXT = 4096 };

/*
 * Loads a library into this process, where it stays to the end: its threads and exit handlers may run at any time.
 *
 * path   UTF-8; a file if it holds a slash (on Windows a backslash, too), else a name that the system looks for
 * error  has room for D3D12FUZZ_LIBRARY_TEXT bytes; on failure one line: "is a text file; expected a shared library
 *        for x86-64"
 * Returns its handle; null on failure.
 */
void* d3d12fuzz_load_library(const char* path, char* error);

/* What a loaded library exports under a name; null if nothing. On Linux also what the libraries that it needs export.
 */
void* d3d12fuzz_find_export(void* library, const char* name);

/* The file that a loaded library came from, links resolved. `path` has room for D3D12FUZZ_LIBRARY_TEXT bytes; empty if
   it cannot be told. */
void d3d12fuzz_path_of_library(void* library, char* path);

#ifdef __cplusplus
}
#endif

#endif /* D3D12FUZZ_SHARED_LIBRARY_H */
