// A library whose answers come and go, from the command line.

#include <gmock/gmock.h>

#include "base/file.h"
#include "cli/program.h"

namespace d3d12fuzz {
namespace {

using test::d3d12fuzz_program;
using test::Ended;
using test::TemporaryFolder;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kLibrary = std::string("d3d12:") + D3D12FUZZ_UNSTABLE_LIBRARY + ",abi=sysv";

class Unstable : public testing::Test {
 protected:
  Ended run(std::vector<std::string> flags = {}) const {
    std::vector<std::string> arguments{"run", "-c", kLibrary, "--cases", "512", "--out", folder_.path("found")};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return d3d12fuzz_program(std::move(arguments));
  }

  /// The one finding that a run keeps.
  std::string finding() const {
    run();
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path("found"))) files.push_back(entry.path());
    EXPECT_EQ(files.size(), 1u);
    return files.at(0);
  }

  TemporaryFolder folder_;
};

TEST_F(Unstable, is_one_finding_with_both_outcomes) {
  const Ended ended = run();
  EXPECT_EQ(ended.status, 1) << ended.out << ended.err;
  EXPECT_THAT(ended.out, HasSubstr(D3D12FUZZ_UNSTABLE_LIBRARY " sometimes rejects a legal case at serialize\n"
                                                              "  expected   accepted at serialize\n"
                                                              "  got        serialize rejected (E_INVALIDARG)\n"
                                                              "  but also   serialize unsupported (E_NOTIMPL)\n"));
  EXPECT_THAT(ended.out, ContainsRegex("  unstable   shown [23] times in 5; not shrunk\n"));
  EXPECT_THAT(ended.out, HasSubstr("\n1 finding in "));
}

TEST_F(Unstable, is_tried_several_times_when_it_is_replayed) {
  const std::string file = finding();
  EXPECT_THAT(file, HasSubstr("/unstable-rejects-legal-serialize-"));
  const Ended ended = d3d12fuzz_program({"replay", file, "-c", kLibrary});
  EXPECT_EQ(ended.status, 1) << ended.out << ended.err;
  EXPECT_THAT(ended.out, StartsWith(file + ": differs\n"));
  EXPECT_THAT(ended.out, HasSubstr("  difference unstable rejects-legal at serialize\n"));
  EXPECT_THAT(ended.out, HasSubstr("  unstable   shown 5 times in 10\n"));
}

TEST_F(Unstable, is_told_when_it_does_not_come_again) {
  const std::string file = finding();
  const Ended ended = d3d12fuzz_program({"replay", file, "-c", "builtin"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, StartsWith(file + ": no difference\n"));
  EXPECT_THAT(ended.out, HasSubstr("  unstable   shown 0 times in 10\n"
                                   "  the recorded finding does not show: unstable rejects-legal at serialize\n"));
}

TEST_F(Unstable, is_not_shrunk) {
  const Ended ended = d3d12fuzz_program({"shrink", finding(), "-c", kLibrary});
  EXPECT_EQ(ended.status, 1) << ended.out << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("; not shrunk\n"));
  EXPECT_THAT(ended.out, HasSubstr("\n0 evaluations\n"));
}

TEST_F(Unstable, is_listed_and_known_by_its_signature) {
  const std::string list = folder_.path("known.tsv");
  const Ended listed = d3d12fuzz_program({"replay", finding(), "-c", kLibrary, "--write-known", list});
  EXPECT_EQ(listed.status, 1);
  EXPECT_EQ(read_file(list), "signature\tshape\treason\nunstable rejects-legal at serialize\t\tunreviewed\n");
  const Ended known = run({"--known", list});
  EXPECT_EQ(known.status, 0) << known.out << known.err;
  EXPECT_THAT(known.out, HasSubstr("no findings\n"));
}

}  // namespace
}  // namespace d3d12fuzz
