#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <string.h>

#include "candidates/host/standard_streams.h"

static HANDLE in = INVALID_HANDLE_VALUE;
static HANDLE out = INVALID_HANDLE_VALUE;

/*
 * Input is read ahead by a thread of its own, which so learns of its end while a case runs: not every kind of pipe can
 * be asked.
 */
static struct {
  CRITICAL_SECTION lock;
  CONDITION_VARIABLE changed;
  char bytes[1 << 16];
  size_t begin; /* of what has not been taken yet */
  size_t end;
  int closed;
} ahead;

static DWORD WINAPI read_ahead(void* unused) {
  (void)unused;
  EnterCriticalSection(&ahead.lock);
  while (!ahead.closed) {
    while (ahead.begin != ahead.end) SleepConditionVariableCS(&ahead.changed, &ahead.lock, INFINITE);
    /* Nobody takes any of it now: the buffer is this thread's. */
    LeaveCriticalSection(&ahead.lock);
    DWORD count = 0;
    const BOOL good = ReadFile(in, ahead.bytes, sizeof(ahead.bytes), &count, NULL);
    EnterCriticalSection(&ahead.lock);
    ahead.begin = 0;
    ahead.end = count;
    ahead.closed = !good || count == 0;
    WakeAllConditionVariable(&ahead.changed);
  }
  LeaveCriticalSection(&ahead.lock);
  return 0;
}

/* A handle that stays when the C library closes its own. */
static HANDLE duplicate(HANDLE handle) {
  HANDLE copy = INVALID_HANDLE_VALUE;
  DuplicateHandle(GetCurrentProcess(), handle, GetCurrentProcess(), &copy, 0, FALSE, DUPLICATE_SAME_ACCESS);
  return copy;
}

int streams_take(void) {
  in = duplicate(GetStdHandle(STD_INPUT_HANDLE));
  out = duplicate(GetStdHandle(STD_OUTPUT_HANDLE));
  if (in == INVALID_HANDLE_VALUE || out == INVALID_HANDLE_VALUE) return 1;
  if (freopen("NUL", "rb", stdin) == NULL) return 1;
  /* Of the C library, and of those who ask the system. */
  if (_dup2(_fileno(stderr), _fileno(stdout)) != 0) return 1;
  SetStdHandle(STD_OUTPUT_HANDLE, GetStdHandle(STD_ERROR_HANDLE));

  InitializeCriticalSection(&ahead.lock);
  InitializeConditionVariable(&ahead.changed);
  const HANDLE thread = CreateThread(NULL, 0, read_ahead, NULL, 0, NULL);
  if (thread == NULL) return 1;
  CloseHandle(thread);
  return 0;
}

int streams_read(void* context, void* bytes, size_t size) {
  (void)context;
  char* to = bytes;
  EnterCriticalSection(&ahead.lock);
  while (size > 0) {
    while (ahead.begin == ahead.end && !ahead.closed) {
      SleepConditionVariableCS(&ahead.changed, &ahead.lock, INFINITE);
    }
    size_t count = ahead.end - ahead.begin;
    if (count == 0) break;
    if (count > size) count = size;
    memcpy(to, ahead.bytes + ahead.begin, count);
    ahead.begin += count;
    to += count;
    size -= count;
    WakeAllConditionVariable(&ahead.changed);
  }
  LeaveCriticalSection(&ahead.lock);
  return size > 0;
}

int streams_write(void* context, const void* bytes, size_t size) {
  (void)context;
  const char* from = bytes;
  while (size > 0) {
    const DWORD part = size < (1u << 30) ? (DWORD)size : 1u << 30;
    DWORD count = 0;
    if (!WriteFile(out, from, part, &count, NULL) || count == 0) return 1;
    from += count;
    size -= count;
  }
  return 0;
}

int streams_peer_is_gone(void* context) {
  (void)context;
  EnterCriticalSection(&ahead.lock);
  const int gone = ahead.closed && ahead.begin == ahead.end;
  LeaveCriticalSection(&ahead.lock);
  return gone;
}
