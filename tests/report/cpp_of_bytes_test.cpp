// Emitted programs of serialized root signatures, compiled by both compilers, and run.

#include <dlfcn.h>

#include "base/error.h"
#include "cli/program.h"
#include "domains/root_signature_blob/domain.h"
#include "domains/root_signature_blob/observables.h"
#include "report/cpp_reproducer.h"
#include "report/finding_json.h"
#include "support/serialized_case.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature_blob;
using root_signature::ArrayPlacement;
using test::Ended;
using test::run_program;
using test::serialized;
using test::set;
using test::TemporaryFolder;

LoadedCase loaded(const RootSignatureBlobCase& value) {
  return parse_case(case_json(domain(), to_tree(value)), "case");
}

Difference accepts(Stage stage) { return {.kind = DifferenceKind::rule_not_enforced, .stage = stage}; }

Difference wrong(std::string_view path, std::uint64_t expected) {
  const std::optional<ObservableKey> key = key_of(domain().observable_fields(), path);
  EXPECT_TRUE(key.has_value()) << path;
  return {.kind = DifferenceKind::wrong_value, .stage = Stage::deserialize, .key = *key, .expected = expected};
}

class CppOfBytes : public testing::TestWithParam<const char*> {
 protected:
  /// Compiles a program, without a single warning. \return its path
  std::string compile(const std::string& text) {
    const std::string source = folder_.file("reproducer.cpp", text);
    const std::string program = folder_.path("reproducer");
    const Ended compiled = run_program(
        {GetParam(), "-std=c++17", "-Wall", "-isystem", "/usr/include/wsl/stubs", source, "-o", program, "-ldl"});
    EXPECT_EQ(compiled.status, 0) << compiled.err << text;
    EXPECT_EQ(compiled.err, "");
    return program;
  }

