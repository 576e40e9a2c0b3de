// Every kind of bad input: one clear line on standard error, exit status 2, nothing else written.

#include <string>

#include "cli/program.h"
#include "domains/root_signature/domain.h"
#include "report/finding_json.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using test::d3d12fuzz_program;
using test::Ended;
using test::TemporaryFolder;

std::string legal_case() {
  return case_json(root_signature::domain(), to_tree(test::notation("T[ALL](R(SRV,1,0,0,A))")));
}

/// The text with its first `from` replaced.
std::string with(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) {
    ADD_FAILURE() << "no " << from;
    return text;
  }
  return text.replace(at, from.size(), to);
}

/// The one line that the program says of bad input, without its name.
std::string refusal(std::vector<std::string> arguments, std::string_view input = {}) {
  const Ended ended = d3d12fuzz_program(std::move(arguments), input);
  EXPECT_EQ(ended.status, 2) << ended.err;
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  EXPECT_TRUE(ended.err.ends_with('\n')) << ended.err;
  constexpr std::string_view prefix = "d3d12fuzz: ";
  EXPECT_TRUE(ended.err.starts_with(prefix)) << ended.err;
  if (ended.err.size() < prefix.size() + 1) return {};
  return ended.err.substr(prefix.size(), ended.err.size() - prefix.size() - 1);
}

class BadFile : public testing::Test {
 protected:
  /// What replay says of a file with this content, without the file's path. Show and shrink must say the same.
  std::string refusal_of(std::string_view content) {
    const std::string path = folder_.file("case.json", content);
    const std::string line = refusal({"replay", path, "-c", "builtin"});
    EXPECT_EQ(refusal({"show", path}), line);
    EXPECT_EQ(refusal({"shrink", path, "-c", "builtin", "--out", folder_.path("out.json")}), line);
    EXPECT_EQ(folder_.names(), std::vector<std::string>{"case.json"});
    EXPECT_TRUE(line.starts_with(path + ":")) << line;
    return line.substr(std::min(line.size(), path.size() + 1));
  }

  TemporaryFolder folder_;
};

TEST_F(BadFile, an_empty_one) {
  EXPECT_EQ(refusal_of(""), "1:1: the text ends too early, expected a complete JSON value");
}

TEST_F(BadFile, a_truncated_one) {
  const std::string whole = legal_case();
  EXPECT_EQ(refusal_of(whole.substr(0, whole.find(','))),
            "2:29: the text ends too early, expected a complete JSON value");
}

TEST_F(BadFile, a_corrupt_one) {
  EXPECT_EQ(refusal_of(with(legal_case(), "\"domain\":", "\"domain\"\x01")), "4:11: not valid JSON: syntax error");
  EXPECT_EQ(refusal_of(std::string("\x7F"
                                   "ELF\0\0\0",
                                   7)),
            "1:1: not valid JSON: syntax error");
}

TEST_F(BadFile, one_that_nests_too_deep) {
  EXPECT_EQ(refusal_of(std::string(40, '[') + std::string(40, ']')), "1:33: not valid JSON: too deep");
  EXPECT_EQ(refusal_of(std::string(1 << 20, '[')), "1:33: not valid JSON: too deep");
}

TEST_F(BadFile, one_of_another_version) {
  EXPECT_EQ(refusal_of(with(legal_case(), "\"version\": 2", "\"version\": 3")), " version is 3, expected 1 to 2");
}

TEST_F(BadFile, one_with_a_key_that_stands_twice) {
  EXPECT_EQ(refusal_of(with(legal_case(), "\"version\": 2,", "\"version\": 2, \"version\": 2,")),
            "3:25: key \"version\" stands twice in one object, expected once");
}

TEST_F(BadFile, one_with_a_number_that_is_none) {
  EXPECT_EQ(refusal_of(with(legal_case(), "\"num_descriptors\": 1", "\"num_descriptors\": NaN")),
            "14:32: not valid JSON: syntax error");
}

TEST_F(BadFile, one_larger_than_16_mebibytes) {
  const std::string path = folder_.file("huge.json", legal_case());
  std::filesystem::resize_file(path, (std::size_t{16} << 20) + 1);
  const std::string expected = path + ": larger than 16 MiB, expected at most as much";
  EXPECT_EQ(refusal({"replay", path, "-c", "builtin"}), expected);
  EXPECT_EQ(refusal({"show", path}), expected);
}

