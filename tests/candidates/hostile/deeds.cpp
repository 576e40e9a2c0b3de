#include "candidates/hostile/deeds.h"

#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>
#include <xmmintrin.h>

#include <cfenv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

namespace d3d12fuzz::hostile {
namespace {

using namespace std::chrono_literals;
using Input = d3d12fuzz_root_signature_input;
using Result = d3d12fuzz_root_signature_result;

/// The compiler may not know that nothing lies there.
volatile int* volatile nowhere = nullptr;

[[noreturn]] void wait_for_ever() {
  while (true) pause();
}

constexpr std::size_t kLargeBlock = std::size_t{16} << 20;

/// As allocators of libraries do. Nothing is written to it, which would take the time of all else.
/// \return null if there is no more
void* allocate_large_block() {
  void* const block = mmap(nullptr, kLargeBlock, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return block != MAP_FAILED ? block : nullptr;
}

/// A child that lives on.
void start_child() {
  if (fork() == 0) wait_for_ever();
}

// ---- Deaths ----------------------------------------------------------------------------------------------------

void abort_here(const Input&, Result&) { std::abort(); }

void read_null(const Input&, Result&) { (void)*nowhere; }

void write_null(const Input&, Result&) { *nowhere = 1; }

void call_bad_address(const Input&, Result&) {
  void (*volatile bad)() = reinterpret_cast<void (*)()>(std::uintptr_t{0x10});
  bad();
}

void divide_by_zero(const Input&, Result&) {
  int quotient = 1;
  asm volatile("cltd\n\tidivl %1" : "+a"(quotient) : "r"(0) : "edx", "cc");
}

void execute_illegal_instruction(const Input&, Result&) { asm volatile("ud2"); }

/// Ends when it has counted to nothing, which the stack has no room for.
std::uint64_t recurse(volatile std::uint64_t* above) {
  volatile std::uint64_t here[256];
  here[0] = *above + 1;
  return here[0] == 0 ? 0 : recurse(here) + here[0];
}

void recurse_without_end(const Input&, Result&) {
  volatile std::uint64_t start = 0;
  recurse(&start);
}

void exit_with_0(const Input&, Result&) { std::exit(0); }

void exit_at_once_with_3(const Input&, Result&) { _exit(3); }

void exit_from_another_thread(const Input&, Result&) {
  std::thread([] { std::exit(5); }).detach();
  wait_for_ever();
}

void kill_itself(const Input&, Result&) {
  kill(getpid(), SIGKILL);
  wait_for_ever();
}

void kill_its_group(const Input&, Result&) {
  kill(0, SIGTERM);
  wait_for_ever();
}

void throw_exception(const Input&, Result&) { throw std::runtime_error("thrown at the harness"); }

void fork_and_abort(const Input&, Result&) {
  start_child();
  std::abort();
}

/// What it prints is no text.
void print_bytes_and_abort(const Input&, Result&) {
  const unsigned char bytes[] = {0x1B, '[', '2', 'J', 0xFF, 0xC3, 0x28, 0x07, '\n'};
  if (write(STDERR_FILENO, bytes, sizeof(bytes)) != sizeof(bytes)) return;
  std::abort();
}

void allocate_until_null(const Input&, Result&) {
  while (true) static_cast<volatile char*>(allocate_large_block())[0] = 1;  // not checked, as in many a library
}

/// All of the shared memory that holds the progress, as far as records stand in it.
void write_over_the_channel(const Input&, Result& result) {
  std::FILE* const maps = std::fopen("/proc/self/maps", "re");
  const auto progress = reinterpret_cast<std::uintptr_t>(result.progress);
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  char line[512];
  while (std::fgets(line, sizeof(line), maps) != nullptr) {
    if (std::sscanf(line, "%lx-%lx", &begin, &end) == 2 && begin <= progress && progress < end) break;
  }
  std::fclose(maps);
  constexpr std::uintptr_t most = 64 << 10;
  std::memset(reinterpret_cast<void*>(begin), 0xFF, end - begin < most ? end - begin : most);
}

// ---- No answer ---------------------------------------------------------------------------------------------------

void stop_itself(const Input&, Result&) { raise(SIGSTOP); }

void loop(const Input&, Result&) {
  volatile bool on = true;
  while (on) continue;
}

void sleep_for_ever(const Input&, Result&) { wait_for_ever(); }

void print_without_end(const Input&, Result&) {
  const std::vector<char> text(4096, 'x');
  volatile bool on = true;
  while (on) {
    if (write(STDOUT_FILENO, text.data(), text.size()) < 0) continue;
  }
}

// ---- Later -------------------------------------------------------------------------------------------------------

void ring_alarm_later(const Input&, Result&) {
  const itimerval timer = {.it_interval = {}, .it_value = {.tv_sec = 0, .tv_usec = 2000}};
  setitimer(ITIMER_REAL, &timer, nullptr);
}

void crash_in_a_thread_later(const Input&, Result&) {
  std::thread([] {
    std::this_thread::sleep_for(2ms);
    *nowhere = 2;
  }).detach();
}

// ---- Misconduct --------------------------------------------------------------------------------------------------

void round_upward(const Input&, Result&) { std::fesetround(FE_UPWARD); }

void flush_denormals(const Input&, Result&) { _mm_setcsr(_mm_getcsr() | 0x8040); }

void set_locale(const Input&, Result&) { setlocale(LC_ALL, "C.UTF-8"); }

void use_locale(const Input&, Result&) {
  static const locale_t other = newlocale(LC_ALL_MASK, "C.UTF-8", nullptr);
  uselocale(other);
}

void ignore_bad_accesses(const Input&, Result&) { signal(SIGSEGV, SIG_IGN); }

void handle_alarms(const Input&, Result&) {
  signal(SIGALRM, [](int) {});
}

void block_signals(const Input&, Result&) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigprocmask(SIG_BLOCK, &set, nullptr);
}

/// The caller keeps 32 bytes free around its buffers. It holds at least the one element more than the case has.
void write_behind(const Input&, Result& result) {
  const d3d12fuzz_description& description = result.description_1_0;
  reinterpret_cast<volatile char*>(description.parameters + description.parameter_capacity)[0] = 0;
}

void write_before(const Input&, Result& result) {
  reinterpret_cast<volatile char*>(result.description_1_0.parameters)[-1] = 0;
}

/// What a write through a pointer that was handed over as read-only looks like.
void write_into_input(const Input& input, Result&) { const_cast<volatile std::uint32_t&>(input.num_lookups) += 1; }

void close_descriptors(const Input&, Result&) {
  for (int i = 0; i < 1024; ++i) close(i);
}

// ---- Lies --------------------------------------------------------------------------------------------------------

void give_absurd_counts(const Input&, Result& result) { result.description_1_0.num_parameters = 0xFFFFFFFF; }

std::uint64_t calls;

void count_calls(const Input&, Result& result) { result.cost = 1000 + ++calls; }

// ---- What anybody may do -----------------------------------------------------------------------------------------

void be_slow(const Input&, Result&) { std::this_thread::sleep_for(50ms); }

/// Takes all the memory that it may have, gives it back, and says so.
void run_out_of_memory(const Input&, Result& result) {
  constexpr std::size_t most = 64;
  std::vector<void*> blocks;
  while (blocks.size() < most) {
    void* const block = allocate_large_block();
    if (block == nullptr) break;
    blocks.push_back(block);
  }
  for (void* const block : blocks) munmap(block, kLargeBlock);
  result.observed = 0;
  for (d3d12fuzz_stage_result& stage : result.progress->stages) stage = {};
  constexpr auto out_of_memory = static_cast<std::int32_t>(0x8007000E);
  result.progress->stages[D3D12FUZZ_STAGE_SERIALIZE] = {D3D12FUZZ_STATUS_UNSUPPORTED, out_of_memory};
}

/// Both processes return into the harness.
void fork_and_return(const Input&, Result&) { fork(); }

void fork_a_child_that_lives(const Input&, Result&) { start_child(); }

void fork_many(const Input&, Result&) {
  for (int i = 0; i < 16; ++i) start_child();
}

void print_without_newline(const Input&, Result&) { std::fputs("no end of this line", stderr); }

void print_much(const Input&, Result&) {
  for (int i = 0; i < 40000; ++i) std::puts("far more than anybody wants to read of a candidate, line by line by line");
}

void print_bytes(const Input&, Result&) {
  for (int i = 0; i < 256; ++i) std::putchar(i);
  std::fflush(stdout);
}

void claim_unknown_status(const Input&, Result& result) {
  result.progress->stages[D3D12FUZZ_STAGE_SERIALIZE].status = 77;
}

void claim_unknown_observations(const Input&, Result& result) { result.observed |= 0xFFFFFE00; }

void claim_unknown_stage(const Input&, Result& result) { result.progress->running_stage = 0xFFFFFFFF; }

void change_pointers(const Input&, Result& result) {
  result.blob = nullptr;
  result.blob_capacity = 0xFFFFFFFF;
  result.range_offsets = reinterpret_cast<std::uint64_t*>(0x10);
  result.table_sizes = nullptr;
  result.lookups = nullptr;
  for (d3d12fuzz_description* description :
       {&result.description_1_0, &result.description_1_1, &result.description_1_2}) {
    description->parameters = nullptr;
    description->ranges = reinterpret_cast<d3d12fuzz_described_range*>(0x10);
    description->static_samplers = nullptr;
    description->parameter_capacity = 0xFFFFFFFF;
    description->range_capacity = 0xFFFFFFFF;
    description->static_sampler_capacity = 0xFFFFFFFF;
  }
}

void open_descriptors(const Input&, Result&) {
  for (int i = 0; i < 16; ++i) open("/dev/null", O_RDONLY | O_CLOEXEC);
}

void change_directory(const Input&, Result&) {
  if (chdir("/") != 0) std::abort();
}

constexpr Deed kDeeds[] = {
    {"aborts", abort_here, nullptr},
    {"reads-null", read_null, nullptr},
    {"writes-null", write_null, nullptr},
    {"calls-bad-address", call_bad_address, nullptr},
    {"divides-by-zero", divide_by_zero, nullptr},
    {"illegal-instruction", execute_illegal_instruction, nullptr},
    {"recurses-without-end", recurse_without_end, nullptr},
    {"exits-with-0", exit_with_0, nullptr},
    {"exits-at-once-with-3", exit_at_once_with_3, nullptr},
    {"exits-from-another-thread", exit_from_another_thread, nullptr},
    {"kills-itself", kill_itself, nullptr},
    {"kills-its-group", kill_its_group, nullptr},
    {"throws", throw_exception, nullptr},
    {"forks-and-aborts", fork_and_abort, nullptr},
    {"prints-bytes-and-aborts", print_bytes_and_abort, nullptr},
    {"allocates-until-null", allocate_until_null, nullptr},
    {"writes-over-the-channel", write_over_the_channel, nullptr},
    {"stops-itself", stop_itself, nullptr},
    {"loops", loop, nullptr},
    {"sleeps-for-ever", sleep_for_ever, nullptr},
    {"prints-without-end", print_without_end, nullptr},
    {"is-slow", be_slow, nullptr},
    {"runs-out-of-memory", nullptr, run_out_of_memory},
    {"forks-many", fork_many, nullptr},
    {"forks-and-returns", fork_and_return, nullptr},
    {"rings-alarm-later", nullptr, ring_alarm_later},
    {"crashes-in-a-thread-later", nullptr, crash_in_a_thread_later},
    {"rounds-upward", nullptr, round_upward},
    {"flushes-denormals", nullptr, flush_denormals},
    {"sets-locale", nullptr, set_locale},
    {"uses-locale", nullptr, use_locale},
    {"ignores-bad-accesses", nullptr, ignore_bad_accesses},
    {"handles-alarms", nullptr, handle_alarms},
    {"blocks-signals", nullptr, block_signals},
    {"writes-behind", nullptr, write_behind},
    {"writes-before", nullptr, write_before},
    {"writes-into-input", nullptr, write_into_input},
    {"closes-descriptors", nullptr, close_descriptors},
    {"gives-absurd-counts", nullptr, give_absurd_counts},
    {"counts-calls", nullptr, count_calls},
    {"forks-a-child-that-lives", fork_a_child_that_lives, nullptr},
    {"prints-without-newline", print_without_newline, nullptr},
    {"prints-much", print_much, nullptr},
    {"prints-bytes", print_bytes, nullptr},
    {"claims-unknown-status", nullptr, claim_unknown_status},
    {"claims-unknown-observations", nullptr, claim_unknown_observations},
    {"claims-unknown-stage", nullptr, claim_unknown_stage},
    {"changes-pointers", nullptr, change_pointers},
    {"opens-descriptors", open_descriptors, nullptr},
    {"changes-directory", change_directory, nullptr},
};

}  // namespace

std::span<const Deed> deeds() { return kDeeds; }

}  // namespace d3d12fuzz::hostile
