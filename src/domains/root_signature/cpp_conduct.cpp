#include "domains/root_signature/cpp_conduct.h"

#include <vector>

namespace d3d12fuzz::root_signature {
namespace {

constexpr std::string_view kGuarded = R"(
// An array between two margins that nobody may write to.
template <class T, std::size_t Count>
class Guarded {
 public:
  Guarded() { std::memset(bytes_, 0xA5, sizeof(bytes_)); }
  T* data() { return reinterpret_cast<T*>(bytes_ + kMargin); }
  bool intact() const {
    for (std::size_t i = 0; i < kMargin; ++i) {
      if (bytes_[i] != 0xA5 || bytes_[sizeof(bytes_) - 1 - i] != 0xA5) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kMargin = 64;
  alignas(16) unsigned char bytes_[kMargin + Count * sizeof(T) + kMargin];
};
)";

constexpr std::string_view kInput = R"(
// What a variable held once. The compiler may take nothing for granted of what it holds now.
template <class T>
class Copy {
 public:
  explicit Copy(const T& variable) : now_(reinterpret_cast<const volatile unsigned char*>(&variable)) {
    for (std::size_t i = 0; i < sizeof(T); ++i) then_[i] = now_[i];
  }
  bool same() const {
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      if (then_[i] != now_[i]) return false;
    }
    return true;
  }

 private:
  const volatile unsigned char* now_;
  unsigned char then_[sizeof(T)];
};
)";

constexpr std::string_view kFloatingPoint = R"(
#include <cfenv>
#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#endif

// Floating-point control; status flags are everybody's.
struct State {
  int rounding = std::fegetround();
#if defined(__SSE2__) || defined(_M_X64)
  unsigned sse = _mm_getcsr() & 0xFFC0;
#endif
#if defined(__x86_64__) && defined(__GNUC__)
  State() { __asm__ volatile("fnstcw %0" : "=m"(x87)); }
  unsigned short x87 = 0;
#endif

  bool same_as(const State& other) const {
    bool same = rounding == other.rounding;
#if defined(__SSE2__) || defined(_M_X64)
    same = same && sse == other.sse;
#endif
#if defined(__x86_64__) && defined(__GNUC__)
    same = same && x87 == other.x87;
#endif
    return same;
  }
};
)";

constexpr std::string_view kLocale = R"(
#include <clocale>
#include <string>

// The locale of the process and, where there is such a thing, of the thread.
struct State {
  std::string process = std::setlocale(LC_ALL, nullptr);
#ifndef _WIN32
  locale_t thread = uselocale(nullptr);
  bool same_as(const State& other) const { return process == other.process && thread == other.thread; }
#else
  bool same_as(const State& other) const { return process == other.process; }
#endif
};
)";

constexpr std::string_view kSignalHandlers = R"(
#ifdef _WIN32
#error "signal handlers are those of POSIX systems"
#endif
#include <signal.h>

// Handlers and blocked signals.
struct State {
  static constexpr int kSignals = 65;
  struct sigaction actions[kSignals];
  sigset_t blocked;

  State() {
    std::memset(static_cast<void*>(this), 0, sizeof(*this));
    for (int i = 1; i < kSignals; ++i) sigaction(i, nullptr, &actions[i]);
    sigprocmask(SIG_SETMASK, nullptr, &blocked);
  }
  bool same_as(const State& other) const {
    for (int i = 1; i < kSignals; ++i) {
      // The system's own signals are not there to ask for: their actions stay zero.
      if (actions[i].sa_handler != other.actions[i].sa_handler) return false;
      if (sigismember(&blocked, i) != sigismember(&other.blocked, i)) return false;
    }
    return true;
  }
};
)";

constexpr std::string_view kDescriptors = R"(
#ifdef _WIN32
#error "descriptors are those of POSIX systems"
#endif
#include <fcntl.h>
#include <sys/stat.h>
#include <initializer_list>

// Which files are open under which numbers. The call may open more.
struct State {
  static constexpr int kDescriptors = 256;
  struct stat files[kDescriptors];
  bool is_open[kDescriptors];

  State() {
    for (int i = 0; i < kDescriptors; ++i) is_open[i] = fstat(i, &files[i]) == 0;
  }
  bool same_as(const State& before) const {
    for (int i = 0; i < kDescriptors; ++i) {
      if (!before.is_open[i]) continue;
      if (!is_open[i] || files[i].st_dev != before.files[i].st_dev || files[i].st_ino != before.files[i].st_ino) {
        return false;
      }
    }
    return true;
  }
};

