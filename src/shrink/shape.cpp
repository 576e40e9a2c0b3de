#include "shrink/shape.h"

#include <algorithm>

#include "base/text.h"
#include "base/tree_json.h"

namespace d3d12fuzz {
namespace {

void collect(const Node& node, const std::string& path, Shape& out) {
  switch (node.type->kind) {
    case TypeInfo::Kind::leaf: {
      const LeafMeaning& meaning = *node.type->meaning;
      if (node.value == meaning.simplest) return;
      if (meaning.kind == LeafKind::flags) {
        for (std::uint64_t bits = node.value; bits != 0; bits &= bits - 1) {
          out.push_back(path + "=" + leaf_text(meaning, bits & (~bits + 1)));
        }
      } else if (meaning.kind == LeafKind::enumeration || find_name(meaning, node.value) != nullptr) {
        out.push_back(path + "=" + leaf_text(meaning, node.value));
      } else {
        out.push_back(path + " given");
      }
      return;
    }
    case TypeInfo::Kind::record:
      for (std::size_t i = 0; i < node.children.size(); ++i) {
        const std::string_view name = node.type->fields[i].name;
        collect(node.children[i], path.empty() ? std::string(name) : path + "." + std::string(name), out);
      }
      return;
    case TypeInfo::Kind::list:
      if (!node.children.empty()) out.push_back(path + "[]");
      if (node.children.size() > 1) out.push_back(path + "[] twice or more");
      for (const Node& child : node.children) collect(child, path + "[]", out);
      return;
    case TypeInfo::Kind::choice:
      if (node.value != 0) out.push_back(path + "=" + std::string(node.type->fields[node.value].name));
      collect(node.children[0], path, out);
      return;
  }
}

}  // namespace

Shape shape_of(const Node& tree) {
  Shape shape;
  collect(tree, "", shape);
  std::sort(shape.begin(), shape.end());
  shape.erase(std::unique(shape.begin(), shape.end()), shape.end());
  return shape;
}

std::string shape_text(const Shape& shape) {
  std::string text;
  for (const std::string& feature : shape) text += (text.empty() ? "" : ", ") + feature;
  return text;
}

bool contains(const Shape& whole, const Shape& part) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

}  // namespace d3d12fuzz
