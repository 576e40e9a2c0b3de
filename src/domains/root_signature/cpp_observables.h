/// Where emitted C++ finds the values that implementations of root signatures report.
#pragma once

#include <optional>
#include <string>

#include "domains/root_signature/case.h"
#include "domains/root_signature/observables.h"

namespace d3d12fuzz::root_signature {

/// A field of a description and the version that was asked for.
struct Described {
  Version version;
  DescriptionField field;
};

/// \return nothing if the key is of no description
std::optional<Described> described(ObservableKey key);

/// The member of what ID3D12VersionedRootSignatureDeserializer gives, `back`; `0u` for one that its version does not
/// have. Precondition: the key is of a description.
std::string official_member(const RootSignatureCase& value, ObservableKey key);

/// The value in `result`, a d3d12fuzz_root_signature_result, and in the arrays that it names.
std::string candidate_member(const RootSignatureCase& value, ObservableKey key);

/// The bit of d3d12fuzz_root_signature_result.observed that says whether the value is there.
std::string_view observed_bit(ObservableKey key);

}  // namespace d3d12fuzz::root_signature
