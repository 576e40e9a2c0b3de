#include "candidates/host/options.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char* const host_help =
    "Serves a candidate to d3d12fuzz: a plug-in that exports d3d12fuzz_open_candidate.\n"
    "\n"
    "d3d12fuzz-worker PLUGIN [--options TEXT] (--listen [ADDRESS:]PORT | --stdio | --check)\n"
    "\n"
    "  PLUGIN                    a shared object, or a DLL on Windows; a path, or a name that the system looks for\n"
    "  --options TEXT            the plug-in's own options\n"
    "  --listen [ADDRESS:]PORT   serve each connection in a process of its own. The address is 127.0.0.1 unless it is\n"
    "                            given; port 0 is any that is free. The first line of output says which:\n"
    "                            \"listening on 127.0.0.1:4711\". There is no protection: whoever reaches the port "
    "can\n"
    "                            have the plug-in called.\n"
    "  --stdio                   serve on standard input and output, until the input ends\n"
    "  --check                   open the plug-in, close it, and say nothing if that went well\n"
    "\n"
    "Exit status: 2 for bad input, a plug-in that cannot be opened among it.\n"
    "\n"
    "  d3d12fuzz-worker ./libmine.so --listen 7000          then: d3d12fuzz run --candidate tcp:127.0.0.1:7000\n"
    "  d3d12fuzz run --candidate 'pipe:ssh devkit d3d12fuzz-worker ./libmine.so --stdio'\n";

int bad_input(const char* format, ...) {
  char line[8192];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof(line), format, arguments);
  va_end(arguments);
  for (char* c = line; *c != '\0'; ++c) {
    if ((unsigned char)*c < 0x20 || *c == 0x7F) *c = '?';
  }
  fprintf(stderr, "d3d12fuzz-worker: %s\n", line);
  return STATUS_BAD_INPUT;
}

int parse_host_options(int argc, char** argv, host_options* out) {
  *out = (host_options){.mode = MODE_NONE, .plugin_options = ""};
  for (int i = 1; i < argc; ++i) {
    const char* const argument = argv[i];
    const char* const value = i + 1 < argc ? argv[i + 1] : NULL;
    const char** wants = NULL;
    if (strcmp(argument, "--help") == 0) {
      out->mode = MODE_HELP;
      return 0;
    }
    if (strcmp(argument, "--options") == 0) {
      wants = &out->plugin_options;
    } else if (strcmp(argument, "--listen") == 0) {
      out->mode = MODE_LISTEN;
      wants = &out->listen;
#ifdef _WIN32
    } else if (strcmp(argument, "--inherited") == 0) {
      out->mode = MODE_INHERITED;
      wants = &out->inherited;
#endif
    } else if (strcmp(argument, "--stdio") == 0) {
      out->mode = MODE_STDIO;
    } else if (strcmp(argument, "--check") == 0) {
      out->mode = MODE_CHECK;
    } else if (strncmp(argument, "--", 2) == 0) {
      return bad_input("unknown option '%s'; see --help", argument);
    } else if (out->plugin != NULL) {
      return bad_input("found '%s' behind the plug-in '%s'; expected one plug-in", argument, out->plugin);
    } else {
      out->plugin = argument;
    }
    if (wants == NULL) continue;
    if (value == NULL) return bad_input("'%s' has no value; see --help", argument);
    *wants = value;
    ++i;
  }
  if (out->plugin == NULL) return bad_input("no plug-in is named; see --help");
  if (out->mode == MODE_NONE) return bad_input("expected --listen, --stdio or --check; see --help");
  return 0;
}
