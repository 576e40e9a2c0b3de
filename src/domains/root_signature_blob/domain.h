/// Domain root_signature_blob: serialized root signatures as input that nobody vouches for.
#pragma once

#include "domains/domain.h"

namespace d3d12fuzz::root_signature_blob {

const Domain& domain();

}  // namespace d3d12fuzz::root_signature_blob
