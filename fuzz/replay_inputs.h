/// Files put before a target without an engine, each in a child process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "report/finding_json.h"

namespace d3d12fuzz {

struct Input {
  std::filesystem::path path;
  std::vector<std::uint8_t> bytes;
};

/// Reads inputs: cases and findings (*.json), and inputs of the target (all others; of a folder those whose name has no
/// ending).
/// \param input_of  the input that says the same as a case; nothing for a case that the target has no use for, which is
///                  left out if it is a folder's
/// \param expected  in errors: what cases the target has use for
/// \throws InputError if there is no input, or one that cannot be read
std::vector<Input> inputs_of(
    std::span<char* const> arguments,
    const std::function<std::optional<std::vector<std::uint8_t>>(const LoadedCase& loaded)>& input_of,
    const std::string& expected);

/// What a target does with one input; what it finds ends the process.
using InputTest = std::function<void(std::span<const std::uint8_t>)>;

/// Tests each input in child processes, names those that end one, and says how many did.
/// \param open  makes the test, in the child
/// \return kClean, kFound, or kBadInput if the test could not be made
int replay_inputs(std::span<const Input> inputs, const std::function<InputTest()>& open);

}  // namespace d3d12fuzz
