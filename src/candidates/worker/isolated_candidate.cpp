#include "candidates/worker/isolated_candidate.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "candidates/conduct_bits.h"
#include "candidates/crash_outcome.h"
#include "candidates/tolerance_bits.h"
#include "candidates/worker/allocation_probe.h"
#include "candidates/worker/channel.h"
#include "candidates/worker/child.h"
#include "candidates/worker/output_capture.h"
#include "candidates/worker/process.h"
#include "candidates/worker/sanitizer_report.h"
#include "candidates/worker/start_message.h"

namespace d3d12fuzz {

using namespace worker;
using namespace wire;

namespace {

using Clock = std::chrono::steady_clock;

/// A worker that ends without a signal rings nothing: so often is looked after it.
constexpr std::chrono::milliseconds kLookAfter{3};

/// From a worker's last word to its end.
constexpr std::chrono::milliseconds kLastWordGrace{1000};

/// A batch goes over when it has so many bytes, to stay in the processor's caches.
constexpr std::size_t kBatchBytes = std::size_t{256} << 10;

/// Deaths in a row without a single case begun, after which there is no point in going on.
constexpr std::uint32_t kMaxFruitlessDeaths = 3;

/// A worker is replaced before the numbers of its requests run into those that mean something else.
constexpr std::uint32_t kLastRequest = kCrashed - 2 * kMaxBatch;

/// How far the present request has come, as the worker says.
struct Position {
  std::uint32_t started;
  std::uint32_t completed;

