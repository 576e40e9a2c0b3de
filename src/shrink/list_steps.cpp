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

}  // namespace d3d12fuzz
