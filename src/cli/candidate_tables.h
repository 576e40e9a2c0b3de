/// Several candidates of a run side by side.
#pragma once

#include <boost/json/array.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domains/domain.h"
#include "oracle/disagreements.h"
#include "report/finding.h"

namespace d3d12fuzz {

/// Each line of a text with the candidate's label before it: "A: line".
std::string labelled_lines(std::size_t candidate, std::string_view text);

/// Rows of cells as text, columns aligned; each row ends in a newline. All rows have as many cells as the first.
std::string aligned_text(const std::vector<std::vector<std::string>>& rows);

/// Which candidate shows what: a row for each signature of any finding, a column for each candidate with the number of
/// its findings. Nothing without findings.
/// \param findings  of each candidate
std::string signature_table(std::span<const std::vector<const Finding*>> findings);
boost::json::array signature_json(std::span<const std::vector<const Finding*>> findings);

/// Who disagrees with whom on what Direct3D leaves open: a line for each pair and question whose answers differ in some
/// case, and how many questions all agree on.
std::string disagreement_table(const Disagreements& disagreements, const Domain& domain, std::uint64_t seed);

/// The same for scripts: of the stages every question, of the values those that differ in some case.
boost::json::array disagreement_json(const Disagreements& disagreements, const Domain& domain);

}  // namespace d3d12fuzz
