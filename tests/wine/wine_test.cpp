// What preset mingw builds, run by Wine: the worker program, plug-ins as DLLs, and Wine's own d3d12.dll.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "candidates/host/exchange.h"
#include "candidates/registry.h"
#include "cli/program.h"

namespace d3d12fuzz {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

const std::string kWine = "/usr/lib/wine/wine64";
const std::string kServer = "/usr/lib/wine/wineserver64";
const fs::path kBuilt = fs::path(D3D12FUZZ_SOURCE_DIR) / "build" / "mingw";
const std::string kWorker = kBuilt / "d3d12fuzz-worker.exe";
const std::string kBuiltin = kBuilt / "d3d12fuzz_builtin.dll";
const std::string kD3d12 = kBuilt / "d3d12fuzz_d3d12.dll";
const std::string kOdd = kBuilt / "tests" / "odd_candidate.dll";

/// The first file that is missing; empty if all are there.
std::string missing_file() {
  for (const std::string& file : {kWine, kServer, kWorker, kBuiltin, kD3d12, kOdd}) {
    if (!fs::exists(file)) return file;
  }
  return {};
}

/// One prefix for all tests, which takes Wine ten seconds to make.
class Wine : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!missing_file().empty()) return;
    folder_ = new test::TemporaryFolder;
    setenv("WINEPREFIX", folder_->path("prefix").c_str(), 1);
    setenv("WINEDEBUG", "-all", 1);
    // Neither is there a menu to fill, nor are the packages that it would ask for.
    setenv("WINEDLLOVERRIDES", "mscoree,mshtml,winemenubuilder.exe=", 1);
    // lavapipe, whatever else is here.
    setenv("VK_ICD_FILENAMES", "/usr/share/vulkan/icd.d/lvp_icd.json", 1);
    // While a program runs, those that Wine itself runs beside it stay, and the next one starts at once.
    keeper_ = new test::Program({kWine, kWorker, kBuiltin, "--listen", "0"});
    EXPECT_TRUE(keeper_->wait_for_output("listening"));
  }
  static void TearDownTestSuite() {
    if (folder_ == nullptr) return;
    delete keeper_;
    test::run_program({kServer, "--kill"});
    test::run_program({kServer, "--wait"});
    delete folder_;
  }

  void SetUp() override {
    if (const std::string file = missing_file(); !file.empty()) GTEST_SKIP() << "not run: there is no " << file;
  }

  static test::Ended worker(std::vector<std::string> arguments, std::string_view input = {}) {
    arguments.insert(arguments.begin(), {kWine, kWorker});
    return test::run_program(std::move(arguments), input);
  }

  /// What it says of bad input behind its own name.
  static std::string error_of(std::vector<std::string> arguments) {
    const test::Ended ended = worker(std::move(arguments));
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.out, "");
    const std::string prefix = "d3d12fuzz-worker: ";
    EXPECT_THAT(ended.err, StartsWith(prefix));
    EXPECT_EQ(ended.err.find("\r\n"), ended.err.size() - 2) << "one line";
    return ended.err.substr(prefix.size(), ended.err.size() - prefix.size() - 2);
  }

  /// A candidate of the harness.
  static std::string piped(const std::string& plugin, const std::string& options = {}) {
    return "pipe:" + kWine + " " + kWorker + " " + plugin + options + " --stdio";
  }

 private:
  static inline test::TemporaryFolder* folder_ = nullptr;
  static inline test::Program* keeper_ = nullptr;
};

