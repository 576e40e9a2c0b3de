/// A reviewed list of a candidate's differences, so that a run tells only what is not on it.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/signature.h"
#include "shrink/shape.h"

namespace d3d12fuzz {

struct KnownDifference {
  Signature signature;
  Shape shape;         ///< what a case must have for the entry to be meant; empty: nothing
  std::string reason;  ///< why it is known
  std::string file;    ///< where the entry stands
  std::size_t line = 0;

  /// The signature's text and, where there is one, the shape behind it.
  std::string text() const;
};

/// The list as a file: a line for each difference, with three columns separated by tabs, signature, shape and reason. A
/// shape is the features of Finding::shape, separated by commas, or nothing. Lines that begin with `#` and empty ones
/// are skipped, and so is the heading if it stands first.
class KnownDifferences {
 public:
  /// \param name  stands for the file in errors
  /// \throws InputError naming file, line, what was found and what was expected
  static KnownDifferences parse(std::string_view text, std::string_view name);
  static KnownDifferences load(const std::filesystem::path& path);

  /// Adds the entries of another list behind these.
  /// \throws InputError if one stands here already
  void add(KnownDifferences other);

  /// The entry that a difference of a case is meant by: of several the one whose shape says most, then the first.
  /// \param shape  gives the case's shape; called only if an entry asks for one
  std::optional<std::size_t> match(const Signature& signature, const std::function<Shape()>& shape) const;

  std::span<const KnownDifference> entries() const& { return entries_; }
  std::span<const KnownDifference> entries() const&& = delete;  // they would end with the list
  bool empty() const { return entries_.empty(); }

 private:
  /// \throws InputError if an equal one stands here
  void add(KnownDifference entry);

  std::vector<KnownDifference> entries_;
};

/// The text of a file with these entries, heading first, sorted by signature and shape.
std::string known_differences_text(std::vector<KnownDifference> entries);

}  // namespace d3d12fuzz
