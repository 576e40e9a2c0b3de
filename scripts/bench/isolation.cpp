// What a worker process costs: a candidate that answers at once, and the bare round trip.

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

#include "bench.h"
#include "candidates/domain_call.h"
#include "candidates/remote/remote_candidate.h"
#include "candidates/worker/channel.h"
#include "candidates/worker/isolated_candidate.h"
#include "domains/d3d12_types.h"

namespace d3d12fuzz::bench {
namespace {

using worker::Doorbell;

constexpr std::size_t kCases = 8192;
constexpr int kRounds = 9;
constexpr std::size_t kBatch = 64;

void answer_at_once(void*, const d3d12fuzz_root_signature_input*, d3d12fuzz_root_signature_result*) {}

/// Dies of every case whose number of parameters is odd, or of every case.
template <bool every>
void die(void*, const d3d12fuzz_root_signature_input* input, d3d12fuzz_root_signature_result*) {
  if (every || input->desc->Desc_1_0.NumParameters % 2 == 1) std::abort();
}

template <bool every>
std::unique_ptr<InProcessCandidate> open_dying() {
  return std::make_unique<InProcessCandidate>(
      d3d12fuzz_candidate{.version = D3D12FUZZ_CANDIDATE_VERSION, .root_signature = die<every>},
      Provenance{.name = "dying"});
}

int open_no_op_interface(std::uint32_t, const char*, d3d12fuzz_candidate* out) {
  *out = {.version = D3D12FUZZ_CANDIDATE_VERSION, .root_signature = answer_at_once};
  return D3D12FUZZ_OPENED;
}

/// The processors that this process may use.
cpu_set_t processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof(set), &set);
  return set;
}

/// Has this process run on the first or the second of some processors, if there are two. Two processes that take turns
/// end up on one processor or on two, as the system likes, and to copy from the cache of another one takes three times
/// as long: all that is compared here is parted alike.
void run_on(int which, const cpu_set_t& of) {
  if (CPU_COUNT(&of) < 2) return;
  int at = 0;
  while (!CPU_ISSET(at, &of) || which-- > 0) ++at;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(at, &one);
  sched_setaffinity(0, sizeof(one), &one);
}

/// Shared memory for what two processes say to each other.
template <class Shared>
Shared& share() {
  void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return *new (memory) Shared;
}

/// A process that runs a function until it is killed.
class Partner {
 public:
  /// Runs on the second of some processors.
  template <class Run>
  Partner(const cpu_set_t& of, Run run) : process_(fork()) {
    if (process_ < 0) throw std::runtime_error("no process for a partner");
    if (process_ > 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    run_on(1, of);
    run();
    _exit(0);
  }
  ~Partner() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Partner(const Partner&) = delete;
  Partner& operator=(const Partner&) = delete;

 private:
  pid_t process_;
};

/// Two processes that wake each other with the primitives of the worker, and hand each other as many bytes as requests
/// and replies have: each copies what it was handed out of the shared memory.
class PingPong {
 public:
  /// \param to_partner, from_partner  bytes of one round trip
  PingPong(const cpu_set_t& of, std::size_t to_partner, std::size_t from_partner)
      : to_partner_(to_partner), from_partner_(from_partner), partner_(of, [this] { answer(); }) {}

  void round_trips(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(shared_.request, own_.data(), to_partner_);
      shared_.ping.ring(++number_);
      while (shared_.pong.value() != number_) shared_.pong.wait_for_change(number_ - 1, std::chrono::seconds(1));
      std::memcpy(own_.data(), shared_.reply, from_partner_);
    }
  }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 20;
  struct Shared {
    Doorbell ping;
    Doorbell pong;
    std::byte request[kMost];
    std::byte reply[kMost];
  };

  void answer() {
    for (std::uint32_t seen = 0;; ++seen) {
      while (shared_.ping.value() == seen) shared_.ping.wait_for_change(seen, std::chrono::seconds(1));
      std::memcpy(own_.data(), shared_.request, to_partner_);
      std::memcpy(shared_.reply, own_.data(), from_partner_);
      shared_.pong.ring(seen + 1);
    }
  }

  std::size_t to_partner_;
  std::size_t from_partner_;
  Shared& shared_ = share<Shared>();
  std::vector<std::byte> own_ = std::vector<std::byte>(kMost);
  std::uint32_t number_ = 0;
  Partner partner_;  // last: it has copies of all else
};

/// A worker behind a socket of this machine.
class TcpWorker {
 public:
  explicit TcpWorker(const cpu_set_t& of) : listener_(listen_on_any_port()), partner_(of, [this] { serve(); }) {}
  ~TcpWorker() { close(listener_); }

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  int listen_on_any_port() {
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    if (listener < 0 || bind(listener, reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(listener, 1) != 0 ||
        getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      throw std::runtime_error("no socket for a worker");
    }
    port_ = ntohs(address.sin_port);
    return listener;
  }

  void serve() const {
    int connection = accept(listener_, nullptr, nullptr);
    const int on = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    const d3d12fuzz_connection link = {
        .context = &connection,
        .read = [](void* context, void* bytes, std::size_t size) -> int {
          return recv(*static_cast<int*>(context), bytes, size, MSG_WAITALL) != static_cast<ssize_t>(size);
        },
        .write = [](void* context, const void* bytes, std::size_t size) -> int {
          return send(*static_cast<int*>(context), bytes, size, 0) != static_cast<ssize_t>(size);
        }};
    d3d12fuzz_worker_serve(&link, open_no_op_interface, "");
  }

  int port_ = 0;
  int listener_;
  Partner partner_;
};

/// Bytes of the request and of the reply for some cases, on average.
struct Traffic {
  std::size_t request = 0;
  std::size_t reply = 0;
};

Traffic traffic_of(std::span<const Case* const> cases) {
  const d3d12fuzz_candidate candidate = {.version = D3D12FUZZ_CANDIDATE_VERSION, .root_signature = answer_at_once};
  d3d12fuzz_worker* const worker = d3d12fuzz_worker_create(&candidate);
  const std::unique_ptr<DomainCall> call = make_domain_call(measured_domain());
  MemoryImage image;
  wire::Buffer record;
  d3d12fuzz_progress progress;
  Traffic traffic;
  for (const Case* value : cases) {
    call->write(*value, image);
    record.clear();
    const std::size_t size = wire::case_record_size(image);
    wire::write_case_record(call->function(), image, record.extend(size));
    d3d12fuzz_worker_load(worker, record.data(), size, &progress);
    d3d12fuzz_worker_call(worker);
    traffic.request += size;
    traffic.reply += d3d12fuzz_worker_outcome_size(worker, 0);
    d3d12fuzz_worker_clear(worker);
  }
  d3d12fuzz_worker_destroy(worker);
  return {traffic.request / cases.size(), traffic.reply / cases.size()};
}

}  // namespace

