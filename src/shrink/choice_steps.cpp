#include <utility>

#include "shrink/steps.h"
#include "shrink/tree_edit.h"

namespace d3d12fuzz {
namespace {

/// Makes a choice its alternative `a`, with or without what it can take over.
void choose(Node& choice, std::size_t a, bool carried) {
  const Node before = choice.children[0];
  choice.value = a;
  choice.children[0] = simplest_node(*choice.type->fields[a].type);
  if (!carried) return;
  Node from = before;
  const std::vector<Node*> from_leaves = leaves(from);
  for (Node* leaf : leaves(choice.children[0])) carry_over(from_leaves, *leaf);
}

}  // namespace

std::vector<Node> alternatives(const Node& tree, NumberSteps) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all = choices(copy);
  for (std::size_t c = 0; c < all.size(); ++c) {
    for (std::size_t a = 0; a < all[c]->type->fields.size(); ++a) {
      if (a == all[c]->value) continue;
      for (const bool carried : {false, true}) {
        keep_simpler(
            tree,
            [&](Node& edited) {
              choose(*choices(edited)[c], a, carried);
              return true;
            },
            out);
      }
    }
  }
  return out;
}

std::vector<Node> alternatives_alike(const Node& tree, NumberSteps) {
  std::vector<Node> out;
  Node copy = tree;
  std::map<std::pair<const TypeInfo*, std::uint64_t>, std::size_t> kinds;
  for (const Node* choice : choices(copy)) ++kinds[{choice->type, choice->value}];
  for (const auto& entry : kinds) {
    const auto [type, alternative] = entry.first;
    if (entry.second < 2) continue;
    for (std::size_t a = 0; a < type->fields.size(); ++a) {
      if (a == alternative) continue;
      keep_simpler(
          tree,
          [&](Node& edited) {
            for (Node* choice : choices(edited)) {
              if (choice->type == entry.first.first && choice->value == entry.first.second) choose(*choice, a, true);
            }
            return true;
          },
          out);
    }
  }
  return out;
}

}  // namespace d3d12fuzz
