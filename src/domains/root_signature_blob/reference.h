/// The reference model of serialized root signatures, written from the rule catalogue alone. Where bytes are a root
/// signature, the model of domain root_signature judges that.
#pragma once

#include "domains/root_signature/reference.h"
#include "domains/root_signature_blob/case.h"
#include "oracle/expectation.h"

namespace d3d12fuzz::root_signature_blob {

/// Memory that the model reuses from case to case.
struct ReferenceScratch {
  root_signature::ReferenceScratch signature;
  Expectation of_signature;
};

/// Judges a case by every rule of the domain: DT-052, DT-085, DT-088 to DT-101.
/// \param out  cleared first: rules met and broken, the verdict at deserialize and create, and the values that an
///             implementation that accepts must report
void reference(const RootSignatureBlobCase& value, ReferenceScratch& scratch, Expectation& out);

/// Whether the model judges a rule: all of the domain, and those for which creation must refuse a root signature.
/// DT-079 is about serializers.
bool decides(RuleId id);

}  // namespace d3d12fuzz::root_signature_blob