TEST_F(BadFile, one_that_never_ends) {
  EXPECT_EQ(refusal({"show", "/dev/zero"}), "/dev/zero: larger than 16 MiB, expected at most as much");
}

TEST_F(BadFile, a_folder) {
  const std::string expected = folder_.path() + ": is a folder, expected a file";
  EXPECT_EQ(refusal({"replay", folder_.path(), "-c", "builtin"}), expected);
  EXPECT_EQ(refusal({"show", folder_.path()}), expected);
}

TEST_F(BadFile, one_that_is_not_there) {
  const std::string path = folder_.path("missing.json");
  EXPECT_EQ(refusal({"replay", path, "-c", "builtin"}), path + ": cannot be read: No such file or directory");
}

TEST_F(BadFile, one_below_a_regular_file) {
  const std::string path = folder_.file("file", "") + "/case.json";
  EXPECT_EQ(refusal({"show", path}), path + ": cannot be read: Not a directory");
}

TEST_F(BadFile, a_bad_one_among_good_ones_is_told_before_anything_runs) {
  const std::string good = folder_.file("good.json", legal_case());
  const std::string bad = folder_.file("bad.json", "{}");
  EXPECT_EQ(refusal({"replay", good, bad, "-c", "builtin"}), bad + ": field \"format\" is missing");
}

TEST_F(BadFile, text_from_a_file_does_not_break_the_line) {
  const std::string line =
      refusal_of(with(legal_case(), "\"version\": 2,", "\"version\": 2, \"a\\nb\\u001b[31m\": 1,"));
  EXPECT_TRUE(line.starts_with(" unknown field \"a")) << line;
  EXPECT_EQ(line.find('\x1b'), std::string::npos) << "no control characters on the reader's terminal";
}

class BadKnownDifferences : public testing::Test {
 protected:
  /// What run says of a list with this content, without the file's path. Replay must say the same.
  std::string refusal_of(std::string_view content) {
    const std::string path = folder_.file("known.tsv", content);
    const std::string case_file = folder_.file("case.json", legal_case());
    const std::string line = refusal({"run", "-c", "builtin", "--cases", "10", "--known", path});
    EXPECT_EQ(refusal({"replay", case_file, "-c", "builtin", "--known", path}), line);
    EXPECT_TRUE(line.starts_with(path + ":")) << line;
    return line.substr(std::min(line.size(), path.size() + 1));
  }

  TemporaryFolder folder_;
};

TEST_F(BadKnownDifferences, a_line_that_is_none) {
  EXPECT_EQ(refusal_of("# list\naccepts-illegal DT-005 at serialize\n"),
            "2: found 1 column, expected three separated by tabs: signature, shape (may be empty) and reason");
  EXPECT_EQ(refusal_of("accepts-illegal DT-999 at serialize\t\tx\n"),
            "1: found rule \"DT-999\", expected one that \"d3d12fuzz rules\" lists");
  EXPECT_EQ(refusal_of("accepts-illegal DT-005 at serialize\t\t\n"),
            "1: found no reason, expected one in the third column");
  EXPECT_TRUE(refusal_of("accepts DT-005 at serialize\t\tx\n").starts_with("1: found signature \"accepts DT-005"));
  EXPECT_TRUE(refusal_of("accepts-illegal DT-005 at once\t\tx\n").starts_with("1: found signature \"accepts-illegal"));
  EXPECT_EQ(refusal_of(legal_case()).substr(0, 14), "1: found 1 col");
  EXPECT_NE(refusal_of("a\x1b[31m\t\tx\n").find("?[31m"), std::string::npos);
}

TEST_F(BadKnownDifferences, a_line_that_stands_in_two_files) {
  const std::string one = folder_.file("1.tsv", "accepts-illegal DT-005 at serialize\t\tx\n");
  const std::string two = folder_.file("2.tsv", "\naccepts-illegal DT-005 at serialize\t\tx\n");
  EXPECT_EQ(refusal({"run", "-c", "builtin", "--cases", "10", "--known", one, "--known", two}),
            two + ":2: found \"accepts-illegal DT-005 at serialize\" a second time, expected it once; it stands at " +
                one + ":1");
}

