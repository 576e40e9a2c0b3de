#include "fuzzing/tree_mutator.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "fuzzing/tree_bytes.h"

namespace d3d12fuzz {
namespace {

using Kind = TypeInfo::Kind;

/// How often each kind of edit is tried. Fresh parts are rare, as each costs a generated case.
constexpr Mutation kWeighted[] = {
    Mutation::boundary,    Mutation::boundary,  Mutation::boundary, Mutation::named,   Mutation::named,
    Mutation::neighbour,   Mutation::neighbour, Mutation::bytes,    Mutation::bytes,   Mutation::copy,
    Mutation::copy,        Mutation::copy,      Mutation::flag,     Mutation::flag,    Mutation::interval,
    Mutation::interval,    Mutation::interval,  Mutation::insert,   Mutation::insert,  Mutation::duplicate,
    Mutation::duplicate,   Mutation::erase,     Mutation::erase,    Mutation::swap,    Mutation::move,
    Mutation::alternative, Mutation::carry,     Mutation::replace,  Mutation::replace, Mutation::fresh,
};

/// A case of more elements mostly loses half of them before it is edited: what an engine keeps grows all the time, and
/// the time for a case with it, while what there is to find needs few.
constexpr std::size_t kManyElements = 8;

std::uint32_t size_of(const auto& container) { return static_cast<std::uint32_t>(container.size()); }

/// Sets a leaf to what its type makes of a number: a closed enumeration has its names alone.
bool set(Node& leaf, std::uint64_t value) {
  const LeafMeaning& meaning = *leaf.type->meaning;
  value &= leaf.type->leaf_max;
  if (meaning.closed && find_name(meaning, value) == nullptr) value = meaning.names[value % meaning.names.size()].value;
  leaf.value = value;
  return true;
}

/// The name next to that of a closed enumeration's value.
std::uint64_t neighbouring_name(const LeafMeaning& meaning, std::uint64_t value, bool up) {
  const std::size_t count = meaning.names.size();
  const auto at = static_cast<std::size_t>(find_name(meaning, value) - meaning.names.data());
  return meaning.names[(at + (up ? 1 : count - 1)) % count].value;
}

/// All nodes of a type, in order.
void find_of_type(const Node& node, const TypeInfo& type, std::vector<const Node*>& out) {
  if (node.type == &type) out.push_back(&node);
  for (const Node& child : node.children) find_of_type(child, type, out);
}

const Node* pick_of_type(ChoiceSource& choices, const Node& tree, const TypeInfo& type) {
  std::vector<const Node*> found;
  find_of_type(tree, type, found);
  return found.empty() ? nullptr : found[choices.below(size_of(found))];
}

void carry_leaves(const Node& from, Node& to) {
  if (to.type->kind == Kind::leaf) {
    std::vector<const Node*> same;
    find_of_type(from, *to.type, same);
    if (!same.empty()) to.value = same.front()->value;
  }
  for (Node& child : to.children) carry_leaves(from, child);
}

/// The first field of a record that is a leaf of that kind.
Node* field_of_kind(Node& record, LeafKind kind) {
  for (Node& child : record.children) {
    if (child.type->kind == Kind::leaf && child.type->meaning->kind == kind) return &child;
  }
  return nullptr;
}

/// Mostly 1; once in `n` times any number up to `most`.
std::size_t run_length(ChoiceSource& choices, std::uint32_t n, std::size_t most) {
  return choices.one_in(n) ? choices.between(1, static_cast<std::uint32_t>(most)) : 1;
}

}  // namespace

TreeMutator::TreeMutator(const Domain& domain, ByteMutator bytes)
    : domain_(domain), bytes_(bytes), drawn_(domain.make_case()) {}

void TreeMutator::mutate(ChoiceSource& choices, Node& tree) {
  constexpr std::uint8_t counts[] = {1, 1, 1, 2, 2, 3, 4, 5};
  thin(choices, tree);
  const unsigned wanted = choices.pick(counts);
  unsigned made = 0;
  for (unsigned tries = 0; made < wanted && tries < 8 * wanted; ++tries) {
    if (apply(choices.pick(kWeighted), choices, tree)) ++made;
  }
}

bool TreeMutator::apply(Mutation mutation, ChoiceSource& choices, Node& tree) {
  if (mutation == Mutation::fresh) {
    tree = draw_case(choices);
    return true;
  }
  switch (mutation) {
    case Mutation::boundary:
    case Mutation::named:
    case Mutation::neighbour:
    case Mutation::bytes:
    case Mutation::copy:
    case Mutation::flag:
      find_places(tree, kLeaves);
      return edit_leaf(mutation, choices);
    case Mutation::interval:
      find_places(tree, kRecords);
      return edit_interval(choices);
    case Mutation::insert:
    case Mutation::duplicate:
    case Mutation::erase:
    case Mutation::swap:
    case Mutation::move:
      find_places(tree, kLists);
      return edit_list(mutation, choices);
    case Mutation::alternative:
    case Mutation::carry:
      find_places(tree, kChoices);
      return edit_choice(mutation, choices);
    case Mutation::replace: {
      find_places(tree, kParts);
      if (parts_.empty()) return false;
      Node& part = *parts_[choices.below(size_of(parts_))];
      part = draw(choices, *part.type);
      return true;
    }
    case Mutation::fresh:
      break;
  }
  return false;
}

void TreeMutator::find_places(Node& tree, unsigned wanted) {
  leaves_.clear();
  lists_.clear();
  choices_.clear();
  records_.clear();
  parts_.clear();
  const auto walk = [this, wanted](const auto& self, Node& node) -> void {
    for (Node& child : node.children) {
      switch (child.type->kind) {
        case Kind::leaf:
          if ((wanted & kLeaves) != 0) leaves_.push_back(&child);
          continue;
        case Kind::record:
          if ((wanted & kRecords) != 0) records_.push_back(&child);
          break;
        case Kind::list:
          if ((wanted & kLists) != 0) lists_.push_back(&child);
          break;
        case Kind::choice:
          if ((wanted & kChoices) != 0) choices_.push_back(&child);
          break;
      }
      if ((wanted & kParts) != 0) parts_.push_back(&child);
      self(self, child);
    }
  };
  walk(walk, tree);
}

bool TreeMutator::edit_leaf(Mutation mutation, ChoiceSource& choices) {
  if (mutation == Mutation::flag) {
    std::erase_if(leaves_, [](const Node* leaf) { return leaf->type->meaning->kind != LeafKind::flags; });
  }
  if (leaves_.empty()) return false;
  Node& leaf = *leaves_[choices.below(size_of(leaves_))];
  const LeafMeaning& meaning = *leaf.type->meaning;
  switch (mutation) {
    case Mutation::boundary:
      return !meaning.boundaries.empty() && set(leaf, choices.pick(meaning.boundaries));
    case Mutation::named:
      return !meaning.names.empty() && set(leaf, choices.pick(meaning.names).value);
    case Mutation::neighbour: {
      const bool up = choices.one_in(2);
      return set(leaf, meaning.closed ? neighbouring_name(meaning, leaf.value, up)
                       : up           ? leaf.value + 1
                                      : leaf.value - 1);
    }
    case Mutation::bytes: {
      const auto size = static_cast<std::size_t>(std::bit_width(leaf.type->leaf_max)) / 8;
      std::uint8_t bytes[8] = {};
      for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(leaf.value >> (8 * i));
      bytes_(bytes, size, size);
      std::uint64_t value = 0;
      for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{bytes[i]} << (8 * i);
      return set(leaf, value);
    }
    case Mutation::copy: {
      std::erase_if(leaves_, [&](const Node* other) { return other->type != leaf.type || other == &leaf; });
      return !leaves_.empty() && set(leaf, leaves_[choices.below(size_of(leaves_))]->value);
    }
    case Mutation::flag: {
      const auto bits = static_cast<std::uint32_t>(std::bit_width(leaf.type->leaf_max));
      const bool known = !meaning.names.empty() && !choices.one_in(8);
      return set(leaf,
                 leaf.value ^ (known ? choices.pick(meaning.names).value : std::uint64_t{1} << choices.below(bits)));
    }
    default:
      return false;
  }
}

bool TreeMutator::edit_interval(ChoiceSource& choices) {
  std::erase_if(records_, [](Node* record) {
    return field_of_kind(*record, LeafKind::position) == nullptr || field_of_kind(*record, LeafKind::count) == nullptr;
  });
  if (records_.empty()) return false;
  Node& record = *records_[choices.below(size_of(records_))];
  // Of several positions, such as a register and a table slot, any one.
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < record.children.size(); ++i) {
    const TypeInfo& type = *record.children[i].type;
    if (type.kind == Kind::leaf && type.meaning->kind == LeafKind::position) positions.push_back(i);
  }
  const std::size_t at = positions[choices.below(size_of(positions))];
  Node& position = record.children[at];
  const std::uint64_t count = field_of_kind(record, LeafKind::count)->value;
  const std::uint64_t nudge = choices.below(3) - std::uint64_t{1};
  if (choices.one_in(2)) return set(position, position.type->leaf_max - count + 1 + nudge);  // ends where the type does
  std::erase_if(records_, [&](const Node* other) { return other->type != record.type || other == &record; });
  if (records_.empty()) return false;
  Node& other = *records_[choices.below(size_of(records_))];
  const std::uint64_t start = other.children[at].value;
  const bool behind = choices.one_in(2);
  return set(position, (behind ? start + field_of_kind(other, LeafKind::count)->value : start - count) + nudge);
}

