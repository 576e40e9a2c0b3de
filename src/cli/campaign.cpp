#include "cli/campaign.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <utility>

namespace d3d12fuzz {
namespace {

using Clock = std::chrono::steady_clock;

volatile sig_atomic_t interrupt_count = 0;

void on_interrupt(int) {
  interrupt_count = interrupt_count + 1;
  if (interrupt_count > 1) _exit(130);
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

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
  opened_ = open();
  examiner_ = std::make_unique<Examiner>(domain_, *opened_->candidate, opened_->reference.get());
  CollectorOptions collector_options;
  collector_options.seed = options_.seed;
  collector_options.shrink_budget = options_.shrink_budget;
  collector_options.known = options_.known;
  // Findings are shrunk after an interrupt or the end of the time too, but not for long.
  collector_options.stop = [this] {
    constexpr std::chrono::seconds grace{10};
    if (!interrupted() && !(deadline_ && Clock::now() > *deadline_)) return false;
    if (!stopping_since_) stopping_since_ = Clock::now();
    return Clock::now() - *stopping_since_ > (interrupted() ? std::chrono::seconds(2) : grace);
  };
  collector_options.reference.name = "model";
  if (opened_->reference) collector_options.reference = opened_->reference->provenance();
  collector_ = std::make_unique<Collector>(*examiner_, collector_options);
}

Campaign::~Campaign() {
  shared_->stop = true;
  jobs_.clear();
  munmap(shared_, sizeof(SharedState));
}

std::string Campaign::reference_name() const {
  return opened_->reference ? opened_->reference->provenance().line() : "the reference model";
}

bool Campaign::time_is_up(Clock::time_point start) const {
  return options_.time && Clock::now() - start >= *options_.time;
}

RoundResult Campaign::run_round(std::uint64_t begin, std::uint64_t end, const CampaignEvents& events,
                                Clock::time_point start) {
  for (const auto& job : jobs_) job->start(begin, end);
  std::vector<RoundResult> shares(jobs_.size());
  std::vector<pollfd> waiting;
  for (const auto& job : jobs_) waiting.push_back({.fd = job->descriptor(), .events = POLLIN, .revents = 0});
  std::size_t left = jobs_.size();
  while (left > 0) {
    poll(waiting.data(), waiting.size(), 100);
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      shares[i] = jobs_[i]->finish();
      waiting[i].fd = -1;
      --left;
    }
    if (interrupted() || time_is_up(start)) shared_->stop = true;
    if (events.progress) events.progress(shared_->cases_done, seconds_since(start));
  }
  return merge(std::move(shares));
}

void Campaign::report_new(bool final, const CampaignEvents& events) {
  for (const Finding* finding : collector_->findings(final)) {
    std::string identity = finding->signature.text() + finding->shape;
    if (std::find(reported_.begin(), reported_.end(), identity) != reported_.end()) continue;
    reported_.push_back(std::move(identity));
    if (events.finding) events.finding(*finding);
  }
}

CampaignResult Campaign::run(const CampaignEvents& events) {
  collector_->on_shrink = events.shrinking;
  CampaignResult result;
  result.known.resize(options_.known.entries().size());
  const Clock::time_point start = Clock::now();
  if (options_.time) deadline_ = start + *options_.time;
  std::uint64_t next = 0;
  for (std::uint64_t round = 0; !shared_->stop; ++round) {
    std::uint64_t end = next + round_length(round);
    if (options_.cases) end = std::min(end, *options_.cases);
    if (end == next) break;
    const Clock::time_point round_start = Clock::now();
    const RoundResult merged = run_round(next, end, events, start);
    result.seconds += seconds_since(round_start);
    result.tally += merged.tally;
    for (std::size_t i = 0; i < merged.known.size(); ++i) result.known[i] += merged.known[i];
    for (const Detection& detection : merged.detections) collector_->add(detection);
    collector_->add_met_on_the_way();
    report_new(false, events);
    next = end;
    if (collector_->any() && !options_.keep_going) break;
    if (options_.until_covered && uncovered_rules(result.tally, domain_).empty()) break;
    if (interrupted() || time_is_up(start)) break;
  }
  report_new(true, events);
  result.interrupted = interrupted();
  return result;
}

}  // namespace d3d12fuzz
