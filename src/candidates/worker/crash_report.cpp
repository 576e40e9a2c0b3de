#include "candidates/worker/crash_report.h"

#include <string.h>

#include <algorithm>
#include <cstring>

#include "candidates/crash_listener.h"

namespace d3d12fuzz::worker {
namespace {

static_assert(CrashRecord::kFrameBytes == D3D12FUZZ_FRAME_LINE);

// A signal handler has no other way to them.
CrashRecord* the_record = nullptr;
void (*the_notify)() = nullptr;

void record_signal(std::uint32_t signal_number) {
  the_record->signal_number.store(signal_number, std::memory_order_release);
}

void record_frame(const char* line) {
  const std::uint32_t count = the_record->num_frames.load(std::memory_order_relaxed);
  if (count == CrashRecord::kMaxFrames) return;
  std::strncpy(the_record->frames[count], line, CrashRecord::kFrameBytes);
  the_record->num_frames.store(count + 1, std::memory_order_release);
}

void notify(std::uint32_t) { the_notify(); }

}  // namespace

void install_crash_handlers(CrashRecord& record, void (*notify_parent)()) {
  the_record = &record;
  the_notify = notify_parent;
  const d3d12fuzz_crash_listener listener = {.begin = record_signal, .frame = record_frame, .end = notify};
  d3d12fuzz_listen_for_crashes(&listener);
}

std::vector<std::string> frames_of(const CrashRecord& record) {
  std::vector<std::string> frames;
  const std::size_t count =
      std::min<std::size_t>(record.num_frames.load(std::memory_order_acquire), CrashRecord::kMaxFrames);
  for (std::size_t i = 0; i < count; ++i) {
    const char* line = record.frames[i];
    frames.emplace_back(line, strnlen(line, CrashRecord::kFrameBytes));
  }
  return frames;
}

std::string name_of_signal(int signal_number) {
  const char* name = sigabbrev_np(signal_number);
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(signal_number);
}

}  // namespace d3d12fuzz::worker
