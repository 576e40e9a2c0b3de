// A compiler of root signatures that keeps DXC's contract, for tests of the candidate "command": its grammar is that of
// support/hlsl_source.h, its judgement the built-in candidate's.
//
//     stand_in_compiler [--fault ID] [--deed NAME] [--deed-folder FOLDER] -T rootsig_1_x -E RS FILE -Fo FILE
//
// A deed is one misbehaviour on every call; NAME is one of those in `do_deed`.

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "candidates/builtin/builtin.h"
#include "candidates/in_process.h"
#include "domains/root_signature/domain.h"
#include "domains/root_signature/observables.h"
#include "domains/typed_domain.h"
#include "support/hlsl_source.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature;

constexpr int kRefused = 5;
constexpr int kUsage = 1;

struct Flags {
  std::string fault = "none";
  std::string deed;
  std::string deed_folder;
  std::optional<Version> version;
  bool macro_is_rs = false;
  std::string source;
  std::string container;
};

std::optional<Flags> read_flags(int argc, char** argv) {
  Flags flags;
  for (int i = 1; i < argc; ++i) {
    const std::string_view flag = argv[i];
    if (!flag.starts_with('-')) {
      flags.source = flag;
      continue;
    }
    if (++i == argc) return std::nullopt;
    const std::string_view value = argv[i];
    if (flag == "--fault") {
      flags.fault = value;
    } else if (flag == "--deed") {
      flags.deed = value;
    } else if (flag == "--deed-folder") {
      flags.deed_folder = value;
    } else if (flag == "-T" && (value == "rootsig_1_0" || value == "rootsig_1_1" || value == "rootsig_1_2")) {
      flags.version = static_cast<Version>(raw(Version::v1_0) + (value.back() - '0'));
    } else if (flag == "-E") {
      flags.macro_is_rs = value == "RS";
    } else if (flag == "-Fo") {
      flags.container = value;
    } else {
      return std::nullopt;
    }
  }
  if (!flags.version || !flags.macro_is_rs || flags.source.empty() || flags.container.empty()) return std::nullopt;
  return flags;
}

/// The container of a root signature; nothing if any stage refuses it, as a compiler judges all at once.
std::optional<std::string> serialize(RootSignatureCase value, builtin::Fault fault) {
  value.serialization.observe_blob = ObserveBlob::yes;
  const std::unique_ptr<Case> made = case_from_tree(domain(), to_tree(value));
  const Case* const cases[] = {made.get()};
  Outcome outcomes[1];
  InProcessCandidate(builtin::make_builtin(fault), {}).evaluate(domain(), cases, outcomes);
  std::vector<std::uint32_t> words;
  for (const Stage stage : {Stage::serialize, Stage::deserialize, Stage::create}) {
    if (outcomes[0].at(stage).status != Status::accepted) return std::nullopt;
  }
  for (const Observable& seen : outcomes[0].observables) {
    if (seen.key.field == static_cast<std::uint32_t>(Field::blob_size)) words.resize(seen.value / sizeof(words[0]));
    const bool digest = seen.key.field == static_cast<std::uint32_t>(Field::blob_digest);
    if (!digest && seen.key.field != static_cast<std::uint32_t>(Field::blob_word)) continue;
    words[seen.key.first + (digest ? 1 : 0)] = static_cast<std::uint32_t>(seen.value);
  }
  return std::string(reinterpret_cast<const char*>(words.data()), words.size() * sizeof(words[0]));
}

[[noreturn]] void wait_for_ever() {
  while (true) pause();
}

/// Tells a test which process this is.
void leave_number(const Flags& flags) { write_file(flags.deed_folder + "/" + std::to_string(getpid()), ""); }

/// Misbehaves instead of compiling, or before.
/// \return the exit status, if the deed ends the program
std::optional<int> do_deed(const Flags& flags) {
  const std::string_view deed = flags.deed;
  if (deed == "hang") {
    leave_number(flags);
    wait_for_ever();
  }
  if (deed == "hang-ignoring-sigterm") {
    signal(SIGTERM, SIG_IGN);
    leave_number(flags);
    wait_for_ever();
  }
  if (deed == "crash") {
    std::cerr << "about to read null" << std::endl;
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  }
  if (deed == "exit-3") {
    std::cerr << "internal trouble\nof the third kind\n";
    return 3;
  }
  if (deed == "refuse-without-words") return kRefused;
  if (deed == "no-container") return 0;
  if (deed == "garbage") return write_file(flags.container, std::string(100, '#')), 0;
  if (deed == "folder") return mkdir(flags.container.c_str(), 0700), 0;
  if (deed == "fifo") return mkfifo(flags.container.c_str(), 0600), 0;
  if (deed == "endless-output") {
    while (true) [[maybe_unused]]
      const ssize_t count = write(STDOUT_FILENO, "noise of the compiler\n", 22);
  }
  if (deed == "huge-file") {
    const int file = open(flags.container.c_str(), O_WRONLY | O_CREAT, 0600);
    const std::vector<char> piece(std::size_t{1} << 20);
    while (write(file, piece.data(), piece.size()) > 0) continue;
    return 0;
  }
  if (deed == "large-container") return write_file(flags.container, std::string((std::size_t{1} << 20) + 1, 0)), 0;
  if (deed == "leave-a-child" && fork() == 0) {
    leave_number(flags);
    wait_for_ever();
  }
  if (deed == "litter") {
    const std::string folder = std::getenv("TMPDIR");
    mkdir((folder + "/more").c_str(), 0700);
    write_file(folder + "/more/litter", "litter");
  }
  if (deed == "leave-a-child") {
    // Not before the child has told its number.
    for (bool told = false; !told; usleep(1000)) told = !std::filesystem::is_empty(flags.deed_folder);
  }
  return std::nullopt;
}

int compile(const Flags& flags) {
  if (const std::optional<int> status = do_deed(flags)) return *status;
  const test::ParsedSource parsed = test::parse_hlsl_source(read_file(flags.source), *flags.version);
  if (!parsed.error.empty()) {
    std::cerr << flags.source << ":1: syntax error: " << parsed.error << "\n";
    return kUsage;
  }
  std::optional<std::string> container = serialize(parsed.value, *builtin::fault_by_id(flags.fault));
  if (!container) {
    std::cerr << flags.source << ":1:12: error: root signature error - it is not legal\n";
    return kRefused;
  }
  if (flags.deed == "truncate") container->resize(container->size() / 2);
  if (flags.deed == "two-parts") {
    // A second entry in the table of parts that names the same part.
    (*container)[28] = 2;
    container->insert(36, "\x28\0\0\0", 4);
    (*container)[32] = 0x28;
    (*container)[24] = static_cast<char>((*container)[24] + 4);
  }
  write_file(flags.container, *container);
  return 0;
}

}  // namespace
}  // namespace d3d12fuzz

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
    std::cout << "stand-in compiler 1.2.3\nof no one\n";
    return 0;
  }
  const std::optional<d3d12fuzz::Flags> flags = d3d12fuzz::read_flags(argc, argv);
  if (!flags || !d3d12fuzz::builtin::fault_by_id(flags->fault)) {
    std::cerr << "stand_in_compiler: wrong flags\n";
    return d3d12fuzz::kUsage;
  }
  return d3d12fuzz::compile(*flags);
}
