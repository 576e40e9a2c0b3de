#define _GNU_SOURCE /* on_exit */
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

static void tell_of_exit(uint32_t status) { d3d12fuzz_worker_last_word(D3D12FUZZ_DEATH_EXIT, status, ""); }

/* Where the status can be known, it is. A fork of this process runs the same handlers. */
#ifdef __GLIBC__
static pid_t owner;
static void on_exit_of_process(int status, void* unused) {
  (void)unused;
  if (getpid() == owner) tell_of_exit((uint32_t)status & 0xFF);
}
static void listen_for_exit(void) {
  owner = getpid();
  on_exit(on_exit_of_process, NULL);
}
#elif !defined(_WIN32)
static pid_t owner;
static void at_exit_of_process(void) {
  if (getpid() == owner) tell_of_exit(D3D12FUZZ_UNKNOWN_STATUS);
}
static void listen_for_exit(void) {
  owner = getpid();
  atexit(at_exit_of_process);
}
#else
static void at_exit_of_process(void) { tell_of_exit(D3D12FUZZ_UNKNOWN_STATUS); }
static void listen_for_exit(void) { atexit(at_exit_of_process); }
#endif

void tell_of_deaths(void) {
  const d3d12fuzz_crash_listener listener = {.begin = begin, .frame = add_frame, .end = end};
  d3d12fuzz_listen_for_crashes(&listener);
  listen_for_exit();
}

void end_process(int status) {
#ifdef _WIN32
  TerminateProcess(GetCurrentProcess(), (UINT)status);
  abort();
#else
  _exit(status);
#endif
}
