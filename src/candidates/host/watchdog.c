#define _GNU_SOURCE /* clock_gettime, sigfillset */
#include "candidates/host/watchdog.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <time.h>

#include "candidates/d3d12fuzz_worker.h"
#include "candidates/host/death.h"

/* All in milliseconds. */
enum { kPeriod = 20, kCaseMargin = 500, kGoneLimit = 1000 };
enum { STATUS_TIMED_OUT = 124, STATUS_ABANDONED = 1 };

static int (*is_gone)(void* context);
static void* gone_context;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void* watch(void* unused) {
  (void)unused;
  uint32_t begun = 0;
  int64_t case_start = now();
  int64_t last_heard = now();
  while (1) {
    nanosleep(&(struct timespec){.tv_nsec = kPeriod * 1000000L}, NULL);
    const int64_t time = now();
    const d3d12fuzz_worker_state state = d3d12fuzz_worker_observe();
    if (state.begun != begun || state.running == 0) {
      begun = state.begun;
      case_start = time;
    }
    if (state.case_milliseconds != 0 && time - case_start > (int64_t)state.case_milliseconds + kCaseMargin) {
      d3d12fuzz_worker_last_word(D3D12FUZZ_DEATH_TIMEOUT, 0, "");
      end_process(STATUS_TIMED_OUT);
    }
    if (!is_gone(gone_context)) {
      last_heard = time;
    } else if (time - last_heard > kGoneLimit) {
      end_process(STATUS_ABANDONED);
    }
  }
}

void start_watchdog(int (*peer_is_gone)(void* context), void* context) {
  is_gone = peer_is_gone;
  gone_context = context;
#ifndef _WIN32
  /* Signals are for the thread that the candidate runs in. */
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
#endif
  pthread_t thread;
  if (pthread_create(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
#ifndef _WIN32
  pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
}
