/// Mutation of cases by what their fields mean, for fuzz engines that would otherwise edit bytes.
///
/// Every edit keeps structure (types, caps, closed enumerations) and nothing else: a value that a rule judges may
/// become anything. What only a domain's repair knows is left to Domain::assign. A result is a function of the choices,
/// the tree and what the byte mutator does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/choice_source.h"
#include "base/tree.h"
#include "domains/domain.h"

namespace d3d12fuzz {

/// One kind of edit. `fresh` means taken from a case that the domain's generator drew for the purpose.
enum class Mutation : std::uint8_t {
  boundary,     ///< a leaf takes one of its boundary values
  named,        ///< a leaf takes a value that has a name
  neighbour,    ///< a leaf grows or shrinks by one, around the end of its type
  bytes,        ///< the byte mutator edits a leaf
  copy,         ///< a leaf takes the value of another one of its type
  flag,         ///< one bit of a set of flags changes
  interval,     ///< a position is set so that it, with a count beside it, meets another interval or its type's end
  insert,       ///< a list gets a fresh element
  duplicate,    ///< an element of a list stands there twice, or more often
  erase,        ///< a list loses an element, or several
  swap,         ///< two elements of a list change places
  move,         ///< an element goes elsewhere in its list, or to another list of the same type
  alternative,  ///< a choice takes another alternative, a fresh one
  carry,        ///< the same, and leaves keep the values of leaves of their type
  replace,      ///< a record, list or choice becomes a fresh one of its type
  fresh,        ///< the whole case becomes a fresh one
};
inline constexpr std::size_t kMutationCount = 16;

/// With the memory that it reuses. Not for two threads at once.
class TreeMutator {
 public:
  /// Edits bytes in place and returns how many are left, at most `max_size`: LLVMFuzzerMutate.
  using ByteMutator = std::size_t (*)(std::uint8_t* data, std::size_t size, std::size_t max_size);

  TreeMutator(const Domain& domain, ByteMutator bytes);

  /// Makes one to five edits. The tree may be the same as before by chance.
  /// \param tree  of the domain's type
  void mutate(ChoiceSource& choices, Node& tree);

  /// Makes one edit of that kind.
  /// \return whether there was a place for it
  bool apply(Mutation mutation, ChoiceSource& choices, Node& tree);

  /// Puts parts of `from` in the place of parts of `into` that have the same type, and runs of elements into lists.
  /// Both are trees of the domain's type.
  void cross_over(ChoiceSource& choices, Node& into, const Node& from);

 private:
  enum Places : unsigned { kLeaves = 1, kRecords = 2, kLists = 4, kChoices = 8, kParts = 16 };

  void find_places(Node& tree, unsigned wanted);
  bool edit_leaf(Mutation mutation, ChoiceSource& choices);
  bool edit_interval(ChoiceSource& choices);
  bool edit_list(Mutation mutation, ChoiceSource& choices);
  bool edit_choice(Mutation mutation, ChoiceSource& choices);
  void thin(ChoiceSource& choices, Node& tree);
  bool graft(ChoiceSource& choices, const Node& from);
  bool splice(ChoiceSource& choices, const Node& from);
  const Node& draw_case(ChoiceSource& choices);
  Node draw(ChoiceSource& choices, const TypeInfo& type);

  const Domain& domain_;
  ByteMutator bytes_;
  std::unique_ptr<Case> drawn_;
  std::vector<std::uint8_t> drawn_bytes_;
  Node drawn_tree_;

  // Places of the tree that is being edited.
  std::vector<Node*> leaves_;
  std::vector<Node*> lists_;
  std::vector<Node*> choices_;
  std::vector<Node*> records_;
  std::vector<Node*> parts_;  ///< records, lists and choices but the whole
};

}  // namespace d3d12fuzz
