#include "candidates/crash_outcome.h"

#include <algorithm>
#include <utility>

#include "candidates/domain_call.h"

namespace d3d12fuzz {

void set_crash(const d3d12fuzz_progress* progress, bool timed_out, Crash crash, Outcome& out) {
  out.clear();
  out.crash = std::move(crash);
  std::size_t stage = 0;
  if (progress != nullptr) {
    read_progress(*progress, out);
    stage = std::min<std::size_t>(progress->running_stage, kStageCount - 1);
  }
  out.stages[stage].status = timed_out ? Status::timed_out : Status::crashed;
}

std::string no_answer_within(std::chrono::milliseconds limit) {
  const auto count = limit.count();
  return "no answer within " +
         (count % 1000 == 0 ? std::to_string(count / 1000) + " s" : std::to_string(count) + " ms");
}

}  // namespace d3d12fuzz