bool TreeMutator::edit_list(Mutation mutation, ChoiceSource& choices) {
  std::vector<Node*> with_room = lists_;
  std::erase_if(with_room, [](const Node* list) { return list->children.size() >= list->type->max_elements; });
  if (mutation == Mutation::insert) {
    if (with_room.empty()) return false;
    Node& list = *with_room[choices.below(size_of(with_room))];
    Node element = draw(choices, *list.type->element);
    list.children.insert(list.children.begin() + choices.below(size_of(list.children) + 1), std::move(element));
    return true;
  }
  const std::size_t least = mutation == Mutation::swap ? 2 : 1;
  std::erase_if(mutation == Mutation::duplicate ? with_room : lists_,
                [&](const Node* list) { return list->children.size() < least; });
  const std::vector<Node*>& candidates = mutation == Mutation::duplicate ? with_room : lists_;
  if (candidates.empty()) return false;
  Node& list = *candidates[choices.below(size_of(candidates))];
  std::vector<Node>& elements = list.children;
  const std::uint32_t count = size_of(elements);
  const std::uint32_t at = choices.below(count);
  switch (mutation) {
    case Mutation::duplicate: {
      const Node element = elements[at];
      const std::size_t copies = run_length(choices, 64, list.type->max_elements - count);
      elements.insert(elements.begin() + choices.below(count + 1), copies, element);
      return true;
    }
    case Mutation::erase: {
      const auto first = elements.begin() + at;
      elements.erase(first, first + static_cast<std::ptrdiff_t>(run_length(choices, 2, count - at)));
      return true;
    }
    case Mutation::swap:
      std::swap(elements[at], elements[(at + 1 + choices.below(count - 1)) % count]);
      return true;
    case Mutation::move: {
      // The element leaves first, so that its own list is a place like others. A list inside it cannot take it.
      Node element = std::move(elements[at]);
      elements.erase(elements.begin() + at);
      std::erase_if(with_room, [&](const Node* other) { return other->type != list.type; });
      Node& target = with_room.empty() || choices.one_in(2) ? list : *with_room[choices.below(size_of(with_room))];
      target.children.insert(target.children.begin() + choices.below(size_of(target.children) + 1), std::move(element));
      return true;
    }
    default:
      return false;
  }
}

