#include "candidates/worker/crash_report.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "candidates/worker/sanitizer.h"

// libFuzzer has the sanitizers write its artifact when they end a process: this process is not the fuzzer.
extern "C" [[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());

namespace d3d12fuzz::worker {
namespace {

// A signal handler has no other way to them.
CrashRecord* the_record = nullptr;
void (*the_notify)() = nullptr;
std::atomic<pid_t> reporting_thread{0};

/// Enough to reach the program's start, unless the stack overflowed.
constexpr int kBacktraceFrames = 128;

// The frames of whoever started this process, who is no part of a crash and differs from worker to worker.
void* starting_frames[kBacktraceFrames];
int num_starting_frames = 0;
constexpr std::size_t kHandlerStackBytes = std::size_t{256} << 10;

/// Appends to a line of fixed size, in a signal handler.
class LineWriter {
 public:
  LineWriter(char* line, std::size_t size) : at_(line), end_(line + size - 1) {}
  ~LineWriter() { *at_ = '\0'; }
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  void text(const char* from) {
    while (*from != '\0' && at_ != end_) *at_++ = *from++;
  }
  void hexadecimal(std::uintptr_t value) {
    char digits[2 * sizeof(value) + 3];
    char* first = digits + sizeof(digits);
    *--first = '\0';
    do {
      *--first = "0123456789abcdef"[value & 15];
      value >>= 4;
    } while (value != 0);
    *--first = 'x';
    *--first = '0';
    text(first);
  }

 private:
  char* at_;
  char* end_;
};

/// The loaded object that an address lies in. Takes no lock, unlike dladdr.
const link_map* object_of(void* address) {
  dl_find_object found;
  return _dl_find_object(address, &found) == 0 ? found.dlfo_link_map : nullptr;
}

void write_frame(void* address, char* line) {
  LineWriter writer(line, CrashRecord::kFrameBytes);
  const auto value = reinterpret_cast<std::uintptr_t>(address);
  const link_map* object = object_of(address);
  if (object == nullptr) {
    writer.hexadecimal(value);
    return;
  }
  // The program itself has an empty name.
  const char* name = object->l_name[0] != '\0' ? object->l_name : program_invocation_name;
  const char* slash = std::strrchr(name, '/');
  writer.text(slash != nullptr ? slash + 1 : name);
  writer.text("+");
  writer.hexadecimal(value - object->l_addr);
}

/// Where the signal struck, and the top of the stack there.
struct Position {
  void* instruction;
  void* const* stack;
};

Position position_of(const void* context) {
  const mcontext_t& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return {reinterpret_cast<void*>(machine.gregs[REG_RIP]), reinterpret_cast<void* const*>(machine.gregs[REG_RSP])};
#elif defined(__aarch64__)
  return {reinterpret_cast<void*>(machine.pc), reinterpret_cast<void* const*>(machine.sp)};
#endif
}

void append_frame(void* address) {
  const std::uint32_t count = the_record->num_frames.load(std::memory_order_relaxed);
  if (count == CrashRecord::kMaxFrames) return;
  write_frame(address, the_record->frames[count]);
  the_record->num_frames.store(count + 1, std::memory_order_release);
}

/// \return frames that are left without those at the outer end that are also starting frames
int without_starting_frames(void* const* frames, int count) {
  int starting = num_starting_frames;
  while (count > 0 && starting > 0 && frames[count - 1] == starting_frames[starting - 1]) {
    --count;
    --starting;
  }
  return count;
}

void record_frames(const Position& position) {
  void* frames[kBacktraceFrames];
  const int count = without_starting_frames(frames, backtrace(frames, kBacktraceFrames));
  int first = 0;
  while (first < count && frames[first] != position.instruction) ++first;
  for (int i = first; i < count; ++i) append_frame(frames[i]);
  if (first == count) append_frame(position.instruction);
  // A call of a bad address leaves no trace but the return address. Reading it may fault: all else is recorded by now.
  if (count - first <= 1 && object_of(position.instruction) == nullptr) append_frame(*position.stack);
}

void on_fatal_signal(int signal_number, siginfo_t*, void* context) {
  pid_t nobody = 0;
  const auto self = static_cast<pid_t>(syscall(SYS_gettid));
  if (!reporting_thread.compare_exchange_strong(nobody, self)) {
    // Of a second fault, one in the report itself ends it; one elsewhere waits for the first to be told.
    while (nobody != self) pause();
  } else {
    the_record->signal_number.store(static_cast<std::uint32_t>(signal_number), std::memory_order_release);
    record_frames(position_of(context));
  }
  the_notify();
  // The record says which signal it was; dying of it would only cost a core dump.
  _exit(128 + signal_number);
}

void use_handler_stack() {
  void* memory = mmap(nullptr, kHandlerStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = kHandlerStackBytes;
  sigaltstack(&stack, nullptr);
}

}  // namespace

void install_crash_handlers(CrashRecord& record, void (*notify)()) {
  the_record = &record;
  the_notify = notify;
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(nullptr);
  // The first call loads the unwinder and allocates, which a handler must not.
  num_starting_frames = backtrace(starting_frames, kBacktraceFrames);
  // A sanitizer has a stack of its own there, and frees what it finds.
  if (!kSanitized) use_handler_stack();

  for (const int signal_number : {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS}) {
    struct sigaction present{};
    sigaction(signal_number, nullptr, &present);
    const bool has_handler = (present.sa_flags & SA_SIGINFO) != 0 || present.sa_handler != SIG_DFL;
    // No sanitizer explains an abort better than its frames do.
    if (kSanitized && has_handler && signal_number != SIGABRT) continue;
    struct sigaction action{};
    action.sa_sigaction = on_fatal_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(signal_number, &action, nullptr);
  }
}

std::vector<std::string> frames_of(const CrashRecord& record) {
  std::vector<std::string> frames;
  const std::size_t count =
      std::min<std::size_t>(record.num_frames.load(std::memory_order_acquire), CrashRecord::kMaxFrames);
  for (std::size_t i = 0; i < count; ++i) {
    const char* line = record.frames[i];
    frames.emplace_back(line, strnlen(line, CrashRecord::kFrameBytes));
  }
  return frames;
}

std::string name_of_signal(int signal_number) {
  const char* name = sigabbrev_np(signal_number);
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(signal_number);
}

}  // namespace d3d12fuzz::worker
