#include "fuzzing/case_mutator.h"

#include <algorithm>
#include <cstring>

#include "fuzzing/tree_bytes.h"

namespace d3d12fuzz {
namespace {

void find_longest_list(Node& node, Node*& longest) {
  if (node.type->kind == TypeInfo::Kind::list &&
      (longest == nullptr || node.children.size() > longest->children.size())) {
    longest = &node;
  }
  for (Node& child : node.children) find_longest_list(child, longest);
}

}  // namespace

CaseMutator::CaseMutator(const Domain& domain, TreeMutator::ByteMutator bytes)
    : domain_(domain), mutator_(domain, bytes), case_(domain.make_case()) {}

std::size_t CaseMutator::mutate(std::span<std::uint8_t> data, std::size_t size, std::uint32_t seed) {
  const std::span<const std::uint8_t> bytes = data.first(size);
  ChoiceSource choices(seed, size);
  read_tree(bytes, domain_.type(), tree_);
  mutator_.mutate(choices, tree_);
  return write(data);
}

std::size_t CaseMutator::cross_over(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second,
                                    std::span<std::uint8_t> out, std::uint32_t seed) {
  ChoiceSource choices(seed, first.size());
  read_tree(second, domain_.type(), other_tree_);
  read_tree(first, domain_.type(), tree_);
  mutator_.cross_over(choices, tree_, other_tree_);
  return write(out);
}

std::size_t CaseMutator::write(std::span<std::uint8_t> out) {
  while (true) {
    domain_.assign(*case_, tree_);
    encoded_.clear();
    domain_.encode(*case_, encoded_);
    if (encoded_.size() <= out.size()) break;
    Node* longest = nullptr;
    find_longest_list(tree_, longest);
    if (longest == nullptr || longest->children.empty()) {
      encoded_.resize(out.size());  // what is missing decodes as zero
      break;
    }
    const std::size_t count = longest->children.size();
    longest->children.resize(std::min(count - 1, count * out.size() / encoded_.size()));
  }
  if (!encoded_.empty()) std::memcpy(out.data(), encoded_.data(), encoded_.size());
  return encoded_.size();
}

}  // namespace d3d12fuzz
