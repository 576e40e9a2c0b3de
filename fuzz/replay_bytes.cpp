// A target of serialized root signatures without an engine: replays files, as replay.cpp does. A case is replayed as
// the bytes that an implementation would read.
//
// Exit status: 0 nothing was found; 1 something was; 2 bad input: a file, or what cannot be opened.

#include <array>
#include <cstdio>
#include <string_view>

#include "base/error.h"
#include "fuzz/byte_target.h"
#include "fuzz/child_process.h"
#include "fuzz/replay_inputs.h"
#include "fuzzing/d3d12fuzz_target.h"
#include "fuzzing/fuzz_target.h"

namespace d3d12fuzz {
namespace {

constexpr const char* kUsage =
    "usage: PROGRAM FILES OR FOLDERS...\n"
    "           replays them: serialized root signatures (of a folder files whose name has no ending), and the\n"
    "           serialized form of cases and findings (*.json)\n";

std::optional<std::vector<std::uint8_t>> serialized(const LoadedCase& loaded) {
  return loaded.domain->blob(*case_from_tree(*loaded.domain, loaded.tree));
}

int replay(std::span<char* const> arguments) {
  const std::vector<Input> inputs = inputs_of(arguments, &serialized, "one whose cases have a serialized form");
  std::array<std::uint8_t, kRuleCounters> counters{};
  return replay_inputs(inputs, [&] { return open_byte_target(counters); });
}

}  // namespace
}  // namespace d3d12fuzz

int d3d12fuzz_replay_main(int argc, char** argv) {
  using namespace d3d12fuzz;
  const std::span<char* const> arguments = std::span(argv, static_cast<std::size_t>(argc)).subspan(1);
  const bool help = !arguments.empty() && std::string_view(arguments[0]) == "--help";
  if (arguments.empty() || help) {
    std::fputs(kUsage, help ? stdout : stderr);
    return help ? kClean : kBadInput;
  }
  try {
    return replay(arguments);
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return kBadInput;
  }
}
