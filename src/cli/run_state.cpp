#include "cli/run_state.h"

#include <algorithm>
#include <stdexcept>

#include "base/archive.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"

namespace d3d12fuzz {
namespace {

constexpr std::string_view kHead = "d3d12fuzz run state 1\n";

/// How the arguments differ, each as it is called there and here.
std::string first_difference(const std::vector<std::string>& there, const std::vector<std::string>& here) {
  const auto [a, b] = std::mismatch(there.begin(), there.end(), here.begin(), here.end());
  return (a == there.end() ? "nothing" : *a) + "; here: " + (b == here.end() ? "nothing" : *b);
}

}  // namespace

void save_run_state(const std::filesystem::path& path, const RunState& state) {
  const std::string body = to_archive(state);
  write_file_durably(path, std::string(kHead) + to_archive(stable_hash(body)) + body);
}

std::optional<RunState> load_run_state(const std::filesystem::path& path, const std::vector<std::string>& arguments,
                                       std::string& why_not) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  try {
    const std::string content = read_file(path);
    std::string_view rest = content;
    if (!rest.starts_with(kHead)) {
      why_not = path.string() + ": not a state of a run as this version writes it";
      return std::nullopt;
    }
    rest.remove_prefix(kHead.size());
    ArchiveReader reader(rest);
    std::uint64_t hash = 0;
    reader.read(hash);
    rest.remove_prefix(sizeof(hash));
    if (hash != stable_hash(rest)) throw std::runtime_error("damaged");
    // The arguments stand first, and have one form in all builds.
    std::vector<std::string> there;
    ArchiveReader(rest).read(there);
    if (there != arguments) {
      why_not = path.string() + ": of a run with other arguments: " + first_difference(there, arguments);
      return std::nullopt;
    }
    return from_archive<RunState>(rest);
  } catch (const InputError& error) {
    why_not = error.what();
  } catch (const std::runtime_error&) {
    why_not = path.string() + ": damaged";
  }
  return std::nullopt;
}

}  // namespace d3d12fuzz
