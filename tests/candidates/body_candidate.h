/// A candidate whose one function is given by a test.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <memory>

#include "candidates/domain_call.h"
#include "domains/root_signature/case.h"
#include "domains/root_signature/domain.h"
#include "domains/root_signature/observables.h"

namespace d3d12fuzz::test {

using Input = d3d12fuzz_root_signature_input;
using Result = d3d12fuzz_root_signature_result;
using Body = std::function<void(const Input&, Result&)>;

/// Calls a candidate made of `body` with a case.
inline Outcome call(const root_signature::RootSignatureCase& value, Body body) {
  const d3d12fuzz_candidate candidate = {
      .version = D3D12FUZZ_CANDIDATE_VERSION,
      .context = &body,
      .root_signature = [](void* context, const Input* input,
                           Result* result) { (*static_cast<Body*>(context))(*input, *result); },
      .destroy = nullptr};
  const std::unique_ptr<DomainCall> domain_call = make_domain_call(root_signature::domain());
  EXPECT_TRUE(domain_call->supported(candidate));
  const std::unique_ptr<Case> made = case_from_tree(root_signature::domain(), to_tree(value));
  d3d12fuzz_progress progress;
  std::memset(&progress, 0xEE, sizeof(progress));
  Outcome outcome;
  outcome.observables.push_back({.key = root_signature::key(root_signature::Field::cost), .value = 99});
  domain_call->call(candidate, *made, progress, outcome);
  return outcome;
}

}  // namespace d3d12fuzz::test
