/// An implementation under test, as the harness sees it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/error.h"
#include "domains/domain.h"
#include "oracle/outcome.h"
#include "oracle/provenance.h"
#include "oracle/tolerances.h"

namespace d3d12fuzz {

/// Thrown by evaluate() if the candidate cannot be asked any more.
class CandidateGone final : public InputError {
 public:
  /// \param evaluated  cases of that call that have their outcome, from the first
  CandidateGone(const std::string& message, std::size_t evaluated) : InputError(message), evaluated_(evaluated) {}

  std::size_t evaluated() const { return evaluated_; }

 private:
  std::size_t evaluated_;
};

/// Any implementation but the reference model.
class Candidate {
 public:
  virtual ~Candidate() = default;

  virtual const Provenance& provenance() const = 0;

  /// Evaluates cases of one domain in order; outcomes[i] becomes that of cases[i]. Outcomes keep their memory.
  /// A crash of an isolated candidate is the outcome of its case; one in process is a crash of the harness.
  /// \throws InputError, which may be CandidateGone; Stopped
  virtual void evaluate(const Domain& domain, std::span<const Case* const> cases, std::span<Outcome> outcomes) = 0;

  /// Whether the candidate has a function for the domain.
  virtual bool supports(const Domain& domain) const = 0;

  /// Whether cases may be handed over whose outcome Direct3D leaves undefined: a real device may hang on them.
  virtual bool takes_undefined() const = 0;

  /// From now on looks for faults of conduct after a case that is evaluated alone, too, which costs some microseconds;
  /// after several it is always done.
  virtual void watch_single_cases() {}

  /// How often its process ended so far without a case that shows it: between cases, or with several at once of which
  /// none does so alone.
  virtual std::uint64_t unexplained_deaths() const { return 0; }

  /// What it does otherwise than the rules say, by design: counted, never reported.
  virtual Tolerances tolerances() const { return {}; }
};

}  // namespace d3d12fuzz
