#include "fuzzing/case_mutator.h"

#include <gtest/gtest.h>

#include "fuzzing/sample_domain.h"

namespace d3d12fuzz {
namespace {

using sketch::flip_first_byte;
using Bytes = std::vector<std::uint8_t>;

const Domain& root_signature() { return *find_domain("root_signature"); }

Bytes drawn_bytes(std::uint64_t index) {
  const std::unique_ptr<Case> drawn = root_signature().make_case();
  ChoiceSource choices(1, index);
  root_signature().generate(choices, *drawn);
  Bytes bytes;
  root_signature().encode(*drawn, bytes);
  return bytes;
}

Bytes mutated(CaseMutator& mutator, Bytes bytes, std::size_t max_size, std::uint32_t seed) {
  const std::size_t size = bytes.size();
  bytes.resize(std::max(size, max_size));
  bytes.resize(mutator.mutate(std::span(bytes).first(max_size), size, seed));
  return bytes;
}

/// What decodes and encodes to itself is the binary form of a sound case.
bool is_form_of_a_case(const Bytes& bytes) {
  const std::unique_ptr<Case> value = root_signature().make_case();
  root_signature().decode(bytes, *value);
  Bytes again;
  root_signature().encode(*value, again);
  return again == bytes && !unsound_field(root_signature(), root_signature().tree(*value));
}

TEST(CaseMutator, makes_the_form_of_a_sound_case_of_any_bytes) {
  CaseMutator mutator(root_signature(), flip_first_byte);
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    ChoiceSource choices(seed, 1);
    Bytes bytes(choices.below(300));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(choices.below(choices.one_in(2) ? 2 : 256));
    EXPECT_TRUE(is_form_of_a_case(mutated(mutator, bytes, 4096, seed))) << seed;
  }
}

TEST(CaseMutator, sound_cases_stay_sound_through_long_chains) {
  CaseMutator mutator(root_signature(), flip_first_byte);
  Bytes bytes = drawn_bytes(0);
  for (std::uint32_t seed = 0; seed < 1000; ++seed) {
    bytes = mutated(mutator, bytes, 4096, seed);
    ASSERT_TRUE(is_form_of_a_case(bytes)) << seed;
  }
}

TEST(CaseMutator, the_same_seed_makes_the_same_of_the_same_bytes) {
  CaseMutator used(root_signature(), flip_first_byte);
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    CaseMutator unused(root_signature(), flip_first_byte);
    EXPECT_EQ(mutated(used, drawn_bytes(seed), 4096, seed), mutated(unused, drawn_bytes(seed), 4096, seed));
  }
}

TEST(CaseMutator, never_writes_more_than_there_is_room_for) {
  CaseMutator mutator(root_signature(), flip_first_byte);
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    for (const std::size_t room : {200u, 80u, 50u}) {
      Bytes bytes = drawn_bytes(seed);
      bytes.resize(std::min(bytes.size(), room));
      const Bytes result = mutated(mutator, bytes, room, seed);
      EXPECT_LE(result.size(), room);
      EXPECT_TRUE(is_form_of_a_case(result)) << "a case without elements takes 44 bytes";
    }
    EXPECT_LE(mutated(mutator, {}, 5, seed).size(), 5u);
    EXPECT_LE(mutated(mutator, {}, 0, seed).size(), 0u);
  }
}

TEST(CaseMutator, crossover_of_two_cases_is_the_form_of_a_sound_case_and_fits) {
  CaseMutator mutator(root_signature(), flip_first_byte);
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    for (const std::size_t room : {4096u, 100u}) {
      Bytes out(room);
      out.resize(mutator.cross_over(drawn_bytes(seed), drawn_bytes(seed + 1), out, seed));
      EXPECT_TRUE(is_form_of_a_case(out)) << seed;
    }
  }
}

}  // namespace
}  // namespace d3d12fuzz
