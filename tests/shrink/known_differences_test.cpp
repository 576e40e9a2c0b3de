#include "shrink/known_differences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace d3d12fuzz {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

KnownDifferences list(std::string_view text) { return KnownDifferences::parse(text, "known.tsv"); }

/// What is said of a bad list.
std::string refusal(std::string_view text) {
  try {
    list(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "not refused";
}

std::optional<std::size_t> match(const KnownDifferences& known, std::string_view signature, const Shape& shape = {}) {
  return known.match(parse_signature(signature).value(), [&] { return shape; });
}

TEST(KnownDifferences, a_line_has_signature_shape_and_reason) {
  const KnownDifferences known = list(
      "accepts-illegal DT-005 at serialize\t\tnot checked\n"
      "rejects-legal at create\tflags=DENY, parameters[]\tfor lack of time\n"
      "wrong-value parameters[].table_size at create\tparameters[]\tcounts to 2^32\n"
      "crash libvkd3d.so.1+0x2108e at create\t\tdivides by 0\n"
      "hang no answer within 2 s at create\t\tloops\n"
      "misconduct leaks-memory at create\t\tcaches");
  ASSERT_EQ(known.entries().size(), 6u);
  EXPECT_EQ(known.entries()[0].signature,
            (Signature{.kind = DifferenceKind::rule_not_enforced, .stage = Stage::serialize, .subject = "DT-005"}));
  EXPECT_THAT(known.entries()[0].shape, IsEmpty());
  EXPECT_EQ(known.entries()[0].reason, "not checked");
  EXPECT_THAT(known.entries()[1].shape, ElementsAre("flags=DENY", "parameters[]"));
  EXPECT_EQ(known.entries()[1].line, 2u);
  EXPECT_EQ(known.entries()[3].signature.subject, "libvkd3d.so.1+0x2108e");
  EXPECT_EQ(known.entries()[5].signature,
            (Signature{.kind = DifferenceKind::misconduct, .stage = Stage::create, .subject = "leaks-memory"}));
}

TEST(KnownDifferences, comments_empty_lines_and_the_heading_are_skipped) {
  const KnownDifferences known = list(
      "# of vkd3d\n\nsignature\tshape\treason\n# more\r\naccepts-illegal DT-005 at serialize\t\tnot checked\r\n   \n");
  ASSERT_EQ(known.entries().size(), 1u);
  EXPECT_EQ(known.entries()[0].line, 5u);
  EXPECT_EQ(known.entries()[0].reason, "not checked");
  EXPECT_TRUE(list("").empty());
  EXPECT_TRUE(list("signature\tshape\treason\n").empty());
}

TEST(KnownDifferences, match_by_signature) {
  const KnownDifferences known =
      list("accepts-illegal DT-005 at serialize\t\tx\ncrash libvkd3d.so.1+0x2108e at create\t\ty\n");
  EXPECT_EQ(match(known, "accepts-illegal DT-005 at serialize"), 0u);
  EXPECT_EQ(match(known, "crash libvkd3d.so.1+0x2108e at create"), 1u);
  EXPECT_EQ(match(known, "accepts-illegal DT-005 at create"), std::nullopt);
  EXPECT_EQ(match(known, "accepts-illegal DT-002 at serialize"), std::nullopt);
  EXPECT_EQ(match(known, "crash libvkd3d.so.1+0x2108f at create"), std::nullopt);
}

TEST(KnownDifferences, what_comes_and_goes_is_known_apart) {
  const KnownDifferences known = list("unstable accepts-illegal DT-005 at serialize\t\tx\n");
  EXPECT_TRUE(known.entries()[0].signature.unstable);
  EXPECT_EQ(match(known, "unstable accepts-illegal DT-005 at serialize"), 0u);
  EXPECT_EQ(match(known, "accepts-illegal DT-005 at serialize"), std::nullopt);
  EXPECT_EQ(refusal("unstable accepts-illegal DT-999 at serialize\t\tx\n"),
            "known.tsv:1: found rule \"DT-999\", expected one that \"d3d12fuzz rules\" lists");
}

TEST(KnownDifferences, match_cases_that_have_the_shape) {
  const KnownDifferences known = list("rejects-legal at create\tb, a\tx\n");
  EXPECT_EQ(match(known, "rejects-legal at create", {"a", "b"}), 0u);
  EXPECT_EQ(match(known, "rejects-legal at create", {"a", "b", "c"}), 0u);
  EXPECT_EQ(match(known, "rejects-legal at create", {"a", "c"}), std::nullopt);
}

TEST(KnownDifferences, the_shape_that_says_most_wins) {
  const KnownDifferences known =
      list("rejects-legal at create\t\tx\nrejects-legal at create\ta, b\ty\nrejects-legal at create\ta, c\tz\n");
  EXPECT_EQ(match(known, "rejects-legal at create", {"a"}), 0u);
  EXPECT_EQ(match(known, "rejects-legal at create", {"a", "b"}), 1u);
  EXPECT_EQ(match(known, "rejects-legal at create", {"a", "b", "c"}), 1u) << "the first of two equals";
}

TEST(KnownDifferences, a_shape_is_asked_for_only_where_an_entry_has_one) {
  const KnownDifferences known = list("accepts-illegal DT-005 at serialize\t\tx\nrejects-legal at create\ta\ty\n");
  int asked = 0;
  const auto shape = [&] {
    ++asked;
    return Shape{};
  };
  known.match(parse_signature("accepts-illegal DT-005 at serialize").value(), shape);
  known.match(parse_signature("accepts-illegal DT-002 at serialize").value(), shape);
  EXPECT_EQ(asked, 0);
  known.match(parse_signature("rejects-legal at create").value(), shape);
  EXPECT_EQ(asked, 1);
}

TEST(KnownDifferences, several_lists_become_one) {
  KnownDifferences known = list("accepts-illegal DT-005 at serialize\t\tx\n");
  known.add(KnownDifferences::parse("accepts-illegal DT-002 at create\t\ty\n", "more.tsv"));
  EXPECT_EQ(match(known, "accepts-illegal DT-002 at create"), 1u);
  EXPECT_EQ(known.entries()[1].file, "more.tsv");
  try {
    known.add(KnownDifferences::parse("\naccepts-illegal DT-005 at serialize\t\tz\n", "third.tsv"));
    ADD_FAILURE() << "a repetition was not refused";
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "third.tsv:2: found \"accepts-illegal DT-005 at serialize\" a second time, expected it once; it stands "
        "at known.tsv:1");
  }
}

TEST(KnownDifferences, bad_lines_are_refused) {
  EXPECT_EQ(
      refusal("accepts-illegal DT-005 at serialize\n"),
      "known.tsv:1: found 1 column, expected three separated by tabs: signature, shape (may be empty) and reason");
  EXPECT_EQ(
      refusal("#\naccepts-illegal DT-005 at serialize\tnot checked\n"),
      "known.tsv:2: found 2 columns, expected three separated by tabs: signature, shape (may be empty) and reason");
  EXPECT_EQ(refusal("accepts-illegal DT-005 at serialize\t\t \n"),
            "known.tsv:1: found no reason, expected one in the third column");
  EXPECT_EQ(refusal("accepts-illegal DT-999 at serialize\t\tx\n"),
            "known.tsv:1: found rule \"DT-999\", expected one that \"d3d12fuzz rules\" lists");
  constexpr std::string_view forms =
      "\", expected one such as \"accepts-illegal DT-005 at serialize\"; kinds are accepts-illegal, rejects-legal, "
      "wrong-value, crash, hang, misconduct, with \"unstable\" in front of what comes and goes; stages are serialize, "
      "deserialize, create, build, record, execute";
  for (const std::string text : {"accepts DT-005 at serialize", "accepts-illegal DT-005 at serialise",
                                 "accepts-illegal DT-005", "rejects-legalat create", "signature"}) {
    EXPECT_EQ(refusal(text + "\t\tx\n"), "known.tsv:1: found signature \"" + text + std::string(forms));
  }
  EXPECT_EQ(
      refusal("rejects-legal DT-005 at create\t\tx\n"),
      "known.tsv:1: found \"DT-005\" behind rejects-legal, expected the stage alone; the shape tells cases apart");
  EXPECT_THAT(refusal("wrong-value nothing at create\t\tx\n"),
              StartsWith("known.tsv:1: found value \"nothing\", expected one that a domain has, such as \""));
  EXPECT_THAT(refusal("wrong-value parameters[].table_size at serialize\t\tx\n"),
              StartsWith("known.tsv:1: found value \"parameters[].table_size\" at serialize, expected it at "));
  EXPECT_EQ(refusal("crash at create\t\tx\n"),
            "known.tsv:1: found no place or signal, expected one such as \"crash libfoo.so.1+0x12 at create\"");
  EXPECT_EQ(refusal("misconduct leaks at create\t\tx\n"),
            "known.tsv:1: found misconduct \"leaks\", expected one of " + conduct_names());
  EXPECT_EQ(refusal("rejects-legal at create\ta,,b\tx\n"),
            "known.tsv:1: found an empty feature in the shape, expected features separated by commas");
}

TEST(KnownDifferences, a_line_that_stands_twice_is_refused_whatever_its_reason) {
  EXPECT_EQ(
      refusal("rejects-legal at create\ta, b\tx\nrejects-legal at create\tb\tx\nrejects-legal at create\tb,a\ty\n"),
      "known.tsv:3: found \"rejects-legal at create (a, b)\" a second time, expected it once; it stands at "
      "known.tsv:1");
}

TEST(KnownDifferences, are_written_as_they_are_read) {
  const std::string text =
      "signature\tshape\treason\n"
      "accepts-illegal DT-002 at create\t\tx\n"
      "accepts-illegal DT-005 at serialize\t\ty\n"
      "rejects-legal at create\ta, b\tz\n";
  const KnownDifferences known = list(text);
  EXPECT_EQ(known_differences_text({known.entries().rbegin(), known.entries().rend()}), text);
}

}  // namespace
}  // namespace d3d12fuzz