TEST_F(BadKnownDifferences, no_file) {
  EXPECT_EQ(refusal({"run", "-c", "builtin", "--cases", "10", "--known", folder_.path()}),
            folder_.path() + ": is a folder, expected a file");
  const std::string missing = folder_.path("missing.tsv");
  EXPECT_EQ(refusal({"run", "-c", "builtin", "--cases", "10", "--known", missing}),
            missing + ": cannot be read: No such file or directory");
  EXPECT_NE(refusal({"run", "-c", "builtin", "--cases", "10", "--known"}).find("--known"), std::string::npos);
}

TEST_F(BadKnownDifferences, are_told_before_a_folder_is_made) {
  const std::string list = folder_.file("known.tsv", "x");
  refusal({"run", "-c", "builtin", "--cases", "10", "--known", list, "--out", folder_.path("out")});
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"known.tsv"});
}

TEST(BadStandardInput, is_called_so) {
  EXPECT_EQ(refusal({"show", "-"}, "[1,"),
            "standard input:1:4: the text ends too early, expected a complete JSON value");
  EXPECT_EQ(refusal({"replay", "-", "-c", "builtin"}),
            "standard input:1:1: the text ends too early, expected a complete "
            "JSON value");
}

TEST(BadStandardInput, is_no_larger_than_a_file_may_be) {
  std::string text = legal_case();
  text.resize((std::size_t{16} << 20) + 1, ' ');
  EXPECT_EQ(refusal({"show", "-"}, text), "standard input: larger than 16 MiB, expected at most as much");
}

TEST(BadOutput, a_folder_below_a_regular_file) {
  const TemporaryFolder folder;
  const std::string file = folder.file("file", "content");
  EXPECT_EQ(refusal({"run", "-c", "builtin", "--cases", "10", "--out", file + "/findings"}),
            file + "/findings: folder cannot be made: Not a directory");
  EXPECT_EQ(read_file(file), "content");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"file"});
}

TEST(BadOutput, a_regular_file_as_a_folder) {
  const TemporaryFolder folder;
  const std::string file = folder.file("file", "content");
  const std::string line = refusal({"run", "-c", "builtin", "--cases", "10", "--out", file});
  EXPECT_TRUE(line.starts_with(file + ": ")) << line;
  EXPECT_EQ(read_file(file), "content");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"file"});
}

TEST(BadOutput, a_file_that_cannot_be_written) {
  const TemporaryFolder folder;
  const std::string big =
      folder.file("big.json", case_json(root_signature::domain(), to_tree(test::notation("T[ALL](R(SRV,0,0,0,A))"))));
  const auto shrink_to = [&](const std::string& out) {
    const std::string line = refusal({"shrink", big, "-c", "builtin", "--fault", "zero-count-accepted", "--out", out});
    EXPECT_TRUE(line.starts_with(out + ": ")) << line;
    return line.substr(std::min(line.size(), out.size() + 2));
  };
  EXPECT_EQ(shrink_to(folder.path("missing/out.json")), "cannot be written: No such file or directory");
  EXPECT_EQ(shrink_to(big + "/out.json"), "cannot be written: Not a directory");
  EXPECT_EQ(shrink_to(folder.path()), "cannot be written: Is a directory");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"big.json"});
}

TEST(BadFlag, an_unknown_domain) {
  const std::string expected = "--domain: found \"geometri\", expected one of: root_signature, root_signature_blob";
  EXPECT_EQ(refusal({"run", "-c", "builtin", "--domain", "geometri"}), expected);
  EXPECT_EQ(refusal({"show", "--domain", "geometri", "--case", "1"}), expected);
  EXPECT_EQ(refusal({"rules", "--domain", "geometri"}).substr(0, 51),
            "--domain: found \"geometri\", expected one of: descri")
      << "the catalogue has more domains";
}

TEST(BadFlag, an_unknown_candidate) {
  const std::string expected =
      "unknown candidate \"vulkan\", expected one of builtin, d3d12, d3dx12, plugin, tcp, pipe, command, as "
      "\"d3d12fuzz candidates\" lists them";
  EXPECT_EQ(refusal({"run", "-c", "vulkan", "--cases", "10"}), expected);
  EXPECT_EQ(refusal({"run", "-c", "builtin", "--reference", "vulkan", "--cases", "10"}), expected);
  EXPECT_EQ(refusal({"run", "-c", "builtin:x", "--cases", "10"}),
            "candidate \"builtin\" takes the argument fault=ID, found \"x\"");
}

