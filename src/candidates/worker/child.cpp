#include "candidates/worker/child.h"

#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <fstream>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "candidates/domain_call.h"
#include "candidates/worker/allocation_probe.h"
#include "candidates/worker/heap_fill.h"
#include "candidates/worker/sanitizer.h"
#include "candidates/worker/start_message.h"

namespace d3d12fuzz::worker {
namespace {

/// How long a wait for a request is before it is begun again.
constexpr std::chrono::seconds kIdleWait{60};

// A signal handler and a handler of forks have no other way to them.
Doorbell* the_reply = nullptr;
Channel* the_channel = nullptr;

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

/// A fork that the candidate makes may go on with the case beside this process.
void part_from_forks(Channel& channel) {
  the_channel = &channel;
  pthread_atfork(nullptr, nullptr, [] { the_channel->part_exchange(); });
}

void set_up_process(const ChildSetup& setup, Channel& channel, const OutputCapture& capture) {
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
  part_from_forks(channel);
  the_reply = &channel.exchange().reply;
  install_crash_handlers(channel.exchange().crash, ring_crashed);
}

void say_error(StartResult result, std::string_view text, Channel& channel) {
  Exchange& exchange = channel.exchange();
  const std::size_t size = std::min(text.size(), kOutputBytes);
  std::memcpy(channel.output(exchange.lane), text.data(), size);
  exchange.start_size = static_cast<std::uint32_t>(size);
  exchange.start_result = result;
}

void say_ready(const InProcessCandidate& candidate, Channel& channel) {
  Exchange& exchange = channel.exchange();
  exchange.start_size = static_cast<std::uint32_t>(
      write_provenance(candidate.provenance(), {channel.output(exchange.lane), kOutputBytes}));
  const std::span<const Domain* const> domains = all_domains();
  for (std::size_t i = 0; i < domains.size(); ++i) {
    if (candidate.supports(*domains[i])) exchange.supported |= std::uint64_t{1} << i;
  }
  exchange.capabilities = candidate.c_interface().capabilities;
  exchange.tolerances = candidate.c_interface().tolerances;
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

/// Calls in a row that each keep memory, after which it is a leak: caches and growing arrays do not do that.
constexpr int kCallsThatLeak = 8;

/// Allocations of one case that are made to fail, one after the other.
constexpr std::uint64_t kMostFailures = 64;

/// Bytes of records that few requests exceed.
constexpr std::size_t kUsualRecords = std::size_t{512} << 10;

class Evaluator {
 public:
  Evaluator(const InProcessCandidate& candidate, const ChildSetup& setup, Channel& channel,
            const OutputCapture& capture)
      : worker_(d3d12fuzz_worker_create(&candidate.c_interface())),
        fill_heap_(setup.fill_heap),
        warm_up_(setup.warm_up),
        check_leaks_(setup.check_leaks),
        fail_allocations_(setup.fail_allocations),
        probe_(setup.check_leaks || setup.fail_allocations ? allocation_probe() : nullptr),
        channel_(channel),
        exchange_(channel.exchange()),
        capture_(capture) {
    // Nobody may leave this process but by _exit.
    if (worker_ == nullptr) _exit(1);
    // It does not grow in the midst of a candidate's heap, or only for enormous cases.
    records_.extend(kUsualRecords);
    if (probe_ == nullptr) return;
    probe_->watch();
    d3d12fuzz_worker_set_hooks(worker_, begin_call, end_call, this);
  }

  /// Evaluates cases of the present request from where it stopped, until all are done or the output is full.
  void answer() {
    const std::byte* const input = channel_.input(exchange_.lane);
    std::byte* const output = channel_.output(exchange_.lane);
    const wire::FrameHeader request = wire::read_header(input);
    if (exchange_.started.load(std::memory_order_relaxed) == 0)
      take_records(input + wire::kFrameHeaderSize, request.size);
    const std::uint32_t first = exchange_.completed.load(std::memory_order_relaxed);
    std::size_t used = wire::kFrameHeaderSize;
    std::uint32_t i = first;
    for (; i < request.count; ++i) {
      // What has been started is waiting for room since the last reply.
      if (exchange_.started.load(std::memory_order_relaxed) == i) evaluate(i, request.count);
      const std::size_t size = d3d12fuzz_worker_outcome_size(worker_, i - loaded_from_);
      if (size > kOutputBytes - used) break;
      d3d12fuzz_worker_write_outcome(worker_, i - loaded_from_, i, output + used);
      used += size;
      exchange_.completed.store(i + 1, std::memory_order_release);
      if (i + 1 == exchange_.started.load(std::memory_order_relaxed)) d3d12fuzz_worker_clear(worker_);
    }
    wire::write_header({.type = D3D12FUZZ_FRAME_OUTCOMES,
                        .number = request.number,
                        .count = i - first,
                        .size = static_cast<std::uint32_t>(used - wire::kFrameHeaderSize)},
                       output);
    if (request.type == D3D12FUZZ_FRAME_CASES_WATCHED) exchange_.conduct |= d3d12fuzz_worker_check_conduct(worker_);
  }

 private:
  /// Copies the records of a new request out of the shared memory: a fork that the candidate makes may go on reading
  /// them when another request stands there.
  void take_records(const std::byte* records, std::size_t size) {
    records_.clear();
    std::memcpy(records_.extend(size), records, size);
    next_record_ = 0;
  }

  /// Evaluates case `i`; all from there on if the candidate takes batches.
  void evaluate(std::uint32_t i, std::uint32_t count) {
    const std::uint32_t function = wire::load<std::uint32_t>(records_.data() + next_record_ + 4);
    const bool at_once = count - i > 1 && probe_ == nullptr && d3d12fuzz_worker_takes_batches(worker_, function) != 0;
    if (warm_up_ && domain_ != exchange_.domain) warm_up();
    mark_text(i);
    loaded_from_ = i;
    if (at_once && batch_progress_.size() < count - i) batch_progress_.resize(count - i);
    do {
      load(at_once ? batch_progress_[i - loaded_from_] : exchange_.progress);
      ++i;
    } while (at_once && i < count);
    if (fill_heap_) refill_free_blocks();
    exchange_.started.store(i, std::memory_order_release);
    if (probe_ != nullptr) {
      call_and_probe();
    } else {
      d3d12fuzz_worker_call(worker_);
    }
  }

  /// Calls the candidate with the record taken in, and again with what options ask for. The outcome is that of the last
  /// call, in which every allocation succeeds.
  void call_and_probe() {
    // A call changes the record.
    const std::span<std::byte> record = last_record_;
    const std::vector<std::byte> as_written = record_as_written_;
    const auto call_again = [&](std::uint64_t failing) {
      std::copy(as_written.begin(), as_written.end(), record.begin());
      d3d12fuzz_worker_clear(worker_);
      if (d3d12fuzz_worker_load(worker_, record.data(), record.size(), &exchange_.progress) != 0) _exit(1);
      exchange_.failing_allocation = failing;
      d3d12fuzz_worker_call(worker_);
      exchange_.failing_allocation = 0;
    };
    d3d12fuzz_worker_call(worker_);
    if (check_leaks_) {
      int calls = 0;
      while (kept_blocks_ > 0 && calls < kCallsThatLeak) {
        call_again(0);
        ++calls;
      }
      if (kept_blocks_ > 0) exchange_.conduct |= D3D12FUZZ_CONDUCT_LEAK;
    }
    if (!fail_allocations_) return;
    const std::uint64_t most = std::min(allocations_, kMostFailures);
    for (std::uint64_t failing = 1; failing <= most; ++failing) call_again(failing);
    if (most > 0) call_again(0);
  }

  static void begin_call(void* self) {
    auto& evaluator = *static_cast<Evaluator*>(self);
    evaluator.live_before_ = evaluator.probe_->live_blocks();
    evaluator.probe_->count(evaluator.exchange_.failing_allocation);
  }

  static std::uint32_t end_call(void* self) {
    auto& evaluator = *static_cast<Evaluator*>(self);
    evaluator.allocations_ = evaluator.probe_->counted();
    evaluator.kept_blocks_ = evaluator.probe_->live_blocks() - evaluator.live_before_;
    return 0;
  }

  /// Where the text of a case begins is asked of the system once a request, as long as the candidate writes nothing.
  void mark_text(std::uint32_t i) {
    if (i > 0 && !writes_) return;
    const std::int64_t before = exchange_.text_start;
    exchange_.text_start = capture_.mark();
    writes_ = exchange_.text_start != before;
  }

  /// Takes in the next record of the request, which the parent wrote.
  void load(d3d12fuzz_progress& progress) {
    std::byte* const record = records_.data() + next_record_;
    const std::size_t size = wire::load<std::uint32_t>(record);
    if (probe_ != nullptr) {
      last_record_ = {record, size};
      record_as_written_.assign(record, record + size);
    }
    if (d3d12fuzz_worker_load(worker_, record, size, &progress) != 0) _exit(1);
    next_record_ += size;
  }

  /// The first case of a library, for which it makes its device, leaves a heap unlike that of any other: the simplest
  /// one goes first, so that those that are judged find the same heap. What it did is no case's outcome.
  void warm_up() {
    domain_ = exchange_.domain;
    const std::unique_ptr<DomainCall> call = make_domain_call(*domain_);
    MemoryImage image;
    call->write(*domain_->make_case(), image);
    wire::Buffer record;
    const std::size_t size = wire::case_record_size(image);
    wire::write_case_record(call->function(), image, record.extend(size));
    d3d12fuzz_progress progress;
    if (d3d12fuzz_worker_load(worker_, record.data(), size, &progress) != 0) _exit(1);
    exchange_.warming_up.store(1, std::memory_order_release);
    d3d12fuzz_worker_call(worker_);
    exchange_.warming_up.store(0, std::memory_order_release);
    d3d12fuzz_worker_clear(worker_);
    d3d12fuzz_worker_check_conduct(worker_);
  }

  d3d12fuzz_worker* const worker_;  ///< for as long as this process lives
  bool fill_heap_;
  bool warm_up_;
  bool check_leaks_;
  bool fail_allocations_;
  AllocationProbe* probe_;  ///< null unless allocations are watched
  Channel& channel_;
  Exchange& exchange_;
  const OutputCapture& capture_;
  const Domain* domain_ = nullptr;  ///< that the worker was warmed up with
  wire::Buffer records_;            ///< of the present request
  std::size_t next_record_ = 0;     ///< in these
  std::uint32_t loaded_from_ = 0;   ///< the case that was taken in first
  bool writes_ = false;             ///< the candidate wrote text between the last two marks
  std::vector<d3d12fuzz_progress> batch_progress_;

  /// Where allocations are watched: the record that is taken in, as it was before, and what its last call did.
  std::span<std::byte> last_record_;
  std::vector<std::byte> record_as_written_;
  std::int64_t live_before_ = 0;
  std::int64_t kept_blocks_ = 0;
  std::uint64_t allocations_ = 0;
};

}  // namespace

void run_child(const Opener& open, const ChildSetup& setup, Channel& channel, const OutputCapture& capture) noexcept {
  Exchange& exchange = channel.exchange();
  set_up_process(setup, channel, capture);
  const std::unique_ptr<InProcessCandidate> candidate = open_candidate(open, channel);
  exchange.reply.ring(kStarted);
  if (candidate == nullptr) _exit(0);

  Evaluator evaluator(*candidate, setup, channel, capture);
  std::uint32_t answered = kStarted;
  while (true) {
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
