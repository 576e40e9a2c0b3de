// Writes seeds of one domain: its cases among JSON files, and generated ones, in binary form or, with --serialized, as
// the bytes that an implementation would read. Seeds are made anew in each build, since the binary form is that of the
// build.
//
// Usage: d3d12fuzz_make_seeds [--serialized] OUT_FOLDER DOMAIN GENERATED [JSON FILES OR FOLDERS...]

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "report/finding_json.h"

namespace d3d12fuzz {
namespace {

class SeedWriter {
 public:
  SeedWriter(const Domain& domain, bool serialized, std::filesystem::path folder)
      : domain_(domain), serialized_(serialized), folder_(std::move(folder)) {
    std::filesystem::remove_all(folder_);
    make_writable_folder(folder_);
  }

  /// The name ends with a hash of the content: cases of one name in several folders do not displace each other.
  void write(const Case& value, std::string_view name) {
    const std::vector<std::uint8_t> bytes = bytes_of(value);
    const std::string hash = hex(stable_hash(std::span<const std::uint8_t>(bytes))).substr(2);
    write_file(folder_ / (std::string(name) + "-" + hash),
               std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    ++written_;
  }

  std::size_t written() const { return written_; }

 private:
  std::vector<std::uint8_t> bytes_of(const Case& value) const {
    std::vector<std::uint8_t> bytes;
    if (!serialized_) {
      domain_.encode(value, bytes);
    } else if (std::optional<std::vector<std::uint8_t>> blob = domain_.blob(value)) {
      bytes = *std::move(blob);
    } else {
      throw InputError("domain " + std::string(domain_.name()) + ": its cases have no serialized form");
    }
    return bytes;
  }

  const Domain& domain_;
  bool serialized_;
  std::filesystem::path folder_;
  std::size_t written_ = 0;
};

std::vector<std::filesystem::path> json_files(std::span<char* const> arguments) {
  std::vector<std::filesystem::path> files;
  for (const char* argument : arguments) {
    if (!std::filesystem::is_directory(argument)) {
      files.emplace_back(argument);
      continue;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argument)) {
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

void make_seeds(std::span<char* const> arguments) {
  const bool serialized = !arguments.empty() && std::string_view(arguments[0]) == "--serialized";
  if (serialized) arguments = arguments.subspan(1);
  if (arguments.size() < 3) {
    throw InputError(
        "usage: d3d12fuzz_make_seeds [--serialized] OUT_FOLDER DOMAIN GENERATED [JSON FILES OR FOLDERS...]");
  }
  const Domain* domain = find_domain(arguments[1]);
  if (domain == nullptr) throw InputError("unknown domain \"" + std::string(arguments[1]) + "\"");
  const std::string_view count_text = arguments[2];
  std::uint32_t generated = 0;
  const auto [end, error] = std::from_chars(count_text.data(), count_text.data() + count_text.size(), generated);
  if (error != std::errc{} || end != count_text.data() + count_text.size()) {
    throw InputError("number of generated cases: found \"" + std::string(count_text) + "\", expected a number");
  }

  SeedWriter seeds(*domain, serialized, arguments[0]);
  for (const std::filesystem::path& file : json_files(arguments.subspan(3))) {
    const LoadedCase loaded = load_case(file);
    if (loaded.domain == domain) seeds.write(*case_from_tree(*domain, loaded.tree), file.stem().string());
  }
  const std::unique_ptr<Case> drawn = domain->make_case();
  for (std::uint32_t i = 0; i < generated; ++i) {
    ChoiceSource choices(1, i);
    domain->generate(choices, *drawn);
    seeds.write(*drawn, "generated");
  }
  std::printf("%zu seeds in %s\n", seeds.written(), arguments[0]);
}

}  // namespace
}  // namespace d3d12fuzz

int main(int argc, char** argv) {
  try {
    d3d12fuzz::make_seeds(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
    return 0;
  } catch (const d3d12fuzz::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
