/// The outcome of a case that a candidate did not survive, or did not answer.
#pragma once

#include <chrono>
#include <string>

#include "candidates/d3d12fuzz_candidate.h"
#include "oracle/outcome.h"

namespace d3d12fuzz {

/// \param progress   how far the candidate had come; null if nobody knows
/// \param timed_out  whether it did not answer, rather than die
/// \param out        cleared first
void set_crash(const d3d12fuzz_progress* progress, bool timed_out, Crash crash, Outcome& out);

/// "no answer within 2 s".
std::string no_answer_within(std::chrono::milliseconds limit);

/// What is said of an answer that breaks the protocol.
inline constexpr const char* kMalformedReply = "malformed reply";

}  // namespace d3d12fuzz
