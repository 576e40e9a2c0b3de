/// What one implementation made of a case.
#pragma once

#include <array>
#include <boost/describe.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oracle/conduct.h"
#include "oracle/observable.h"
#include "oracle/stage.h"

namespace d3d12fuzz {

struct StageOutcome {
  Status status = Status::not_reached;
  std::int32_t hresult = 0;  ///< where the step has one; of a command its exit status

  friend bool operator==(const StageOutcome&, const StageOutcome&) = default;
};
BOOST_DESCRIBE_STRUCT(StageOutcome, (), (status, hresult))

/// How an implementation failed: by a signal, an early exit, or by not answering.
struct Crash {
  std::string what;     ///< "SIGABRT", "exit status 3", "no answer within 10 s", "AddressSanitizer: double-free"
  std::string message;  ///< the last line that it wrote to standard error, if any
  /// Innermost first, "libfoo.so.1+0x1234"; of a signal or a sanitizer's report, which says "function file.c:12" too.
  std::vector<std::string> frames;

  /// Names the crash so that equal faults are equal: the innermost frame outside the C library, else what. The signal
  /// is no part of it: what a wild pointer meets differs from run to run.
  std::string key() const;
};
BOOST_DESCRIBE_STRUCT(Crash, (), (what, message, frames))

struct Outcome {
  std::array<StageOutcome, kStageCount> stages{};
  Observables observables;     ///< only what the implementation really observed
  std::optional<Crash> crash;  ///< present exactly if a stage crashed or timed out
  std::uint32_t conduct = 0;   ///< bit_of each fault of conduct that was seen

  /// The last stage that is not `not_reached`; the first one if there is none.
  Stage last_stage() const;

  StageOutcome& at(Stage stage) { return stages[static_cast<std::size_t>(stage)]; }
  const StageOutcome& at(Stage stage) const { return stages[static_cast<std::size_t>(stage)]; }

  void clear() {
    stages = {};
    observables.clear();
    crash.reset();
    conduct = 0;
  }
};
BOOST_DESCRIBE_STRUCT(Outcome, (), (stages, observables, conduct, crash))

}  // namespace d3d12fuzz
