#include "cli/run_state.h"

#include <gtest/gtest.h>

#include "base/archive.h"
#include "base/file.h"
#include "cli/program.h"

namespace d3d12fuzz {
namespace {

class RunStateTest : public testing::Test {
 protected:
  RunStateTest() {
    state_.arguments = {"seed 1", "cases 10"};
    state_.campaign.next_case = 512;
    state_.campaign.result.candidates.resize(1);
    state_.campaign.collected.resize(1);
    state_.campaign.told = {{"a", "b"}};
    state_.files = {{"a.json"}};
  }

  std::optional<RunState> load() { return load_run_state(path_, state_.arguments, why_not_); }

  test::TemporaryFolder folder_;
  const std::string path_ = folder_.path("run.state");
  RunState state_;
  std::string why_not_;
};

TEST_F(RunStateTest, is_read_as_it_was_written) {
  save_run_state(path_, state_);
  const std::optional<RunState> back = load();
  ASSERT_TRUE(back);
  EXPECT_EQ(to_archive(*back), to_archive(state_));
  EXPECT_EQ(why_not_, "");
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"run.state"});
}

TEST_F(RunStateTest, that_is_not_there_is_no_reason_to_say_anything) {
  EXPECT_FALSE(load());
  EXPECT_EQ(why_not_, "");
}

TEST_F(RunStateTest, of_other_arguments_is_not_taken_up) {
  save_run_state(path_, state_);
  state_.arguments = {"seed 1", "cases 20"};
  EXPECT_FALSE(load());
  EXPECT_EQ(why_not_, path_ + ": of a run with other arguments: cases 10; here: cases 20");
  state_.arguments = {"seed 1", "cases 10", "known x"};
  EXPECT_FALSE(load());
  EXPECT_EQ(why_not_, path_ + ": of a run with other arguments: nothing; here: known x");
  state_.arguments = {"seed 1"};
  EXPECT_FALSE(load());
  EXPECT_EQ(why_not_, path_ + ": of a run with other arguments: cases 10; here: nothing");
}

TEST_F(RunStateTest, of_another_version_is_not_taken_up) {
  for (const std::string_view content : {"", "x", "d3d12fuzz run state 2\nabc", "{}"}) {
    write_file(path_, content);
    EXPECT_FALSE(load());
    EXPECT_EQ(why_not_, path_ + ": not a state of a run as this version writes it");
  }
}

TEST_F(RunStateTest, that_is_damaged_anywhere_is_not_taken_up) {
  save_run_state(path_, state_);
  const std::string whole = read_file(path_);
  const std::size_t body = whole.find('\n') + 1;
  for (std::size_t at = body; at < whole.size(); at += 1 + at / 8) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    write_file(path_, changed);
    EXPECT_FALSE(load()) << at;
    EXPECT_EQ(why_not_, path_ + ": damaged") << at;
    write_file(path_, whole.substr(0, at));
    EXPECT_FALSE(load()) << at;
    EXPECT_EQ(why_not_, path_ + ": damaged") << at;
  }
  write_file(path_, whole + "x");
  EXPECT_FALSE(load());
  EXPECT_EQ(why_not_, path_ + ": damaged");
}

TEST_F(RunStateTest, that_is_no_file_is_not_taken_up) {
  std::filesystem::create_directory(path_);
  EXPECT_FALSE(load());
  EXPECT_EQ(why_not_, path_ + ": is a folder, expected a file");
}

}  // namespace
}  // namespace d3d12fuzz
