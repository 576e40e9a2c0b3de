// A target without an engine: replays files, or checks a property on generated cases. Each runs in child processes, so
// that an input that ends one is reported with its name, and the rest runs all the same.
//
// Exit status: 0 nothing was found; 1 something was; 2 bad input: an argument, a file, a candidate that cannot be
// opened.

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "fuzz/target.h"
#include "fuzzing/d3d12fuzz_target.h"
#include "fuzzing/fuzz_target.h"
#include "fuzzing/properties.h"
#include "report/finding_json.h"

namespace d3d12fuzz {
namespace {

constexpr int kClean = 0;
constexpr int kFound = 1;
constexpr int kBadInput = 2;

constexpr std::string_view kUsage =
    "usage: PROGRAM FILES OR FOLDERS...\n"
    "           replays them: cases and findings (*.json), and inputs of the fuzz target (all others; of a folder "
    "those\n"
    "           whose name has no ending)\n"
    "       PROGRAM --property agreement|forms|repetition [--cases N] [--seed N] [--out FOLDER]\n"
    "           agreement   candidate and reference agree; else the smallest case that shows it is printed\n"
    "           forms       padding, placement of arrays and empty arrays change no answer\n"
    "           repetition  the same case gets the same answer again\n"
    "           --out keeps what fails as a file that can be replayed\n";

/// What a child tells its parent.
struct Progress {
  std::size_t done;      ///< items that need no further look
  std::size_t compared;  ///< cases that a property could fail of
  bool opened;           ///< the candidate is open
};

/// Lies in memory that parent and children share.
class SharedProgress {
 public:
  SharedProgress() {
    void* const memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw InputError("no memory can be shared with child processes");
    progress_ = static_cast<Progress*>(memory);
  }
  ~SharedProgress() { munmap(progress_, sizeof(Progress)); }
  SharedProgress(const SharedProgress&) = delete;
  SharedProgress& operator=(const SharedProgress&) = delete;

  volatile Progress* operator->() const { return progress_; }

 private:
  Progress* progress_;
};

/// Runs `body` in a child, which ends with the status that it returns.
/// \return what waitpid says of it
template <class Body>
int in_child(Body&& body) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw InputError("no child process can be started");
  if (child == 0) {
    int status = kBadInput;
    try {
      status = body();
    } catch (const InputError& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    std::fflush(nullptr);
    _exit(status);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) return std::string("signal ") + strsignal(WTERMSIG(status));
  return "exit status " + std::to_string(WEXITSTATUS(status));
}

struct Input {
  std::filesystem::path path;
  std::vector<std::uint8_t> bytes;
};

/// Adds what a file holds in the binary form of this build. Of a folder's cases those of other domains are left out.
void add_input(const std::filesystem::path& path, const Domain& domain, bool of_folder, std::vector<Input>& out) {
  Input input = {.path = path, .bytes = {}};
  if (path.extension() == ".json") {
    const LoadedCase loaded = load_case(path);
    if (loaded.domain != &domain) {
      if (of_folder) return;
      throw InputError(path.string() + ": a case of domain " + std::string(loaded.domain->name()) + ", expected " +
                       std::string(domain.name()));
    }
    domain.encode(*case_from_tree(domain, loaded.tree), input.bytes);
  } else {
    const std::string text = read_file(path);
    input.bytes.assign(text.begin(), text.end());
  }
  out.push_back(std::move(input));
}

std::vector<Input> inputs_of(std::span<char* const> arguments, const Domain& domain) {
  std::vector<Input> inputs;
  for (const char* argument : arguments) {
    std::error_code error;
    if (!std::filesystem::is_directory(argument, error)) {
      add_input(argument, domain, false, inputs);
      continue;
    }
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argument)) {
      const std::filesystem::path ending = entry.path().extension();
      if (entry.is_regular_file() && (ending.empty() || ending == ".json")) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const std::filesystem::path& file : files) add_input(file, domain, true, inputs);
  }
  if (inputs.empty()) throw InputError("no input found, expected files or folders with files");
  return inputs;
}

int replay(std::span<char* const> arguments) {
  const TargetSetup setup = set_up_target();
  const KnownDifferences known = KnownDifferences::parse(setup.known_differences, setup.known_file);
  const std::vector<Input> inputs = inputs_of(arguments, *setup.domain);
  const SharedProgress progress;
  std::size_t failed = 0;
  while (progress->done < inputs.size()) {
    progress->opened = false;
    const int status = in_child([&] {
      std::array<std::uint8_t, kRuleCounters> counters{};
      FuzzTarget target(*setup.domain, setup.open_candidate(), known, counters);
      progress->opened = true;
      for (; progress->done < inputs.size(); progress->done = progress->done + 1) {
        // A block of exactly this size, so that a sanitizer sees what reads beyond it.
        const std::vector<std::uint8_t> bytes(inputs[progress->done].bytes);
        target.test(bytes);
      }
      return kClean;
    });
    if (progress->done == inputs.size()) break;
    if (!progress->opened) return kBadInput;
    std::fprintf(stderr, "failed: %s (%s)\n", inputs[progress->done].path.c_str(), how_it_ended(status).c_str());
    ++failed;
    progress->done = progress->done + 1;
  }
  std::printf("%zu inputs, %zu failed\n", inputs.size(), failed);
  return failed == 0 ? kClean : kFound;
}

