/// The steps by which a case becomes simpler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/tree.h"

namespace d3d12fuzz {

/// How far the numbers of a case may be lowered.
enum class NumberSteps : std::uint8_t {
  all,
  /// Not to half, nor by one, but to 1 to 4. For crashes and hangs: an allocation that fails, say, does so from a count
  /// on that depends on the memory of the moment, and the smallest such count is of no use to anybody.
  boundaries_only,
};

/// The neighbours of a tree, all of them strictly simpler (compare_simplicity):
///  - remove: one element of a list is gone;
///  - join: two adjacent records of a list become one, whose lists hold the elements of both; other fields are those of
///    the first;
///  - absorb: an element goes, and its count is added to that of the element before it;
///  - choose: a choice takes another alternative, at its simplest or with the values of the one before where both have
///    a leaf of one type, or a value of one name; one choice alone, or all that have one alternative;
///  - move: an element of a list goes, and one of another list that has what both can have comes;
///  - compensate: an element of a list goes, and a number or count grows by 1 or 2;
///  - lower: one leaf takes a simpler value: the simplest, 0, a named value, a boundary value, half, one less; for
///  flags
///    one bit less, one bit alone, or one bit in place of a higher one;
///  - lower alike: all leaves of one type that share a value take the same simpler value;
///  - shift: the smallest value that the positions of one type have is subtracted from all of them;
///  - trade: a count takes a simpler value and a position or large count grows by the difference, so that the end of
///    their interval stays;
///  - exchange: a leaf of a record takes its simplest value and a later number of the record takes 1, 2 or 3 instead:
///  one
///    way to be different becomes another; in one record, or in all in which the leaf has one value;
///  - swap: two adjacent elements of a list change places, perhaps with a position of the first one higher by one, or
///  the
///    values of two leaves of one type do;
///  - rename: two values of one type change places in all leaves;
///  - pair: two enumerations of different types both take their simplest value, or values of one name.
/// Swap of leaves, rename, pair, move, compensate and trade between records are steps of cases with at most 64 leaves,
/// as their number grows with the square. A case none of whose neighbours shows a fault is 1-minimal for it.
std::vector<Node> neighbours(const Node& tree, NumberSteps numbers);

/// The simpler values that the step `lower` tries for a leaf, simplest first.
std::vector<std::uint64_t> simpler_values(const TypeInfo& leaf, std::uint64_t value, NumberSteps numbers);

/// Each kind of step but `remove` and `lower`, as functions that give its neighbours: shrinking goes through these in
/// order.
using Step = std::vector<Node> (*)(const Node&, NumberSteps);
const std::vector<Step>& compound_steps();

}  // namespace d3d12fuzz
