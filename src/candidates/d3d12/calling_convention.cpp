#include "candidates/d3d12/calling_convention.h"

namespace d3d12fuzz::d3d12 {

std::string_view name_of(CallingConvention convention) {
  switch (convention) {
    case CallingConvention::ms_abi:
      return "ms_abi";
    case CallingConvention::sysv_abi:
      return "sysv_abi";
  }
  return "?";
}

}  // namespace d3d12fuzz::d3d12
