/* The command line of the worker program. */
#ifndef D3D12FUZZ_HOST_OPTIONS_H
#define D3D12FUZZ_HOST_OPTIONS_H

/* Exit status of bad input, as the harness has it. */
enum { STATUS_BAD_INPUT = 2 };

typedef enum host_mode { MODE_NONE, MODE_LISTEN, MODE_STDIO, MODE_CHECK, MODE_INHERITED, MODE_HELP } host_mode;

typedef struct host_options {
  host_mode mode;
  const char* plugin;
  const char* plugin_options; /* never null */
  const char* listen;         /* of MODE_LISTEN: "[ADDRESS:]PORT" */
  const char* inherited;      /* of MODE_INHERITED, which the program starts itself with on Windows: a handle */
} host_options;

extern const char* const host_help;

/* Returns 0; else an exit status, with one line said on standard error. */
int parse_host_options(int argc, char** argv, host_options* out);

/* One line on standard error, behind the program's name. Returns STATUS_BAD_INPUT. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
int bad_input(const char* format, ...);

#endif /* D3D12FUZZ_HOST_OPTIONS_H */
