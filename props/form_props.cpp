// A case in each of its forms is the same case.

#include <unistd.h>

#include <compare>
#include <filesystem>

#include "base/file.h"
#include "base/json_text.h"
#include "base/tree_json.h"
#include "domains/root_signature/cpp_body.h"
#include "drawn.h"
#include "report/finding_json.h"

namespace d3d12fuzz::props {
namespace {

using Bytes = std::vector<std::uint8_t>;

RootSignatureCase decoded(const Bytes& bytes) {
  const std::unique_ptr<Case> made = domain().make_case();
  domain().decode(bytes, *made);
  return value_of(*made);
}

Bytes encoded(const RootSignatureCase& value) {
  Bytes bytes;
  domain().encode(*make(value), bytes);
  return bytes;
}

TEST(Forms, what_was_encoded_decodes_to_the_same_case) {
  check(1500, [](const Drawn& drawn) { RC_ASSERT(decoded(encoded(drawn.value)) == drawn.value); });
}

TEST(Forms, any_bytes_decode_to_a_sound_case_that_encodes_and_decodes_to_itself) {
  // Long runs of "more" bytes first, else nearly all cases would be empty.
  const auto bytes = rc::gen::noShrink(rc::gen::container<Bytes>(rc::gen::weightedOneOf<std::uint8_t>(
      {{3, rc::gen::element<std::uint8_t>(0, 1, 2, 3, 0xFF)}, {1, rc::gen::inRange<std::uint8_t>(0, 255)}})));
  check(1500, [&] {
    const RootSignatureCase value = decoded(*bytes);
    RC_ASSERT(!unsound_field(domain(), to_tree(value)).has_value());
    RC_ASSERT(decoded(encoded(value)) == value);
  });
}

TEST(Forms, damaged_bytes_decode_to_a_sound_case) {
  check(1500, [](const Drawn& drawn, std::uint64_t damage) {
    Bytes bytes = encoded(drawn.value);
    ChoiceSource choices(damage, 0);
    for (int i = 0; i < 3; ++i) {
      bytes[choices.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<std::uint8_t>(choices.bits32());
    }
    bytes.resize(choices.below(static_cast<std::uint32_t>(bytes.size()) + 1));
    const RootSignatureCase value = decoded(bytes);
    RC_ASSERT(!unsound_field(domain(), to_tree(value)).has_value());
    RC_ASSERT(decoded(encoded(value)) == value);
  });
}

TEST(Forms, repair_is_idempotent_and_changes_no_generated_case) {
  check(1500, [](const Drawn& drawn, std::uint32_t version) {
    RootSignatureCase value = drawn.value;
    repair(value);
    RC_ASSERT(value == drawn.value);
    value.version = version % 2 == 0 ? root_signature::Version::v1_0 : root_signature::Version::v1_1;
    repair(value);
    RootSignatureCase again = value;
    repair(again);
    RC_ASSERT(again == value);
  });
}

TEST(Forms, json_that_was_written_reads_to_the_same_case_and_the_same_text) {
  check(500, [](const Drawn& drawn) {
    const std::string text = case_json(domain(), to_tree(drawn.value));
    const LoadedCase loaded = parse_case(text, "case");
    RC_ASSERT(loaded.tree == to_tree(drawn.value));
    RC_ASSERT(case_json(domain(), loaded.tree) == text);
  });
}

TEST(Forms, a_file_that_was_written_loads_to_the_same_case) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("d3d12fuzz_props_" + std::to_string(getpid()) + ".json");
  check(50, [&](const Drawn& drawn) {
    write_file(path, case_json(domain(), to_tree(drawn.value)));
    RC_ASSERT(value_of(*case_from_tree(domain(), load_case(path).tree)) == drawn.value);
  });
  std::filesystem::remove(path);
}

TEST(Forms, emitted_cpp_says_what_the_case_is) {
  check(300, [](const Drawn& drawn) {
    for (const auto through : {root_signature::CppInterface::d3d12, root_signature::CppInterface::candidate}) {
      RC_ASSERT(root_signature::from_cpp_body(root_signature::to_cpp_body(drawn.value, through)) ==
                root_signature::said_by_cpp_body(drawn.value, through));
    }
  });
}

TEST(Forms, equal_trees_have_no_first_difference_and_others_do) {
  check(500, [](const Drawn& a, const Drawn& b) {
    const Node tree = to_tree(a.value);
    RC_ASSERT(!first_difference(tree, to_tree(a.value)).has_value());
    RC_ASSERT(first_difference(tree, to_tree(b.value)).has_value() == (a.value != b.value));
    RC_ASSERT(std::is_eq(compare_simplicity(tree, to_tree(b.value))) == (a.value == b.value));
  });
}

}  // namespace
}  // namespace d3d12fuzz::props
