#include "base/tree.h"

namespace d3d12fuzz {
namespace {

bool find_difference(const Node& a, const Node& b, std::string& path) {
  switch (a.type->kind) {
    case TypeInfo::Kind::leaf:
      return a.value != b.value;
    case TypeInfo::Kind::record:
      for (std::size_t i = 0; i < a.children.size(); ++i) {
        const std::size_t length = path.size();
        if (!path.empty()) path += '.';
        path += a.type->fields[i].name;
        if (find_difference(a.children[i], b.children[i], path)) return true;
        path.resize(length);
      }
      return false;
    case TypeInfo::Kind::list:
      if (a.children.size() != b.children.size()) return true;
      for (std::size_t i = 0; i < a.children.size(); ++i) {
        const std::size_t length = path.size();
        path += '[' + std::to_string(i) + ']';
        if (find_difference(a.children[i], b.children[i], path)) return true;
        path.resize(length);
      }
      return false;
    case TypeInfo::Kind::choice:
      return a.value != b.value || find_difference(a.children[0], b.children[0], path);
  }
  return false;
}

std::strong_ordering compare_fields(const Node& a, const Node& b) {
  switch (a.type->kind) {
    case TypeInfo::Kind::leaf:
      return distance_from_simplest(*a.type->meaning, a.value) <=> distance_from_simplest(*b.type->meaning, b.value);
    case TypeInfo::Kind::choice:
      if (a.value != b.value) return a.value <=> b.value;
      return compare_fields(a.children[0], b.children[0]);
    case TypeInfo::Kind::list:
      if (a.children.size() != b.children.size()) return a.children.size() <=> b.children.size();
      [[fallthrough]];
    case TypeInfo::Kind::record:
      for (std::size_t i = 0; i < a.children.size(); ++i) {
        if (const auto order = compare_fields(a.children[i], b.children[i]); order != 0) return order;
      }
      return std::strong_ordering::equal;
  }
  return std::strong_ordering::equal;
}

}  // namespace

Node simplest_node(const TypeInfo& type) {
  Node node;
  node.type = &type;
  switch (type.kind) {
    case TypeInfo::Kind::leaf:
      node.value = type.meaning->simplest;
      break;
    case TypeInfo::Kind::record:
      for (const FieldInfo& field : type.fields) node.children.push_back(simplest_node(*field.type));
      break;
    case TypeInfo::Kind::list:
      break;
    case TypeInfo::Kind::choice:
      node.children.push_back(simplest_node(*type.fields[0].type));
      break;
  }
  return node;
}

std::optional<std::string> first_difference(const Node& a, const Node& b) {
  std::string path;
  if (find_difference(a, b, path)) return path;
  return std::nullopt;
}

std::size_t element_count(const Node& node) {
  std::size_t count = node.type->kind == TypeInfo::Kind::list ? node.children.size() : 0;
  for (const Node& child : node.children) count += element_count(child);
  return count;
}

std::strong_ordering compare_simplicity(const Node& a, const Node& b) {
  if (const auto order = element_count(a) <=> element_count(b); order != 0) return order;
  return compare_fields(a, b);
}

const Node& content(const Node& node) { return node.type->kind == TypeInfo::Kind::choice ? node.children[0] : node; }

Node& content(Node& node) { return node.type->kind == TypeInfo::Kind::choice ? node.children[0] : node; }

const Node& field(const Node& record, std::string_view name) {
  std::size_t i = 0;
  while (record.type->fields[i].name != name) ++i;
  return record.children[i];
}

}  // namespace d3d12fuzz
