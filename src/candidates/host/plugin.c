#include "candidates/host/plugin.h"

#include <stddef.h>
#include <string.h>

#include "candidates/d3d12fuzz_worker.h"
#include "candidates/host/options.h"
#include "candidates/shared_library.h"

static const char* plugin_path;
static d3d12fuzz_open_candidate_fn plugin_open;
static int failed;

int load_plugin(const char* path) {
  char error[D3D12FUZZ_LIBRARY_TEXT];
  void* const library = d3d12fuzz_load_library(path, error);
  if (library == NULL) return bad_input("plug-in '%s': %s", path, error);
  void* const found = d3d12fuzz_find_export(library, "d3d12fuzz_open_candidate");
  if (found == NULL) return bad_input("plug-in '%s': does not export d3d12fuzz_open_candidate", path);
  memcpy(&plugin_open, &found, sizeof(plugin_open));
  plugin_path = path;
  return 0;
}

int open_plugin(uint32_t version, const char* options, d3d12fuzz_candidate* out) {
  const int result = plugin_open(version, options, out);
  if (result == D3D12FUZZ_OPENED && out->version == version) return result;
  char text[1024];
  d3d12fuzz_describe_refusal(result, options, out, text, sizeof(text));
  bad_input("plug-in '%s': %s", plugin_path, text);
  failed = 1;
  return result;
}

int plugin_failed(void) { return failed; }

int check_plugin(const char* path, const char* options) {
  const int status = load_plugin(path);
  if (status != 0) return status;
  d3d12fuzz_candidate candidate;
  memset(&candidate, 0, sizeof(candidate));
  open_plugin(D3D12FUZZ_CANDIDATE_VERSION, options, &candidate);
  if (failed) return STATUS_BAD_INPUT;
  if (candidate.destroy != NULL) candidate.destroy(candidate.context);
  return 0;
}
