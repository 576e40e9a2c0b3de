#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>

#include "base/error.h"
#include "cli/verbs.h"

namespace d3d12fuzz {
namespace {

std::string called_as = "d3d12fuzz";

/// Opens what the caller closed of descriptors 0 to 2, so that no socket or file of ours takes their place.
/// \return whether standard output was open
bool fill_standard_descriptors() {
  const bool has_output = fcntl(STDOUT_FILENO, F_GETFD) != -1;
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) == -1) open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY);
  }
  return has_output;
}

/// "run, replay, shrink or show"
std::string verb_names(const CLI::App& app) {
  const std::vector<const CLI::App*> verbs = app.get_subcommands([](const CLI::App*) { return true; });
  std::string names;
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    if (i > 0) names += i + 1 == verbs.size() ? " or " : ", ";
    names += verbs[i]->get_name();
  }
  return names;
}

/// What is wrong with the command line, with the verbs where one is missing or unknown.
std::string complaint(const CLI::App& app, const CLI::ParseError& error) {
  if (!app.get_subcommands().empty()) return error.what();
  const std::vector<std::string> words = app.remaining();
  const auto word = std::find_if(words.begin(), words.end(), [](const std::string& text) { return text[0] != '-'; });
  return (word == words.end() ? "found no verb" : "found verb \"" + *word + "\"") + ", expected " + verb_names(app);
}

}  // namespace

const std::string& program_name() { return called_as; }

}  // namespace d3d12fuzz

int main(int argc, char** argv) {
  using namespace d3d12fuzz;
  if (argc > 0) called_as = argv[0];
  const bool has_output = fill_standard_descriptors();
  CLI::App app("d3d12fuzz: finds faults in implementations of Direct3D 12's descriptor and dispatch handling");
  app.require_subcommand(1);
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.set_version_flag("--version", std::string("d3d12fuzz ") + D3D12FUZZ_VERSION);
  app.footer(
      "Examples:\n"
      "  d3d12fuzz run --time 60 --keep-going --out findings     test Debian's libvkd3d for a minute\n"
      "  d3d12fuzz replay findings/*.json                        see what still shows\n"
      "  d3d12fuzz rules DT-005                                  what a rule says\n"
      "Exit status: 0 clean, 1 findings, 2 bad input, 3 failure of the harness.");
  int status = kClean;
  add_run(app, status);
  add_replay(app, status);
  add_shrink(app, status);
  add_show(app, status);
  add_import(app, status);
  add_rules(app, status);
  add_candidates(app, status);
  try {
    app.parse(argc, argv);
    if (!has_output || std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      fmt::print(stderr, "d3d12fuzz: standard output cannot be written\n");
      return kHarnessFailure;
    }
    return status;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // help and version
    fmt::print(stderr, "d3d12fuzz: {}; \"d3d12fuzz --help\" shows how\n", InputError(complaint(app, error)).what());
    return kBadInput;
  } catch (const InputError& error) {
    fmt::print(stderr, "d3d12fuzz: {}\n", error.what());
    return kBadInput;
  } catch (const std::exception& error) {
    fmt::print(stderr, "d3d12fuzz: failure of the harness: {}\n", error.what());
    return kHarnessFailure;
  }
}
