// The samples are what two small programs printed, one of C and one of C++, as clang-19 and gcc-12 compiled them.
// Folders were renamed; dumps of memory and the middle of long stacks are left out.

#include "candidates/worker/sanitizer_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/choice_source.h"
#include "base/file.h"

namespace d3d12fuzz::worker {
namespace {

using testing::ElementsAre;

const std::filesystem::path kSamples =
    std::filesystem::path(D3D12FUZZ_SOURCE_DIR) / "tests/candidates/worker/sanitizer_samples";

std::string sample(const std::string& name) { return read_file(kSamples / (name + ".txt")); }

struct Expected {
  const char* sample;
  const char* what;
  const char* access;
  std::vector<std::string> frames;  ///< those up to `main`
};

void PrintTo(const Expected& expected, std::ostream* out) { *out << expected.sample; }

TEST(SurvivedReport, counts_with_the_summary_of_the_sanitizer_alone) {
  const std::string line = "x.hlsl:3:5: runtime error: not really\n";
  const std::string summary = "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior x.hlsl:3:5 in \n";
  EXPECT_FALSE(read_survived_report(line).has_value());
  EXPECT_FALSE(read_survived_report("ERROR: AddressSanitizer: I mention this\n").has_value());
  EXPECT_FALSE(read_survived_report(line + "not at the start: " + summary).has_value());
  EXPECT_FALSE(read_survived_report(summary).has_value());
  ASSERT_TRUE(read_survived_report(line + summary).has_value());
  EXPECT_EQ(read_survived_report(line + summary)->tool, "UndefinedBehaviorSanitizer");
}

class Samples : public testing::TestWithParam<Expected> {};

TEST_P(Samples, are_read) {
  const auto report = read_sanitizer_report(sample(GetParam().sample));
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->what(), GetParam().what);
  EXPECT_EQ(report->access, GetParam().access);
  std::vector<std::string> frames = report->frames;
  if (frames.size() > GetParam().frames.size()) frames.resize(GetParam().frames.size());
  EXPECT_EQ(frames, GetParam().frames);
}

const Expected kExpected[] = {
    {"asan-abort-clang", "AddressSanitizer: ABRT", "", {"main deeds.c:24"}},
    {"asan-abort-gcc", "AddressSanitizer: ABRT", "", {"main deeds.c:24"}},
    {"asan-badfree-clang", "AddressSanitizer: bad-free", "", {"main deeds.c:20"}},
    {"asan-badfree-gcc", "AddressSanitizer: bad-free", "", {"main deeds.c:20"}},
    {"asan-double-clang", "AddressSanitizer: double-free", "", {"main deeds.c:19"}},
    {"asan-double-gcc", "AddressSanitizer: double-free", "", {"main deeds.c:19"}},
    {"asan-heap-clang",
     "AddressSanitizer: heap-buffer-overflow",
     "READ of size 4",
     {"read_behind deeds.c:7", "main deeds.c:16"}},
    {"asan-heap-gcc",
     "AddressSanitizer: heap-buffer-overflow",
     "READ of size 4",
     {"read_behind deeds.c:7", "main deeds.c:16"}},
    {"asan-heap-nosym-clang",
     "AddressSanitizer: heap-buffer-overflow",
     "READ of size 4",
     {"asan_clang+0x10ba7e", "asan_clang+0x10bdc6"}},
    {"asan-heap-nosym-gcc",
     "AddressSanitizer: heap-buffer-overflow",
     "READ of size 4",
     {"asan_gcc+0x22c1", "asan_gcc+0x24be"}},
    {"asan-leak-clang", "LeakSanitizer: detected memory leaks", "", {"main deeds.c:28"}},
    {"asan-leak-gcc", "LeakSanitizer: detected memory leaks", "", {"main deeds.c:28"}},
    {"asan-memcpy-clang",
     "AddressSanitizer: heap-buffer-overflow",
     "WRITE of size 64",
     {"copy_too_much deeds.c:12", "main deeds.c:17"}},
    {"asan-memcpy-gcc",
     "AddressSanitizer: heap-buffer-overflow",
     "WRITE of size 64",
     {"copy_too_much deeds.c:12", "main deeds.c:17"}},
    {"asan-mismatch-clang",
     "AddressSanitizer: alloc-dealloc-mismatch (malloc vs operator delete)",
     "",
     {"heap::Box<int>::drop(int*, char const*) deeds2.cpp:7", "main deeds2.cpp:15"}},
    {"asan-mismatch-gcc",
     "AddressSanitizer: alloc-dealloc-mismatch (malloc vs operator delete)",
     "",
     {"heap::Box<int>::drop(int*, char const*) deeds2.cpp:7", "main deeds2.cpp:15"}},
    {"asan-null-clang", "AddressSanitizer: SEGV", "READ", {"main deeds.c:22"}},
    {"asan-pingpong-clang",
     "AddressSanitizer: stack-overflow",
     "",
     {"heap::ping(int) deeds2.cpp:11", "heap::pong(int) deeds2.cpp:10"}},
    {"asan-pingpong-gcc",
     "AddressSanitizer: stack-overflow",
     "",
     {"heap::ping(int) deeds2.cpp:11", "heap::pong(int) deeds2.cpp:10"}},
    {"asan-uaf-clang", "AddressSanitizer: heap-use-after-free", "READ of size 4", {"main deeds.c:18"}},
    {"asan-uaf-gcc", "AddressSanitizer: heap-use-after-free", "READ of size 4", {"main deeds.c:18"}},
    {"asan-wild-gcc", "AddressSanitizer: SEGV", "READ", {"main deeds.c:23"}},
    {"msan-uninit-clang", "MemorySanitizer: use-of-uninitialized-value", "", {"main deeds.c:29"}},
    {"tsan-null-clang", "ThreadSanitizer: SEGV", "READ", {"tsan_clang+0xe496a"}},
    {"tsan-null-gcc", "ThreadSanitizer: SEGV", "READ", {"main deeds.c:22"}},
    {"tsan-race-clang", "ThreadSanitizer: data race", "Write of size 4", {"main deeds.c:30"}},
    {"tsan-race-gcc", "ThreadSanitizer: data race", "Read of size 4", {"main deeds.c:30"}},
    {"ubsan-bool-gcc",
     "UndefinedBehaviorSanitizer: undefined-behavior: load of value which is not a valid value for type 'bool'",
     "",
     {"deeds2.cpp:19"}},
    {"ubsan-div-gcc", "UndefinedBehaviorSanitizer: undefined-behavior: division by zero", "", {"deeds2.cpp:20"}},
    {"ubsan-index-clang",
     "UndefinedBehaviorSanitizer: undefined-behavior: index out of bounds for type 'int[3]'",
     "",
     {"deeds2.cpp:18"}},
    {"ubsan-misaligned-clang",
     "UndefinedBehaviorSanitizer: undefined-behavior: load of misaligned address",
     "",
     {"deeds.c:25"}},
    {"ubsan-misaligned-gcc",
     "UndefinedBehaviorSanitizer: undefined-behavior: load of misaligned address",
     "",
     {"deeds.c:25"}},
    {"ubsan-misaligned-stack-clang",
     "UndefinedBehaviorSanitizer: undefined-behavior: load of misaligned address",
     "",
     {"main deeds.c:25"}},
    {"ubsan-misaligned-stack-gcc",
     "UndefinedBehaviorSanitizer: undefined-behavior: load of misaligned address",
     "",
     {"main deeds.c:25"}},
    {"ubsan-null-clang", "UndefinedBehaviorSanitizer: SEGV", "READ", {"main deeds.c"}},
    {"ubsan-null-gcc",
     "UndefinedBehaviorSanitizer: undefined-behavior: load of null pointer of type 'int'",
     "",
     {"deeds.c:22"}},
    {"ubsan-shift-gcc",
     "UndefinedBehaviorSanitizer: undefined-behavior: shift exponent is too large for 32-bit type 'int'",
     "",
     {"deeds.c:27"}},
    {"ubsanfatal-overflow-clang",
     "UndefinedBehaviorSanitizer: undefined-behavior: signed integer overflow",
     "",
     {"main deeds.c:26"}},
    {"ubsanfatal-overflow-gcc",
     "UndefinedBehaviorSanitizer: undefined-behavior: signed integer overflow",
     "",
     {"main deeds.c:26"}},
};
INSTANTIATE_TEST_SUITE_P(All, Samples, testing::ValuesIn(kExpected));

TEST(SanitizerReport, every_sample_is_expected_once) {
  std::size_t samples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kSamples)) samples += entry.path().extension() == ".txt";
  EXPECT_EQ(samples, std::size(kExpected));
}

