#include "fuzzing/tree_bytes.h"

#include <gtest/gtest.h>

#include "base/choice_source.h"
#include "fuzzing/sample_domain.h"

namespace d3d12fuzz {
namespace {

/// Bytes that are mostly small, so that lists begin and end.
std::vector<std::uint8_t> random_bytes(std::uint64_t seed) {
  ChoiceSource choices(seed, 0);
  std::vector<std::uint8_t> bytes(choices.below(400));
  for (std::uint8_t& byte : bytes)
    byte = static_cast<std::uint8_t>(choices.one_in(3) ? choices.bits32() : choices.below(2));
  return bytes;
}

TEST(TreeBytes, any_bytes_give_the_tree_that_decoding_gives_but_for_repair) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::vector<std::uint8_t> bytes = random_bytes(seed);
    sketch::Sketch decoded;
    decode(std::span(bytes), decoded);
    Node tree;
    read_tree(bytes, sketch::domain().type(), tree);
    ASSERT_EQ(first_difference(tree, to_tree(decoded)), std::nullopt) << seed;
  }
}

TEST(TreeBytes, overwrites_all_of_what_was_there) {
  Node reused;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Node fresh;
    read_tree(random_bytes(seed), sketch::domain().type(), fresh);
    read_tree(random_bytes(seed), sketch::domain().type(), reused);
    ASSERT_EQ(fresh, reused) << seed;
  }
}

TEST(TreeBytes, repaired_it_is_what_the_domain_decodes) {
  for (const Domain* domain : all_domains()) {
    const std::unique_ptr<Case> value = domain->make_case();
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      Node tree;
      read_tree(random_bytes(seed), domain->type(), tree);
      domain->decode(random_bytes(seed), *value);
      ASSERT_EQ(domain->tree(*case_from_tree(*domain, tree)), domain->tree(*value)) << domain->name() << ' ' << seed;
    }
  }
}

}  // namespace
}  // namespace d3d12fuzz
