/* What runs on a devkit: serves the backend over a connection of the platform's, which is standard input and output
 * here. */
#include <stdio.h>

#include "d3d12fuzz_worker.h"

typedef struct streams {
  FILE* in;
  FILE* out;
} streams;

static int read_all(void* context, void* bytes, size_t size) {
  return fread(bytes, 1, size, ((streams*)context)->in) != size;
}

static int write_all(void* context, const void* bytes, size_t size) {
  streams* both = context;
  return fwrite(bytes, 1, size, both->out) != size || fflush(both->out) != 0;
}

int main(void) {
  streams both = {stdin, stdout};
  const d3d12fuzz_connection connection = {.context = &both, .read = read_all, .write = write_all};
  return d3d12fuzz_worker_serve(&connection, d3d12fuzz_open_candidate, "");
}