TEST_F(Wine, refuses_what_is_no_plug_in) {
  EXPECT_EQ(error_of({"nonexistent.dll", "--check"}), "plug-in 'nonexistent.dll': no such DLL is found");
  EXPECT_EQ(error_of({"Z:/nonexistent.dll", "--check"}), "plug-in 'Z:/nonexistent.dll': no such file");
  EXPECT_EQ(error_of({"Z:/usr", "--check"}), "plug-in 'Z:/usr': is a folder; expected a DLL");
  const std::string text = kBuilt / "CMakeCache.txt";
  EXPECT_EQ(error_of({text, "--check"}), "plug-in '" + text + "': is no DLL for x86-64");
  EXPECT_EQ(error_of({"kernel32.dll", "--check"}), "plug-in 'kernel32.dll': does not export d3d12fuzz_open_candidate");
}

TEST_F(Wine, says_why_a_candidate_cannot_be_opened) {
  const std::string odd = "plug-in '" + kOdd + "': ";
  EXPECT_EQ(error_of({kOdd, "--options", "is-of-version-2", "--check"}),
            odd + "the candidate was built with version 2 of d3d12fuzz_candidate.h; expected version 4");
  EXPECT_EQ(error_of({kOdd, "--options", "has-no-device", "--listen", "0"}), odd + "there is no device");
  EXPECT_EQ(error_of({kD3d12, "--options", "Z:/x.dll", "--check"}),
            "plug-in '" + kD3d12 + "': D3D12 library 'Z:/x.dll': no such file");
  EXPECT_EQ(error_of({kD3d12, "--options", ",abi=sysv", "--check"}),
            "plug-in '" + kD3d12 + "': unknown calling convention 'sysv'; Windows has abi=ms alone");
}

TEST_F(Wine, keeps_what_a_candidate_prints_out_of_the_frames) {
  const test::Ended ended = worker({kOdd, "--options", "prints", "--stdio"}, test::request_of_one_case(0));
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(test::types_of(ended.out),
              ElementsAre(D3D12FUZZ_FRAME_WELCOME, D3D12FUZZ_FRAME_OUTCOMES, D3D12FUZZ_FRAME_DONE));
  EXPECT_EQ(ended.err, "this is no frame\r\n");
}

TEST_F(Wine, a_crash_is_told_where_it_was) {
  const test::Ended ended = worker({kOdd, "--options", "aborts", "--stdio"}, test::request_of_one_case(0));
  const wire::LastWord word = test::last_word_of(ended.out);
  EXPECT_EQ(word.case_number, 0u);
  EXPECT_EQ(word.death, std::uint32_t{D3D12FUZZ_DEATH_SIGNAL});
  EXPECT_EQ(word.code, std::uint32_t{SIGABRT}) << "the number that Linux gives it";
  EXPECT_EQ(word.progress.running_stage, std::uint32_t{D3D12FUZZ_STAGE_CREATE});
  EXPECT_THAT(word.text, HasSubstr("\nodd_candidate.dll+0x"));
}

TEST_F(Wine, an_exception_is_told_where_it_was) {
  const test::Ended ended = worker({kOdd, "--options", "calls-nowhere", "--stdio"}, test::request_of_one_case(0));
  const wire::LastWord word = test::last_word_of(ended.out);
  EXPECT_EQ(word.death, std::uint32_t{D3D12FUZZ_DEATH_EXCEPTION});
  EXPECT_EQ(word.code, 0xC0000005u) << "an access violation";
  EXPECT_THAT(word.text, StartsWith("0x10\nodd_candidate.dll+0x"));
}

TEST_F(Wine, a_case_that_hangs_is_ended) {
  const test::Ended ended = worker({kOdd, "--options", "hangs", "--stdio"}, test::request_of_one_case(100));
  EXPECT_EQ(ended.status, 124);
  EXPECT_EQ(test::last_word_of(ended.out).death, std::uint32_t{D3D12FUZZ_DEATH_TIMEOUT});
}

TEST_F(Wine, the_builtin_candidate_has_no_findings) {
  const test::Ended ended =
      test::d3d12fuzz_program({"run", "--seed", "7", "--cases", "5000", "--candidate", piped(kBuiltin)});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
}

