// What a worker process costs: a candidate that answers at once, and the bare round trip.

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <stdexcept>

#include "bench.h"
#include "candidates/worker/channel.h"
#include "candidates/worker/isolated_candidate.h"

namespace d3d12fuzz::bench {
namespace {

using worker::Doorbell;

constexpr std::size_t kCases = 8192;
constexpr int kRounds = 9;
constexpr std::size_t kBatch = 64;

void answer_at_once(void*, const d3d12fuzz_root_signature_input*, d3d12fuzz_root_signature_result*) {}

std::unique_ptr<InProcessCandidate> open_no_op() {
  const d3d12fuzz_candidate candidate = {
      .version = D3D12FUZZ_CANDIDATE_VERSION, .context = nullptr, .root_signature = answer_at_once, .destroy = nullptr};
  Provenance provenance;
  provenance.name = "no-op";
  return std::make_unique<InProcessCandidate>(candidate, provenance);
}

/// Two processes that wake each other and do nothing else, with the primitives of the worker.
class PingPong {
 public:
  PingPong() {
    void* memory = mmap(nullptr, sizeof(Bells), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    bells_ = new (memory) Bells;
    partner_ = fork();
    if (partner_ < 0) throw std::runtime_error("no process for the round trip");
    if (partner_ == 0) answer();
  }
  ~PingPong() {
    kill(partner_, SIGKILL);
    waitpid(partner_, nullptr, 0);
    munmap(bells_, sizeof(Bells));
  }
  PingPong(const PingPong&) = delete;
  PingPong& operator=(const PingPong&) = delete;

  void round_trips(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      bells_->ping.ring(++number_);
      while (bells_->pong.value() != number_) bells_->pong.wait_for_change(number_ - 1, std::chrono::seconds(1));
    }
  }

 private:
  struct Bells {
    Doorbell ping;
    Doorbell pong;
  };

  [[noreturn]] void answer() {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (std::uint32_t seen = 0;; ++seen) {
      while (bells_->ping.value() == seen) bells_->ping.wait_for_change(seen, std::chrono::seconds(1));
      bells_->pong.ring(seen + 1);
    }
  }

  Bells* bells_;
  pid_t partner_;
  std::uint32_t number_ = 0;
};

}  // namespace

void measure_isolation() {
  const std::vector<std::unique_ptr<Case>> cases = draw_cases(measured_domain(), 1, kCases);
  std::vector<const Case*> pointers;
  for (const auto& value : cases) pointers.push_back(value.get());
  std::vector<Outcome> outcomes(kCases);

  PingPong ping_pong;
  const std::unique_ptr<InProcessCandidate> direct = open_no_op();
  IsolatedCandidate isolated(open_no_op, {.batch_size = kBatch, .fill_heap = false});
  const auto evaluate = [&](Candidate& candidate, std::size_t batch) {
    for (std::size_t at = 0; at < kCases; at += batch) {
      candidate.evaluate(measured_domain(), std::span(pointers).subspan(at, batch),
                         std::span(outcomes).subspan(at, batch));
    }
  };

  double bare = 1e9, in_process = 1e9, single = 1e9, batched = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    bare = std::min(bare, seconds_of([&] { ping_pong.round_trips(kCases); }));
    in_process = std::min(in_process, seconds_of([&] { evaluate(*direct, 1); }));
    single = std::min(single, seconds_of([&] { evaluate(isolated, 1); }));
    batched = std::min(batched, seconds_of([&] { evaluate(isolated, kBatch); }));
  }
  fmt::print("\nA candidate that answers at once, {} cases, best of {} turns\n", kCases, kRounds);
  const auto row = [&](std::string_view name, double seconds) {
    fmt::print("  {:<44} {:>12.0f} /s {:>10.0f} ns {:>8.2f} round trips\n", name, kCases / seconds,
               seconds / kCases * 1e9, seconds / bare);
  };
  row("bare round trip between two processes", bare);
  row("in process (lowering and reading alone)", in_process);
  row("in a worker, one case at a time", single);
  row("in a worker, 64 cases at a time", batched);
}

}  // namespace d3d12fuzz::bench
