/// A finding as a person reads it.
#pragma once

#include <string>

#include "report/finding.h"

namespace d3d12fuzz {

/// One line: what is wrong. "accepts a descriptor table that DT-005 forbids (serialize, create)"; "sometimes …" of an
/// unstable finding.
std::string finding_title(const Finding& finding);

/// The whole block: what, which rule in words, expected and got, of an unstable finding both outcomes; the case as a
/// person would write it; how to replay it.
/// \param file     where the finding is kept; empty if it is not
/// \param program  how d3d12fuzz was called, for the command that replays it
std::string finding_text(const Finding& finding, const std::string& file, const std::string& program);

/// Stage by stage, one line: "serialize accepted, create unsupported (0x80004001); leaks memory".
std::string outcome_line(const Outcome& outcome);

/// A value of a field, by its name where it has one, with the number behind it.
std::string value_text(const ObservableField& field, std::uint64_t value);

}  // namespace d3d12fuzz
