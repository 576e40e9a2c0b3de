/// Waits on descriptors that do not block.
#pragma once

#include <chrono>

#include "candidates/remote/link.h"
#include "candidates/stop.h"

namespace d3d12fuzz::remote {

/// Waits until a descriptor can go on, or has an error to tell.
/// \param events  of poll
/// \param stop    may be empty
/// \return done, timed_out; closed if the system does not let it wait
/// \throws Stopped
Transfer wait_for(int descriptor, short events, std::chrono::steady_clock::time_point deadline,
                  const StopFunction& stop);

}  // namespace d3d12fuzz::remote
