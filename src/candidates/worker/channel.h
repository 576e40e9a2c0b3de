/// The memory that the harness and its worker share, and how each wakes the other.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "candidates/d3d12fuzz_worker.h"
#include "candidates/worker/crash_report.h"
#include "domains/domain.h"

namespace d3d12fuzz::worker {

/// Cases that one request can carry.
inline constexpr std::uint32_t kMaxBatch = D3D12FUZZ_MAX_CASES;

/// Requests and their outcomes take turns in two lanes: while the worker answers one, the parent writes the next and
/// reads the last.
inline constexpr std::uint32_t kLanes = 2;

/// One CASES frame, and one OUTCOMES frame, of each lane. Only pages that are used take memory.
inline constexpr std::size_t kInputBytes = std::size_t{64} << 20;
inline constexpr std::size_t kOutputBytes = std::size_t{64} << 20;

/// A number that one side changes and the other side waits for.
class Doorbell {
 public:
  std::uint32_t value() const { return value_.load(std::memory_order_acquire); }

  /// Everything written before is visible to whom the ring wakes. May be called from a signal handler.
  void ring(std::uint32_t value);

  /// Waits until the value is another than `old`, or `limit` has passed. The first microseconds are spent spinning
  /// where that has turned out to help, as an answer often takes no longer. For one side only.
  void wait_for_change(std::uint32_t old, std::chrono::microseconds limit);

 private:
  bool spin(std::uint32_t old);

  /// Pauses; 10 to 20 microseconds, about what two wake-ups cost.
  static constexpr std::uint32_t kLongestSpin = 512;

  static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

  alignas(64) std::atomic<std::uint32_t> value_{0};
  std::atomic<std::uint32_t> sleeping_{0};
  std::uint32_t spin_ = kLongestSpin;  ///< of the side that waits, in pauses; 0 for none
  std::uint32_t waits_without_spin_ = 0;
};

/// What the reply rings with when the worker has started: it is ready for requests, or has said why it will not be.
/// Requests count up from there; a reply rings with the number of its request.
inline constexpr std::uint32_t kStarted = 1;

/// What the reply rings with when the worker is about to end because of a signal.
inline constexpr std::uint32_t kCrashed = 0xFFFFFFFF;

/// How the worker's start went; the texts stand in the output.
enum class StartResult : std::uint32_t { ready, input_error, other_error };

/// One request and its reply. The parent writes the first part and the input, the worker the rest; the parent trusts
/// none of that.
///
/// A worker that runs out of output answers early, with fewer cases completed than there are. It goes on from there
/// when the same request comes again.
struct Exchange {
  Doorbell request;
  Doorbell reply;

  std::uint32_t lane;    ///< where the request stands and its outcomes go
  const Domain* domain;  ///< of the cases; the worker is a fork, so that addresses mean the same in it

  StartResult start_result;
  std::uint32_t start_size;               ///< bytes of output
  std::uint64_t supported;                ///< bit i: all_domains()[i]
  std::uint32_t capabilities;             ///< the candidate's
  std::uint32_t tolerances;               ///< likewise
  std::atomic<std::uint32_t> warming_up;  ///< 1 while the worker evaluates a case of its own, before those handed over
  std::atomic<std::uint32_t> started;     ///< cases of the request whose evaluation began
  std::atomic<std::uint32_t> completed;   ///< cases of the request whose outcome is in the output, now or before
  std::uint32_t conduct;                  ///< D3D12FUZZ_CONDUCT_* that was found at the end of the request
  std::uint64_t failing_allocation;       ///< which allocation of the running case is made to fail; 0 for none
  std::int64_t text_start;                ///< where in the captured text that of the running case begins
  d3d12fuzz_progress progress;            ///< of the running case, if it runs alone
  CrashRecord crash;
};

/// An anonymous shared mapping; forked processes see the same memory.
class Channel {
 public:
  /// \throws std::bad_alloc if the system has no address space or memory
  Channel();
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  Exchange& exchange() const { return *exchange_; }
  /// Precondition, of both: lane < kLanes
  std::byte* input(std::uint32_t lane) const { return lanes_ + lane * kLaneBytes; }
  std::byte* output(std::uint32_t lane) const { return input(lane) + kInputBytes; }

  /// As new, for a worker that is about to start. Precondition: none has access.
  void reset();

  /// For a process just forked: has a copy of the exchange of its own from now on, so that nothing it does there is
  /// seen. Safe in a handler of forks.
  void part_exchange();

 private:
  static constexpr std::size_t kLaneBytes = kInputBytes + kOutputBytes;

  void* base_;
  Exchange* exchange_;
  std::byte* lanes_;
};

}  // namespace d3d12fuzz::worker
