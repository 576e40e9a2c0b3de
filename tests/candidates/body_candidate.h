/// A candidate whose one function is given by a test.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "candidates/in_process.h"
#include "domains/d3d12_types.h"
#include "domains/root_signature/case.h"
#include "domains/root_signature/domain.h"
#include "domains/root_signature/observables.h"

namespace d3d12fuzz::test {

using Input = d3d12fuzz_root_signature_input;
using Result = d3d12fuzz_root_signature_result;
using Body = std::function<void(const Input&, Result&)>;

/// Calls a candidate made of `body` with a case.
inline Outcome call(const root_signature::RootSignatureCase& value, Body body) {
  InProcessCandidate candidate(
      {.version = D3D12FUZZ_CANDIDATE_VERSION,
       .context = &body,
       .root_signature = [](void* context, const Input* input,
                            Result* result) { (*static_cast<Body*>(context))(*input, *result); }},
      {});
  EXPECT_TRUE(candidate.supports(root_signature::domain()));
  const std::unique_ptr<Case> made = case_from_tree(root_signature::domain(), to_tree(value));
  const Case* const cases[] = {made.get()};
  Outcome outcome;
  outcome.observables.push_back({.key = root_signature::key(root_signature::Field::cost), .value = 99});
  candidate.evaluate(root_signature::domain(), cases, std::span(&outcome, 1));
  return outcome;
}

}  // namespace d3d12fuzz::test