std::unique_ptr<InProcessCandidate> open_no_op() {
  const d3d12fuzz_candidate candidate = {
      .version = D3D12FUZZ_CANDIDATE_VERSION, .context = nullptr, .root_signature = answer_at_once, .destroy = nullptr};
  Provenance provenance;
  provenance.name = "no-op";
  return std::make_unique<InProcessCandidate>(candidate, provenance);
}

void measure_isolation() {
  const std::vector<std::unique_ptr<Case>> cases = draw_cases(measured_domain(), 1, kCases);
  std::vector<const Case*> pointers;
  for (const auto& value : cases) pointers.push_back(value.get());
  std::vector<Outcome> outcomes(kCases);

  const Traffic traffic = traffic_of(pointers);
  const cpu_set_t all_processors = processors();
  // Whether spinning is of use is found out once, for all processes that come of this one: while it has more processors
  // than one.
  Doorbell().wait_for_change(1, std::chrono::microseconds(0));
  run_on(0, all_processors);
  PingPong one(all_processors, traffic.request, traffic.reply);
  PingPong many(all_processors, kBatch * traffic.request, kBatch * traffic.reply);
  const std::unique_ptr<InProcessCandidate> direct = open_no_op();
  const auto open_elsewhere = [&] {
    run_on(1, all_processors);
    return open_no_op();
  };
  IsolatedCandidate one_by_one(open_elsewhere, {.batch_size = 1, .fill_heap = false});
  IsolatedCandidate in_batches(open_elsewhere, {.batch_size = kBatch, .fill_heap = false});
  TcpWorker tcp_worker(all_processors);
  RemoteCandidate tcp("tcp", [&](bool) { return remote::connect_tcp(tcp_worker.address(), {}, {}); },
                      {.batch_size = 256});
  const auto evaluate = [&](Candidate& candidate, std::size_t count = kCases) {
    candidate.evaluate(measured_domain(), std::span(pointers).first(count), std::span(outcomes).first(count));
  };

  double bare = 1e9, bare_batch = 1e9, in_process = 1e9, single = 1e9, batched = 1e9, over_tcp = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    bare = std::min(bare, seconds_of([&] { one.round_trips(kCases); }));
    single = std::min(single, seconds_of([&] { evaluate(one_by_one); }));
    bare_batch = std::min(bare_batch, seconds_of([&] { many.round_trips(kCases / kBatch); }));
    batched = std::min(batched, seconds_of([&] { evaluate(in_batches); }));
    in_process = std::min(in_process, seconds_of([&] { evaluate(*direct); }));
    over_tcp = std::min(over_tcp, seconds_of([&] { evaluate(tcp); }));
  }
  sched_setaffinity(0, sizeof(all_processors), &all_processors);
  fmt::print(
      "\nA candidate that answers at once, {} cases of {} bytes there and {} back, best of {} turns\n"
      "(two processes, each on a processor of its own where there are two)\n",
      kCases, traffic.request, traffic.reply, kRounds);
  const auto row = [&](std::string_view name, double seconds, double against) {
    fmt::print("  {:<44} {:>12.0f} /s {:>10.0f} ns", name, kCases / seconds, seconds / kCases * 1e9);
    fmt::print("{}\n", against == 0 ? "" : fmt::format("{:>8.2f} of bare", against / seconds));
  };
  row("bare round trip, one case's bytes", bare, 0);
  row("in a worker, one case at a time", single, bare);
  row("bare round trip, 64 cases' bytes", bare_batch, 0);
  row("in a worker, 64 cases at a time", batched, bare_batch);
  row("over TCP on this machine, 256 at a time", over_tcp, 0);
  row("in process", in_process, 0);

  IsolatedCandidate dying(open_dying<true>, {.batch_size = kBatch, .fill_heap = false});
  IsolatedCandidate half_dying(open_dying<false>, {.batch_size = kBatch, .fill_heap = false});
  constexpr std::size_t kDeaths = 200;
  const double all = seconds_of([&] { evaluate(dying, kDeaths); });
  const double half = seconds_of([&] { evaluate(half_dying, 2 * kDeaths); });
  fmt::print("  a case that kills the worker, with the next worker's start {:>8.2f} ms\n", all / kDeaths * 1e3);
  fmt::print("  where {} of {} cases kill it                             {:>10.0f} /s\n", half_dying.restarts(),
             2 * kDeaths, 2 * kDeaths / half);
}

}  // namespace d3d12fuzz::bench