bool TreeMutator::edit_choice(Mutation mutation, ChoiceSource& choices) {
  std::erase_if(choices_, [](const Node* choice) { return choice->type->fields.size() < 2; });
  if (choices_.empty()) return false;
  Node& choice = *choices_[choices.below(size_of(choices_))];
  const std::uint32_t count = size_of(choice.type->fields);
  const std::uint64_t alternative = (choice.value + 1 + choices.below(count - 1)) % count;
  Node content = draw(choices, *choice.type->fields[alternative].type);
  if (mutation == Mutation::carry) carry_leaves(choice.children[0], content);
  choice.value = alternative;
  choice.children[0] = std::move(content);
  return true;
}

void TreeMutator::cross_over(ChoiceSource& choices, Node& into, const Node& from) {
  thin(choices, into);
  const unsigned wanted = choices.between(1, 3);
  unsigned made = 0;
  for (unsigned tries = 0; made < wanted && tries < 8 * wanted; ++tries) {
    const bool lists = choices.one_in(2);
    find_places(into, lists ? kLists : kLeaves | kParts);
    if (lists ? splice(choices, from) : graft(choices, from)) ++made;
  }
}

void TreeMutator::thin(ChoiceSource& choices, Node& tree) {
  if (element_count(tree) <= kManyElements || choices.one_in(4)) return;
  find_places(tree, kLists);
  // Inner lists first: those of an element that goes are gone.
  for (auto list = lists_.rbegin(); list != lists_.rend(); ++list) {
    std::erase_if((*list)->children, [&](const Node&) { return choices.one_in(2); });
  }
}

