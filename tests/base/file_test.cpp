#include "base/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <vector>

#include "base/error.h"

namespace d3d12fuzz {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test.
class File : public testing::Test {
 protected:
  File() {
    std::string name = testing::TempDir() + "d3d12fuzz-file-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~File() override { fs::remove_all(folder_); }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) all.push_back(entry.path().filename());
    return all;
  }

  fs::path folder_;
};

template <class Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(File, comes_back_as_it_was_written) {
  const std::string content("line\n\0\xFF\r\n", 9);
  write_file(folder_ / "a", content);
  EXPECT_EQ(read_file(folder_ / "a"), content);
  write_file(folder_ / "a", "");
  EXPECT_EQ(read_file(folder_ / "a"), "");
}

TEST_F(File, leaves_no_temporary_file) {
  write_file(folder_ / "a", "content");
  EXPECT_THAT(names(), testing::ElementsAre("a"));
}

TEST_F(File, of_another_content_is_replaced) {
  write_file(folder_ / "a", "a long content");
  write_file(folder_ / "a", "short");
  EXPECT_EQ(read_file(folder_ / "a"), "short");
}

TEST_F(File, that_cannot_be_finished_keeps_its_old_content) {
  write_file(folder_ / "a", "old");
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small = {4096, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string error = error_of([&] { write_file(folder_ / "a", std::string(10000, 'x')); });
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  EXPECT_EQ(error, (folder_ / "a").string() + ": cannot be written: File too large");
  EXPECT_EQ(read_file(folder_ / "a"), "old");
  EXPECT_THAT(names(), testing::ElementsAre("a"));
}

TEST_F(File, in_the_place_of_a_folder_is_refused_and_nothing_is_left) {
  fs::create_directories(folder_ / "a" / "b");
  EXPECT_EQ(error_of([&] { write_file(folder_ / "a", "x"); }),
            (folder_ / "a").string() + ": cannot be written: Is a directory");
  EXPECT_THAT(names(), testing::ElementsAre("a"));
}

TEST_F(File, below_a_regular_file_cannot_be_written_nor_read) {
  write_file(folder_ / "a", "x");
  const std::string path = (folder_ / "a" / "b").string();
  EXPECT_EQ(error_of([&] { write_file(path, "x"); }), path + ": cannot be written: Not a directory");
  EXPECT_EQ(error_of([&] { read_file(path); }), path + ": cannot be read: Not a directory");
}

TEST_F(File, that_does_not_exist_is_named) {
  const std::string path = (folder_ / "a").string();
  EXPECT_EQ(error_of([&] { read_file(path); }), path + ": cannot be read: No such file or directory");
}

TEST_F(File, a_folder_is_not_read) {
  EXPECT_EQ(error_of([&] { read_file(folder_); }), folder_.string() + ": is a folder, expected a file");
}

TEST_F(File, of_16_mib_is_read_and_a_larger_one_refused) {
  const fs::path path = folder_ / "a";
  std::ofstream(path).close();
  fs::resize_file(path, std::uintmax_t{16} << 20);
  EXPECT_EQ(read_file(path).size(), std::size_t{16} << 20);
  fs::resize_file(path, (std::uintmax_t{16} << 20) + 1);
  EXPECT_EQ(error_of([&] { read_file(path); }), path.string() + ": larger than 16 MiB, expected at most as much");
}

TEST_F(File, a_stream_without_end_is_refused) {
  EXPECT_EQ(error_of([] { read_file("/dev/zero"); }), "/dev/zero: larger than 16 MiB, expected at most as much");
}

TEST_F(File, is_written_durably_with_the_same_result) {
  const fs::path path = folder_ / "a";
  write_file_durably(path, "one");
  EXPECT_EQ(read_file(path), "one");
  write_file_durably(path, "");
  EXPECT_EQ(read_file(path), "");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  const std::string missing = (folder_ / "b" / "c").string();
  EXPECT_EQ(error_of([&] { write_file_durably(missing, "x"); }),
            missing + ": cannot be written: No such file or directory");
}

TEST_F(File, temporary_ones_of_processes_that_are_gone_are_removed) {
  const std::string own = std::to_string(getpid());
  // Process 1 runs another program; no process has so large a number.
  const std::vector<std::string> abandoned{"a.json.tmp99999999", "a.tmp1", "b.json.tmp" + own};
  const std::vector<std::string> others{"a.json", "tmp1", "a.tmp", "a.tmp1x", "a.tmp-1"};
  for (const std::string& name : abandoned) write_file(folder_ / name, "x");
  for (const std::string& name : others) write_file(folder_ / name, "x");
  remove_abandoned_files(folder_);
  for (const std::string& name : abandoned) EXPECT_FALSE(fs::exists(folder_ / name)) << name;
  for (const std::string& name : others) EXPECT_TRUE(fs::exists(folder_ / name)) << name;
}

TEST_F(File, a_temporary_one_of_a_process_that_runs_the_same_program_stays) {
  const pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  const fs::path path = folder_ / ("a.json.tmp" + std::to_string(child));
  write_file(path, "x");
  remove_abandoned_files(folder_);
  EXPECT_TRUE(fs::exists(path));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  remove_abandoned_files(folder_);
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(File, a_folder_is_made_with_those_above_it) {
  make_writable_folder(folder_ / "a" / "b");
  EXPECT_TRUE(fs::is_directory(folder_ / "a" / "b"));
  make_writable_folder(folder_ / "a" / "b");
  write_file(folder_ / "a" / "b" / "c", "x");
}

TEST_F(File, a_folder_cannot_be_made_of_or_below_a_regular_file) {
  write_file(folder_ / "a", "x");
  const std::string file = (folder_ / "a").string();
  EXPECT_EQ(error_of([&] { make_writable_folder(file); }), file + ": folder cannot be made: Not a directory");
  EXPECT_EQ(error_of([&] { make_writable_folder(file + "/b"); }), file + "/b: folder cannot be made: Not a directory");
  EXPECT_EQ(read_file(file), "x");
}

}  // namespace
}  // namespace d3d12fuzz
