#include "candidates/command/command_line.h"

#include "base/error.h"

namespace d3d12fuzz::command {
namespace {

using root_signature::Version;
using testing::ElementsAre;

std::vector<std::string> arguments(std::string_view text, Version version = Version::v1_1) {
  return CommandLine(text).arguments(version, "in.hlsl", "out.blob");
}

std::string error_of(std::string_view text) {
  try {
    const CommandLine line(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CommandLine, parts_words_at_spaces_and_puts_the_files_in) {
  EXPECT_THAT(arguments("/bin/cat  -T rootsig_1_1\t{hlsl} -Fo {blob} "),
              ElementsAre("/bin/cat", "-T", "rootsig_1_1", "in.hlsl", "-Fo", "out.blob"));
}

TEST(CommandLine, knows_placeholders_inside_of_words_and_quotes) {
  EXPECT_THAT(arguments("/bin/cat rootsig_{version} -Fo={blob}.x \"{hlsl} {hlsl}\" '{blob}'", Version::v1_2),
              ElementsAre("/bin/cat", "rootsig_1_2", "-Fo=out.blob.x", "in.hlsl in.hlsl", "out.blob"));
}

TEST(CommandLine, keeps_quoted_words_together) {
  EXPECT_THAT(arguments("/bin/cat rootsig_1_0 'a  \\b' \"c 'd'\" e' f 'g '' {hlsl}{blob}"),
              ElementsAre("/bin/cat", "rootsig_1_0", "a  \\b", "c 'd'", "e f g", "", "in.hlslout.blob"));
}

TEST(CommandLine, takes_the_character_behind_a_backslash_as_it_is) {
  EXPECT_THAT(arguments("/bin/cat rootsig_1_0 a\\ b \\{hlsl} \"\\\"\\\\\" \\' {hlsl}{blob}"),
              ElementsAre("/bin/cat", "rootsig_1_0", "a b", "{hlsl}", "\"\\", "'", "in.hlslout.blob"));
}

TEST(CommandLine, finds_the_program_in_path) {
  const CommandLine line("cat rootsig_1_1 {hlsl} {blob}");
  EXPECT_TRUE(line.program().ends_with("/bin/cat")) << line.program();
  EXPECT_EQ(line.arguments(Version::v1_1, "a", "b").front(), line.program());
}

TEST(CommandLine, asks_for_the_versions_that_it_compiles) {
  const CommandLine one("cat -T rootsig_1_1 {hlsl} {blob}");
  EXPECT_FALSE(one.can_ask(Version::v1_0));
  EXPECT_TRUE(one.can_ask(Version::v1_1));
  EXPECT_FALSE(one.can_ask(Version::v1_2));
  const CommandLine all("cat -T rootsig_{version} {hlsl} {blob}");
  EXPECT_TRUE(all.can_ask(Version::v1_0));
  EXPECT_TRUE(all.can_ask(Version::v1_1));
  EXPECT_TRUE(all.can_ask(Version::v1_2));
}

TEST(CommandLine, refuses_one_that_says_no_version_or_two) {
  const std::string expected =
      "candidate \"command\": expected either {version}, as in rootsig_{version}, or one of rootsig_1_0, rootsig_1_1 "
      "and rootsig_1_2";
  EXPECT_EQ(error_of("cat {hlsl} {blob}"), expected);
  EXPECT_EQ(error_of("cat rootsig_1_0 rootsig_1_1 {hlsl} {blob}"), expected);
  EXPECT_EQ(error_of("cat rootsig_1_0 {version} {hlsl} {blob}"), expected);
}

TEST(CommandLine, refuses_placeholders_that_are_unknown_or_missing) {
  EXPECT_EQ(error_of("cat rootsig_1_0 {hlsl} {blob} {out}"),
            "candidate \"command\": found {out}, expected {hlsl}, {blob} or {version}");
  EXPECT_EQ(error_of("cat rootsig_1_0 {blob}"),
            "candidate \"command\": expected {hlsl} where the compiler takes its source file");
  EXPECT_EQ(error_of("cat rootsig_1_0 {hlsl}"),
            "candidate \"command\": expected {blob} where the compiler takes the name of the container to write");
  EXPECT_EQ(error_of("cat {hlsl"),
            "candidate \"command\": expected a \"}\" behind the last \"{\", or \"\\{\" for the character");
}

TEST(CommandLine, refuses_what_does_not_end) {
  EXPECT_EQ(error_of("cat 'a"), "candidate \"command\": expected another ' to end what the last one begins");
  EXPECT_EQ(error_of("cat \"a'"), "candidate \"command\": expected another \" to end what the last one begins");
  EXPECT_EQ(error_of("cat \\"), "candidate \"command\": expected a character behind the \"\\\" at the end");
}

TEST(CommandLine, refuses_a_program_that_is_not_there) {
  EXPECT_EQ(error_of(" "),
            "candidate \"command\": expected a command line, as in "
            "\"command:dxc -T rootsig_1_1 -E RS {hlsl} -Fo {blob}\"");
  EXPECT_EQ(error_of("no-such-compiler rootsig_1_1 {hlsl} {blob}"),
            "candidate \"command\": found no program \"no-such-compiler\" in PATH");
  EXPECT_EQ(error_of("/no/such rootsig_1_1 {hlsl} {blob}"), "candidate \"command\": found no program \"/no/such\"");
  EXPECT_EQ(error_of("/etc/passwd rootsig_1_1 {hlsl} {blob}"),
            "candidate \"command\": \"/etc/passwd\" is no file that can be executed");
  EXPECT_EQ(error_of("/etc rootsig_1_1 {hlsl} {blob}"),
            "candidate \"command\": \"/etc\" is no file that can be executed");
  EXPECT_EQ(error_of("{hlsl} rootsig_1_1 {blob}"),
            "candidate \"command\": expected the name of a program as first word");
}

}  // namespace
}  // namespace d3d12fuzz::command
