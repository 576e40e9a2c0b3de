// d3d12fuzz candidates: what can be tested.

#include <fmt/format.h>

#include "base/error.h"
#include "candidates/builtin/builtin.h"
#include "candidates/registry.h"
#include "cli/verbs.h"

namespace d3d12fuzz {
namespace {

int list_all() {
  for (const CandidateListing& listing : list_candidates()) {
    fmt::print("{:<28} {}\n", listing.name, listing.summary);
  }
  try {
    fmt::print("\nThe default, d3d12, is here: {}\n", open_candidate("d3d12", {})->provenance().line());
  } catch (const InputError& error) {
    fmt::print("\nThe default, d3d12, cannot be used here: {}\n", error.what());
  }
  for (const std::string_view domain : {std::string_view("root_signature"), builtin::kBlobDomain}) {
    fmt::print("\nFaults of builtin in domain {} (--fault ID):\n", domain);
    for (const builtin::FaultInfo& fault : builtin::faults_of(domain)) {
      fmt::print("  {:<36} {}\n", fault.id, fault.summary);
    }
  }
  return kClean;
}

}  // namespace

void add_candidates(CLI::App& app, int& status) {
  CLI::App* verb =
      app.add_subcommand("candidates", "list the implementations that can be tested, and builtin's faults");
  verb->callback([&status] { status = list_all(); });
}

}  // namespace d3d12fuzz
