/* The plug-in that is served. */
#ifndef D3D12FUZZ_HOST_PLUGIN_H
#define D3D12FUZZ_HOST_PLUGIN_H

#include "candidates/d3d12fuzz_candidate.h"

/* Loads it into this process. Returns an exit status: 0, or another with one line said on standard error. */
int load_plugin(const char* path);

/* The d3d12fuzz_open_candidate of the plug-in that is loaded; says one line on standard error if it fails. */
int open_plugin(uint32_t version, const char* options, d3d12fuzz_candidate* out);

/* Whether open_plugin failed. */
int plugin_failed(void);

/* Loads it, opens its candidate and destroys that. Returns an exit status: 0, or another with one line said. */
int check_plugin(const char* path, const char* options);

#endif /* D3D12FUZZ_HOST_PLUGIN_H */