std::string what_of(std::string_view text) {
  const auto report = read_sanitizer_report(text);
  return report ? report->what() : "none";
}

TEST(SanitizerReport, other_text_holds_none) {
  for (const std::string_view text :
       {"", "\n", "ERROR: AddressSanitizer", "==1==ERROR: AddressSanitizer failed to allocate 0x10 bytes",
        "==1==ERROR: SomeSanitizer: heap-buffer-overflow on address 0x10", "runtime error: of a library",
        "libfoo: ERROR: out of luck\n    #0 0x1 in foo /src/foo.c:1\n"}) {
    EXPECT_EQ(what_of(text), "none") << text;
  }
}

TEST(SanitizerReport, what_ends_the_process_goes_before_what_does_not) {
  const std::string warned = sample("tsan-race-clang");
  const std::string undefined = sample("ubsan-shift-gcc");
  const std::string ended = sample("asan-uaf-clang");
  EXPECT_EQ(what_of(undefined + warned), "ThreadSanitizer: data race");
  EXPECT_EQ(what_of(undefined + warned + ended), "AddressSanitizer: heap-use-after-free");
  EXPECT_EQ(what_of("noise of the candidate\n" + ended + sample("asan-double-gcc")),
            "AddressSanitizer: heap-use-after-free");
}

