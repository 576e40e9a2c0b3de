/* Exceptions that nobody handles, and abort(). */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "candidates/crash_listener.h"

enum { kBacktraceFrames = 128 };
/* What is left of the stack to the handler when it overflowed. */
enum { kHandlerStackBytes = 64 << 10 };

/* SIGABRT as Linux numbers it. */
enum { kAbortSignal = 6 };

static d3d12fuzz_crash_listener the_listener;
static volatile LONG reporting_thread;
/* The frame of main, or whoever listens: what is outside of it is no part of a crash. */
static void* starting_function;

static void tell_frame(DWORD64 address) {
  char line[D3D12FUZZ_FRAME_LINE];
  DWORD64 base = 0;
  char path[MAX_PATH];
  RtlLookupFunctionEntry(address, &base, NULL);
  const DWORD size = base != 0 ? GetModuleFileNameA((HMODULE)(uintptr_t)base, path, sizeof(path)) : 0;
  if (size == 0 || size == sizeof(path)) {
    snprintf(line, sizeof(line), "0x%llx", (unsigned long long)address);
  } else {
    const char* slash = strrchr(path, '\\');
    snprintf(line, sizeof(line), "%s+0x%llx", slash != NULL ? slash + 1 : path, (unsigned long long)(address - base));
  }
  the_listener.frame(line);
}

/* Steps to the caller; a function without unwind information has left nothing but its return address. */
static void unwind(CONTEXT* context) {
  DWORD64 base = 0;
  RUNTIME_FUNCTION* function = RtlLookupFunctionEntry(context->Rip, &base, NULL);
  if (function == NULL) {
    context->Rip = *(const DWORD64*)(uintptr_t)context->Rsp;
    context->Rsp += sizeof(DWORD64);
    return;
  }
  void* handler_data = NULL;
  DWORD64 frame = 0;
  RtlVirtualUnwind(UNW_FLAG_NHANDLER, base, context->Rip, function, context, &handler_data, &frame, NULL);
}

static void* function_of(DWORD64 address) {
  DWORD64 base = 0;
  return RtlLookupFunctionEntry(address, &base, NULL);
}

static void tell_frames(CONTEXT context) {
  for (int i = 0; i < kBacktraceFrames && context.Rip != 0; ++i) {
    if (function_of(context.Rip) != NULL && function_of(context.Rip) == starting_function) return;
    tell_frame(context.Rip);
    unwind(&context);
  }
}

static void tell(uint32_t code, const CONTEXT* context) {
  const LONG self = (LONG)GetCurrentThreadId();
  const LONG reporting = InterlockedCompareExchange(&reporting_thread, self, 0);
  if (reporting == 0) {
    the_listener.begin(code);
    tell_frames(*context);
  } else if (reporting != self) {
    Sleep(INFINITE); /* until the first is told */
  }
  the_listener.end(code);
  TerminateProcess(GetCurrentProcess(), code);
}

static LONG WINAPI on_exception(EXCEPTION_POINTERS* exception) {
  tell(exception->ExceptionRecord->ExceptionCode, exception->ContextRecord);
  return EXCEPTION_EXECUTE_HANDLER;
}

static void on_abort(int signal_number) {
  (void)signal_number; /* which is another one here than elsewhere */
  CONTEXT context;
  RtlCaptureContext(&context);
  unwind(&context); /* from here to who raised it */
  tell(kAbortSignal, &context);
}

/* A function of the C library was handed an argument that it does not take. */
static void on_invalid_parameter(const wchar_t* expression, const wchar_t* function, const wchar_t* file, unsigned line,
                                 uintptr_t reserved) {
  (void)expression, (void)function, (void)file, (void)line, (void)reserved;
  abort();
}

/* Each C library in the process has handlers of its own, and a candidate may use another one than this program. */
static void listen_to_c_library(const char* name) {
  typedef void (*handler_fn)(int signal_number);
  typedef handler_fn (*signal_fn)(int signal_number, handler_fn handler);
  const HMODULE library = LoadLibraryA(name);
  const FARPROC found = library != NULL ? GetProcAddress(library, "signal") : NULL;
  if (found == NULL) return;
  signal_fn set_handler;
  memcpy(&set_handler, &found, sizeof(set_handler));
  set_handler(SIGABRT, on_abort);
}

void d3d12fuzz_listen_for_crashes(const d3d12fuzz_crash_listener* listener) {
  the_listener = *listener;
  CONTEXT context;
  RtlCaptureContext(&context);
  unwind(&context);
  starting_function = function_of(context.Rip);
  /* A box that waits for a click would be a hang. */
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
  _set_error_mode(_OUT_TO_STDERR);
  ULONG guarantee = kHandlerStackBytes;
  SetThreadStackGuarantee(&guarantee);
  SetUnhandledExceptionFilter(on_exception);
  listen_to_c_library("msvcrt.dll");
  listen_to_c_library("ucrtbase.dll");
  _set_invalid_parameter_handler(on_invalid_parameter);
}
