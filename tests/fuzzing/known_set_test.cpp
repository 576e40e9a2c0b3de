#include "fuzzing/known_set.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

const Domain& root_signature() { return *find_domain("root_signature"); }

bool explains(std::string_view text, std::string_view signature, std::string_view notation) {
  return KnownSet::parse(text, "list")
      .explains(signature, root_signature(), *case_from_tree(root_signature(), to_tree(test::notation(notation))));
}

std::string error_of(std::string_view text) {
  try {
    KnownSet::parse(text, "list");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(KnownSet, explains_nothing_when_it_is_empty) {
  EXPECT_FALSE(explains("", "rejects-legal at create", "V=1.0"));
  EXPECT_FALSE(explains("# a comment\n\n", "rejects-legal at create", "V=1.0"));
}

TEST(KnownSet, a_line_without_shape_explains_its_signature_in_any_case) {
  constexpr std::string_view text = "accepts-illegal DT-005 at serialize\t\tnot checked\n";
  EXPECT_TRUE(explains(text, "accepts-illegal DT-005 at serialize", "V=1.0"));
  EXPECT_FALSE(explains(text, "accepts-illegal DT-005 at create", "V=1.0"));
  EXPECT_FALSE(explains(text, "accepts-illegal DT-00", "V=1.0"));
}

TEST(KnownSet, a_shape_has_to_be_part_of_the_case) {
  constexpr std::string_view text =
      "rejects-legal at serialize\tparameters[].shader_visibility=PIXEL, parameters[]\tbug 7";
  EXPECT_TRUE(explains(text, "rejects-legal at serialize", "V=1.0 T[PIXEL](R(SRV,1,0,0,A))"));
  EXPECT_FALSE(explains(text, "rejects-legal at serialize", "V=1.0 T[VERTEX](R(SRV,1,0,0,A))"));
}

TEST(KnownSet, names_the_line_that_cannot_be_read) {
  EXPECT_EQ(error_of("# one\nrejects-legal at create\treason"),
            "list:2: expected signature, shape and reason between tabs");
  EXPECT_EQ(error_of("rejects at create\t\treason"), "list:1: \"rejects at create\" is no signature");
  EXPECT_EQ(error_of("rejects-legal at create\t\t\n"), "list:1: expected a reason");
}

}  // namespace
}  // namespace d3d12fuzz
