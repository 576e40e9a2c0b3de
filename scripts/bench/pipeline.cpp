// The stages of the loop: generate, model, builtin, compare; and what handing a case over costs by itself.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string_view>

#include "base/hash.h"
#include "bench.h"
#include "candidates/registry.h"
#include "candidates/worker/isolated_candidate.h"
#include "cli/job.h"
#include "oracle/compare.h"

namespace d3d12fuzz::bench {
namespace {

constexpr std::size_t kPool = 10'000;
constexpr std::size_t kBatch = 64;
constexpr int kRounds = 15;
constexpr std::uint64_t kSeed = 1;

std::unique_ptr<Candidate> open_builtin() { return open_candidate("builtin", {}); }

/// The stages, each over the same pool of cases, with the memory that they reuse.
class Stages {
 public:
  Stages()
      : cases_(draw_cases(measured_domain(), kSeed, kPool)),
        target_(measured_domain().make_case()),
        model_(measured_domain().make_model()),
        builtin_(open_builtin()),
        no_op_(open_no_op()),
        isolated_(std::make_unique<IsolatedCandidate>(open_no_op,
                                                      IsolationOptions{.batch_size = kBatch, .fill_heap = false})),
        examiner_(measured_domain(), *builtin_),
        expectations_(kPool),
        outcomes_(kPool) {
    for (const auto& value : cases_) pointers_.push_back(value.get());
  }

  void generate() {
    for (std::size_t i = 0; i < kPool; ++i) {
      ChoiceSource choices(kSeed, i);
      measured_domain().generate(choices, *target_);
    }
  }
  void model() {
    for (const Case* value : pointers_) model_->judge(*value, expectation_);
  }
  void builtin() { evaluate(*builtin_); }
  /// A candidate that answers at once: what is left is the form in which cases and outcomes are handed over.
  void hand_over() { evaluate(*no_op_); }
  /// The same in a process of its own.
  void isolated() { isolated_->evaluate(measured_domain(), pointers_, outcomes_); }
  /// Precondition: prepare_compare() ran.
  void compare() {
    for (std::size_t i = 0; i < kPool; ++i) {
      d3d12fuzz::compare(expectations_[i], outcomes_[i], measured_domain().observable_fields(), comparison_);
    }
  }
  void prepare_compare() {
    for (std::size_t i = 0; i < kPool; ++i) model_->judge(*pointers_[i], expectations_[i]);
    builtin_->evaluate(measured_domain(), pointers_, outcomes_);
  }
  /// What a run does on one core: everything above, and the counting.
  void whole_loop() { examine_share(examiner_, kSeed, 0, kPool, 0, 1, shared_); }

 private:
  void evaluate(Candidate& candidate) {
    for (std::size_t at = 0; at < kPool; at += kBatch) {
      const std::size_t count = std::min(kBatch, kPool - at);
      candidate.evaluate(measured_domain(), std::span(pointers_).subspan(at, count), std::span(batch_).first(count));
    }
  }

  std::vector<std::unique_ptr<Case>> cases_;
  std::vector<const Case*> pointers_;
  std::unique_ptr<Case> target_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<Candidate> builtin_;
  std::unique_ptr<Candidate> no_op_;
  std::unique_ptr<Candidate> isolated_;
  Examiner examiner_;
  Expectation expectation_;
  Comparison comparison_;
  std::array<Outcome, kBatch> batch_;
  std::vector<Expectation> expectations_;
  std::vector<Outcome> outcomes_;
  SharedState shared_;
};

struct Stage {
  std::string_view name;
  void (Stages::*run)();
};
constexpr Stage kStages[] = {
    {"generate", &Stages::generate},     {"model", &Stages::model},     {"hand over", &Stages::hand_over},
    {"isolated", &Stages::isolated},     {"builtin", &Stages::builtin}, {"compare", &Stages::compare},
    {"whole loop", &Stages::whole_loop},
};

/// Nanoseconds of one step of a chain of hashes: what this machine does with plain arithmetic at this moment.
double yardstick() {
  constexpr int steps = 2'000'000;
  std::uint64_t value = 1;
  const double seconds = seconds_of([&] {
    for (int i = 0; i < steps; ++i) value = mix64(value);
  });
  asm volatile("" : : "r"(value));  // the chain must not be left out
  return seconds / steps * 1e9;
}

}  // namespace

const Domain& measured_domain() { return *find_domain("root_signature"); }

std::vector<std::unique_ptr<Case>> draw_cases(const Domain& domain, std::uint64_t seed, std::size_t count) {
  std::vector<std::unique_ptr<Case>> cases;
  for (std::size_t i = 0; i < count; ++i) {
    cases.push_back(domain.make_case());
    ChoiceSource choices(seed, i);
    domain.generate(choices, *cases.back());
  }
  return cases;
}

void measure_pipeline() {
  Stages stages;
  stages.prepare_compare();
  for (const Stage& stage : kStages) (stages.*stage.run)();  // warm-up

  // The stages take turns, so that what else the machine does meets all of them. The best turn counts.
  std::array<double, std::size(kStages)> best;
  best.fill(std::numeric_limits<double>::infinity());
  std::array<std::uint64_t, std::size(kStages)> allocated{};
  double step = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    step = std::min(step, yardstick());
    for (std::size_t i = 0; i < std::size(kStages); ++i) {
      const std::uint64_t before = allocations();
      best[i] = std::min(best[i], seconds_of([&] { (stages.*kStages[i].run)(); }));
      allocated[i] += allocations() - before;
    }
  }
  const double whole = best[std::size(kStages) - 1];
  fmt::print("Stages on one core, over the same {} cases of seed {}, best of {} turns\n", kPool, kSeed, kRounds);
  fmt::print("  {:<12} {:>12} {:>10} {:>14} {:>12} {:>18}\n", "", "cases/s", "ns/case", "of whole loop", "hash steps",
             "allocations/case");
  for (std::size_t i = 0; i < std::size(kStages); ++i) {
    const double nanoseconds = best[i] / kPool * 1e9;
    fmt::print("  {:<12} {:>12.0f} {:>10.0f} {:>12.0f} % {:>12.0f} {:>18.4f}\n", kStages[i].name, kPool / best[i],
               nanoseconds, 100 * best[i] / whole, nanoseconds / step,
               static_cast<double>(allocated[i]) / (static_cast<double>(kPool) * kRounds));
  }
  fmt::print("  A hash step is one multiply-and-shift hash of a 64-bit number, {:.2f} ns here.\n", step);
}

bool run_stage(std::string_view name, std::uint64_t cases) {
  for (const Stage& stage : kStages) {
    if (stage.name != name) continue;
    Stages stages;
    stages.prepare_compare();
    for (std::uint64_t done = 0; done < cases; done += kPool) (stages.*stage.run)();
    return true;
  }
  return false;
}

}  // namespace d3d12fuzz::bench