  explicit Position(const Exchange& exchange)
      : started(exchange.started.load(std::memory_order_acquire)),
        completed(exchange.completed.load(std::memory_order_acquire)) {}
  friend bool operator==(const Position&, const Position&) = default;
};

}  // namespace

IsolatedCandidate::IsolatedCandidate(Opener open, IsolationOptions options)
    : open_(std::move(open)), options_(options), process_(std::make_unique<Process>()) {
  options_.batch_size = std::clamp(options_.batch_size, 1u, kMaxBatch);
  if ((options_.check_leaks || options_.fail_allocations) && allocation_probe() == nullptr) {
    throw InputError("allocations can be watched neither under a sanitizer nor without glibc");
  }
  start();
}

IsolatedCandidate::~IsolatedCandidate() = default;

bool IsolatedCandidate::supports(const Domain& domain) const {
  const std::span<const Domain* const> domains = all_domains();
  const auto at = std::find(domains.begin(), domains.end(), &domain);
  return at != domains.end() && (supported_ >> (at - domains.begin()) & 1) != 0;
}

void IsolatedCandidate::evaluate(const Domain& domain, std::span<const Case* const> cases,
                                 std::span<Outcome> outcomes) {
  cases_to_part_ = 0;
  if (std::exchange(under_way_, {}).count != 0) process_->end({});  // an exception left it behind
  if (domain_ != &domain) call_ = make_domain_call(domain);
  domain_ = &domain;
  std::size_t evaluated = 0;
  try {
    while (evaluated < cases.size()) {
      const std::size_t done = evaluate_batch(cases.subspan(evaluated), outcomes.subspan(evaluated));
      cases_to_part_ -= std::min(cases_to_part_, done);
      if (cases_to_part_ == 0 && std::exchange(parted_death_, false)) ++unexplained_deaths_;
      evaluated += done;
    }
  } catch (const InputError& error) {
    throw CandidateGone(error.what(), evaluated);
  }
}

void IsolatedCandidate::make_channel() {
  channel_ = std::make_unique<Channel>();
  capture_ = std::make_unique<OutputCapture>();
  owner_ = getpid();
}

void IsolatedCandidate::start() {
  // The worker of the process that this one was forked from goes on using its channel.
  if (owner_ != getpid()) make_channel();
  channel_->reset();
  capture_->rewind();
  text_seen_ = 0;
  under_way_ = {};
  const ChildSetup setup = {.parent = owner_,
                            .memory_limit = options_.memory_limit,
                            .fill_heap = options_.fill_heap,
                            .warm_up = warm_up_ && options_.fill_heap,
                            .check_leaks = options_.check_leaks,
                            .fail_allocations = options_.fail_allocations};
  if (process_->start()) run_child(open_, setup, *channel_, *capture_);

  const Answer answer = wait_for_answer(kStarted, options_.start_timeout);
  const Exchange& exchange = channel_->exchange();
  if (answer != Answer::replied || exchange.start_result != StartResult::ready) fail_start(answer);
  const std::size_t size = std::min<std::size_t>(exchange.start_size, kOutputBytes);
  std::optional<Provenance> provenance = read_provenance({channel_->output(0), size});
  if (!provenance) fail_start(Answer::malformed);
  provenance_ = std::move(*provenance);
  if (!options_.flags.empty()) provenance_.options += (provenance_.options.empty() ? "" : " ") + options_.flags;
  supported_ = exchange.supported;
  takes_undefined_ = (exchange.capabilities & D3D12FUZZ_TAKES_UNDEFINED) != 0;
  tolerances_ = tolerances_of(exchange.tolerances);
  request_ = kStarted;
}

void IsolatedCandidate::fail_start(Answer answer) {
  process_->end({});
  const Exchange& exchange = channel_->exchange();
  if (answer == Answer::replied) {
    const std::size_t size = std::min<std::size_t>(exchange.start_size, kOutputBytes);
    throw InputError(std::string(reinterpret_cast<const char*>(channel_->output(0)), size));
  }
  const std::string message = capture_->last_line_since(0);
  throw InputError("the candidate failed while it was opened in its worker process: " +
                   describe(answer, options_.start_timeout) + (message.empty() ? "" : ": " + message));
}

/// Rings and counts on.
void IsolatedCandidate::ask() { channel_->exchange().request.ring(++request_); }

/// On any answer but `replied` the worker is gone when this returns. The time begins anew with each case.
IsolatedCandidate::Answer IsolatedCandidate::wait_for_answer(std::uint32_t number, std::chrono::milliseconds timeout) {
  Exchange& exchange = channel_->exchange();
  Position position(exchange);
  Clock::time_point deadline = Clock::now() + timeout;
  while (true) {
    exchange.reply.wait_for_change(number - 1, kLookAfter);
    std::uint32_t reply = exchange.reply.value();
    if (reply == number - 1) {
      if (!process_->running()) {
        // It may have answered between the two looks.
        reply = exchange.reply.value();
        if (reply != number) return Answer::ended;
      }
    }
    if (reply == number) return Answer::replied;
    if (reply != number - 1) {
      const bool crashed = reply == kCrashed && exchange.crash.signal_number.load() != 0;
      process_->end(crashed ? kLastWordGrace : std::chrono::milliseconds(0));
      return crashed ? Answer::ended : Answer::malformed;
    }
    const Position now(exchange);
    if (now != position) {
      position = now;
      deadline = Clock::now() + timeout;
    } else if (Clock::now() > deadline) {
      process_->end({});
      // A handler that itself hangs has still told the signal.
      return exchange.crash.signal_number.load() != 0 ? Answer::ended : Answer::timed_out;
    }
  }
}

/// Writes as many cases as one request takes into a lane.
/// \return a request without cases if the lane has no room for the first
IsolatedCandidate::Request IsolatedCandidate::write_request(std::span<const Case* const> cases, std::uint32_t lane) {
  std::byte* const records = channel_->input(lane) + kFrameHeaderSize;
  const std::size_t most = cases_to_part_ > 0 ? 1 : std::min<std::size_t>(cases.size(), options_.batch_size);
  Request request = {.lane = lane};
  while (request.count < most && request.size < kBatchBytes) {
    call_->write(*cases[request.count], image_);
    const std::size_t size = case_record_size(image_);
    if (size > kInputBytes - kFrameHeaderSize - request.size) break;
    write_case_record(call_->function(), image_, records + request.size);
    request.size += static_cast<std::uint32_t>(size);
    ++request.count;
  }
  request.watched = request.count > 1 || cases_to_part_ > 0 || watch_single_cases_;
  return request;
}

/// Hands a request over.
void IsolatedCandidate::submit(const Request& request) {
  write_header(
      {.type = request.watched ? std::uint32_t{D3D12FUZZ_FRAME_CASES_WATCHED} : std::uint32_t{D3D12FUZZ_FRAME_CASES},
       .number = request_ + 1,
       .count = request.count,
       .size = request.size},
      channel_->input(request.lane));
  Exchange& exchange = channel_->exchange();
  exchange.lane = request.lane;
  exchange.domain = domain_;
  exchange.conduct = 0;
  exchange.started.store(0, std::memory_order_relaxed);
  exchange.completed.store(0, std::memory_order_relaxed);
  under_way_ = request;
  ask();
}

/// Hands over a request that nothing was prepared for.
void IsolatedCandidate::submit_first(std::span<const Case* const> cases) {
  if (request_ >= kLastRequest) process_->end({});
  if (!process_->running()) {
    ++restarts_;
    start();
  }
  const Request request = write_request(cases, 0);
  if (request.count == 0) {
    throw InputError("a case of " + std::to_string(case_record_size(image_)) +
                     " bytes is too large for a worker process; at most " +
                     std::to_string(kInputBytes - kFrameHeaderSize) + " are expected");
  }
  submit(request);
}

/// What was found at the end of a request, of one of its cases.
struct IsolatedCandidate::Aftermath {
  std::uint32_t conduct = 0;
  std::optional<SanitizerReport> report;

