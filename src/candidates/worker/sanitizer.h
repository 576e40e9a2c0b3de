/* Whether this build has a sanitizer that handles signals and memory itself: D3D12FUZZ_SANITIZED is 1, else 0. */
#ifndef D3D12FUZZ_WORKER_SANITIZER_H
#define D3D12FUZZ_WORKER_SANITIZER_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define D3D12FUZZ_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define D3D12FUZZ_SANITIZED 1
#endif
#ifndef D3D12FUZZ_SANITIZED
#define D3D12FUZZ_SANITIZED 0
#endif

#ifdef __cplusplus
namespace d3d12fuzz::worker {

inline constexpr bool kSanitized = D3D12FUZZ_SANITIZED != 0;

}  // namespace d3d12fuzz::worker
#endif

#endif /* D3D12FUZZ_WORKER_SANITIZER_H */
