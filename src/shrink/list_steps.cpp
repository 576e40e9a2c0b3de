#include <iterator>
#include <utility>

#include "shrink/steps.h"
#include "shrink/tree_edit.h"

namespace d3d12fuzz {
namespace {

/// The field of a record, or of the record that a choice is, that is a plain count; or null.
Node* plain_count(Node& element) {
  for (Node& field : content(element).children) {
    if (is_kind(field, LeafKind::count) && find_name(*field.type->meaning, field.value) == nullptr) return &field;
  }
  return nullptr;
}

}  // namespace

std::vector<Node> removals(const Node& tree, NumberSteps) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all = lists(copy);
  for (std::size_t l = 0; l < all.size(); ++l) {
    for (std::size_t i = 0; i < all[l]->children.size(); ++i) {
      keep_simpler(
          tree,
          [&](Node& edited) {
            Node& list = *lists(edited)[l];
            list.children.erase(list.children.begin() + static_cast<std::ptrdiff_t>(i));
            return true;
          },
          out);
    }
  }
  return out;
}

std::vector<Node> joins(const Node& tree, NumberSteps) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all = lists(copy);
  for (std::size_t l = 0; l < all.size(); ++l) {
    if (all[l]->type->element->kind == TypeInfo::Kind::leaf) continue;
    for (std::size_t i = 0; i + 1 < all[l]->children.size(); ++i) {
      if (all[l]->children[i].value != all[l]->children[i + 1].value) continue;  // different alternatives
      keep_simpler(
          tree,
          [&](Node& edited) {
            Node& list = *lists(edited)[l];
            Node& first = content(list.children[i]);
            Node& second = content(list.children[i + 1]);
            bool joined = false;
            for (std::size_t f = 0; f < first.children.size(); ++f) {
              Node& into = first.children[f];
              if (into.type->kind != TypeInfo::Kind::list) continue;
              if (into.children.size() + second.children[f].children.size() > into.type->max_elements) return false;
              std::move(second.children[f].children.begin(), second.children[f].children.end(),
                        std::back_inserter(into.children));
              joined = true;
            }
            list.children.erase(list.children.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            return joined;
          },
          out);
    }
  }
  return out;
}

std::vector<Node> absorptions(const Node& tree, NumberSteps) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all = lists(copy);
  for (std::size_t l = 0; l < all.size(); ++l) {
    for (std::size_t i = 0; i + 1 < all[l]->children.size(); ++i) {
      keep_simpler(
          tree,
          [&](Node& edited) {
            std::vector<Node>& children = lists(edited)[l]->children;
            Node* into = plain_count(children[i]);
            const Node* from = plain_count(children[i + 1]);
            if (into == nullptr || from == nullptr || from->value > into->type->leaf_max - into->value) return false;
            into->value += from->value;
            children.erase(children.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            return true;
          },
          out);
    }
  }
  return out;
}

std::vector<Node> swaps(const Node& tree, NumberSteps) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all_lists = lists(copy);
  for (std::size_t l = 0; l < all_lists.size(); ++l) {
    for (std::size_t i = 0; i + 1 < all_lists[l]->children.size(); ++i) {
      keep_simpler(
          tree,
          [&](Node& edited) {
            std::vector<Node>& children = lists(edited)[l]->children;
            std::swap(children[i], children[i + 1]);
            return true;
          },
          out);
      // What comes first at equal positions may matter.
      const std::vector<Node>& fields = content(all_lists[l]->children[i + 1]).children;
      for (std::size_t f = 0; f < fields.size(); ++f) {
        if (!is_kind(fields[f], LeafKind::position) || !can_take_over(fields[f])) continue;
        keep_simpler(
            tree,
            [&](Node& edited) {
              std::vector<Node>& children = lists(edited)[l]->children;
              std::swap(children[i], children[i + 1]);
              ++content(children[i]).children[f].value;
              return true;
            },
            out);
      }
    }
  }
  const std::vector<Node*> all = leaves(copy);
  if (all.size() > kMostLeavesForPairs) return out;
  for (std::size_t a = 0; a < all.size(); ++a) {
    for (std::size_t b = a + 1; b < all.size(); ++b) {
      if (all[a]->type != all[b]->type || all[a]->value == all[b]->value) continue;
      keep_simpler(
          tree,
          [&](Node& edited) {
            const std::vector<Node*> edited_leaves = leaves(edited);
            std::swap(edited_leaves[a]->value, edited_leaves[b]->value);
            return true;
          },
          out);
    }
  }
  return out;
}

std::vector<Node> moves(const Node& tree, NumberSteps) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all = lists(copy);
  if (leaves(copy).size() > kMostLeavesForPairs) return out;
  for (std::size_t from = 0; from < all.size(); ++from) {
    for (std::size_t to = 0; to < all.size(); ++to) {
      if (all[from]->type == all[to]->type || all[to]->children.size() >= all[to]->type->max_elements) continue;
      for (std::size_t i = 0; i < all[from]->children.size(); ++i) {
        keep_simpler(
            tree,
            [&](Node& edited) {
              Node element = all[from]->children[i];
              const std::vector<Node*> taken = leaves(element);
              Node made = simplest_node(*all[to]->type->element);
              for (Node* leaf : leaves(made)) carry_over(taken, *leaf);
              // The later list first: an earlier one may hold it.
              const std::vector<Node*> edited_lists = lists(edited);
              if (to > from) edited_lists[to]->children.push_back(made);
              edited_lists[from]->children.erase(edited_lists[from]->children.begin() + static_cast<std::ptrdiff_t>(i));
              if (to < from) edited_lists[to]->children.push_back(made);
              return true;
            },
            out);
      }
    }
  }
  return out;
}

std::vector<Node> compensations(const Node& tree, NumberSteps) {
  std::vector<Node> out;
  Node copy = tree;
  if (leaves(copy).size() > kMostLeavesForPairs) return out;
  for (const Node& removed : removals(tree, NumberSteps::all)) {
    Node rest = removed;
    const std::vector<Node*> all = leaves(rest);
    for (std::size_t n = 0; n < all.size(); ++n) {
      const LeafMeaning& meaning = *all[n]->type->meaning;
      if (meaning.kind != LeafKind::number && meaning.kind != LeafKind::count) continue;
      for (const std::uint64_t more : {1, 2}) {
        const std::uint64_t grown = all[n]->value + more;
        if (all[n]->value > all[n]->type->leaf_max - more || find_name(meaning, grown) != nullptr) continue;
        Node edited = removed;
        leaves(edited)[n]->value = grown;
        if (compare_simplicity(edited, tree) < 0) out.push_back(std::move(edited));
      }
    }
  }
  return out;
}

}  // namespace d3d12fuzz
