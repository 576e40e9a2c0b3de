#include "candidates/worker/child.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <fstream>
#include <string_view>

#include "base/error.h"
#include "candidates/worker/flat_outcome.h"
#include "candidates/worker/heap_fill.h"
#include "candidates/worker/sanitizer.h"
#include "candidates/worker/start_message.h"

namespace d3d12fuzz::worker {
namespace {

/// How long a wait for a request is before it is begun again.
constexpr std::chrono::seconds kIdleWait{60};

// A signal handler has no other way to it.
Doorbell* the_reply = nullptr;

void ring_crashed() { the_reply->ring(kCrashed); }

/// Private memory of this process, as the limit counts it, in bytes.
std::uint64_t data_size() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0;
  for (int field = 0; field < 6; ++field) file >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void limit_memory(std::uint64_t bytes) {
  const rlim_t most = data_size() + bytes;
  const rlimit limit = {most, most};
  setrlimit(RLIMIT_DATA, &limit);
}

void set_up_process(const ChildSetup& setup, Exchange& exchange, const OutputCapture& capture) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before the line above.
  if (getppid() != setup.parent) _exit(1);

  // A group of its own: signals to the harness's are not for a library, nor the other way round.
  setpgid(0, 0);
  // Ctrl-C is the parent's to handle, and an engine's other handlers know nothing of this process.
  signal(SIGINT, SIG_IGN);
  for (const int signal_number : {SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGPIPE}) {
    signal(signal_number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);

  capture.redirect_here();
  if (setup.memory_limit != 0 && !kSanitized) limit_memory(setup.memory_limit);
  if (setup.fill_heap) fill_heap();
  the_reply = &exchange.reply;
  install_crash_handlers(exchange.crash, ring_crashed);
}

void say_error(StartResult result, std::string_view text, Channel& channel) {
  Exchange& exchange = channel.exchange();
  const std::size_t size = std::min(text.size(), kOutputBytes);
  std::memcpy(channel.output(), text.data(), size);
  exchange.start_size = static_cast<std::uint32_t>(size);
  exchange.start_result = result;
}

void say_ready(const InProcessCandidate& candidate, Channel& channel) {
  Exchange& exchange = channel.exchange();
  exchange.start_size =
      static_cast<std::uint32_t>(write_provenance(candidate.provenance(), {channel.output(), kOutputBytes}));
  const std::span<const Domain* const> domains = all_domains();
  for (std::size_t i = 0; i < domains.size(); ++i) {
    if (candidate.supports(*domains[i])) exchange.supported |= std::uint64_t{1} << i;
  }
  exchange.takes_undefined = candidate.takes_undefined() ? 1 : 0;
  exchange.start_result = StartResult::ready;
}

/// \return null if it could not be opened, which the parent has been told then
std::unique_ptr<InProcessCandidate> open_candidate(const Opener& open, Channel& channel) {
  try {
    std::unique_ptr<InProcessCandidate> candidate = open();
    say_ready(*candidate, channel);
    return candidate;
  } catch (const InputError& error) {
    say_error(StartResult::input_error, error.what(), channel);
  } catch (const std::exception& error) {
    say_error(StartResult::other_error, error.what(), channel);
  }
  return nullptr;
}

class Evaluator {
 public:
  Evaluator(InProcessCandidate& candidate, const ChildSetup& setup, Channel& channel, const OutputCapture& capture)
      : candidate_(candidate),
        fill_heap_(setup.fill_heap),
        warm_up_(setup.warm_up),
        channel_(channel),
        exchange_(channel.exchange()),
        capture_(capture) {}

  /// Evaluates cases of the present request from where it stopped, until all are done or the output is full.
  void answer() {
    if (domain_ != exchange_.domain) {
      domain_ = exchange_.domain;
      case_ = domain_->make_case();
      warmed_up_ = false;
    }
    std::size_t used = 0;
    for (std::uint32_t i = exchange_.completed.load(std::memory_order_relaxed); i < exchange_.num_cases; ++i) {
      // One that has been started is waiting for room since the last reply.
      if (exchange_.started.load(std::memory_order_relaxed) == i) evaluate(i);
      const std::size_t size = flat_size(outcome_);
      if (size > kOutputBytes - used) return;
      write_flat(outcome_, channel_.output() + used);
      exchange_.outputs[i] = {static_cast<std::uint32_t>(used), static_cast<std::uint32_t>(size)};
      used += size;
      exchange_.completed.store(i + 1, std::memory_order_release);
    }
  }

 private:
  void evaluate(std::uint32_t i) {
    if (warm_up_ && !warmed_up_) {
      // The first case of a library, for which it makes its device, leaves a heap unlike that of any other: the
      // simplest one goes first, so that those that are judged find the same heap. What it did is no case's outcome.
      d3d12fuzz_progress progress;
      exchange_.warming_up.store(1, std::memory_order_release);
      candidate_.evaluate_one(*domain_, *case_, progress, outcome_);
      exchange_.warming_up.store(0, std::memory_order_release);
      warmed_up_ = true;
    }
    exchange_.text_start = capture_.mark();
    exchange_.progress = {};
    exchange_.started.store(i + 1, std::memory_order_release);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(channel_.input());
    const std::uint32_t begin = exchange_.input_offsets[i];
    domain_->decode({bytes + begin, bytes + exchange_.input_offsets[i + 1]}, *case_);
    if (fill_heap_) refill_free_blocks();
    candidate_.evaluate_one(*domain_, *case_, exchange_.progress, outcome_);
  }

  InProcessCandidate& candidate_;
  bool fill_heap_;
  bool warm_up_;
  Channel& channel_;
  Exchange& exchange_;
  const OutputCapture& capture_;
  const Domain* domain_ = nullptr;
  bool warmed_up_ = false;
  std::unique_ptr<Case> case_;
  Outcome outcome_;
};

}  // namespace

void run_child(const Opener& open, const ChildSetup& setup, Channel& channel, const OutputCapture& capture) noexcept {
  Exchange& exchange = channel.exchange();
  set_up_process(setup, exchange, capture);
  const std::unique_ptr<InProcessCandidate> candidate = open_candidate(open, channel);
  exchange.reply.ring(kStarted);
  if (candidate == nullptr) _exit(0);

  Evaluator evaluator(*candidate, setup, channel, capture);
  const pid_t self = getpid();
  std::uint32_t answered = kStarted;
  while (true) {
    // A fork that a library made and let return into here is no worker.
    if (getpid() != self) _exit(0);
    const std::uint32_t request = exchange.request.value();
    if (request == answered || request == 0) {
      exchange.request.wait_for_change(request, kIdleWait);
      continue;
    }
    evaluator.answer();
    answered = request;
    exchange.reply.ring(answered);
  }
}

}  // namespace d3d12fuzz::worker
