#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>  // the events of wait_for
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "base/error.h"
#include "candidates/remote/link.h"
#include "candidates/remote/wait.h"

namespace d3d12fuzz::remote {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kConnectLimit{10};
constexpr std::chrono::milliseconds kBetweenTrials{2};

struct Address {
  std::string host;
  std::string port;
};

[[noreturn]] void refuse(const std::string& address, const std::string& why) {
  throw InputError("candidate 'tcp:" + address + "': " + why);
}

/// An IPv6 address stands in brackets.
Address parse(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  const std::string port = colon == std::string::npos ? "" : address.substr(colon + 1);
  std::string host = address.substr(0, colon);
  const bool is_number = !port.empty() && port.size() <= 5 && port.find_first_not_of("0123456789") == std::string::npos;
  if (host.empty() || !is_number || std::stoul(port) == 0 || std::stoul(port) > 65535) {
    refuse(address, "expected HOST:PORT, with a port of 1 to 65535");
  }
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  return {host, port};
}

class Socket {
 public:
  explicit Socket(int family) : descriptor_(socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {}
  ~Socket() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  int get() const { return descriptor_; }
  int take() { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_;
};

/// \return 0, or an error number
int connect_within(int socket, const addrinfo& to, std::chrono::milliseconds limit, const StopFunction& stop) {
  if (connect(socket, to.ai_addr, to.ai_addrlen) == 0) return 0;
  if (errno != EINPROGRESS) return errno;
  if (wait_for(socket, POLLOUT, Clock::now() + limit, stop) != Transfer::done) return ETIMEDOUT;
  int error = 0;
  socklen_t size = sizeof(error);
  getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
  return error;
}

}  // namespace

std::unique_ptr<Link> connect_tcp(const std::string& address, std::chrono::milliseconds patience,
                                  const StopFunction& stop) {
  const Address parts = parse(address);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = getaddrinfo(parts.host.c_str(), parts.port.c_str(), &hints, &found); error != 0) {
    refuse(address, gai_strerror(error));
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(found, &freeaddrinfo);
  const Clock::time_point deadline = Clock::now() + patience;
  while (true) {
    int error = ECONNREFUSED;
    for (const addrinfo* at = addresses.get(); at != nullptr; at = at->ai_next) {
      Socket connection(at->ai_family);
      if (connection.get() < 0) refuse(address, std::strerror(errno));
      error = connect_within(connection.get(), *at, kConnectLimit, stop);
      if (error == 0) {
        // Requests and replies are small, and each waits for the other.
        const int on = 1;
        setsockopt(connection.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
        const int connected = connection.take();
        return std::make_unique<DescriptorLink>(connected, connected, stop);
      }
    }
    if (error != ECONNREFUSED || Clock::now() >= deadline)
      refuse(address, std::string("cannot connect: ") + std::strerror(error));
    if (stop && stop()) throw Stopped();
    std::this_thread::sleep_for(kBetweenTrials);
  }
}

}  // namespace d3d12fuzz::remote
