#include "candidates/d3d12/calling_convention.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <new>
#include <optional>
#include <thread>

#include "base/error.h"
#include "candidates/d3d12/com_call.h"
#include "candidates/d3d12/library_file.h"
#include "domains/d3d12_types.h"

namespace d3d12fuzz::d3d12 {
namespace {

/// For a trial that waits for what never comes. Candidates have a minute to be opened.
constexpr std::chrono::seconds kMostTime{50};

/// What a trial tells the process that started it.
struct TrialReport {
  enum State : std::uint32_t { no_answer, works, does_not_work, cannot_load };
  volatile State state;
  char error[1024];  ///< of cannot_load
};

class SharedReport {
 public:
  SharedReport() {
    void* at = mmap(nullptr, sizeof(TrialReport), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) throw std::bad_alloc();
    report_ = new (at) TrialReport{};
  }
  ~SharedReport() { munmap(report_, sizeof(TrialReport)); }
  SharedReport(const SharedReport&) = delete;
  SharedReport& operator=(const SharedReport&) = delete;

  TrialReport* operator->() const { return report_; }
  TrialReport& operator*() const { return *report_; }

 private:
  TrialReport* report_;
};

/// The wrong convention passes garbage, so this may crash, hang, or succeed with rubbish: hence the look at the blob.
template <CallingConvention convention>
bool serializes_empty_desc(void* serialize) {
  D3D12_VERSIONED_ROOT_SIGNATURE_DESC desc;
  std::memset(static_cast<void*>(&desc), 0, sizeof(desc));
  desc.Version = D3D_ROOT_SIGNATURE_VERSION_1_0;
  ComObject<convention> blob;
  ComObject<convention> error;
  const auto hresult = call_export<convention, std::int32_t>(serialize, static_cast<const void*>(&desc), blob.receive(),
                                                             error.receive());
  if (hresult != S_OK || !blob) return false;
  const BlobBytes bytes = bytes_of(blob);
  return bytes.data != nullptr && bytes.size >= 32 && bytes.size < 4096 && std::memcmp(bytes.data, "DXBC", 4) == 0;
}

/// Runs in a process of its own.
[[noreturn]] void run_trial(const std::string& path, CallingConvention convention, pid_t parent, TrialReport& report) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  // An engine's handlers would report a crash of the trial as one of their own.
  for (const int signal_number : {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGTERM, SIGALRM}) {
    signal(signal_number, SIG_DFL);
  }
  signal(SIGINT, SIG_IGN);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  try {
    const LoadedLibrary library = load_library(path);
    const bool works = convention == CallingConvention::ms_abi
                           ? serializes_empty_desc<CallingConvention::ms_abi>(library.serialize)
                           : serializes_empty_desc<CallingConvention::sysv_abi>(library.serialize);
    report.state = works ? TrialReport::works : TrialReport::does_not_work;
  } catch (const InputError& error) {
    std::strncpy(report.error, error.what(), sizeof(report.error) - 1);
    report.state = TrialReport::cannot_load;
  }
  _exit(0);
}

/// How much of the processor a child has taken that was not waited for.
std::chrono::nanoseconds processor_time_of(pid_t child) {
  clockid_t clock;
  timespec time;
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &time) != 0) return {};
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// \return whether the convention works
bool try_convention(const std::string& path, CallingConvention convention, std::chrono::milliseconds processor_time) {
  SharedReport report;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw InputError(std::string("cannot start a process: ") + std::strerror(errno));
  if (child == 0) run_trial(path, convention, parent, *report);

  const auto deadline = std::chrono::steady_clock::now() + kMostTime;
  while (waitpid(child, nullptr, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline || processor_time_of(child) > processor_time) {
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (report->state == TrialReport::cannot_load) throw InputError(report->error);
  return report->state == TrialReport::works;
}

}  // namespace

CallingConvention detect_calling_convention(const std::string& path, std::chrono::milliseconds processor_time) {
  for (const CallingConvention convention : {CallingConvention::ms_abi, CallingConvention::sysv_abi}) {
    if (try_convention(path, convention, processor_time)) return convention;
  }
  throw InputError("D3D12 library '" + path +
                   "': serializes an empty root signature in neither calling convention; "
                   "if that is what is to be tested, name the convention: ',abi=ms' or ',abi=sysv'");
}

}  // namespace d3d12fuzz::d3d12
