#include "candidates/remote/remote_candidate.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.h"
#include "candidates/conduct_bits.h"
#include "candidates/crash_outcome.h"
#include "candidates/tolerance_bits.h"
#include "candidates/worker/crash_report.h"
#include "candidates/worker/output_capture.h"
#include "candidates/worker/sanitizer_report.h"

namespace d3d12fuzz {

using namespace wire;
using remote::Transfer;

namespace {

/// A request goes over when it has so many bytes.
constexpr std::size_t kRequestBytes = std::size_t{1} << 20;

/// A worker with a watchdog says itself that a case takes too long, and how far it has come; so long it may take.
constexpr std::chrono::milliseconds kLastWordGrace{1000};

std::string hexadecimal(std::uint32_t value) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) text += kDigits[value >> shift & 15];
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  constexpr std::size_t most = 16;
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size() && lines.size() < most;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) lines.push_back(worker::printable(std::string_view(text).substr(at, end - at)));
    at = end + 1;
  }
  return lines;
}

}  // namespace

/// Why a request was not answered to its end.
struct RemoteCandidate::Failure {
  bool malformed = false;  ///< the worker broke the protocol
  bool timed_out = false;
  Crash crash;
  std::optional<LastWord> last_word;  ///< if the worker said which case it died of
};

RemoteCandidate::RemoteCandidate(std::string name, Connect connect, RemoteOptions options)
    : connect_(std::move(connect)), options_(options) {
  options_.batch_size = std::clamp(options_.batch_size, 1u, D3D12FUZZ_MAX_CASES);
  provenance_.name = std::move(name);
  link_ = connect_(false);
  greet();
}

bool RemoteCandidate::supports(const Domain& domain) const {
  const std::unique_ptr<DomainCall> call = make_domain_call(domain);
  return call != nullptr && (functions_ >> call->function() & 1) != 0;
}

void RemoteCandidate::fail_greeting(const std::string& why) {
  const std::string message = link_->last_line();
  throw InputError("candidate '" + provenance_.name + "': " + why + (message.empty() ? "" : ": " + message));
}

/// Has the worker open its candidate.
void RemoteCandidate::greet() {
  request_.clear();
  append_hello(static_cast<std::uint32_t>(options_.case_timeout.count()), request_);
  std::byte head[kFrameHeaderSize];
  if (link_->send(request_.bytes(), options_.start_timeout) != Transfer::done) {
    fail_greeting("the worker does not listen (" + link_->ending() + ")");
  }
  const Transfer received = link_->receive(head, options_.start_timeout);
  if (received == Transfer::timed_out) fail_greeting(no_answer_within(options_.start_timeout) + " to the greeting");
  if (received == Transfer::closed) fail_greeting("the worker ended before it answered (" + link_->ending() + ")");
  const FrameHeader header = read_header(head);
  constexpr std::uint32_t most = 65536;
  const bool is_welcome = header.type == D3D12FUZZ_FRAME_WELCOME;
  if ((!is_welcome && header.type != D3D12FUZZ_FRAME_REFUSED) || header.size > most) {
    fail_greeting("what answers is no worker of d3d12fuzz");
  }
  reply_.clear();
  std::byte* const payload = reply_.extend(header.size);
  if (link_->receive({payload, header.size}, options_.start_timeout) != Transfer::done) {
    fail_greeting("the worker's greeting is cut off");
  }
  if (!is_welcome) fail_greeting(worker::printable({reinterpret_cast<const char*>(payload), header.size}));
  Welcome welcome;
  try {
    welcome = read_welcome(reply_.bytes());
  } catch (const InputError& error) {
    fail_greeting(error.what());
  }
  link_is_new_ = true;
  functions_ = welcome.functions;
  capabilities_ = welcome.capabilities;
  tolerances_ = tolerances_of(welcome.tolerances);
  provenance_.version = welcome.implementation_version;
  provenance_.build_id = welcome.build_id;
  provenance_.path = welcome.path;
}

