/// Findings to report: what the collector makes of a fault of the built-in candidate.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "candidates/builtin/builtin.h"
#include "candidates/in_process.h"
#include "domains/root_signature/domain.h"
#include "shrink/collector.h"
#include "support/notation.h"

namespace d3d12fuzz::test {

/// The finding that a case gives, by the text of its signature. The case is shrunk first.
inline Finding found(std::string_view fault, std::string_view signature_text, std::string_view case_text) {
  const Domain& domain = root_signature::domain();
  InProcessCandidate candidate(builtin::make_builtin(builtin::fault_by_id(fault).value()),
                               {.name = "builtin", .options = "--fault " + std::string(fault)});
  Examiner examiner(domain, candidate);
  CollectorOptions options;
  options.seed = 7;
  options.reference.name = "model";
  Collector collector(examiner, options);
  const std::unique_ptr<Case> value = case_from_tree(domain, to_tree(notation(case_text)));
  for (const Signature& signature : examiner.examine(*value).signatures(domain)) {
    if (signature.text() != signature_text) continue;
    if (const std::optional<Finding> finding = collector.shrink_case(*value, signature, 123)) return *finding;
  }
  ADD_FAILURE() << fault << " does not show " << signature_text;
  std::abort();
}

inline Finding accepts_zero_count() {
  return found("zero-count-accepted", "accepts-illegal DT-002 at serialize", "T[PIXEL](R(UAV,2,0,0,A),R(SRV,0,3,1,4))");
}

inline Finding wrong_lookup_slot() {
  return found("lookup-keeps-base", "wrong-value lookups[].slot at create", "T[ALL](R(SRV,1,1,0,A)); L(t,1,0,VERTEX)");
}

/// The finding as it would be if the difference came and went.
inline Finding unstable(Finding finding) {
  finding.signature.unstable = true;
  finding.reproduced = 2;
  finding.minimal = false;
  finding.other_outcome.emplace();
  finding.other_outcome->at(Stage::serialize).status = Status::accepted;
  return finding;
}

/// A finding of misconduct as the collector would make it.
inline Finding misconduct(Conduct conduct, std::string_view case_text = "T[ALL](R(SRV,1,0,0,A))") {
  Finding finding;
  finding.domain = &root_signature::domain();
  finding.tree = to_tree(notation(case_text));
  finding.signature = {
      .kind = DifferenceKind::misconduct, .stage = Stage::serialize, .subject = std::string(name_of(conduct))};
  finding.stages = {Stage::serialize};
  finding.difference = {.kind = DifferenceKind::misconduct, .stage = Stage::serialize, .conduct = conduct};
  finding.expectation.at(Stage::serialize) = Expected::accepted;
  finding.outcome.at(Stage::serialize).status = Status::accepted;
  finding.outcome.conduct = bit_of(conduct);
  finding.candidate.name = "plugin:libmine.so";
  finding.reference.name = "model";
  finding.seed = 7;
  finding.case_index = 123;
  finding.reproduced = finding.attempts = 5;
  finding.minimal = true;
  return finding;
}

inline Finding rejects_aliasing() {
  return found("slot-aliasing-rejected", "rejects-legal at serialize", "T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,1,0))");
}

}  // namespace d3d12fuzz::test