TEST(SanitizerReport, a_stack_that_another_line_ends_is_not_mixed_with_the_next) {
  const auto report = read_sanitizer_report(
      "a.c:1:2: runtime error: division by zero\nb.c:3:4: runtime error: division by zero\n    #0 0x1 in f "
      "/src/b.c:3\n");
  ASSERT_TRUE(report.has_value());
  EXPECT_THAT(report->frames, ElementsAre("a.c:1"));
}

TEST(SanitizerReport, the_accesses_of_a_race_may_come_in_any_order) {
  const auto report = [](std::string_view first, std::string_view second) {
    return read_sanitizer_report(
        "WARNING: ThreadSanitizer: data race (pid=1)\n  Write of size 4 at 0x1 by thread T1:\n    #0 " +
        std::string(first) + " /src/a.c:1 (a+0x1)\n\n  Previous write of size 4 at 0x1 by main thread:\n    #0 " +
        std::string(second) + " /src/a.c:1 (a+0x1)\n");
  };
  for (const auto& read : {report("one", "two"), report("two", "one")}) {
    ASSERT_TRUE(read.has_value());
    EXPECT_THAT(read->frames, ElementsAre("one a.c:1"));
    EXPECT_EQ(read->access, "Write of size 4");
  }
}

TEST(SanitizerReport, holds_sixteen_printable_frames_of_bounded_length_at_most) {
  std::string text = "==1==ERROR: AddressSanitizer: SEGV on unknown address\n";
  for (int i = 0; i < 5000; ++i) {
    text += "    #" + std::to_string(i) + " 0x1 in f" + std::to_string(i) + std::string(300, '\x01') + " /src/a.c:1\n";
  }
  const auto report = read_sanitizer_report(text);
  ASSERT_TRUE(report.has_value());
  ASSERT_EQ(report->frames.size(), 16u);
  for (const std::string& frame : report->frames) {
    EXPECT_EQ(frame.size(), 200u);
    EXPECT_EQ(frame.find('\x01'), std::string::npos);
  }
}

TEST(SanitizerReport, of_a_line_only_the_beginning_counts) {
  const std::string endless(1 << 20, 'a');
  EXPECT_EQ(what_of(endless + "==1==ERROR: AddressSanitizer: SEGV on unknown address"), "none");
  EXPECT_EQ(what_of(endless + "\n==1==ERROR: AddressSanitizer: SEGV on unknown address " + endless +
                    "\n    #0 0x1 in f a.c:1"),
            "AddressSanitizer: SEGV");
}

