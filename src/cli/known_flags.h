/// The flag `--known` and what is said of the list at the end.
#pragma once

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shrink/known_differences.h"

namespace d3d12fuzz {

struct KnownFlags {
  std::vector<std::string> files;

  void add_to(CLI::App& verb);

  /// The entries of all files. \throws InputError
  KnownDifferences load() const;
};

/// One line that sums the list up, and one for each entry that no case showed. Nothing without files.
/// \param seen   for each entry the number of cases that showed it
/// \param cases  the number of cases that showed any
std::string known_text(const KnownFlags& flags, const KnownDifferences& known, std::span<const std::uint64_t> seen,
                       std::uint64_t cases);

/// The same for scripts, with every entry.
boost::json::object known_json(const KnownDifferences& known, std::span<const std::uint64_t> seen, std::uint64_t cases);

}  // namespace d3d12fuzz