void RemoteCandidate::evaluate(const Domain& domain, std::span<const Case* const> cases, std::span<Outcome> outcomes) {
  if (domain_ != &domain) {
    call_ = make_domain_call(domain);
    domain_ = &domain;
  }
  cases_to_part_ = 0;
  std::size_t evaluated = 0;
  try {
    while (evaluated < cases.size()) {
      const std::size_t done = evaluate_batch(cases.subspan(evaluated), outcomes.subspan(evaluated));
      cases_to_part_ -= std::min(cases_to_part_, done);
      if (cases_to_part_ == 0 && std::exchange(parted_death_, false)) ++unexplained_deaths_;
      evaluated += done;
    }
  } catch (const InputError& error) {
    link_.reset();  // it may not have been greeted
    throw CandidateGone(error.what(), evaluated);
  } catch (const Stopped&) {
    link_.reset();  // an answer may still come
    throw;
  }
}

/// Puts as many cases as one request takes, at least one, into a frame.
std::size_t RemoteCandidate::hand_over(std::span<const Case* const> cases) {
  const std::size_t most = cases_to_part_ > 0 ? 1 : std::min<std::size_t>(cases.size(), options_.batch_size);
  request_.clear();
  request_.extend(kFrameHeaderSize);
  std::uint32_t count = 0;
  while (count < most && request_.size() < kRequestBytes) {
    call_->write(*cases[count], image_);
    const std::size_t size = case_record_size(image_);
    if (request_.size() + size > D3D12FUZZ_MAX_PAYLOAD) {
      if (count > 0) break;
      throw InputError("a case of " + std::to_string(size) + " bytes is too large for a worker; at most " +
                       std::to_string(D3D12FUZZ_MAX_PAYLOAD - kFrameHeaderSize) + " are expected");
    }
    write_case_record(call_->function(), image_, request_.extend(size));
    ++count;
  }
  watched_ = count > 1 || cases_to_part_ > 0 || watch_single_cases_;
  write_header({.type = watched_ ? std::uint32_t{D3D12FUZZ_FRAME_CASES_WATCHED} : std::uint32_t{D3D12FUZZ_FRAME_CASES},
                .number = ++number_,
                .count = count,
                .size = static_cast<std::uint32_t>(request_.size() - kFrameHeaderSize)},
               request_.data());
  return count;
}

/// \return cases that have their outcome now
std::size_t RemoteCandidate::evaluate_batch(std::span<const Case* const> cases, std::span<Outcome> outcomes) {
  if (link_ == nullptr) {
    ++restarts_;
    link_ = connect_(true);
    greet();
  }
  const std::size_t count = hand_over(cases);
  const bool is_new = std::exchange(link_is_new_, false);
  std::size_t taken = 0;
  std::optional<Failure> failure = take_answer(cases.first(count), outcomes, taken);
  if (!failure) return settle_request(count, outcomes);
  link_.reset();
  // An end when no case was running is the outcome of none.
  if (taken == count && !failure->malformed) {
    ++unexplained_deaths_;
    return count;
  }
  // Rubbish may be left from an earlier request, or be the doing of any case.
  if (failure->malformed && (!is_new || count > 1)) {
    if (taken == count) taken = 0;
    cases_to_part_ = count - taken;
    return taken;
  }
  taken = std::min(taken, count - 1);
  const bool is_known = failure->last_word && failure->last_word->case_number == taken;
  if (count - taken > 1 && !is_known) {
    // Slow rather than hung, perhaps: fewer at once.
    if (failure->timed_out) options_.batch_size = std::max(1u, options_.batch_size / 2);
    parted_death_ = !failure->timed_out;
    cases_to_part_ = count - taken;
    return taken;
  }
  settle(std::move(*failure), outcomes[taken]);
  return taken + 1;
}

/// What was found at the end of a request, of one of its cases. \return cases that have their outcome
std::size_t RemoteCandidate::settle_request(std::size_t count, std::span<Outcome> outcomes) {
  if (!watched_) return count;
  const std::optional<worker::SanitizerReport> report = worker::read_survived_report(link_->text());
  if (conduct_ == 0 && !report) return count;
  // Nobody can open again what a worker has lost.
  if ((conduct_ & bit_of(Conduct::descriptors)) != 0) link_.reset();
  if (count == 1) {
    outcomes[0].conduct |= conduct_;
    if (report) worker::add_as_crash(*report, outcomes[0]);
    return count;
  }
  // One by one they show which of them it was.
  cases_to_part_ = count;
  return 0;
}

