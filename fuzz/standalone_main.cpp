// Stands in for an engine: replays files, and all files of folders, so that targets are built and run everywhere.
// An input that ends the target is reported with its name, and the rest is replayed all the same.
//
// Exit status: 0 all inputs passed; 1 some did not; 2 a file that cannot be read, or no target.

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/file.h"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Nothing is mutated here.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t*, std::size_t size, std::size_t) { return size; }

namespace d3d12fuzz {
namespace {

std::vector<std::filesystem::path> inputs_of(std::span<char* const> arguments) {
  std::vector<std::filesystem::path> inputs;
  for (const char* argument : arguments) {
    std::error_code error;
    if (!std::filesystem::is_directory(argument, error)) {
      inputs.emplace_back(argument);
      continue;
    }
    const std::size_t first = inputs.size();
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argument)) {
      if (entry.is_regular_file()) inputs.push_back(entry.path());
    }
    std::sort(inputs.begin() + static_cast<std::ptrdiff_t>(first), inputs.end());
  }
  return inputs;
}

void replay(const std::string& input) {
  // A block of exactly this size, so that a sanitizer sees what reads beyond it.
  const std::vector<std::uint8_t> bytes(input.begin(), input.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

int replay_all(std::span<char* const> arguments) {
  const std::vector<std::filesystem::path> paths = inputs_of(arguments);
  std::vector<std::string> inputs;
  for (const std::filesystem::path& path : paths) inputs.push_back(read_file(path));
  if (inputs.empty()) throw InputError("no input found, expected files or folders with files");

  // The child counts where its parent can read it.
  void* const shared = mmap(nullptr, sizeof(std::size_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) throw InputError("no shared memory for the count of inputs");
  auto& done = *static_cast<volatile std::size_t*>(shared);
  std::size_t failed = 0;
  while (done < inputs.size()) {
    const pid_t child = fork();
    if (child < 0) throw InputError("no process can be started for the inputs");
    if (child == 0) {
      for (; done < inputs.size(); done = done + 1) replay(inputs[done]);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (done == inputs.size()) break;
    std::fprintf(stderr, "failed: %s\n", paths[done].c_str());
    ++failed;
    done = done + 1;
  }
  std::printf("%zu inputs, %zu failed\n", inputs.size(), failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace d3d12fuzz

int main(int argc, char** argv) {
  LLVMFuzzerInitialize(&argc, &argv);
  try {
    return d3d12fuzz::replay_all(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
  } catch (const d3d12fuzz::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
