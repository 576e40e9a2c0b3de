/// How calls of a library become the progress of a case.
#pragma once

#include <atomic>
#include <cstdint>

#include "candidates/d3d12fuzz_candidate.h"

namespace d3d12fuzz::d3d12 {

// By value: the headers that name the DXGI ones are not part of the package.
inline constexpr std::uint32_t kNotImplemented = 0x80004001;
inline constexpr std::uint32_t kOutOfMemory = 0x8007000E;
inline constexpr std::uint32_t kDeviceRemoved = 0x887A0005;
inline constexpr std::uint32_t kDeviceHung = 0x887A0006;
inline constexpr std::uint32_t kDeviceReset = 0x887A0007;

/// What a failed call says about the case, if anything.
inline std::uint32_t failure_status(std::int32_t hresult) {
  switch (static_cast<std::uint32_t>(hresult)) {
    case kNotImplemented:
    case kOutOfMemory:
    case kDeviceRemoved:
    case kDeviceHung:
    case kDeviceReset:
      return D3D12FUZZ_STATUS_UNSUPPORTED;
    default:
      return D3D12FUZZ_STATUS_REJECTED;
  }
}

/// A success that hands nothing out is a refusal; its HRESULT tells it from others.
inline std::uint32_t status_of(std::int32_t hresult, bool has_result) {
  if (hresult < 0) return failure_status(hresult);
  return has_result ? D3D12FUZZ_STATUS_ACCEPTED : D3D12FUZZ_STATUS_REJECTED;
}

/// The record may outlive this process. The compiler must not move what is written here across the library's calls.
inline void enter(d3d12fuzz_progress& progress, std::uint32_t stage) {
  progress.running_stage = stage;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// \return whether the stage accepted
inline bool leave(d3d12fuzz_progress& progress, std::uint32_t stage, std::uint32_t status, std::int32_t hresult) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  progress.stages[stage] = {status, hresult};
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return status == D3D12FUZZ_STATUS_ACCEPTED;
}

/// A stage of which the library has nothing.
inline void leave_unsupported(d3d12fuzz_progress& progress, std::uint32_t stage) {
  leave(progress, stage, D3D12FUZZ_STATUS_UNSUPPORTED, static_cast<std::int32_t>(kNotImplemented));
}

}  // namespace d3d12fuzz::d3d12
