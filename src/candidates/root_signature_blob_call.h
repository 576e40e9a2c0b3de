/// The caller of `d3d12fuzz_candidate::root_signature_blob`.
#pragma once

#include <memory>

#include "candidates/domain_call.h"

namespace d3d12fuzz {

std::unique_ptr<DomainCall> make_root_signature_blob_call();

}  // namespace d3d12fuzz
