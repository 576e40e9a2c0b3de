#include "fuzz/replay_inputs.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "base/error.h"
#include "base/file.h"
#include "fuzz/child_process.h"

namespace d3d12fuzz {

std::vector<Input> inputs_of(
    std::span<char* const> arguments,
    const std::function<std::optional<std::vector<std::uint8_t>>(const LoadedCase& loaded)>& input_of,
    const std::string& expected) {
  std::vector<Input> inputs;
  const auto add = [&](const std::filesystem::path& path, bool of_folder) {
    if (path.extension() != ".json") {
      const std::string text = read_file(path);
      inputs.push_back({path, {text.begin(), text.end()}});
      return;
    }
    const LoadedCase loaded = load_case(path);
    if (std::optional<std::vector<std::uint8_t>> bytes = input_of(loaded)) {
      inputs.push_back({path, *std::move(bytes)});
    } else if (!of_folder) {
      throw InputError(path.string() + ": a case of domain " + std::string(loaded.domain->name()) + ", expected " +
                       expected);
    }
  };
  for (const char* argument : arguments) {
    std::error_code error;
    if (!std::filesystem::is_directory(argument, error)) {
      add(argument, false);
      continue;
    }
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argument)) {
      const std::filesystem::path ending = entry.path().extension();
      if (entry.is_regular_file() && (ending.empty() || ending == ".json")) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const std::filesystem::path& file : files) add(file, true);
  }
  if (inputs.empty()) throw InputError("no input found, expected files or folders with files");
  return inputs;
}

int replay_inputs(std::span<const Input> inputs, const std::function<InputTest()>& open) {
  const SharedProgress progress;
  std::size_t failed = 0;
  while (progress->done < inputs.size()) {
    progress->opened = false;
    const int status = in_child([&] {
      const InputTest test = open();
      progress->opened = true;
      for (; progress->done < inputs.size(); progress->done = progress->done + 1) {
        // A block of exactly this size, so that a sanitizer sees what reads beyond it.
        const std::vector<std::uint8_t> bytes(inputs[progress->done].bytes);
        test(bytes);
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

}  // namespace d3d12fuzz
