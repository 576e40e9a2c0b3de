/// Registration of the domain.
#pragma once

#include "domains/domain.h"

namespace d3d12fuzz::root_signature {

const Domain& domain();

}  // namespace d3d12fuzz::root_signature