// Some more than the standard ones, each another file.
static void open_descriptors() {
  for (const char* path : {"/", "/dev", "/dev/null", "/dev/zero", "/tmp", "/proc"}) {
    if (open(path, O_RDONLY) < 0) std::fprintf(stderr, "%s: cannot be opened\n", path);
  }
}
)";

constexpr std::string_view kLeak = R"(
#ifndef __GLIBC__
#error "the memory in use is asked of glibc"
#endif
#include <malloc.h>

// Bytes; 0 with an allocator that does not tell.
static std::size_t memory_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
)";

constexpr std::string_view kLeakVerdict =
    R"(  // What is kept once is no leak: each of several rounds of calls must leave more behind.
  constexpr int rounds = 4, calls = 100;
  for (int i = 0; i < calls; ++i) call();
  int grown = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::size_t before = memory_in_use();
    if (before == 0) return 2;
    for (int i = 0; i < calls; ++i) call();
    if (memory_in_use() >= before + calls) ++grown;
  }
  std::printf("memory in use grew in %d rounds of calls, expected fewer than %d\n", grown, rounds);
  return grown == rounds ? 1 : 0;
)";

/// The variables that hold what the call is handed.
std::vector<std::string> input_variables(const RootSignatureCase& value, CppInterface through) {
  std::vector<std::string> names;
  for (std::size_t p = 0; p < value.parameters.size(); ++p) {
    if (!ranges_of(value.parameters[p]).empty()) names.push_back("ranges" + std::to_string(p));
  }
  if (!value.parameters.empty()) names.emplace_back("parameters");
  if (!value.static_samplers.empty()) names.emplace_back("static_samplers");
  names.emplace_back("desc");
  if (through == CppInterface::d3d12) return names;
  if (!value.lookups.empty()) names.emplace_back("lookups");
  names.emplace_back("input");
  return names;
}

/// Copies of all that the call is handed.
std::string copies(const RootSignatureCase& value, CppInterface through) {
  std::string text;
  std::string same;
  for (const std::string& name : input_variables(value, through)) {
    text += "  const Copy<decltype(" + name + ")> copy_of_" + name + "(" + name + ");\n";
    same += (same.empty() ? "" : " && ") + ("copy_of_" + name) + ".same()";
  }
  return text + "  const auto is_right = [&] { return " + same + "; };\n";
}

}  // namespace

bool can_show(Conduct conduct, CppInterface through) {
  if (through == CppInterface::candidate) return true;
  // D3D12 has no such buffers, and its objects are the program's to release.
  return conduct != Conduct::wrote_outside && conduct != Conduct::leak;
}

std::string_view conduct_helpers(Conduct conduct) {
  switch (conduct) {
    case Conduct::wrote_outside:
      return kGuarded;
    case Conduct::wrote_input:
      return kInput;
    case Conduct::floating_point:
      return kFloatingPoint;
    case Conduct::locale:
      return kLocale;
    case Conduct::signal_handlers:
      return kSignalHandlers;
    case Conduct::descriptors:
      return kDescriptors;
    case Conduct::leak:
      return kLeak;
  }
  return {};
}

std::string lines_before_call(Conduct conduct, const RootSignatureCase& value, CppInterface through) {
  switch (conduct) {
    case Conduct::wrote_outside:
    case Conduct::leak:
      return {};
    case Conduct::wrote_input:
      return copies(value, through);
    case Conduct::floating_point:
    case Conduct::locale:
    case Conduct::signal_handlers:
      return "  const State before;\n  const auto is_right = [&] { return State().same_as(before); };\n";
    case Conduct::descriptors:
      return "  open_descriptors();\n  const State before;\n"
             "  const auto is_right = [&] { return State().same_as(before); };\n";
  }
  return {};
}

std::string lines_after_call(Conduct conduct) {
  if (conduct == Conduct::leak) return std::string(kLeakVerdict);
  return "  const bool right = is_right();\n  std::printf(\"expected " + std::string(demand_on(conduct)) +
         ": %s\\n\", right ? \"so it is\" : \"it is not\");\n  return right ? 0 : 1;\n";
}

}  // namespace d3d12fuzz::root_signature
