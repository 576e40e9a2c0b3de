#include <algorithm>
#include <set>

#include "shrink/steps.h"
#include "shrink/tree_edit.h"

namespace d3d12fuzz {
namespace {

/// Numbers by which a record can be told from others: small ones, and one that no leaf of the type has.
std::vector<std::uint64_t> telling_numbers(const std::vector<Node*>& all, const TypeInfo& type) {
  std::vector<std::uint64_t> numbers = {1, 2, 3};
  std::uint64_t highest = 0;
  for (const Node* leaf : all) {
    if (leaf->type == &type && find_name(*type.meaning, leaf->value) == nullptr)
      highest = std::max(highest, leaf->value);
  }
  if (highest >= numbers.back() && highest < type.leaf_max) numbers.push_back(highest + 1);
  return numbers;
}

/// The least number that no leaf of a type has.
std::uint64_t first_free(const std::vector<Node*>& all, const TypeInfo& type) {
  std::set<std::uint64_t> taken;
  for (const Node* leaf : all) {
    if (leaf->type == &type) taken.insert(leaf->value);
  }
  std::uint64_t number = 0;
  while (taken.contains(number)) ++number;
  return number;
}

}  // namespace

std::vector<Node> lowered(const Node& tree, NumberSteps numbers) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all = leaves(copy);
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<std::uint64_t> values = simpler_values(*all[i]->type, all[i]->value, numbers);
    // What tells an element apart need be no higher than the first number that is free.
    if (numbers == NumberSteps::boundaries_only && is_kind(*all[i], LeafKind::number)) {
      values.push_back(first_free(all, *all[i]->type));
    }
    for (const std::uint64_t value : values) {
      keep_simpler(
          tree,
          [&](Node& edited) {
            leaves(edited)[i]->value = value;
            return true;
          },
          out);
    }
  }
  return out;
}

std::vector<Node> lowered_alike(const Node& tree, NumberSteps numbers) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all = leaves(copy);
  for (const auto& [type, indices] : leaves_by_type(all)) {
    std::map<std::uint64_t, std::vector<std::size_t>> by_value;
    for (const std::size_t i : indices) by_value[all[i]->value].push_back(i);
    for (const auto& [value, alike] : by_value) {
      if (alike.size() < 2) continue;
      for (const std::uint64_t simpler : simpler_values(*all[alike[0]]->type, value, numbers)) {
        keep_simpler(
            tree,
            [&](Node& edited) {
              const std::vector<Node*> edited_leaves = leaves(edited);
              for (const std::size_t i : alike) edited_leaves[i]->value = simpler;
              return true;
            },
            out);
      }
    }
  }
  return out;
}

std::vector<Node> shifted(const Node& tree, NumberSteps) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all = leaves(copy);
  for (const auto& [type, indices] : leaves_by_type(all)) {
    const LeafMeaning& meaning = *all[indices[0]]->type->meaning;
    if (meaning.kind != LeafKind::position) continue;
    std::uint64_t smallest = ~std::uint64_t{0};
    for (const std::size_t i : indices) {
      if (find_name(meaning, all[i]->value) == nullptr) smallest = std::min(smallest, all[i]->value);
    }
    if (smallest == 0 || smallest == ~std::uint64_t{0}) continue;
    keep_simpler(
        tree,
        [&](Node& edited) {
          const std::vector<Node*> edited_leaves = leaves(edited);
          for (const std::size_t i : indices) {
            if (find_name(meaning, all[i]->value) == nullptr) edited_leaves[i]->value -= smallest;
          }
          return true;
        },
        out);
  }
  return out;
}

std::vector<Node> trades(const Node& tree, NumberSteps numbers) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all = leaves(copy);
  const std::vector<std::size_t> record_of_leaf = records_of_leaves(copy);
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (!is_kind(*all[c], LeafKind::count) || find_name(*all[c]->type->meaning, all[c]->value) != nullptr) continue;
    for (std::size_t p = 0; p < all.size(); ++p) {
      if (p == c || !can_take_over(*all[p])) continue;
      const bool same_record = record_of_leaf[c] == record_of_leaf[p];
      if (!same_record && all.size() > kMostLeavesForPairs) continue;
      const std::uint64_t sum = all[c]->value + all[p]->value;
      std::vector<std::uint64_t> counts = {1, 2, 3};
      if (same_record) counts = simpler_values(*all[c]->type, all[c]->value, numbers);
      // What the end of the interval needs at least if the position is one of the last.
      for (const std::uint64_t step : {0, 1, 2}) {
        const std::uint64_t position = all[p]->type->leaf_max - step;
        if (sum > position) counts.push_back(sum - position);
      }
      for (const std::uint64_t count : counts) {
        if (count >= all[c]->value || count == 0) continue;
        const std::uint64_t position = sum - count;
        if (position > all[p]->type->leaf_max || find_name(*all[p]->type->meaning, position) != nullptr) continue;
        keep_simpler(
            tree,
            [&](Node& edited) {
              const std::vector<Node*> edited_leaves = leaves(edited);
              edited_leaves[c]->value = count;
              edited_leaves[p]->value = position;
              return true;
            },
            out);
      }
    }
  }
  return out;
}