struct PropertyFlags {
  std::optional<PropertyName> property;
  std::uint64_t cases = 4000;
  std::uint64_t seed = 1;
  std::filesystem::path out;  ///< empty: nothing is kept
};

std::uint64_t number_of(std::string_view flag, std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw InputError(std::string(flag) + ": found \"" + std::string(text) + "\", expected a number");
  }
  return value;
}

PropertyFlags parse_property_flags(std::span<char* const> arguments) {
  PropertyFlags flags;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    const std::string_view flag = arguments[i];
    if (flag != "--property" && flag != "--cases" && flag != "--seed" && flag != "--out") {
      throw InputError("found \"" + std::string(flag) + "\", expected --property, --cases, --seed or --out");
    }
    if (i + 1 == arguments.size()) throw InputError(std::string(flag) + ": expected a value behind it");
    const std::string_view value = arguments[i + 1];
    if (flag == "--cases") {
      flags.cases = number_of(flag, value);
    } else if (flag == "--seed") {
      flags.seed = number_of(flag, value);
    } else if (flag == "--out") {
      flags.out = value;
    } else {
      const auto found = std::find_if(property_names().begin(), property_names().end(),
                                      [&](const PropertyName& one) { return one.name == value; });
      if (found == property_names().end()) {
        throw InputError("--property: found \"" + std::string(value) + "\", expected agreement, forms or repetition");
      }
      flags.property = *found;
    }
  }
  if (!flags.property) throw InputError("expected --property agreement, forms or repetition");
  return flags;
}

/// Prints a failure and keeps its file where that is asked for.
void report(const std::string& text, const std::string& slug, const std::string& json, const PropertyFlags& flags) {
  std::fprintf(stderr, "%s", text.c_str());
  if (flags.out.empty()) return;
  make_writable_folder(flags.out);
  const std::filesystem::path file = flags.out / (slug + ".json");
  write_file(file, json);
  std::fprintf(stderr, "  kept in    %s\n", file.c_str());
}

/// Of a case that ended its process, or one that was made of it to find the smallest.
void report_death(int status, std::uint64_t index, const TargetSetup& setup, const PropertyFlags& flags) {
  const Domain& domain = *setup.domain;
  const std::unique_ptr<Case> value = domain.make_case();
  ChoiceSource choices(flags.seed, index);
  domain.generate(choices, *value);
  const std::string place = "seed " + std::to_string(flags.seed) + ", case " + std::to_string(index);
  report(setup.candidate_name + " ended its process, on this case or on one made of it to find the smallest: " +
             how_it_ended(status) + "\n  found at   " + place + "\n" + domain.hlsl(*value),
         "ended-seed-" + std::to_string(flags.seed) + "-case-" + std::to_string(index),
         case_json(domain, domain.tree(*value)), flags);
}

int check_property(std::span<char* const> arguments) {
  const PropertyFlags flags = parse_property_flags(arguments);
  const TargetSetup setup = set_up_target();
  const KnownDifferences known = KnownDifferences::parse(setup.known_differences, setup.known_file);
  const SharedProgress progress;
  const int status = in_child([&] {
    const std::unique_ptr<Candidate> candidate = setup.open_candidate();
    PropertyCheck check(flags.property->property, *setup.domain, *candidate, known, flags.seed);
    progress->opened = true;
    for (; progress->done < flags.cases; progress->done = progress->done + 1) {
      const std::optional<PropertyFailure> failure = check.check(progress->done);
      if (check.compared()) progress->compared = progress->compared + 1;
      if (!failure) continue;
      report(failure->text, failure->slug, failure->json, flags);
      progress->done = flags.cases;
      return kFound;
    }
    return kClean;
  });
  if (!progress->opened) return kBadInput;
  if (progress->done < flags.cases) {
    report_death(status, progress->done, setup, flags);
    return kFound;
  }
  if (WEXITSTATUS(status) != kClean) return WEXITSTATUS(status);
  if (progress->compared == 0) {
    throw InputError("nothing could be compared in " + std::to_string(flags.cases) +
                     " cases, expected answers of the candidate that are neither unsupported nor left out");
  }
  std::printf("%s holds: %llu cases, %zu of them compared\n", std::string(flags.property->name).c_str(),
              static_cast<unsigned long long>(flags.cases), static_cast<std::size_t>(progress->compared));
  return kClean;
}

}  // namespace
}  // namespace d3d12fuzz

int d3d12fuzz_replay_main(int argc, char** argv) {
  using namespace d3d12fuzz;
  const std::span<char* const> arguments = std::span(argv, static_cast<std::size_t>(argc)).subspan(1);
  try {
    if (arguments.empty() || std::string_view(arguments[0]) == "--help") {
      std::fprintf(arguments.empty() ? stderr : stdout, "%s", std::string(kUsage).c_str());
      return arguments.empty() ? kBadInput : kClean;
    }
    return std::string_view(arguments[0]).starts_with("--") ? check_property(arguments) : replay(arguments);
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return kBadInput;
  }
}
