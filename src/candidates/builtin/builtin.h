/// A second implementation of root signatures of versions 1.0, 1.1 and 1.2, serialized ones included, written from the
/// rule catalogue alone and by other algorithms than the reference model: registers are intervals on one sorted 64-bit
/// line per class and visibility, parameters and static samplers are added one after the other by a sweep over that
/// line, and lookups are binary searches. It shares nothing with the model, so that an agreement of the two means
/// something.
///
/// Each fault is one deliberate deviation, most in the style of a public bug report. The harness is tested by whether
/// it finds them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "candidates/builtin/fault.h"
#include "domains/d3d12_types.h"
// The C header needs the D3D12 types before it.
#include "candidates/d3d12fuzz_candidate.h"

namespace d3d12fuzz::builtin {

/// The domain of serialized root signatures.
inline constexpr std::string_view kBlobDomain = "root_signature_blob";

/// One row of the fault table.
struct FaultInfo {
  Fault fault;
  std::string_view id;           ///< kebab-case, stable: command lines and file names hold it
  std::string_view summary;      ///< what the faulty implementation does
  std::string_view modelled_on;  ///< rows of public_reports.md (D…) and rules (DT-…) that it is taken from or breaks
  /// The simplest scored case that shows the fault, in the notation of root_signature_blob.md section 8, with lookups
  /// as `L(class,register,space,STAGE)`, `Z=legacy:N` for the legacy serializer with that version argument and `B`
  /// where the serialized bytes are observed. The version is always written out, flags of ranges and root descriptors
  /// in 1.1 and 1.2 only; floats are bits. `X(type,visibility)` is a parameter of unknown type.
  ///
  /// In domain root_signature_blob it is the serialized form of that, whatever a serializer makes of it, in which words
  /// are then overwritten: `C+n=word` in the container, `D+n=word` in the data of RTS0, offsets as in
  /// root_signature_blob.md. `PART` puts an empty part of another kind before RTS0, `SIZE=n` cuts what there is to n
  /// bytes, `LEGACY` asks the legacy deserializer.
  std::string_view smallest_case;
  std::string_view domain = "root_signature";  ///< that of the smallest case
};

/// Every fault but `none`, in the order of the enumeration.
std::span<const FaultInfo> faults();

/// Those of one domain, likewise in order.
std::vector<FaultInfo> faults_of(std::string_view domain);

/// The fault of that id; `none` has the id "none". Nothing if there is no such fault.
std::optional<Fault> fault_by_id(std::string_view id);

/// Whether the fault crashes, hangs or ends the process that the candidate runs in, or has it read memory that is not
/// its own: it is for workers only.
bool is_fatal(Fault fault);

/// A candidate with that one fault; `Fault::none` is the correct implementation. The context owns its buffers, which
/// grow to the largest case seen and are reused; the caller frees it by `destroy(context)`. Instances are independent.
///
/// Stages: serialize makes every check of a description (DT-079 for the legacy function) and gives the container of
/// DT-080 when it is to be observed; deserialize gives the descriptions (DT-045, DT-081 to DT-083); create knows the
/// limit of 64 DWORDs, from which LOCAL_ROOT_SIGNATURE is free (DT-050, DT-051, ST-054), the size of a shader record
/// (DT-055) and what binding tiers 1 and 2 lack (DT-017, DT-059, DT-103 to DT-107). Where the catalogue is ambiguous it
/// does what DXC does; both platforms have the same rules. Cost, offsets, sizes and lookups are observed after create
/// accepted.
///
/// Of serialized root signatures, deserialize reads what BlobReader can read and gives the descriptions; create makes
/// every check of a description and of a device (DT-101). What was read is serialized again, and observed, where those
/// of a description let a serializer do that.
d3d12fuzz_candidate make_builtin(Fault fault);

}  // namespace d3d12fuzz::builtin
