#include "candidates/worker/channel.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <new>

namespace d3d12fuzz::worker {
namespace {

/// Pauses; below this a spin is not worth its while.
constexpr std::uint32_t kShortestSpin = 16;

/// Waits without a spin before one is tried again.
constexpr std::uint32_t kWaitsBeforeTrial = 64;

/// On one processor, spinning keeps the other side from answering.
bool may_spin() {
  static const bool several = [] {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof(set), &set) != 0 || CPU_COUNT(&set) > 1;
  }();
  return several;
}

void pause_briefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

std::size_t page_aligned(std::size_t size) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (size + page - 1) / page * page;
}

constexpr std::size_t kExchangeBytes = sizeof(Exchange);

}  // namespace

void Doorbell::ring(std::uint32_t value) {
  // Sequentially consistent with the store and load in wait_for_change: one of the two sides sees the other.
  value_.store(value);
  if (sleeping_.load() != 0) syscall(SYS_futex, &value_, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

/// Where others want the processor, or answers take long, spinning only keeps the answer from coming: it is given up
/// step by step as it fails, and tried again from time to time.
bool Doorbell::spin(std::uint32_t old) {
  // A worker that writes over its records must not keep this side waiting.
  spin_ = std::min(spin_, kLongestSpin);
  if (spin_ == 0) {
    if (++waits_without_spin_ < kWaitsBeforeTrial) return false;
    waits_without_spin_ = 0;
    spin_ = kLongestSpin;
  }
  for (std::uint32_t i = 0; i < spin_; ++i) {
    if (value() != old) {
      spin_ = std::min(2 * spin_, kLongestSpin);
      return true;
    }
    pause_briefly();
  }
  spin_ = spin_ > kShortestSpin ? spin_ / 2 : 0;
  return false;
}

void Doorbell::wait_for_change(std::uint32_t old, std::chrono::microseconds limit) {
  if (may_spin() && spin(old)) return;
  sleeping_.store(1);
  if (value_.load() == old) {
    const timespec timeout = {.tv_sec = static_cast<time_t>(limit.count() / 1'000'000),
                              .tv_nsec = static_cast<long>(limit.count() % 1'000'000 * 1000)};
    syscall(SYS_futex, &value_, FUTEX_WAIT, old, &timeout, nullptr, 0);
  }
  sleeping_.store(0);
}

Channel::Channel() {
  const std::size_t size = page_aligned(kExchangeBytes) + kLanes * kLaneBytes;
  base_ = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base_ == MAP_FAILED) throw std::bad_alloc();
  exchange_ = new (base_) Exchange{};
  lanes_ = static_cast<std::byte*>(base_) + page_aligned(kExchangeBytes);
}

Channel::~Channel() { munmap(base_, page_aligned(kExchangeBytes) + kLanes * kLaneBytes); }

void Channel::part_exchange() {
  const std::size_t size = page_aligned(kExchangeBytes);
  alignas(Exchange) std::byte copy[kExchangeBytes];
  std::memcpy(copy, base_, kExchangeBytes);
  if (mmap(base_, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) _exit(1);
  std::memcpy(base_, copy, kExchangeBytes);
}

void Channel::reset() { exchange_ = new (base_) Exchange{}; }

}  // namespace d3d12fuzz::worker
