/// What a difference is called: coarse while shrinking, so that a smaller case of the same fault counts as the same.
#pragma once

#include <boost/describe.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "oracle/difference.h"
#include "oracle/outcome.h"

namespace d3d12fuzz {

/// Kind and subject of a difference, without indices and values: what shrinking preserves.
struct Signature {
  DifferenceKind kind{};
  Stage stage{};
  /// The rule's id, the path of the value without indices, or the crash's key; empty for a rejected legal case.
  std::string subject;

  friend bool operator==(const Signature&, const Signature&) = default;

  /// One line, stable between runs and versions: "accepts-illegal DT-005 at serialize".
  std::string text() const;
};
BOOST_DESCRIBE_STRUCT(Signature, (), (kind, stage, subject))

/// Reads the kind and the stage of a signature's text back; the subject is what stands between them.
std::optional<Signature> parse_signature(std::string_view text);

Signature signature_of(const Difference& difference, const Outcome& outcome, std::span<const ObservableField> fields);

}  // namespace d3d12fuzz