std::vector<Node> exchanges(const Node& tree, NumberSteps) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all = leaves(copy);
  const std::vector<std::size_t> record_of_leaf = records_of_leaves(copy);
  for (std::size_t a = 0; a < all.size(); ++a) {
    if (all[a]->value == all[a]->type->meaning->simplest) continue;
    for (std::size_t b = a + 1; b < all.size(); ++b) {
      if (record_of_leaf[a] != record_of_leaf[b]) continue;
      if (!is_kind(*all[b], LeafKind::number) && !is_kind(*all[b], LeafKind::position)) continue;
      for (const std::uint64_t value : telling_numbers(all, *all[b]->type)) {
        if (value == all[b]->value) continue;
        keep_simpler(
            tree,
            [&](Node& edited) {
              const std::vector<Node*> edited_leaves = leaves(edited);
              edited_leaves[a]->value = edited_leaves[a]->type->meaning->simplest;
              edited_leaves[b]->value = value;
              return true;
            },
            out);
      }
    }
  }
  return out;
}

/// The same in all records at once in which the first leaf has one value, so that what refers to a record follows it.
std::vector<Node> exchanges_alike(const Node& tree, NumberSteps) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all = leaves(copy);
  if (all.size() > kMostLeavesForPairs) return out;
  const std::vector<std::size_t> record_of_leaf = records_of_leaves(copy);
  const auto by_type = leaves_by_type(all);
  for (const auto& [type_a, indices_a] : by_type) {
    std::set<std::uint64_t> values;
    for (const std::size_t i : indices_a) values.insert(all[i]->value);
    for (const auto& [type_b, indices_b] : by_type) {
      const Node& first_b = *all[indices_b[0]];
      if (type_a == type_b || (!is_kind(first_b, LeafKind::number) && !is_kind(first_b, LeafKind::position))) continue;
      for (const std::uint64_t from : values) {
        if (from == all[indices_a[0]]->type->meaning->simplest) continue;
        for (const std::uint64_t to : telling_numbers(all, *first_b.type)) {
          keep_simpler(
              tree,
              [&](Node& edited) {
                const std::vector<Node*> edited_leaves = leaves(edited);
                std::size_t records = 0;
                for (const std::size_t a : indices_a) {
                  if (all[a]->value != from) continue;
                  for (const std::size_t b : indices_b) {
                    if (record_of_leaf[a] != record_of_leaf[b]) continue;
                    edited_leaves[a]->value = edited_leaves[a]->type->meaning->simplest;
                    edited_leaves[b]->value = to;
                    ++records;
                  }
                }
                return records > 1;  // one record alone is what "exchange" is for
              },
              out);
        }
      }
    }
  }
  return out;
}

std::vector<Node> renames(const Node& tree, NumberSteps) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all = leaves(copy);
  if (all.size() > kMostLeavesForPairs) return out;
  for (const auto& [type, indices] : leaves_by_type(all)) {
    std::set<std::uint64_t> values;
    for (const std::size_t i : indices) values.insert(all[i]->value);
    for (const std::uint64_t u : values) {
      for (const std::uint64_t v : values) {
        if (u >= v) continue;
        keep_simpler(
            tree,
            [&](Node& edited) {
              const std::vector<Node*> edited_leaves = leaves(edited);
              for (const std::size_t i : indices) {
                if (all[i]->value == u) edited_leaves[i]->value = v;
                if (all[i]->value == v) edited_leaves[i]->value = u;
              }
              return true;
            },
            out);
      }
    }
  }
  return out;
}

std::vector<Node> pairs(const Node& tree, NumberSteps) {
  std::vector<Node> out;
  Node copy = tree;
  const std::vector<Node*> all = leaves(copy);
  if (all.size() > kMostLeavesForPairs) return out;
  std::vector<std::size_t> enumerations;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_kind(*all[i], LeafKind::enumeration) && all[i]->value != all[i]->type->meaning->simplest) {
      enumerations.push_back(i);
    }
  }
  const auto set_both = [&](std::size_t a, std::uint64_t value_a, std::size_t b, std::uint64_t value_b) {
    keep_simpler(
        tree,
        [&](Node& edited) {
          const std::vector<Node*> edited_leaves = leaves(edited);
          edited_leaves[a]->value = value_a;
          edited_leaves[b]->value = value_b;
          return true;
        },
        out);
  };
  for (std::size_t i = 0; i < enumerations.size(); ++i) {
    for (std::size_t j = i + 1; j < enumerations.size(); ++j) {
      const std::size_t a = enumerations[i];
      const std::size_t b = enumerations[j];
      if (all[a]->type == all[b]->type) continue;  // what "lower alike" is for
      set_both(a, all[a]->type->meaning->simplest, b, all[b]->type->meaning->simplest);
      for (const NamedValue& name_a : all[a]->type->meaning->names) {
        for (const NamedValue& name_b : all[b]->type->meaning->names) {
          if (name_a.name == name_b.name && name_a.value < all[a]->value) set_both(a, name_a.value, b, name_b.value);
        }
      }
    }
  }
  return out;
}

}  // namespace d3d12fuzz
