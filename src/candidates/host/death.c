#include "candidates/host/death.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <unistd.h>
#endif

#include "candidates/crash_listener.h"
#include "candidates/d3d12fuzz_worker.h"

enum { kMaxFrames = 16 };

/* A signal handler has no other way to it: lines of frames. */
static char frames[kMaxFrames * (D3D12FUZZ_FRAME_LINE + 1)];
static size_t frames_size;
static int num_frames;

static void begin(uint32_t code) { (void)code; }

static void add_frame(const char* line) {
  if (num_frames == kMaxFrames) return;
  ++num_frames;
  const size_t size = strlen(line);
  memcpy(frames + frames_size, line, size);
  frames_size += size;
  frames[frames_size++] = '\n';
}

/* Numbers of signals are small, those of exceptions are not. */
static void end(uint32_t code) {
  d3d12fuzz_worker_last_word(code < 128 ? D3D12FUZZ_DEATH_SIGNAL : D3D12FUZZ_DEATH_EXCEPTION, code, frames);
}

void tell_of_crashes(void) {
  const d3d12fuzz_crash_listener listener = {.begin = begin, .frame = add_frame, .end = end};
  d3d12fuzz_listen_for_crashes(&listener);
}

void end_process(int status) {
#ifdef _WIN32
  TerminateProcess(GetCurrentProcess(), (UINT)status);
  abort();
#else
  _exit(status);
#endif
}
