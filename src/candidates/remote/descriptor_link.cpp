#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "candidates/remote/link.h"
#include "candidates/remote/wait.h"

namespace d3d12fuzz::remote {
namespace {

using Clock = std::chrono::steady_clock;

/// Moves all of some bytes. \param move  as read and write
template <class Move>
Transfer transfer(int descriptor, short events, std::size_t size, std::chrono::milliseconds limit,
                  const StopFunction& stop, Move move) {
  const Clock::time_point deadline = Clock::now() + limit;
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = move(done);
    if (count > 0) {
      done += static_cast<std::size_t>(count);
    } else if (count == 0) {
      return Transfer::closed;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (const Transfer waited = wait_for(descriptor, events, deadline, stop); waited != Transfer::done) return waited;
    } else if (errno != EINTR) {
      return Transfer::closed;
    }
  }
  return Transfer::done;
}

}  // namespace

DescriptorLink::~DescriptorLink() {
  close(in_);
  if (out_ != in_) close(out_);
}

Transfer DescriptorLink::send(std::span<const std::byte> bytes, std::chrono::milliseconds limit) {
  // A signal would end this process where the other end is gone.
  const bool is_socket = in_ == out_;
  return transfer(out_, POLLOUT, bytes.size(), limit, stop_, [&](std::size_t at) {
    return is_socket ? ::send(out_, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL)
                     : write(out_, bytes.data() + at, bytes.size() - at);
  });
}

Transfer DescriptorLink::receive(std::span<std::byte> bytes, std::chrono::milliseconds limit) {
  return transfer(in_, POLLIN, bytes.size(), limit, stop_,
                  [&](std::size_t at) { return read(in_, bytes.data() + at, bytes.size() - at); });
}

}  // namespace d3d12fuzz::remote
