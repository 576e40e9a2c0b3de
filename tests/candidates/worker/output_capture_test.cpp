#include "candidates/worker/output_capture.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <functional>

namespace d3d12fuzz::worker {
namespace {

/// Runs a function in a process whose standard streams are captured.
void write_captured(const OutputCapture& capture, const std::function<void()>& body) {
  const pid_t process = fork();
  ASSERT_GE(process, 0);
  if (process == 0) {
    capture.redirect_here();
    body();
    std::fflush(stdout);
    _exit(0);
  }
  waitpid(process, nullptr, 0);
}

void say(const char* text) { std::fprintf(stderr, "%s", text); }

TEST(OutputCapture, hands_out_what_both_streams_said_since_a_mark) {
  const OutputCapture capture;
  write_captured(capture, [] { say("of an earlier case\n"); });
  const std::int64_t mark = capture.mark();
  write_captured(capture, [] {
    say("first\n");
    std::printf("second\n\nlast");
  });
  EXPECT_EQ(capture.text_since(mark), "first\nsecond\n\nlast");
  EXPECT_EQ(capture.last_line_since(mark), "last");
  EXPECT_EQ(capture.text_since(0), "of an earlier case\nfirst\nsecond\n\nlast");
}

TEST(OutputCapture, hands_out_nothing_where_nothing_was_said) {
  const OutputCapture capture;
  EXPECT_EQ(capture.text_since(0), "");
  write_captured(capture, [] { say("words\n"); });
  EXPECT_EQ(capture.text_since(capture.mark()), "");
  capture.rewind();
  EXPECT_EQ(capture.text_since(0), "");
}

TEST(OutputCapture, keeps_a_mebibyte_of_whole_lines) {
  const OutputCapture capture;
  write_captured(capture, [] {
    for (int i = 0; i < 200'000; ++i) say("sixteen letters\n");
    say("never kept\n");
  });
  const std::string text = capture.text_since(0);
  EXPECT_EQ(text.size(), std::size_t{1} << 20);
  EXPECT_TRUE(text.ends_with("\nsixteen letters\n"));
}

TEST(OutputCapture, takes_no_mark_for_more_than_it_is) {
  const OutputCapture capture;
  write_captured(capture, [] { say("words\n"); });
  EXPECT_EQ(capture.text_since(-5), "words\n");
  EXPECT_EQ(capture.text_since(std::int64_t{1} << 40), "");
}

}  // namespace
}  // namespace d3d12fuzz::worker