  /// What the program of a library exits with, where there is one.
  void check(const RootSignatureBlobCase& value, const Difference& difference, int status) {
    const std::unique_ptr<Case> made = case_from_tree(domain(), to_tree(value));
    const std::string program = compile(domain().cpp_program(
        *made, {.difference = difference, .default_library = "libvkd3d-utils.so.1", .ms_abi = true}));
    EXPECT_EQ(run_program({program, "no-such-library.so.77"}).status, 2);
    void* library = dlopen("libvkd3d-utils.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) return;
    dlclose(library);
    const Ended ended = run_program({program});
    EXPECT_EQ(ended.status, status) << ended.out << ended.err;
  }

  /// What the program of a candidate exits with, run against one that accepts everything.
  void check_candidate(const RootSignatureBlobCase& value, const Difference& difference, int status) {
    LoadedCase finding = loaded(value);
    finding.difference = difference;
    finding.candidate.name = "plugin:libmine.so";
    const std::string program = compile(cpp_reproducer(finding));
    const Ended ended = run_program({program, D3D12FUZZ_MISBEHAVING_CANDIDATE, "nothing"});
    EXPECT_EQ(ended.status, status) << ended.out << ended.err;
    EXPECT_EQ(run_program({program}).status, 2) << "it needs to be told which candidate";
  }

  TemporaryFolder folder_;
};

TEST_P(CppOfBytes, that_are_refused_exits_with_0) {
  check(serialized("V=1.0", {set(Word::magic, 0)}), accepts(Stage::deserialize), 0);
  check(test::raw_bytes({}), accepts(Stage::deserialize), 0);
}

TEST_P(CppOfBytes, that_creation_does_not_refuse_exits_with_1) {
  check(serialized("V=1.0 S(0,0,ALL,MaxAnisotropy=17)"), accepts(Stage::create), 1);  // DT-067
}

TEST_P(CppOfBytes, puts_them_in_front_of_an_inaccessible_page_if_the_case_does) {
  for (const ArrayPlacement placement : {ArrayPlacement::before_guard_page, ArrayPlacement::read_only}) {
    RootSignatureBlobCase value = serialized("V=1.1 D(CBV,0,0,ALL)", {set(Word::part_size, Relation::end_plus, 1)});
    value.placement = placement;
    check(value, accepts(Stage::deserialize), 0);
  }
}

TEST_P(CppOfBytes, compares_what_either_deserializer_gives) {
  RootSignatureBlobCase value = serialized("V=1.1 K(7,3,1,ALL)");
  check(value, wrong("description_1_1.parameters[0].num_32bit_values", 7), 0);
  check(value, wrong("description_1_0.parameters[0].register_space", 2), 1);
  value.deserializer = Deserializer::legacy;
  check(value, wrong("description_1_0.parameters[0].num_32bit_values", 7), 0);
  check(value, wrong("description_1_0.parameters[0].num_32bit_values", 8), 1);
}

TEST_P(CppOfBytes, compares_what_is_serialized_again) {
  const RootSignatureBlobCase value = serialized("V=1.1 K(7,3,1,ALL)", {ExtraPart{.size = Extent{4}}});
  check(value, wrong("blob.size", 92), 0);
  check(value, wrong("blob.words[0]", 0x43425844), 0);
  check(value, wrong("blob.digest[3]", 1), 1);
}

TEST_P(CppOfBytes, has_no_more_memory_for_a_crash_than_where_it_was_found) {
  const RootSignatureBlobCase value = serialized("V=1.0", {set(Word::num_parameters, 0x4924925)});
  const auto program_for = [&](DifferenceKind kind) {
    const std::unique_ptr<Case> made = case_from_tree(domain(), to_tree(value));
    const Difference difference = {.kind = kind, .stage = Stage::deserialize};
    return domain().cpp_program(*made,
                                {.difference = difference, .default_library = "libvkd3d-utils.so.1", .ms_abi = true});
  };
  const std::string text = program_for(DifferenceKind::crash);
  EXPECT_NE(text.find("setrlimit(RLIMIT_DATA, &limit)"), std::string::npos) << text;
  EXPECT_EQ(run_program({compile(text), "no-such-library.so.77"}).status, 2);
  EXPECT_EQ(program_for(DifferenceKind::rule_not_enforced).find("setrlimit"), std::string::npos);
}

TEST_P(CppOfBytes, through_the_interface_of_candidates) {
  check_candidate(serialized("V=1.0", {set(Word::magic, 0)}), accepts(Stage::deserialize), 1);
  check_candidate(serialized("V=1.0"), {.kind = DifferenceKind::legal_rejected, .stage = Stage::deserialize}, 0);
  check_candidate(serialized("V=1.0"), wrong("description_1_0.flags", 5), 0);
  check_candidate(serialized("V=1.0"), wrong("description_1_0.flags", 0), 1);
  check_candidate(serialized("V=1.0"), wrong("blob.size", 68), 2);  // not observed
}

INSTANTIATE_TEST_SUITE_P(Compiled, CppOfBytes, testing::Values("clang++-19", "g++-12"), [](const auto& info) {
  return std::string(std::string_view(info.param).starts_with("clang") ? "clang" : "gcc");
});

TEST(CppOfBytesText, has_them_as_an_array) {
  const std::string text = cpp_reproducer(loaded(serialized("V=1.0")));
  EXPECT_NE(text.find("  static const unsigned char bytes[] = {\n"
                      "      0x44, 0x58, 0x42, 0x43, 0x1d, 0xfc, 0x4a, 0xd6,"),
            std::string::npos)
      << text;
}

TEST(CppOfBytesText, a_fault_of_conduct_is_shown_by_no_program) {
  LoadedCase finding = loaded(serialized("V=1.0"));
  finding.difference = {.kind = DifferenceKind::misconduct, .stage = Stage::create, .conduct = Conduct::locale};
  EXPECT_THROW(cpp_reproducer(finding), InputError);
}

}  // namespace
}  // namespace d3d12fuzz
