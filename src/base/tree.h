/// A case as a tree of values with its schema: the one form in which code that knows no domain reads and edits cases.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/type_info.h"

namespace d3d12fuzz {

struct Node {
  const TypeInfo* type = nullptr;
  std::uint64_t value = 0;     ///< of a leaf; of a choice the number of its alternative
  std::vector<Node> children;  ///< fields of a record in order, elements of a list, the alternative of a choice

  friend bool operator==(const Node& a, const Node& b) { return a.value == b.value && a.children == b.children; }
};

/// The simplest value of a type: every leaf at its simplest, every list empty, every choice its first alternative.
Node simplest_node(const TypeInfo& type);

/// Where two trees of one type differ first, as a path such as `parameters[1].ranges[0].flags`; nothing if nowhere.
/// Lists of different lengths differ at the list, choices of different alternatives at the choice.
std::optional<std::string> first_difference(const Node& a, const Node& b);

/// All elements of all lists together: the first measure of how simple a case is.
std::size_t element_count(const Node& node);

/// Compares by simplicity: fewer elements first, then the fields in order by their distance from the simplest value
/// (lists by length before content, choices by the number of their alternative). Trees of one type only.
std::strong_ordering compare_simplicity(const Node& a, const Node& b);

/// The record behind a node that may be a choice of one.
const Node& content(const Node& node);
Node& content(Node& node);

/// The field of a record by name; precondition: it exists.
const Node& field(const Node& record, std::string_view name);

/// Makes `out` the tree of a value; it keeps its memory.
template <class T>
void to_tree(const T& value, Node& out) {
  out.type = &type_info<T>();
  out.value = 0;
  if constexpr (Leaf<T>) {
    out.value = raw(value);
    out.children.clear();
  } else if constexpr (List<T>) {
    out.children.resize(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) to_tree(value[i], out.children[i]);
  } else if constexpr (Choice<T>) {
    out.value = value.index();
    out.children.resize(1);
    std::visit([&](const auto& alternative) { to_tree(alternative, out.children[0]); }, value);
  } else {
    out.children.resize(out.type->fields.size());
    std::size_t i = 0;
    for_each_member<T>([&](auto member) { to_tree(value.*member.pointer, out.children[i++]); });
  }
}

template <class T>
Node to_tree(const T& value) {
  Node node;
  to_tree(value, node);
  return node;
}

template <class T>
void from_tree(const Node& node, T& value) {
  if constexpr (Leaf<T>) {
    value = static_cast<T>(node.value);
  } else if constexpr (List<T>) {
    value.resize(node.children.size());
    for (std::size_t i = 0; i < value.size(); ++i) from_tree(node.children[i], value[i]);
  } else if constexpr (Choice<T>) {
    with_alternative(value, node.value, [&](auto& alternative) { from_tree(node.children[0], alternative); });
  } else {
    std::size_t i = 0;
    for_each_member<T>([&](auto member) { from_tree(node.children[i++], value.*member.pointer); });
  }
}

}  // namespace d3d12fuzz