TEST_F(Wine, a_planted_crash_is_found) {
  const test::Ended ended = test::d3d12fuzz_program(
      {"run", "--seed", "7", "--cases", "16", "--candidate", piped(kBuiltin, " --options fault=crash-on-fifth-range")});
  EXPECT_EQ(ended.status, 1) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr(" crashes at create: d3d12fuzz_builtin.dll+0x"));
}

TEST_F(Wine, listens_and_serves_connection_after_connection) {
  test::Program listening({kWine, kWorker, kBuiltin, "--options", "fault=zero-count-accepted", "--listen", "0"});
  ASSERT_TRUE(listening.wait_for_output("\n"));
  const std::string line = listening.output();
  ASSERT_THAT(line, MatchesRegex("listening on 127\\.0\\.0\\.1:[1-9][0-9]*\n"));
  const std::string candidate = "tcp:127.0.0.1:" + line.substr(line.rfind(':') + 1, line.size() - line.rfind(':') - 2);
  for (int i = 0; i < 2; ++i) {
    const test::Ended ended =
        test::d3d12fuzz_program({"run", "--seed", "7", "--cases", "300", "--candidate", candidate});
    EXPECT_EQ(ended.status, 1) << ended.err;
    EXPECT_THAT(ended.out, HasSubstr(" accepts what DT-002 "));
  }
  listening.send_signal(SIGTERM);
  listening.finish();
}

// What Debian's libvkd3d 1.2 shows, Wine 8.0 shows too, whose own copy is vkd3d 1.6, but where that has moved on.
TEST_F(Wine, its_d3d12_library_shows_the_findings_of_vkd3d) {
  const std::unique_ptr<Candidate> candidate = open_candidate(piped(kD3d12), {});
  const Provenance& provenance = candidate->provenance();
  EXPECT_THAT(provenance.path, testing::EndsWith("\\d3d12.dll"));
  EXPECT_THAT(provenance.build_id, MatchesRegex("[0-9A-F]+[0-9a-f]*"));
  if (provenance.version != "d3d12.dll (Wine 8.0)") GTEST_SKIP() << "known of Wine 8.0; here is " << provenance.version;
  if (std::getenv("DISPLAY") == nullptr) GTEST_SKIP() << "no display, and so no device";

  const fs::path corpus = fs::path(D3D12FUZZ_SOURCE_DIR) / "corpus" / "findings" / "d3d12-vkd3d-1.2";
  std::vector<std::string> arguments{"replay", "--candidate", piped(kD3d12), "--known", corpus / "known.tsv"};
  for (const auto& entry : fs::directory_iterator(corpus)) {
    if (entry.path().extension() == ".json") arguments.push_back(entry.path());
  }
  const test::Ended replayed = test::d3d12fuzz_program(std::move(arguments));
  EXPECT_EQ(replayed.status, 1) << replayed.err;
  std::vector<std::string> differences;
  std::vector<std::string> not_seen;
  for (std::size_t at = 0; at < replayed.out.size();) {
    const std::size_t end = std::min(replayed.out.find('\n', at), replayed.out.size());
    const std::string line = replayed.out.substr(at, end - at);
    if (line.starts_with("  difference ")) differences.push_back(line);
    if (line.starts_with("not seen: ")) not_seen.push_back(line);
    at = end + 1;
  }
  EXPECT_THAT(differences, ElementsAre("  difference crash wined3d.dll+0x13144b at create"))
      << "the assertion of root constants, in the library where Wine keeps vkd3d";
  // Creation refuses three kinds of range by now, and survives 2^30 descriptors.
  EXPECT_THAT(
      not_seen,
      ElementsAre("not seen: accepts-illegal DT-002 at create", "not seen: accepts-illegal DT-008 at create",
                  "not seen: accepts-illegal DT-010 at create", "not seen: crash libvkd3d.so.1+0x2108e at create",
                  "not seen: crash libvkd3d.so.1+0x289b6 at create"));
}

}  // namespace
}  // namespace d3d12fuzz
