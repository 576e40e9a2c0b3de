#include "shrink/shrinker.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "shrink/tree_edit.h"

namespace d3d12fuzz {
namespace {

std::uint64_t tree_hash(const Node& node) {
  std::uint64_t hash = mix64(node.value + 0x9E3779B97F4A7C15u * (node.children.size() + 1));
  for (const Node& child : node.children) hash = mix64(hash ^ tree_hash(child)) + 0x632BE59BD9B4E019u;
  return hash;
}

class Shrinker {
 public:
  Shrinker(const Node& start, const ShrinkQuestion& question, std::size_t budget)
      : question_(question), budget_(budget), current_(question.repaired(start)) {
    failed_.insert(tree_hash(current_));
    weight_ = question_.weigh(current_).value_or(~std::size_t{0});
    evaluations_ = 1;
  }

  ShrinkResult run() {
    bool changed = true;
    thin_lists();
    while (changed && !exhausted()) {
      changed = lower_leaves();
      for (const Step& step : compound_steps()) changed |= take_all(step);
      // What remains of the neighbours: single elements of lists.
      if (!changed) changed = take_all(neighbours);
    }
    return {std::move(current_), evaluations_, !exhausted()};
  }

 private:
  bool exhausted() const { return evaluations_ >= budget_ || question_.stop(); }

  /// Makes `edited` the current case if it is strictly simpler and still shows the fault.
  bool accept(const Node& edited) {
    if (exhausted()) return false;
    Node repaired = question_.repaired(edited);
    if (compare_simplicity(repaired, current_) >= 0) return false;
    if (!failed_.insert(tree_hash(repaired)).second) return false;
    ++evaluations_;
    const std::optional<std::size_t> weight = question_.weigh(repaired);
    if (!weight || *weight > weight_) return false;
    weight_ = *weight;
    current_ = std::move(repaired);
    return true;
  }

  /// Thins every list, outer ones first, since what goes with an outer element need not be looked at.
  void thin_lists() {
    for (std::size_t l = 0; l < lists(current_).size(); ++l) thin_list(l);
  }

  /// Finds the elements that list `l` needs, from the last to the first: the shortest prefix that shows the fault
  /// together with what is known to be needed ends in a needed element. Each costs a bisection.
  void thin_list(std::size_t l) {
    std::size_t needed = 0;  // elements at the end of the list that must stay
    while (!exhausted()) {
      const std::size_t size = lists(current_)[l]->children.size();
      std::size_t low = 0;               // longest prefix known to be too short, plus one
      std::size_t high = size - needed;  // a prefix that suffices
      if (high == 0) return;
      while (low < high) {
        const std::size_t length = low + (high - low) / 2;
        if (keep_prefix(l, length, needed)) {
          high = length;
        } else {
          low = length + 1;
        }
      }
      if (high == 0) return;
      ++needed;
    }
  }

  /// Reduces the list to its first `length` and its last `needed` elements, if that still shows the fault.
  bool keep_prefix(std::size_t l, std::size_t length, std::size_t needed) {
    Node edited = current_;
    std::vector<Node>& children = lists(edited)[l]->children;
    children.erase(children.begin() + static_cast<std::ptrdiff_t>(length),
                   children.end() - static_cast<std::ptrdiff_t>(needed));
    return accept(edited);
  }

  /// Lowers each leaf as far as it goes before the next one.
  bool lower_leaves() {
    bool changed = false;
    for (std::size_t i = 0; i < leaves(current_).size(); ++i) {
      while (lower_leaf(i)) changed = true;
    }
    return changed;
  }

  bool lower_leaf(std::size_t i) {
    const TypeInfo& type = *leaves(current_)[i]->type;
    const std::uint64_t before = leaves(current_)[i]->value;
    for (const std::uint64_t value : simpler_values(type, before, question_.numbers)) {
      if (!lower_to(i, value)) continue;
      // Half was too low and one less is not: the limit lies between, and one step at a time would take for ever.
      const bool plain = type.meaning->kind != LeafKind::flags && type.meaning->kind != LeafKind::enumeration;
      if (plain && value == before - 1) bisect_leaf(i, before / 2);
      return true;
    }
    return false;
  }

  bool lower_to(std::size_t i, std::uint64_t value) {
    Node edited = current_;
    leaves(edited)[i]->value = value;
    return accept(edited);
  }

  /// Lowers a leaf to the least value above `low` that shows the fault, as far as bisection finds it.
  void bisect_leaf(std::size_t i, std::uint64_t low) {
    std::uint64_t high = leaves(current_)[i]->value;
    while (low + 1 < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (lower_to(i, middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
  }

  /// Takes every neighbour of one kind that can be taken; after each, the neighbours are those of the new case.
  bool take_all(const Step& step) {
    bool changed = false;
    for (bool again = true; again;) {
      again = false;
      for (const Node& edited : step(current_, question_.numbers)) {
        const Node before = current_;
        if (!accept(edited)) continue;
        leap(before);
        again = changed = true;
        break;
      }
    }
    return changed;
  }

  /// Goes on as a step that moved leaves by one led, by doubling and bisection: one at a time would take for ever.
  void leap(const Node& before) {
    Node old = before;
    std::vector<std::pair<std::size_t, bool>> moved;  // leaf, and whether it was lowered
    const std::vector<Node*> old_leaves = leaves(old);
    std::vector<Node*> now = leaves(current_);
    if (old_leaves.size() != now.size()) return;
    std::uint64_t room = ~std::uint64_t{0};
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (old_leaves[i]->value == now[i]->value) continue;
      const bool lowered = now[i]->value == old_leaves[i]->value - 1;
      const LeafKind kind = now[i]->type->meaning->kind;
      if (kind == LeafKind::flags || kind == LeafKind::enumeration) return;
      if (!lowered && now[i]->value != old_leaves[i]->value + 1) return;
      room = std::min(room, lowered ? now[i]->value : now[i]->type->leaf_max - now[i]->value);
      moved.emplace_back(i, lowered);
    }
    const auto move_by = [&](std::uint64_t distance) {
      Node edited = current_;
      const std::vector<Node*> edited_leaves = leaves(edited);
      for (const auto& [leaf, lowered] : moved) {
        edited_leaves[leaf]->value += lowered ? ~distance + 1 : distance;
      }
      return accept(edited);
    };
    std::uint64_t step = 1;
    while (step <= room && move_by(step)) {
      room -= step;
      step *= 2;
    }
    for (step = std::min(step, room) / 2; step > 0; step /= 2) {
      if (step <= room && move_by(step)) room -= step;
    }
  }

  const ShrinkQuestion& question_;
  std::size_t budget_;
  std::size_t evaluations_ = 0;
  std::size_t weight_ = 0;
  Node current_;
  std::unordered_set<std::uint64_t> failed_;  ///< what has been asked already, by hash
};

}  // namespace

ShrinkResult shrink(const Node& start, const ShrinkQuestion& question, std::size_t budget) {
  return Shrinker(start, question, budget).run();
}

std::optional<Node> simpler_neighbour(const Node& tree, const ShrinkQuestion& question) {
  const Node sound = question.repaired(tree);
  const std::optional<std::size_t> weight = question.weigh(sound);
  for (const Node& neighbour : neighbours(sound, question.numbers)) {
    Node repaired = question.repaired(neighbour);
    if (compare_simplicity(repaired, sound) >= 0) continue;
    const std::optional<std::size_t> neighbour_weight = question.weigh(repaired);
    if (neighbour_weight && weight && *neighbour_weight <= *weight) return repaired;
  }
  return std::nullopt;
}

}  // namespace d3d12fuzz