TEST(BadFlag, a_library_named_by_its_path_alone) {
  EXPECT_EQ(refusal({"run", "-c", "./libfoo.so", "--cases", "10"}),
            "--candidate: found the path \"./libfoo.so\", did you mean d3d12:./libfoo.so or plugin:./libfoo.so?");
  EXPECT_EQ(refusal({"run", "-c", "libfoo.so.1,abi=ms", "--cases", "10"}),
            "--candidate: found the path \"libfoo.so.1,abi=ms\", did you mean d3d12:libfoo.so.1,abi=ms or "
            "plugin:libfoo.so.1,abi=ms?");
  EXPECT_EQ(refusal({"run", "-c", "builtin", "--reference", "/lib/foo", "--cases", "10"}),
            "--reference: found the path \"/lib/foo\", did you mean d3d12:/lib/foo or plugin:/lib/foo?");
}

TEST(BadFlag, an_unknown_fault) {
  EXPECT_EQ(refusal({"run", "-c", "builtin", "--fault", "no-such", "--cases", "10"}),
            "unknown fault \"no-such\", expected one of those that \"d3d12fuzz candidates\" lists");
  EXPECT_EQ(refusal({"run", "-c", "d3d12", "--fault", "cost-limit-63", "--cases", "10"}),
            "faults are of candidate \"builtin\" alone");
  EXPECT_EQ(refusal({"run", "-c", "d3dx12", "--fault", "cost-limit-63", "--cases", "10"}),
            "faults are of candidate \"builtin\" alone");
}

TEST(BadFlag, an_unknown_flag_or_verb) {
  EXPECT_NE(refusal({"run", "-c", "builtin", "--casse", "10"}).find("--casse"), std::string::npos);
  EXPECT_NE(refusal({"run", "-c", "builtin", "extra"}).find("extra"), std::string::npos);
  const std::string verbs =
      ", expected run, replay, shrink, show, import, rules or candidates; \"d3d12fuzz --help\" shows how";
  EXPECT_EQ(refusal({"fuzz"}), "found verb \"fuzz\"" + verbs);
  EXPECT_EQ(refusal({"fuzz", "--cases", "10"}), "found verb \"fuzz\"" + verbs);
  EXPECT_EQ(refusal({}), "found no verb" + verbs);
  EXPECT_EQ(refusal({"--cases"}), "found no verb" + verbs);
}

TEST(BadFlag, a_value_that_is_none) {
  for (const auto& [flag, value] :
       std::vector<std::pair<std::string, std::string>>{{"--cases", "x"},
                                                        {"--cases", "0"},
                                                        {"--cases", "99999999999999999999999"},
                                                        {"--cases", ""},
                                                        {"--jobs", "0"},
                                                        {"--jobs", "257"},
                                                        {"--time", "0"},
                                                        {"--time", "nan"},
                                                        {"--time", "-1"},
                                                        {"--seed", "x"},
                                                        {"--timeout", "0"},
                                                        {"--timeout", "nan"},
                                                        {"--jobs", "-1"},
                                                        {"--isolation", "none"}}) {
    // The last one counts; an hour, should the bad one be taken, is no test.
    const std::string line = refusal({"run", "-c", "builtin", "--time", "0.2", flag, value});
    EXPECT_NE(line.find(flag), std::string::npos) << flag << " " << value << ": " << line;
  }
  EXPECT_NE(refusal({"run", "-c", "builtin", "--cases"}).find("--cases"), std::string::npos);
}

TEST(BadFlag, a_number_below_0_is_no_large_number) {
  for (const std::string flag : {"--cases", "--seed", "--shrink-budget"}) {
    const std::string line = refusal({"run", "-c", "builtin", "--time", "0.2", flag, "-1"});
    EXPECT_NE(line.find(flag), std::string::npos) << flag << ": " << line;
  }
  EXPECT_NE(refusal({"show", "--case", "-1"}).find("--case"), std::string::npos);
}

TEST(BadFlag, an_unknown_form) {
  EXPECT_EQ(refusal({"show", "--case", "1", "--as", "xml"}),
            "--as: found \"xml\", expected text, json, cpp, hlsl, hlsl-source, blob or annotated");
}

TEST(BadFlag, neither_file_nor_case) {
  EXPECT_EQ(refusal({"show"}), "show: expected a file, or --case N for case N of --seed");
  EXPECT_NE(refusal({"replay"}).find("FILE"), std::string::npos);
  EXPECT_NE(refusal({"shrink"}).find("FILE"), std::string::npos);
}

