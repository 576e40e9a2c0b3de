/// The verbs of the program. Each adds its subcommand; when that was given, its exit status is put into `status`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace d3d12fuzz {

/// Exit statuses of the program.
enum ExitStatus : int {
  kClean = 0,
  kFindings = 1,
  kBadInput = 2,
  kHarnessFailure = 3,
};

/// The program as it was called.
const std::string& program_name();

void add_run(CLI::App& app, int& status);
void add_replay(CLI::App& app, int& status);
void add_shrink(CLI::App& app, int& status);
void add_show(CLI::App& app, int& status);
void add_import(CLI::App& app, int& status);
void add_rules(CLI::App& app, int& status);
void add_candidates(CLI::App& app, int& status);

}  // namespace d3d12fuzz
