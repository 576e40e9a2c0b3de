#include "cli/campaign.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "base/error.h"

namespace d3d12fuzz {
namespace {

using Clock = std::chrono::steady_clock;

volatile sig_atomic_t interrupt_count = 0;

void on_interrupt(int) {
  interrupt_count = interrupt_count + 1;
  if (interrupt_count > 1) _exit(130);
}

/// The length of round `number`: short ones first, so that the first findings are there soon. It does not depend on the
/// number of jobs, and so neither do the findings.
std::uint64_t round_length(std::uint64_t number) { return std::uint64_t{512} << std::min<std::uint64_t>(number, 11); }

}  // namespace

bool interrupted() { return interrupt_count > 0; }

void catch_interrupts() {
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

Campaign::Campaign(const Domain& domain, OpenFunction open, CampaignOptions options)
    : domain_(domain), options_(std::move(options)) {
  void* memory = mmap(nullptr, sizeof(SharedState), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  shared_ = new (memory) SharedState;
  // Jobs are forked before this process opens a candidate of its own.
  for (unsigned i = 0; i < options_.jobs; ++i) {
    jobs_.push_back(std::make_unique<Job>(domain_, open, options_.seed, i, options_.jobs, *shared_, options_.known));
  }
  opened_ = open([this] { return running_ ? stop_shrinking() : interrupted(); });
  CollectorOptions collector_options;
  collector_options.seed = options_.seed;
  collector_options.shrink_budget = options_.shrink_budget;
  collector_options.known = options_.known;
  collector_options.stop = [this] { return stop_shrinking(); };
  collector_options.reference.name = "model";
  if (opened_->reference) collector_options.reference = opened_->reference->provenance();
  for (const std::unique_ptr<Candidate>& candidate : opened_->candidates) {
    Side& side = sides_.emplace_back();
    side.examiner = std::make_unique<Examiner>(domain_, *candidate, opened_->reference.get());
    side.collector = std::make_unique<Collector>(*side.examiner, collector_options);
  }
}

Campaign::~Campaign() {
  shared_->stop = true;
  jobs_.clear();
  munmap(shared_, sizeof(SharedState));
}

std::string Campaign::reference_name() const {
  return opened_->reference ? opened_->reference->provenance().line() : "the reference model";
}

bool Campaign::any_findings() const {
  return std::any_of(sides_.begin(), sides_.end(),
                     [](const Side& side) { return !side.collector->findings(true).empty(); });
}

double Campaign::spent_seconds() const {
  return spent_before_ + std::chrono::duration<double>(Clock::now() - start_).count();
}

bool Campaign::time_is_up() const {
  return options_.time && spent_seconds() >= std::chrono::duration<double>(*options_.time).count();
}

/// Findings are shrunk after an interrupt or the end of the time too, but not for long.
bool Campaign::stop_shrinking() {
  constexpr std::chrono::seconds grace{10};
  if (!interrupted() && !time_is_up()) return false;
  if (!stopping_since_) stopping_since_ = Clock::now();
  return Clock::now() - *stopping_since_ > (interrupted() ? std::chrono::seconds(2) : grace);
}

bool Campaign::is_over(const CampaignState& state) const {
  if (options_.cases && state.next_case >= *options_.cases) return true;
  const bool any = std::any_of(sides_.begin(), sides_.end(), [](const Side& side) { return side.collector->any(); });
  if (any && !options_.keep_going) return true;
  if (options_.until_covered && uncovered_rules(state.result.cases(), domain_).empty()) return true;
  return failure_ != nullptr || interrupted() || time_is_up();
}

/// The first failure is the one that is told.
void Campaign::fail(std::exception_ptr failure) {
  if (!failure_) failure_ = std::move(failure);
  shared_->stop = true;
}

/// The result of a job's round, whatever became of the job.
RoundResult Campaign::result_of(Job& job) {
  RoundResult result;
  try {
    result = job.finish();
  } catch (const std::runtime_error&) {
    fail(std::current_exception());
  }
  if (!result.ended_by.empty()) fail(std::make_exception_ptr(InputError(result.ended_by)));
  if (!result.candidates.empty()) return result;
  return RoundResult::of_nothing(sides_.size(), options_.known.entries().size());
}

RoundResult Campaign::run_round(std::uint64_t begin, std::uint64_t end, const CampaignEvents& events) {
  for (const auto& job : jobs_) job->start(begin, end);
  std::vector<RoundResult> shares(jobs_.size());
  std::vector<pollfd> waiting;
  for (const auto& job : jobs_) waiting.push_back({.fd = job->descriptor(), .events = POLLIN, .revents = 0});
  std::size_t left = jobs_.size();
  while (left > 0) {
    poll(waiting.data(), waiting.size(), 100);
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      shares[i] = result_of(*jobs_[i]);
      waiting[i].fd = -1;
      --left;
    }
    if (interrupted() || time_is_up()) shared_->stop = true;
    if (events.progress) events.progress(shared_->cases_done, spent_seconds());
  }
  return merge(std::move(shares));
}

void Campaign::take_in(const RoundResult& round, CampaignResult& result) {
  for (std::size_t k = 0; k < sides_.size(); ++k) {
    const CandidateRound& of = round.candidates[k];
    CandidateResult& into = result.candidates[k];
    into.tally += of.tally;
    for (std::size_t i = 0; i < of.known.size(); ++i) into.known[i] += of.known[i];
    for (const Detection& detection : of.detections) sides_[k].collector->add(detection);
    sides_[k].collector->add_met_on_the_way();
    try {
      if (sides_[k].collector->failure()) std::rethrow_exception(sides_[k].collector->failure());
    } catch (const InputError&) {
      fail(std::current_exception());
    } catch (const Stopped&) {
    }
  }
  result.disagreements += round.disagreements;
}

void Campaign::tell_new(bool final, const CampaignEvents& events) {
  for (std::size_t k = 0; k < sides_.size(); ++k) {
    std::vector<std::string>& told = sides_[k].told;
    for (const Finding* finding : sides_[k].collector->findings(final)) {
      std::string identity = finding->signature.text() + finding->shape;
      if (std::find(told.begin(), told.end(), identity) != told.end()) continue;
      told.push_back(std::move(identity));
      if (events.finding) events.finding(k, *finding);
    }
  }
}

void Campaign::restore(const CampaignState& state) {
  for (std::size_t k = 0; k < sides_.size(); ++k) {
    sides_[k].collector->restore(state.collected[k]);
    sides_[k].told = state.told[k];
  }
  spent_before_ = state.spent_seconds;
  shared_->cases_done = state.next_case;
}

CampaignResult Campaign::run(const CampaignEvents& events, const CampaignState* from) {
  for (const Side& side : sides_) side.collector->on_shrink = events.shrinking;
  start_ = Clock::now();
  running_ = true;
  CampaignState state;
  if (from != nullptr) {
    state = *from;
    restore(state);
  } else {
    const CandidateResult nothing{.tally = {}, .known = std::vector<std::uint64_t>(options_.known.entries().size())};
    state.result.candidates.assign(sides_.size(), nothing);
  }
  for (bool over = from != nullptr && is_over(state); !over; over = is_over(state)) {
    std::uint64_t end = state.next_case + round_length(state.rounds);
    if (options_.cases) end = std::min(end, *options_.cases);
    const Clock::time_point round_start = Clock::now();
    const RoundResult round = run_round(state.next_case, end, events);
    state.result.seconds += std::chrono::duration<double>(Clock::now() - round_start).count();
    take_in(round, state.result);
    tell_new(false, events);
    state.next_case = end;
    ++state.rounds;
    // A round that was cut short, or whose shrinking was hurried, is to be run again.
    if (!events.round_done || failure_ || interrupted() || time_is_up()) continue;
    state.spent_seconds = spent_seconds();
    state.collected.clear();
    state.told.clear();
    for (const Side& side : sides_) {
      state.collected.push_back(side.collector->collected());
      state.told.push_back(side.told);
    }
    events.round_done(state);
  }
  tell_new(true, events);
  state.result.interrupted = interrupted();
  return state.result;
}

}  // namespace d3d12fuzz