bool TreeMutator::graft(ChoiceSource& choices, const Node& from) {
  const std::vector<Node*>& places = parts_.empty() || choices.one_in(4) ? leaves_ : parts_;
  if (places.empty()) return false;
  Node& place = *places[choices.below(size_of(places))];
  const Node* part = pick_of_type(choices, from, *place.type);
  if (part == nullptr) return false;
  place = *part;
  return true;
}

bool TreeMutator::splice(ChoiceSource& choices, const Node& from) {
  if (lists_.empty()) return false;
  Node& list = *lists_[choices.below(size_of(lists_))];
  const Node* source = pick_of_type(choices, from, *list.type);
  if (source == nullptr || source->children.empty()) return false;
  // A run of the list, maybe an empty one, gives way to a run of the other.
  std::vector<Node>& elements = list.children;
  const std::uint32_t first = choices.below(size_of(elements) + 1);
  const std::uint32_t last = choices.between(first, size_of(elements));
  elements.erase(elements.begin() + first, elements.begin() + last);
  const std::uint32_t begin = choices.below(size_of(source->children));
  const std::uint32_t end = choices.between(begin + 1, size_of(source->children));
  const std::size_t room = list.type->max_elements - elements.size();
  const std::size_t taken = std::min<std::size_t>(end - begin, room);
  const auto run = source->children.begin() + begin;
  elements.insert(elements.begin() + first, run, run + static_cast<std::ptrdiff_t>(taken));
  return true;
}

const Node& TreeMutator::draw_case(ChoiceSource& choices) {
  domain_.generate(choices, *drawn_);
  // By way of the bytes, since the tree keeps its memory then.
  drawn_bytes_.clear();
  domain_.encode(*drawn_, drawn_bytes_);
  read_tree(drawn_bytes_, domain_.type(), drawn_tree_);
  return drawn_tree_;
}

Node TreeMutator::draw(ChoiceSource& choices, const TypeInfo& type) {
  // A case may have no part of a type: an empty list has no element.
  for (int tries = 0; tries < 3; ++tries) {
    if (const Node* part = pick_of_type(choices, draw_case(choices), type)) return *part;
  }
  return simplest_node(type);
}

}  // namespace d3d12fuzz
