/// What an implementation does otherwise than the rules say, by design.
#pragma once

namespace d3d12fuzz {

/// Such differences are counted, and no faults.
struct Tolerances {
  bool illegal = false;   ///< may accept what a rule forbids: does not validate
  bool refusals = false;  ///< may refuse what every rule allows: has limits of its own

  friend bool operator==(const Tolerances&, const Tolerances&) = default;
};

}  // namespace d3d12fuzz
