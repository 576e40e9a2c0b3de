#include "shrink/tree_edit.h"

#include <utility>

namespace d3d12fuzz {
namespace {

void collect_leaves(Node& node, std::vector<Node*>& out) {
  if (node.type->kind == TypeInfo::Kind::leaf) out.push_back(&node);
  for (Node& child : node.children) collect_leaves(child, out);
}

void collect_lists(Node& node, std::vector<Node*>& out) {
  if (node.type->kind == TypeInfo::Kind::list) out.push_back(&node);
  for (Node& child : node.children) collect_lists(child, out);
}

void collect_choices(Node& node, std::vector<Node*>& out) {
  if (node.type->kind == TypeInfo::Kind::choice) out.push_back(&node);
  for (Node& child : node.children) collect_choices(child, out);
}

}  // namespace

std::vector<Node*> leaves(Node& tree) {
  std::vector<Node*> out;
  collect_leaves(tree, out);
  return out;
}

std::vector<Node*> lists(Node& tree) {
  std::vector<Node*> out;
  collect_lists(tree, out);
  return out;
}

std::vector<Node*> choices(Node& tree) {
  std::vector<Node*> out;
  collect_choices(tree, out);
  return out;
}

std::vector<std::size_t> records_of_leaves(Node& tree) {
  std::vector<std::size_t> out;
  std::size_t records = 0;
  const std::function<void(Node&, std::size_t)> walk = [&](Node& node, std::size_t record) {
    if (node.type->kind == TypeInfo::Kind::leaf) out.push_back(record);
    if (node.type->kind == TypeInfo::Kind::record) record = records++;
    for (Node& child : node.children) walk(child, record);
  };
  walk(tree, 0);
  return out;
}

std::map<std::string_view, std::vector<std::size_t>> leaves_by_type(const std::vector<Node*>& all) {
  std::map<std::string_view, std::vector<std::size_t>> by_type;
  for (std::size_t i = 0; i < all.size(); ++i) by_type[all[i]->type->meaning->type_name].push_back(i);
  return by_type;
}

bool is_kind(const Node& node, LeafKind kind) {
  return node.type->kind == TypeInfo::Kind::leaf && node.type->meaning->kind == kind;
}

bool can_take_over(const Node& node) {
  if (find_name(*node.type->meaning, node.value) != nullptr) return false;
  constexpr std::uint64_t large = 0x1000;
  return is_kind(node, LeafKind::position) || (is_kind(node, LeafKind::count) && node.value >= large);
}

void carry_over(const std::vector<Node*>& from, Node& to) {
  for (const Node* leaf : from) {
    if (leaf->type == to.type) {
      to.value = leaf->value;
      return;
    }
  }
  if (!is_kind(to, LeafKind::enumeration)) return;
  for (const Node* leaf : from) {
    if (!is_kind(*leaf, LeafKind::enumeration)) continue;
    const NamedValue* named = find_name(*leaf->type->meaning, leaf->value);
    for (const NamedValue& own : to.type->meaning->names) {
      if (named == nullptr || named->name != own.name) continue;
      to.value = own.value;
      return;
    }
  }
}

void keep_simpler(const Node& tree, const std::function<bool(Node&)>& edit, std::vector<Node>& out) {
  Node copy = tree;
  if (edit(copy) && compare_simplicity(copy, tree) < 0) out.push_back(std::move(copy));
}

}  // namespace d3d12fuzz
