#include "report/cpp_reproducer.h"

#include <filesystem>

namespace d3d12fuzz {
namespace {

constexpr char kCandidateHeader[] =
#include "report/candidate_header.inc"
    ;

/// What the model says that an implementation should do, as the difference that would deny it.
Difference difference_from_model(const Domain& domain, const Case& value) {
  Expectation expectation;
  domain.make_model()->judge(value, expectation);
  for (const Stage stage : kStages) {
    if (expectation.at(stage) == Expected::rejected) {
      return {.kind = DifferenceKind::rule_not_enforced, .stage = stage, .rule = expectation.broken.front().rule};
    }
  }
  Difference difference{.kind = DifferenceKind::legal_rejected, .stage = Stage::serialize};
  for (const Stage stage : kStages) {
    if (expectation.at(stage) == Expected::accepted) difference.stage = stage;
  }
  return difference;
}

}  // namespace

std::string cpp_reproducer(const LoadedCase& loaded) {
  const Domain& domain = *loaded.domain;
  const std::unique_ptr<Case> value = case_from_tree(domain, loaded.tree);
  const Difference difference = loaded.difference ? *loaded.difference : difference_from_model(domain, *value);
  const bool library = loaded.candidate.name.empty() || loaded.candidate.name.starts_with("d3d12");

  std::string title = loaded.signature.empty() ? "d3d12fuzz: a case and what Direct3D 12 makes of it"
                                               : "d3d12fuzz: " + loaded.candidate.name + " " + loaded.signature;
  if (difference.rule)
    title += "\n" + std::string(rule(*difference.rule).id) + ": " + std::string(rule(*difference.rule).text);
  if (loaded.candidate.name.starts_with("d3dx12")) {
    title +=
        "\nFound through D3DX12SerializeVersionedRootSignature, which no shared object exports as a candidate: replay\n"
        "the finding with d3d12fuzz, or hand this program a candidate of your own that calls the helper.";
  }
  title += "\n\n" + domain.hlsl(*value);
  // A library that was named by its path is found by its path alone.
  const bool by_path = loaded.candidate.name.find('/') != std::string::npos;
  std::string default_library =
      by_path ? loaded.candidate.path : std::filesystem::path(loaded.candidate.path).filename().string();
  if (default_library.empty()) default_library = "libvkd3d-utils.so.1";
  return domain.cpp_program(*value,
                            {.difference = difference,
                             .title = title,
                             .default_library = default_library,
                             .ms_abi = loaded.candidate.calling_convention == "ms_abi" || loaded.candidate.name.empty(),
                             .candidate_header = library ? std::string_view() : std::string_view(kCandidateHeader)});
}

}  // namespace d3d12fuzz