TEST(SanitizerReport, is_read_of_any_beginning_of_a_sample) {
  for (const std::string name : {"asan-memcpy-clang", "tsan-race-gcc", "ubsan-misaligned-stack-clang"}) {
    const std::string text = sample(name);
    for (std::size_t size = 0; size < text.size(); ++size) {
      const auto report = read_sanitizer_report(std::string_view(text).substr(0, size));
      if (report) EXPECT_LE(report->frames.size(), 16u);
    }
  }
}

TEST(SanitizerReport, of_rubbish_stays_within_its_bounds) {
  const std::string text = sample("asan-memcpy-gcc") + sample("tsan-race-clang");
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    ChoiceSource choices(seed, 0);
    std::string damaged = seed % 2 == 0 ? text : std::string(choices.below(2000), '\n');
    for (int i = 0; i < 40 && !damaged.empty(); ++i) {
      damaged[choices.below(damaged.size())] = static_cast<char>(choices.bits32());
    }
    const auto report = read_sanitizer_report(damaged);
    if (!report) continue;
    EXPECT_LE(report->kind.size(), 220u);
    for (const std::string& frame : report->frames) EXPECT_LE(frame.size(), 200u);
  }
}

// ---- Crashes

TEST(SanitizedCrash, is_named_by_its_innermost_frame_and_told_by_its_kind) {
  Crash crash = {.what = "exit status 1", .message = "SUMMARY: AddressSanitizer: heap-buffer-overflow"};
  explain_crash(read_sanitizer_report(sample("asan-memcpy-clang")).value(), crash);
  EXPECT_EQ(crash.what, "AddressSanitizer: heap-buffer-overflow");
  EXPECT_EQ(crash.message, "WRITE of size 64");
  EXPECT_EQ(crash.key(), "copy_too_much deeds.c:12");
}

TEST(SanitizedCrash, keeps_what_the_report_does_not_say) {
  Crash crash = {.what = "SIGSEGV", .message = "last words", .frames = {"libfoo.so+0x12"}};
  explain_crash({.tool = "AddressSanitizer", .kind = "SEGV"}, crash);
  EXPECT_EQ(crash.what, "AddressSanitizer: SEGV");
  EXPECT_EQ(crash.message, "last words");
  EXPECT_THAT(crash.frames, ElementsAre("libfoo.so+0x12"));
}

TEST(SanitizedCrash, has_the_same_name_in_every_process) {
  // The same program ran at other addresses, under another number.
  std::string other = sample("asan-heap-nosym-gcc");
  for (std::size_t at = 0; (at = other.find("0x55555555", at)) != std::string::npos; at += 10)
    other.replace(at, 10, "0x7abcd123");
  for (std::size_t at = 0; (at = other.find("==21417==", at)) != std::string::npos; at += 9)
    other.replace(at, 9, "==1==");
  ASSERT_NE(other, sample("asan-heap-nosym-gcc"));
  Crash one;
  Crash two;
  explain_crash(read_sanitizer_report(sample("asan-heap-nosym-gcc")).value(), one);
  explain_crash(read_sanitizer_report(other).value(), two);
  EXPECT_EQ(one.key(), "asan_gcc+0x22c1");
  EXPECT_EQ(two.key(), one.key());
  EXPECT_EQ(two.what, one.what);
}

TEST(SanitizedCrash, of_a_candidate_that_lives_on_stands_at_the_last_stage) {
  Outcome outcome;
  outcome.at(Stage::serialize).status = Status::accepted;
  outcome.at(Stage::create).status = Status::rejected;
  add_as_crash(read_sanitizer_report(sample("ubsan-shift-gcc")).value(), outcome);
  EXPECT_EQ(outcome.at(Stage::serialize).status, Status::accepted);
  EXPECT_EQ(outcome.at(Stage::create).status, Status::crashed);
  ASSERT_TRUE(outcome.crash.has_value());
  EXPECT_EQ(outcome.crash->key(), "deeds.c:27");
}

}  // namespace
}  // namespace d3d12fuzz::worker
