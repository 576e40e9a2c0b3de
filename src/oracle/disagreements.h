/// How implementations differ from each other where Direct3D leaves a case open. Counted, and never judged: each of
/// them may be right.
#pragma once

#include <boost/describe.hpp>
#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "oracle/expectation.h"
#include "oracle/outcome.h"

namespace d3d12fuzz {

/// What an advisory or ambiguous rule leaves to the implementation.
struct OpenQuestion {
  RuleId rule{};
  bool of_value = false;  ///< a value that an implementation reports; else whether it accepts at a stage
  std::uint32_t at = 0;   ///< the number of the domain's ObservableField, or of the Stage

  friend auto operator<=>(const OpenQuestion&, const OpenQuestion&) = default;
};
BOOST_DESCRIBE_STRUCT(OpenQuestion, (), (rule, of_value, at))

/// How often one implementation gave which answer, in cases.
struct OpenAnswers {
  std::uint64_t accepted = 0;  ///< of a stage
  std::uint64_t rejected = 0;  ///< of a stage
  std::uint64_t reported = 0;  ///< of a value

  OpenAnswers& operator+=(const OpenAnswers& other);
};
BOOST_DESCRIBE_STRUCT(OpenAnswers, (), (accepted, rejected, reported))

/// How often two implementations answered a question, and how often differently, in cases.
struct OpenPair {
  std::uint64_t compared = 0;   ///< both answered
  std::uint64_t differing = 0;  ///< their answers differ
  std::uint64_t alone = 0;      ///< of these, cases that run into no other open rule, so that it is this one
  /// Of the differing cases one that runs into the fewest open rules: their number and, of several, the first index.
  std::uint64_t example_rules = 0;
  std::uint64_t example = 0;

  OpenPair& operator+=(const OpenPair& other);
};
BOOST_DESCRIBE_STRUCT(OpenPair, (), (compared, differing, alone, example_rules, example))

struct OpenRow {
  std::vector<OpenAnswers> answers;  ///< of each implementation
  std::vector<OpenPair> pairs;       ///< (0, 1), (0, 2), ... (1, 2), ...
};
BOOST_DESCRIBE_STRUCT(OpenRow, (), (answers, pairs))

/// The pairs of `count` implementations, in the order of OpenRow::pairs.
std::vector<std::pair<std::size_t, std::size_t>> pairs_of(std::size_t count);

class Disagreements {
 public:
  /// Counts a case whose scoring class is advisory or ambiguous; any other is left out. Compared are the stages where
  /// `expectation` wants neither answer, if both were reached and answered by accepting or rejecting, and the values of
  /// which it wants none or either of two. A crash, a hang and what is not supported compare with nothing.
  /// \param outcomes  of each implementation, in an order that is that of all cases
  void count(const Expectation& expectation, std::span<const Outcome* const> outcomes,
             std::span<const ObservableField> fields, std::uint64_t case_index);

  /// Adds the counts of further cases of the same implementations.
  Disagreements& operator+=(const Disagreements& other);

  /// What was asked, in the order of the catalogue; stages before values.
  const std::map<OpenQuestion, OpenRow>& rows() const { return rows_; }

 private:
  BOOST_DESCRIBE_CLASS(Disagreements, (), (), (), (rows_))

  std::map<OpenQuestion, OpenRow> rows_;
};

}  // namespace d3d12fuzz