TEST(BadFlag, an_unknown_rule) {
  EXPECT_EQ(refusal({"rules", "DT-999"}), "rules: no rule \"DT-999\", expected an id such as DT-005");
  EXPECT_EQ(refusal({"rules", ""}), "rules: no rule \"\", expected an id such as DT-005");
  EXPECT_EQ(refusal({"rules", "DT-005", "DT-5"}), "rules: no rule \"DT-5\", did you mean DT-005?");
  EXPECT_EQ(refusal({"rules", "dt023"}), "rules: no rule \"dt023\", did you mean DT-023?");
}

TEST(BadFlag, a_filter_of_rules_that_lets_nothing_through) {
  EXPECT_EQ(refusal({"rules", "--class", "good"}),
            "--class: found \"good\", expected one of: advisory, ambiguous, note, scored, undefined");
  EXPECT_EQ(refusal({"rules", "--violation", "good"}),
            "--violation: found \"good\", expected one of: allowed, debug, nothing, rejected, removed, undefined");
  EXPECT_EQ(refusal({"rules", "--platform", "mac"}), "--platform: found \"mac\", expected one of: both, pc, xbox");
  EXPECT_TRUE(refusal({"rules", "--decided-by", "me"}).starts_with("--decided-by: found \"me\", expected one of: "));
  EXPECT_EQ(refusal({"rules", "DT-005", "--class", "scored"}), "ID excludes --class; \"d3d12fuzz --help\" shows how");
}

TEST(BadFlag, a_corpus_that_is_no_folder) {
  const TemporaryFolder folder;
  EXPECT_EQ(refusal({"rules", "DT-005", "--corpus", folder.path("missing")}),
            "--corpus: found \"" + folder.path("missing") + "\", expected a folder: No such file or directory");
  const std::string file = folder.file("file", "");
  EXPECT_EQ(refusal({"rules", "DT-005", "--corpus", file}), "--corpus: found \"" + file + "\", expected a folder");
}

TEST(BadFlag, text_from_the_command_line_does_not_break_the_line) {
  refusal({"run", "-c", "builtin", "--domain", "a\nb"});
  refusal({"run", "-c", "a\nb"});
  refusal({"show", "/tmp/a\nb.json"});
  refusal({"a\nb"});
}

TEST(BadLibrary, one_without_the_entry_points) {
  const std::string line = refusal({"run", "-c", "d3d12:libm.so.6", "--cases", "10"});
  EXPECT_NE(line.find("libm.so.6"), std::string::npos) << line;
  EXPECT_NE(line.find("D3D12SerializeVersionedRootSignature"), std::string::npos) << line;
}

TEST(BadLibrary, an_option_that_is_none) {
  EXPECT_EQ(refusal({"run", "-c", "d3dx12:lib.so,max=1.2", "--cases", "10"}),
            "candidate 'd3dx12:lib.so,max=1.2': unknown version '1.2'; expected max=1.0 or max=1.1");
  EXPECT_EQ(refusal({"run", "-c", "d3d12:lib.so,abi=win", "--cases", "10"}),
            "candidate 'd3d12:lib.so,abi=win': unknown calling convention 'win'; expected abi=ms or abi=sysv");
}

TEST(BadLibrary, none_at_all) {
  const TemporaryFolder folder;
  const std::string text = folder.file("text.so", "this is no library\n");
  const auto refused = [](const std::string& path) {
    const std::string line = refusal({"run", "-c", "d3d12:" + path, "--cases", "10", "--jobs", "2"});
    EXPECT_EQ(refusal({"replay", "-", "-c", "d3d12:" + path}, legal_case()), line);
    return line;
  };
  EXPECT_TRUE(refused(text).starts_with("D3D12 library '" + text + "': is a text file; expected a shared library"))
      << refused(text);
  EXPECT_EQ(refused(folder.path()), "D3D12 library '" + folder.path() + "': is a folder; expected a shared library");
  const std::string missing = folder.path("missing.so");
  EXPECT_NE(refused(missing).find(missing), std::string::npos);
  const std::string unknown = refused("no-such-library.so.77");
  EXPECT_NE(unknown.find("no-such-library.so.77"), std::string::npos) << unknown;
}

}  // namespace
}  // namespace d3d12fuzz
