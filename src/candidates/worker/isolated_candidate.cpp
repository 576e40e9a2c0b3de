#include "candidates/worker/isolated_candidate.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "candidates/worker/channel.h"
#include "candidates/worker/child.h"
#include "candidates/worker/flat_outcome.h"
#include "candidates/worker/output_capture.h"
#include "candidates/worker/process.h"
#include "candidates/worker/start_message.h"

namespace d3d12fuzz {

using namespace worker;

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
  while (!cases.empty()) {
    const std::size_t done = evaluate_batch(domain, cases, outcomes);
    cases_to_part_ -= std::min(cases_to_part_, done);
    cases = cases.subspan(done);
    outcomes = outcomes.subspan(done);
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
  const ChildSetup setup = {.parent = owner_,
                            .memory_limit = options_.memory_limit,
                            .fill_heap = options_.fill_heap,
                            .warm_up = warm_up_ && options_.fill_heap};
  if (process_->start()) run_child(open_, setup, *channel_, *capture_);

  const Answer answer = wait_for_answer(kStarted, options_.start_timeout);
  const Exchange& exchange = channel_->exchange();
  if (answer != Answer::replied || exchange.start_result != StartResult::ready) fail_start(answer);
  const std::size_t size = std::min<std::size_t>(exchange.start_size, kOutputBytes);
  std::optional<Provenance> provenance = read_provenance({channel_->output(), size});
  if (!provenance) fail_start(Answer::malformed);
  provenance_ = std::move(*provenance);
  supported_ = exchange.supported;
  takes_undefined_ = exchange.takes_undefined != 0;
  request_ = kStarted;
}

void IsolatedCandidate::fail_start(Answer answer) {
  process_->end({});
  const Exchange& exchange = channel_->exchange();
  if (answer == Answer::replied) {
    const std::size_t size = std::min<std::size_t>(exchange.start_size, kOutputBytes);
    throw InputError(std::string(reinterpret_cast<const char*>(channel_->output()), size));
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

/// Puts as many cases as one request takes, at least one, into the channel.
std::size_t IsolatedCandidate::hand_over(const Domain& domain, std::span<const Case* const> cases) {
  Exchange& exchange = channel_->exchange();
  const std::size_t most = cases_to_part_ > 0 ? 1 : std::min<std::size_t>(cases.size(), options_.batch_size);
  encoded_.clear();
  std::uint32_t count = 0;
  while (count < most && (count == 0 || encoded_.size() < kBatchBytes)) {
    exchange.input_offsets[count] = static_cast<std::uint32_t>(encoded_.size());
    domain.encode(*cases[count], encoded_);
    if (encoded_.size() > kInputBytes) {
      if (count > 0) break;
      throw InputError("a case of " + std::to_string(encoded_.size()) +
                       " bytes is too large for a worker process; at most " + std::to_string(kInputBytes) +
                       " are expected");
    }
    ++count;
    exchange.input_offsets[count] = static_cast<std::uint32_t>(encoded_.size());
  }
  std::memcpy(channel_->input(), encoded_.data(), exchange.input_offsets[count]);
  exchange.domain = &domain;
  exchange.num_cases = count;
  exchange.started.store(0, std::memory_order_relaxed);
  exchange.completed.store(0, std::memory_order_relaxed);
  return count;
}

/// \return cases that have their outcome now; 0 if the worker died before the first of them
std::size_t IsolatedCandidate::evaluate_batch(const Domain& domain, std::span<const Case* const> cases,
                                              std::span<Outcome> outcomes) {
  if (request_ >= kLastRequest) process_->end({});
  if (!process_->running()) {
    ++restarts_;
    start();
  }
  const auto count = static_cast<std::uint32_t>(hand_over(domain, cases));
  std::uint32_t taken = 0;
  while (taken < count) {
    ask();
    Answer answer = wait_for_answer(request_, case_timeout());
    const Position position(channel_->exchange());
    const bool sound = position.completed >= taken && position.completed <= count &&
                       (position.started == position.completed || position.started == position.completed + 1) &&
                       position.started <= count;
    const std::uint32_t before = taken;
    if (sound) taken = take_outcomes(domain, taken, position.completed, outcomes);
    if (taken > before) fruitless_deaths_ = 0;
    if (!sound || taken < position.completed) {
      process_->end({});
      if (count - taken == 1) fill_crash(Answer::malformed, outcomes[taken++]);
      cases_to_part_ = count - taken;
      return taken;
    }
    if (answer == Answer::replied) {
      if (taken > before) continue;
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
    fill_crash(answer, outcomes[taken]);
    fruitless_deaths_ = 0;
    return taken + 1;
  }
  return taken;
}

/// \return the first of them that cannot be read, else `end`
std::uint32_t IsolatedCandidate::take_outcomes(const Domain& domain, std::uint32_t begin, std::uint32_t end,
                                               std::span<Outcome> outcomes) {
  const Exchange& exchange = channel_->exchange();
  for (std::uint32_t i = begin; i < end; ++i) {
    const OutputPlace place = exchange.outputs[i];
    const bool inside = place.offset <= kOutputBytes && place.size <= kOutputBytes - place.offset;
    if (!inside || !read_flat({channel_->output() + place.offset, place.size}, domain, outcomes[i])) return i;
  }
  return end;
}

void IsolatedCandidate::note_death_between_cases(bool fruitless) {
  ++deaths_between_cases_;
  if (!fruitless || ++fruitless_deaths_ < kMaxFruitlessDeaths) return;
  throw InputError("the worker process of candidate '" + provenance_.name +
                   "' dies before it begins a case: " + describe(Answer::ended, options_.case_timeout));
}

std::string IsolatedCandidate::describe(Answer answer, std::chrono::milliseconds timeout) const {
  switch (answer) {
    case Answer::timed_out:
      return "no answer within " + duration_text(timeout);
    case Answer::replied:
    case Answer::malformed:
      return "malformed reply";
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
  const Exchange& exchange = channel_->exchange();
  outcome.clear();
  outcome.crash.emplace();
  outcome.crash->what = describe(answer, case_timeout());
  if (answer == Answer::malformed) {
    // The record of stages is as little to be trusted, and may be that of another case.
    outcome.stages.front().status = Status::crashed;
    return;
  }
  read_progress(exchange.progress, outcome);
  const std::size_t stage = std::min<std::size_t>(exchange.progress.running_stage, kStageCount - 1);
  outcome.stages[stage].status = answer == Answer::timed_out ? Status::timed_out : Status::crashed;
  if (answer == Answer::timed_out) ++timed_out_cases_;
  outcome.crash->message = capture_->last_line_since(exchange.text_start);
  outcome.crash->frames = frames_of(exchange.crash);
}

}  // namespace d3d12fuzz
