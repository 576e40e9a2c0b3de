/// Calls of exports and COM methods of a library in the calling convention that it was built with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "candidates/d3d12/calling_convention.h"
#include "candidates/d3d12/com_interfaces.h"

#if defined(__x86_64__)
#define D3D12FUZZ_MS_ABI __attribute__((ms_abi))
#else
// Other processors have one convention; both names mean it. So do they on Windows, where nothing names the other one.
#define D3D12FUZZ_MS_ABI
#endif

namespace d3d12fuzz::d3d12 {

/// Arguments are passed as the types that they have, so callers spell them as the ABI has them: pointers, 32- and
/// 64-bit integers.
template <CallingConvention convention, class Result, class... Arguments>
Result call_export(void* function, Arguments... arguments) {
  if constexpr (convention == CallingConvention::ms_abi) {
    using Function = Result(D3D12FUZZ_MS_ABI*)(Arguments...);
    return reinterpret_cast<Function>(function)(arguments...);
  } else {
    using Function = Result (*)(Arguments...);
    return reinterpret_cast<Function>(function)(arguments...);
  }
}

/// \param slot  of the object's table; see com_interfaces.h
template <CallingConvention convention, class Result, class... Arguments>
Result call_method(void* object, std::size_t slot, Arguments... arguments) {
  void* const* const table = *static_cast<void* const* const*>(object);
  return call_export<convention, Result>(table[slot], object, arguments...);
}

/// Owns one reference to a COM object.
template <CallingConvention convention>
class ComObject {
 public:
  ComObject() = default;
  ~ComObject() {
    if (object_ != nullptr) call_method<convention, std::uint32_t>(object_, kReleaseSlot);
  }
  ComObject(const ComObject&) = delete;
  ComObject& operator=(const ComObject&) = delete;

  /// Where a callee stores the object that it makes.
  void** receive() { return &object_; }
  void* get() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

  template <class Result, class... Arguments>
  Result call(std::size_t slot, Arguments... arguments) const {
    return call_method<convention, Result>(object_, slot, arguments...);
  }

 private:
  void* object_ = nullptr;
};

/// The bytes of an ID3DBlob.
struct BlobBytes {
  const void* data;
  std::size_t size;
};

template <CallingConvention convention>
BlobBytes bytes_of(const ComObject<convention>& blob) {
  const void* data = blob.template call<const void*>(kBlobGetBufferPointerSlot);
  const std::size_t size = blob.template call<std::size_t>(kBlobGetBufferSizeSlot);
  return {data, size};
}

}  // namespace d3d12fuzz::d3d12
