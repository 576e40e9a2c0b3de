// The findings in corpus/findings/CANDIDATE: the model still expects what they record, and a candidate of the same
// version still shows what known.tsv lists, and nothing else.

#include <boost/json/object.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "candidates/registry.h"
#include "candidates/worker/sanitizer.h"
#include "cli/program.h"
#include "domains/domain.h"
#include "report/finding_json.h"
#include "shrink/known_differences.h"

namespace d3d12fuzz {
namespace {

namespace fs = std::filesystem;

/// The folders, one a candidate.
std::vector<fs::path> folders() {
  std::vector<fs::path> all;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(fs::path(D3D12FUZZ_SOURCE_DIR) / "corpus" / "findings", none)) {
    if (entry.is_directory()) all.push_back(entry.path());
  }
  std::sort(all.begin(), all.end());
  return all;
}

class CorpusFindings : public testing::TestWithParam<fs::path> {
 protected:
  void SetUp() override {
    for (const auto& entry : fs::directory_iterator(GetParam())) {
      if (entry.path().extension() == ".json") files_.push_back(entry.path());
    }
    std::sort(files_.begin(), files_.end());
  }

  std::vector<std::string> files_;
};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CorpusFindings);

std::string word_for(Expected expected) {
  switch (expected) {
    case Expected::nothing:
      return "nothing";
    case Expected::accepted:
      return "accepted";
    case Expected::rejected:
      return "rejected";
    case Expected::either:
      return "either";
  }
  return "unknown";
}

TEST_P(CorpusFindings, are_expected_as_they_record) {
  for (const std::string& file : files_) {
    SCOPED_TRACE(file);
    const LoadedCase loaded = load_case(file);
    Expectation expectation;
    loaded.domain->make_model()->judge(*case_from_tree(*loaded.domain, loaded.tree), expectation);
    const boost::json::value recorded = parse_json(read_file(file), file);
    const boost::json::object& stages = recorded.at("expected").as_object();
    for (const Stage stage : kStages) {
      const boost::json::value* word = stages.if_contains(std::string(name_of(stage)));
      EXPECT_EQ(word_for(expectation.at(stage)), word == nullptr ? "nothing" : std::string(word->as_string()))
          << name_of(stage);
    }
  }
}

TEST_P(CorpusFindings, are_listed_with_a_reason) {
  const KnownDifferences known = KnownDifferences::load(GetParam() / "known.tsv");
  for (const KnownDifference& entry : known.entries()) {
    EXPECT_NE(entry.reason, "unreviewed") << entry.file << ":" << entry.line;
  }
}

/// Why the candidate cannot be replayed here; empty if it can.
std::string missing(const Provenance& wanted) {
  try {
    const std::unique_ptr<Candidate> candidate = open_candidate(wanted.name, {});
    const Provenance& here = candidate->provenance();
    if (here.version == wanted.version) return {};
    return wanted.name + " is here in version \"" + here.version + "\", found with \"" + wanted.version + "\"";
  } catch (const InputError& error) {
    return error.what();
  }
}

/// A sanitizer takes a crash for itself, and it is called by another place then.
bool can_show(const Signature& signature) {
  return !worker::kSanitized || (signature.kind != DifferenceKind::crash && signature.kind != DifferenceKind::hang);
}

TEST_P(CorpusFindings, show_what_is_listed_and_nothing_else) {
  if (files_.empty()) GTEST_SKIP() << "no findings in " << GetParam();
  const Provenance candidate = load_case(files_[0]).candidate;
  if (const std::string reason = missing(candidate); !reason.empty()) GTEST_SKIP() << reason;
  std::erase_if(files_, [](const std::string& file) { return !can_show(*parse_signature(load_case(file).signature)); });
  const std::string list = GetParam() / "known.tsv";
  const KnownDifferences known = KnownDifferences::load(list);
  std::vector<std::string> arguments{"replay", "--candidate", candidate.name, "--known", list};
  arguments.insert(arguments.end(), files_.begin(), files_.end());
  const test::Ended replayed = test::d3d12fuzz_program(std::move(arguments));
  EXPECT_EQ(replayed.status, 0) << replayed.out;
  for (const KnownDifference& entry : known.entries()) {
    const bool seen = replayed.out.find("\nnot seen: " + entry.text() + "\n") == std::string::npos;
    EXPECT_EQ(seen, can_show(entry.signature)) << entry.text();
  }
  EXPECT_NE(replayed.out.find("\nknown differences: "), std::string::npos) << replayed.out;
  EXPECT_EQ(replayed.out.find("the recorded finding does not show"), std::string::npos) << replayed.out;
  for (const std::string& file : files_) {
    EXPECT_NE(replayed.out.find(file + ": differs as is known\n"), std::string::npos) << file;
  }
}

std::string test_name(const testing::TestParamInfo<fs::path>& info) {
  std::string name = info.param.filename();
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusFindings, testing::ValuesIn(folders()), test_name);

}  // namespace
}  // namespace d3d12fuzz
