/// What the steps of shrinking share: finding places in a tree and keeping edits that make it simpler.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include "base/tree.h"

namespace d3d12fuzz {

/// Steps whose number grows with the square of the leaves are those of smaller cases than this.
inline constexpr std::size_t kMostLeavesForPairs = 64;

/// The leaves of a tree in the order of their fields.
std::vector<Node*> leaves(Node& tree);

/// The lists of a tree, outer ones first.
std::vector<Node*> lists(Node& tree);

/// The choices of a tree, outer ones first.
std::vector<Node*> choices(Node& tree);

/// For each leaf the number of the record that it is a field of.
std::vector<std::size_t> records_of_leaves(Node& tree);

/// The leaves of each type, as indices into leaves().
std::map<std::string_view, std::vector<std::size_t>> leaves_by_type(const std::vector<Node*>& all);

bool is_kind(const Node& node, LeafKind kind);

/// Whether a leaf is a plain number that may grow in place of a count.
bool can_take_over(const Node& node);

/// What `to` takes over from leaves of something else: the value of the first of its type; of another enumeration, a
/// value that has the same name.
void carry_over(const std::vector<Node*>& from, Node& to);

/// Edits a copy of the tree and keeps it if the edit could be made and the copy is simpler.
void keep_simpler(const Node& tree, const std::function<bool(Node&)>& edit, std::vector<Node>& out);

}  // namespace d3d12fuzz
