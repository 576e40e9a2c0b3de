#include "cli/known_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>

namespace d3d12fuzz {

void KnownFlags::add_to(CLI::App& verb) {
  verb.add_option("--known", files,
                  "list of known differences, which are counted and not told; may be given several times. A line each "
                  "of three columns separated by tabs: signature, shape (may be empty), reason")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

KnownDifferences KnownFlags::load() const {
  KnownDifferences known;
  for (const std::string& file : files) known.add(KnownDifferences::load(file));
  return known;
}

std::string known_text(const KnownFlags& flags, const KnownDifferences& known, std::span<const std::uint64_t> seen,
                       std::uint64_t cases) {
  if (flags.files.empty()) return {};
  const std::size_t all = known.entries().size();
  std::string text =
      fmt::format("known differences: {} of {} {} seen in {} {} ({})\n",
                  all - static_cast<std::size_t>(std::count(seen.begin(), seen.end(), 0u)), all,
                  all == 1 ? "entry" : "entries", cases, cases == 1 ? "case" : "cases", fmt::join(flags.files, ", "));
  for (std::size_t i = 0; i < all; ++i) {
    if (seen[i] == 0) text += fmt::format("not seen: {}\n", known.entries()[i].text());
  }
  return text;
}

boost::json::object known_json(const KnownDifferences& known, std::span<const std::uint64_t> seen,
                               std::uint64_t cases) {
  boost::json::object object;
  object["cases"] = cases;
  boost::json::array entries;
  for (std::size_t i = 0; i < known.entries().size(); ++i) {
    const KnownDifference& entry = known.entries()[i];
    boost::json::object member;
    member["signature"] = entry.signature.text();
    member["shape"] = shape_text(entry.shape);
    member["reason"] = entry.reason;
    member["file"] = entry.file;
    member["cases"] = seen[i];
    entries.push_back(member);
  }
  object["entries"] = entries;
  return object;
}

}  // namespace d3d12fuzz
