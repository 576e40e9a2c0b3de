/// Differences of a candidate that are known, so that an engine goes on beyond them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domains/domain.h"
#include "shrink/shape.h"

namespace d3d12fuzz {

class KnownSet {
 public:
  KnownSet() = default;

  /// Reads lines `signature<TAB>shape<TAB>reason`; `#` begins a comment line. The signature is Signature::text(); the
  /// shape is empty or the features of Finding::shape, separated by commas.
  /// \param name  stands for the text in errors
  /// \throws InputError naming the line
  static KnownSet parse(std::string_view text, std::string_view name);

  /// Whether a line has this signature, and a shape that the case contains.
  bool explains(std::string_view signature, const Domain& domain, const Case& value) const;

 private:
  struct Line {
    std::string signature;
    Shape shape;
  };
  std::vector<Line> lines_;
};

}  // namespace d3d12fuzz
