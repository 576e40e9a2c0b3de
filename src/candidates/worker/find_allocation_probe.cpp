#include "candidates/worker/allocation_probe.h"

namespace d3d12fuzz::worker {

AllocationProbe* allocation_probe() {
  return &d3d12fuzz_allocation_probe != nullptr ? d3d12fuzz_allocation_probe() : nullptr;
}

}  // namespace d3d12fuzz::worker
