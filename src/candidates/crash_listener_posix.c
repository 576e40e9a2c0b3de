/* Fatal signals. */
#define _GNU_SOURCE /* _dl_find_object, program_invocation_name */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "candidates/crash_listener.h"
#include "candidates/worker/sanitizer.h"

/* libFuzzer has the sanitizers write its artifact when they end a process: this process is not the fuzzer. */
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));

/* Enough to reach the program's start, unless the stack overflowed. */
enum { kBacktraceFrames = 128 };
enum { kHandlerStackBytes = 256 << 10 };

/* Where the signal struck, and the top of the stack there. */
typedef struct Position {
  void* instruction;
  void* const* stack;
} Position;

/* A signal handler has no other way to these. */
static d3d12fuzz_crash_listener the_listener;
static void* starting_frames[kBacktraceFrames];
static int num_starting_frames;
static _Atomic pid_t reporting_thread;
static Position the_position;
static bool told_a_frame;

/* A line of fixed size that is appended to in a signal handler. */
typedef struct Line {
  char text[D3D12FUZZ_FRAME_LINE];
  size_t size;
} Line;

static void append(Line* line, const char* from) {
  while (*from != '\0' && line->size + 1 < sizeof(line->text)) line->text[line->size++] = *from++;
  line->text[line->size] = '\0';
}

static void append_hexadecimal(Line* line, uintptr_t value) {
  char digits[2 * sizeof(value) + 3];
  char* first = digits + sizeof(digits);
  *--first = '\0';
  do {
    *--first = "0123456789abcdef"[value & 15];
    value >>= 4;
  } while (value != 0);
  *--first = 'x';
  *--first = '0';
  append(line, first);
}

/* The loaded object that an address lies in. Takes no lock, unlike dladdr. */
static const struct link_map* object_of(void* address) {
  struct dl_find_object found;
  return _dl_find_object(address, &found) == 0 ? found.dlfo_link_map : NULL;
}

/* Functions of this program that stand before those of the C library: no frames of a candidate's. */
extern const char __start_d3d12fuzz_probe[] __attribute__((weak));
extern const char __stop_d3d12fuzz_probe[] __attribute__((weak));

static int is_of_probe(const void* address) {
  const uintptr_t at = (uintptr_t)address;
  return at >= (uintptr_t)__start_d3d12fuzz_probe && at < (uintptr_t)__stop_d3d12fuzz_probe;
}

static void tell_frame(void* address) {
  if (is_of_probe(address)) return;
  told_a_frame = true;
  Line line = {.size = 0};
  const struct link_map* object = object_of(address);
  if (object == NULL) {
    append_hexadecimal(&line, (uintptr_t)address);
  } else {
    /* The program itself has an empty name. */
    const char* name = object->l_name[0] != '\0' ? object->l_name : program_invocation_name;
    const char* slash = strrchr(name, '/');
    append(&line, slash != NULL ? slash + 1 : name);
    append(&line, "+");
    append_hexadecimal(&line, (uintptr_t)address - object->l_addr);
  }
  the_listener.frame(line.text);
}

static Position position_of(const void* context) {
  const mcontext_t* machine = &((const ucontext_t*)context)->uc_mcontext;
#if defined(__x86_64__)
  return (Position){(void*)machine->gregs[REG_RIP], (void* const*)machine->gregs[REG_RSP]};
#elif defined(__aarch64__)
  return (Position){(void*)machine->pc, (void* const*)machine->sp};
#endif
}

/* Returns how many frames are left without those at the outer end that are also starting frames. */
static int without_starting_frames(void* const* frames, int count) {
  int starting = num_starting_frames;
  while (count > 0 && starting > 0 && frames[count - 1] == starting_frames[starting - 1]) {
    --count;
    --starting;
  }
  return count;
}

/* A call of a bad address leaves no trace but the return address. Reading that may fault. */
static void tell_bad_call(void) {
  tell_frame(the_position.instruction);
  tell_frame(*the_position.stack);
}

static void tell_frames(void) {
  void* frames[kBacktraceFrames];
  const int count = without_starting_frames(frames, backtrace(frames, kBacktraceFrames));
  int first = 0;
  while (first < count && frames[first] != the_position.instruction) ++first;
  if (count - first <= 1 && object_of(the_position.instruction) == NULL) {
    tell_bad_call();
    return;
  }
  for (int i = first; i < count; ++i) tell_frame(frames[i]);
  if (first == count) tell_frame(the_position.instruction);
}

static void on_fatal_signal(int signal_number, siginfo_t* info, void* context) {
  (void)info;
  pid_t nobody = 0;
  const pid_t self = (pid_t)syscall(SYS_gettid);
  if (!atomic_compare_exchange_strong(&reporting_thread, &nobody, self)) {
    /* Of a second fault, one in the report itself ends it; one elsewhere waits for the first to be told. */
    while (nobody != self) pause();
    /* The unwinder reads where the signal struck, and faults if nothing is there. */
    if (!told_a_frame) tell_bad_call();
  } else {
    the_position = position_of(context);
    the_listener.begin((uint32_t)signal_number);
    tell_frames();
  }
  the_listener.end((uint32_t)signal_number);
  /* The listener was told which signal it was; dying of it would only cost a core dump. */
  _exit(128 + signal_number);
}

static void use_handler_stack(void) {
  void* memory = mmap(NULL, kHandlerStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  const stack_t stack = {.ss_sp = memory, .ss_size = kHandlerStackBytes};
  sigaltstack(&stack, NULL);
}

void d3d12fuzz_listen_for_crashes(const d3d12fuzz_crash_listener* listener) {
  the_listener = *listener;
  if (__sanitizer_set_death_callback != NULL) __sanitizer_set_death_callback(NULL);
  /* The first call loads the unwinder and allocates, which a handler must not. */
  num_starting_frames = backtrace(starting_frames, kBacktraceFrames);
  /* A sanitizer has a stack of its own there, and frees what it finds. */
  if (!D3D12FUZZ_SANITIZED) use_handler_stack();

  static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS};
  for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); ++i) {
    struct sigaction present = {.sa_flags = 0};
    sigaction(signals[i], NULL, &present);
    const bool has_handler = (present.sa_flags & SA_SIGINFO) != 0 || present.sa_handler != SIG_DFL;
    /* No sanitizer explains an abort better than its frames do. */
    if (D3D12FUZZ_SANITIZED && has_handler && signals[i] != SIGABRT) continue;
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    action.sa_sigaction = on_fatal_signal;
    sigemptyset(&action.sa_mask);
    sigaction(signals[i], &action, NULL);
  }
}