RemoteCandidate::Failure RemoteCandidate::failure_of(Transfer transfer) {
  if (transfer == Transfer::timed_out) return {.timed_out = true, .crash = {.what = no_answer_within(case_timeout())}};
  Failure failure;
  failure.crash = {.what = link_->ending(), .message = link_->last_line()};
  if (const auto report = worker::read_sanitizer_report(link_->text())) explain_crash(*report, failure.crash);
  return failure;
}

/// Hands the request over and reads frames until it is done. \param taken  outcomes read
std::optional<RemoteCandidate::Failure> RemoteCandidate::take_answer(std::span<const Case* const> cases,
                                                                     std::span<Outcome> outcomes, std::size_t& taken) {
  const Failure malformed = {.malformed = true, .crash = {.what = kMalformedReply}};
  link_->mark();
  if (const Transfer sent = link_->send(request_.bytes(), case_timeout()); sent != Transfer::done) {
    return failure_of(sent);
  }
  while (true) {
    std::byte head[kFrameHeaderSize];
    if (const Transfer received = link_->receive(head, case_timeout() + kLastWordGrace); received != Transfer::done) {
      return failure_of(received);
    }
    const FrameHeader header = read_header(head);
    if (header.size > D3D12FUZZ_MAX_PAYLOAD || header.number != number_) return malformed;
    reply_.clear();
    std::byte* const payload = reply_.extend(header.size);
    if (const Transfer received = link_->receive({payload, header.size}, case_timeout()); received != Transfer::done) {
      return failure_of(received);
    }
    switch (header.type) {
      case D3D12FUZZ_FRAME_OUTCOMES:
        if (!take_outcomes(cases, header.count, outcomes, taken)) return malformed;
        break;
      case D3D12FUZZ_FRAME_DONE:
        if (taken != cases.size() || header.count != taken || header.size != 8) return malformed;
        conduct_ = conduct_of(load<std::uint32_t>(payload));
        return std::nullopt;
      case D3D12FUZZ_FRAME_LAST_WORD: {
        std::optional<LastWord> word = read_last_word(reply_.bytes());
        if (!word) return malformed;
        Crash crash = {.what = told_by(*word), .message = link_->last_line(), .frames = lines_of(word->text)};
        const bool timed_out = word->death == D3D12FUZZ_DEATH_TIMEOUT;
        return Failure{.timed_out = timed_out, .crash = std::move(crash), .last_word = std::move(word)};
      }
      default:
        return malformed;
    }
  }
}

/// How the worker ended, as its last word has it.
std::string RemoteCandidate::told_by(const LastWord& word) const {
  switch (word.death) {
    case D3D12FUZZ_DEATH_TIMEOUT:
      return no_answer_within(case_timeout());
    case D3D12FUZZ_DEATH_EXCEPTION:
      return "exception " + hexadecimal(word.code);
    case D3D12FUZZ_DEATH_EXIT:
      return word.code == D3D12FUZZ_UNKNOWN_STATUS ? link_->ending() : "exit status " + std::to_string(word.code);
    default:
      return worker::name_of_signal(static_cast<int>(word.code));
  }
}

/// Reads the outcomes of one frame. \return whether they are those of the next cases
bool RemoteCandidate::take_outcomes(std::span<const Case* const> cases, std::uint32_t count,
                                    std::span<Outcome> outcomes, std::size_t& taken) {
  std::span<const std::byte> rest = reply_.bytes();
  // Frames without outcomes could go on for ever.
  if (count == 0 || count > cases.size() - taken) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::optional<OutcomeRecord> record = OutcomeRecord::read(rest, static_cast<std::uint32_t>(taken));
    if (!record || !call_->read(*cases[taken], *record, outcomes[taken])) return false;
    rest = rest.subspan(record->size());
    ++taken;
  }
  return rest.empty();
}

/// Makes a failure the outcome of its case.
void RemoteCandidate::settle(Failure failure, Outcome& outcome) {
  parted_death_ = false;
  if (failure.timed_out) ++timed_out_cases_;
  const bool knows = failure.last_word.has_value();
  set_crash(knows ? &failure.last_word->progress : nullptr, failure.timed_out, std::move(failure.crash), outcome);
}

std::chrono::milliseconds RemoteCandidate::case_timeout() const {
  constexpr std::uint32_t patience = 3;
  return timed_out_cases_ < patience ? options_.case_timeout
                                     : std::min(options_.case_timeout, options_.hurried_timeout);
}

}  // namespace d3d12fuzz
