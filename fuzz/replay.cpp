// A target without an engine: replays files, or checks a property on generated cases. Each runs in child processes, so
// that an input that ends one is reported with its name, and the rest runs all the same.
//
// Exit status: 0 nothing was found; 1 something was; 2 bad input: an argument, a file, a candidate that cannot be
// opened.

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "fuzz/child_process.h"
#include "fuzz/replay_inputs.h"
#include "fuzz/target.h"
#include "fuzzing/d3d12fuzz_target.h"
#include "fuzzing/fuzz_target.h"
#include "fuzzing/properties.h"
#include "report/finding_json.h"

namespace d3d12fuzz {
namespace {

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

std::optional<std::vector<std::uint8_t>> encoded(const Domain& domain, const LoadedCase& loaded) {
  if (loaded.domain != &domain) return std::nullopt;
  std::vector<std::uint8_t> bytes;
  domain.encode(*case_from_tree(domain, loaded.tree), bytes);
  return bytes;
}

int replay(std::span<char* const> arguments) {
  const TargetSetup setup = set_up_target();
  const KnownDifferences known = KnownDifferences::parse(setup.known_differences, setup.known_file);
  const Domain& domain = *setup.domain;
  const std::vector<Input> inputs = inputs_of(
      arguments, [&](const LoadedCase& loaded) { return encoded(domain, loaded); }, std::string(domain.name()));
  std::array<std::uint8_t, kRuleCounters> counters{};
  return replay_inputs(inputs, [&]() -> InputTest {
    const auto target = std::make_shared<FuzzTarget>(domain, setup.open_candidate(), known, counters);
    return [target](std::span<const std::uint8_t> bytes) { target->test(bytes); };
  });
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
