/*
 * What to do when this process dies of a signal, or of an exception on Windows: tells a listener where it struck, then
 * ends the process. Plain C11, for programs that link nothing else of the harness.
 */
#ifndef D3D12FUZZ_CRASH_LISTENER_H
#define D3D12FUZZ_CRASH_LISTENER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Room for any line that a listener is told. */
enum { D3D12FUZZ_FRAME_LINE = 128 };

/*
 * Called in the dying thread, in this order; each must be safe in a signal handler. Reading the stack may itself fault:
 * then `end` follows at once. No other thread's crash is told meanwhile.
 */
typedef struct d3d12fuzz_crash_listener {
  void (*begin)(uint32_t code);    /* the signal's number; on Windows the exception's code, or 6 for abort() */
  void (*frame)(const char* line); /* "libfoo.so.1+0x1234", innermost first */
  void (*end)(uint32_t code);      /* the process ends when this returns */
} d3d12fuzz_crash_listener;

/*
 * From now on tells `listener`, which is copied. Frames of the callers of this function are left out: they are no part
 * of a crash and differ from process to process. Under a sanitizer those signals are left to it that it reports itself.
 */
void d3d12fuzz_listen_for_crashes(const d3d12fuzz_crash_listener* listener);

#ifdef __cplusplus
}
#endif

#endif /* D3D12FUZZ_CRASH_LISTENER_H */