  bool clean() const { return conduct == 0 && !report; }
};

/// \return cases that have their outcome now; 0 if the worker died before the first of them
std::size_t IsolatedCandidate::evaluate_batch(std::span<const Case* const> cases, std::span<Outcome> outcomes) {
  if (under_way_.count == 0) submit_first(cases);
  const Request request = std::exchange(under_way_, {});
  const std::uint32_t count = request.count;
  Request next;
  if (cases_to_part_ == 0 && request_ < kLastRequest) next = write_request(cases.subspan(count), 1 - request.lane);
  Aftermath aftermath;
  std::uint32_t taken = 0;
  while (true) {
    Answer answer = wait_for_answer(request_, case_timeout());
    const Position position(channel_->exchange());
    const bool sound = position.completed >= taken && position.completed <= count &&
                       position.started >= position.completed && position.started <= count;
    if (sound && position.completed == count) {
      aftermath = look_back(request);
      if (answer == Answer::replied && next.count > 0 && aftermath.clean()) submit(next);
    }
    const std::uint32_t before = taken;
    if (sound) taken = take_outcomes(request.lane, cases, taken, position.completed, outcomes);
    if (taken > before) fruitless_deaths_ = 0;
    if (!sound || taken < position.completed) {
      // A case of a request that was under way may have done it, too.
      const bool alone = std::exchange(under_way_, {}).count == 0 && count - taken == 1;
      process_->end({});
      if (alone) fill_crash(Answer::malformed, outcomes[taken++]);
      cases_to_part_ = count - taken;
      return taken;
    }
    if (taken == count) return settle_request(request, aftermath, outcomes);
    if (answer == Answer::replied) {
      if (taken > before) {
        ask();  // its output was full
        continue;
      }
      // An outcome that finds no room in an empty output, or an answer to nothing.
      process_->end({});
      answer = Answer::malformed;
    }
    if (position.started == position.completed) {
      if (channel_->exchange().warming_up.load(std::memory_order_acquire) != 0) {
        // Not even the simplest case: those that are judged shall say so themselves.
        warm_up_ = false;
        return taken;
      }
      note_death_between_cases(taken == 0);
      return taken;
    }
    if (position.started > position.completed + 1) {
      // Cases that were handed to the candidate at once: one by one they show which of them it was.
      cases_to_part_ = position.started - position.completed;
      parted_death_ = true;
      return taken;
    }
    fill_crash(answer, outcomes[taken]);
    fruitless_deaths_ = 0;
    return taken + 1;
  }
}

/// Looks for what a request left behind that the worker has survived.
IsolatedCandidate::Aftermath IsolatedCandidate::look_back(const Request& request) {
  if (!request.watched) return {};
  const std::int64_t end = capture_->position();
  // Old text is dropped when there is much of it.
  const std::int64_t start = end < text_seen_ ? 0 : text_seen_;
  text_seen_ = end;
  return {.conduct = conduct_of(channel_->exchange().conduct),
          .report = end == start ? std::nullopt : read_survived_report(capture_->text_since(start))};
}

/// \return cases that have their outcome
std::size_t IsolatedCandidate::settle_request(const Request& request, const Aftermath& aftermath,
                                              std::span<Outcome> outcomes) {
  if (aftermath.clean()) return request.count;
  // Nobody can open again what a worker has lost.
  if ((aftermath.conduct & bit_of(Conduct::descriptors)) != 0) process_->end({});
  if (request.count == 1) {
    outcomes[0].conduct |= aftermath.conduct;
    if (aftermath.report) add_as_crash(*aftermath.report, outcomes[0]);
    return 1;
  }
  // One by one they show which of them it was.
  cases_to_part_ = request.count;
  return 0;
}

/// Reads the outcomes of cases [begin, end), which the output holds one behind the other.
/// \return the first of them that cannot be read, else `end`
std::uint32_t IsolatedCandidate::take_outcomes(std::uint32_t lane, std::span<const Case* const> cases,
                                               std::uint32_t begin, std::uint32_t end, std::span<Outcome> outcomes) {
  std::span<const std::byte> output(channel_->output(lane), kOutputBytes);
  output = output.subspan(kFrameHeaderSize);
  for (std::uint32_t i = begin; i < end; ++i) {
    const std::optional<OutcomeRecord> record = OutcomeRecord::read(output, i);
    if (!record || !call_->read(*cases[i], *record, outcomes[i])) return i;
    output = output.subspan(record->size());
  }
  return end;
}

void IsolatedCandidate::note_death_between_cases(bool fruitless) {
  ++unexplained_deaths_;
  if (!fruitless || ++fruitless_deaths_ < kMaxFruitlessDeaths) return;
  throw InputError("the worker process of candidate '" + provenance_.name +
                   "' dies before it begins a case: " + describe(Answer::ended, options_.case_timeout));
}

std::string IsolatedCandidate::describe(Answer answer, std::chrono::milliseconds timeout) const {
  switch (answer) {
    case Answer::timed_out:
      return no_answer_within(timeout);
    case Answer::replied:
    case Answer::malformed:
      return kMalformedReply;
    case Answer::ended:
      break;
  }
  const std::uint32_t signal_number = channel_->exchange().crash.signal_number.load();
  return signal_number != 0 ? name_of_signal(static_cast<int>(signal_number)) : process_->ending();
}

std::chrono::milliseconds IsolatedCandidate::case_timeout() const {
  constexpr std::uint32_t patience = 3;
  return timed_out_cases_ < patience ? options_.case_timeout
                                     : std::min(options_.case_timeout, options_.hurried_timeout);
}

void IsolatedCandidate::fill_crash(Answer answer, Outcome& outcome) {
  parted_death_ = false;
  const Exchange& exchange = channel_->exchange();
  Crash crash = {.what = describe(answer, case_timeout())};
  if (answer == Answer::malformed) {
    // The record of stages is as little to be trusted, and may be that of another case.
    set_crash(nullptr, false, std::move(crash), outcome);
    return;
  }
  if (const std::uint64_t failing = exchange.failing_allocation; options_.fail_allocations && failing != 0) {
    crash.what += " after allocation " + std::to_string(failing) + " failed";
  }
  const bool timed_out = answer == Answer::timed_out;
  if (timed_out) ++timed_out_cases_;
  crash.message = capture_->last_line_since(exchange.text_start);
  crash.frames = frames_of(exchange.crash);
  if (const auto report = read_sanitizer_report(capture_->text_since(exchange.text_start)); report && !timed_out) {
    explain_crash(*report, crash);
  }
  set_crash(&exchange.progress, timed_out, std::move(crash), outcome);
}

}  // namespace d3d12fuzz
