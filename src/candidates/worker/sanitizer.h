/// Whether this build has a sanitizer that handles signals and memory itself.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define D3D12FUZZ_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define D3D12FUZZ_SANITIZED 1
#endif

namespace d3d12fuzz::worker {

#ifdef D3D12FUZZ_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace d3d12fuzz::worker
