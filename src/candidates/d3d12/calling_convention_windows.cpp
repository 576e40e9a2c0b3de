#include "candidates/d3d12/calling_convention.h"

namespace d3d12fuzz::d3d12 {

CallingConvention detect_calling_convention(const std::string&, std::chrono::milliseconds) {
  return CallingConvention::ms_abi;
}

}  // namespace d3d12fuzz::d3d12
