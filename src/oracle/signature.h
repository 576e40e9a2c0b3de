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
  /// The rule's id, the path of the value without indices, the crash's key, or the name of the fault of conduct; empty
  /// for a rejected legal case.
  std::string subject;
  bool unstable = false;  ///< the difference came and went with the same case

  friend bool operator==(const Signature&, const Signature&) = default;

  /// One line, stable between runs and versions: "accepts-illegal DT-005 at serialize", with "unstable " in front of
  /// what is.
  std::string text() const;

  /// The signature of one evaluation that shows the difference: evaluations know nothing of each other.
  Signature as_shown() const { return {.kind = kind, .stage = stage, .subject = subject}; }
};
BOOST_DESCRIBE_STRUCT(Signature, (), (kind, stage, subject, unstable))

/// Whether two signatures name the same fault. The stage of misconduct is the last that was reached, not the one that
/// it happened at: it tells nothing apart.
bool name_same_fault(const Signature& a, const Signature& b);

/// Reads the kind and the stage of a signature's text back; the subject is what stands between them.
std::optional<Signature> parse_signature(std::string_view text);

Signature signature_of(const Difference& difference, const Outcome& outcome, std::span<const ObservableField> fields);

}  // namespace d3d12fuzz
