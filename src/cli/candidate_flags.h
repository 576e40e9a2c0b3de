/// The flags that several verbs share.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "candidates/registry.h"
#include "cli/job.h"

namespace d3d12fuzz {

struct CandidateFlags {
  std::vector<std::string> candidates = {"d3d12"};
  std::string reference = "model";
  std::string fault;
  std::string isolation = "auto";
  double timeout_seconds = 2;
  bool check_leaks = false;
  bool fail_allocations = false;

  /// \param several  whether `--candidate` may be given more than once; else the last one counts
  void add_to(CLI::App& verb, bool several = false);

  CandidateOptions options() const;

  /// Opens what the flags name, candidates in the order given; the same one twice is two.
  /// \param stop  see CandidateOptions
  /// \throws InputError, Stopped
  Opened open(const StopFunction& stop = {}) const;
};

/// What a candidate is called where there are several: "A" for the first, "B" for the second.
/// \param number  below kMostCandidates
std::string candidate_label(std::size_t number);
inline constexpr std::size_t kMostCandidates = 12;

/// Checks for CLI11: a number of digits alone, at least `least`; a finite number of seconds above 0.
CLI::Validator whole_number(std::uint64_t least);
CLI::Validator seconds();

/// The domain of that name. \throws InputError
const Domain& domain_by_name(const std::string& name);

}  // namespace d3d12fuzz
