#include "shrink/steps.h"
#include "shrink/tree_edit.h"

namespace d3d12fuzz {
namespace {

/// What `to` takes over from `from`: the value of the first leaf of the same type; of another enumeration, a value that
/// has the same name.
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

}  // namespace

std::vector<Node> alternatives(const Node& tree, NumberSteps) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all = choices(copy);
  for (std::size_t c = 0; c < all.size(); ++c) {
    const std::vector<Node*> before = leaves(all[c]->children[0]);
    for (std::size_t a = 0; a < all[c]->type->fields.size(); ++a) {
      if (a == all[c]->value) continue;
      for (const bool carried : {false, true}) {
        keep_simpler(
            tree,
            [&](Node& edited) {
              Node& choice = *choices(edited)[c];
              choice.value = a;
              choice.children[0] = simplest_node(*choice.type->fields[a].type);
              if (carried) {
                for (Node* leaf : leaves(choice.children[0])) carry_over(before, *leaf);
              }
              return true;
            },
            out);
      }
    }
  }
  return out;
}

}  // namespace d3d12fuzz
