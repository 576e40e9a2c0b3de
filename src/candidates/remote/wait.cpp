#include "candidates/remote/wait.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>

namespace d3d12fuzz::remote {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// A signal may come between a look at what it sets and the wait: only the end of a short one shows it for certain.
constexpr milliseconds kBetweenLooks{100};

}  // namespace

Transfer wait_for(int descriptor, short events, Clock::time_point deadline, const StopFunction& stop) {
  while (true) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return Transfer::timed_out;
    pollfd waiting = {.fd = descriptor, .events = events, .revents = 0};
    const int ready = poll(&waiting, 1, static_cast<int>(std::min(left, kBetweenLooks).count()));
    if (ready > 0) return Transfer::done;
    if (ready < 0 && errno != EINTR) return Transfer::closed;
    if (stop && stop()) throw Stopped();
  }
}

}  // namespace d3d12fuzz::remote
