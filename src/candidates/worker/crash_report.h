/// What a worker that dies of a signal leaves behind.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace d3d12fuzz::worker {

/// In shared memory. Written by a signal handler, which may itself fail half-way.
struct CrashRecord {
  static constexpr std::size_t kMaxFrames = 16;
  static constexpr std::size_t kFrameBytes = 128;

  std::atomic<std::uint32_t> signal_number;  ///< 0: none
  std::atomic<std::uint32_t> num_frames;     ///< of those that are complete
  char frames[kMaxFrames][kFrameBytes];      ///< "libfoo.so.1+0x1234", innermost first
};

/// Makes fatal signals of this process fill `record`, call `notify` and end the process. Under a sanitizer those that
/// it reports itself are left to it.
/// \param notify  must be safe in a signal handler
void install_crash_handlers(CrashRecord& record, void (*notify)());

/// The frames of a record that need not be well-formed.
std::vector<std::string> frames_of(const CrashRecord& record);

/// "SIGSEGV"; "signal 99" if it has no name.
std::string name_of_signal(int signal_number);

}  // namespace d3d12fuzz::worker
