/// The flags that several verbs share.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "candidates/registry.h"
#include "cli/job.h"

namespace d3d12fuzz {

struct CandidateFlags {
  std::string candidate = "d3d12";
  std::string reference = "model";
  std::string fault;
  std::string isolation = "auto";
  double timeout_seconds = 2;

  void add_to(CLI::App& verb);

  CandidateOptions options() const;

  /// Opens what the flags name. \throws InputError
  Opened open() const;
};

/// Checks for CLI11: a number of digits alone, at least `least`; a finite number of seconds above 0.
CLI::Validator whole_number(std::uint64_t least);
CLI::Validator seconds();

/// The domain of that name. \throws InputError
const Domain& domain_by_name(const std::string& name);

}  // namespace d3d12fuzz
