// Emitted programs, compiled by both compilers as their first comment says, and run.

#include "report/cpp_reproducer.h"

#include <dlfcn.h>

#include "cli/program.h"
#include "report/found.h"

#if defined(__has_feature)
#define D3D12FUZZ_HAS_FEATURE(x) __has_feature(x)
#else
#define D3D12FUZZ_HAS_FEATURE(x) 0
#endif

namespace d3d12fuzz {
namespace {

using test::Ended;
using test::found;
using test::run_program;
using test::TemporaryFolder;

/// The flag under which this program was built, if any: the shared object was too, and needs its runtime in the program
/// that loads it.
std::string sanitizer_flag() {
#if defined(__SANITIZE_ADDRESS__) || D3D12FUZZ_HAS_FEATURE(address_sanitizer)
  return "-fsanitize=address,undefined";
#elif defined(__SANITIZE_THREAD__) || D3D12FUZZ_HAS_FEATURE(thread_sanitizer)
  return "-fsanitize=thread";
#else
  return {};
#endif
}

#if defined(__clang__)
constexpr const char* kOwnCompiler = "clang++-19";
#else
constexpr const char* kOwnCompiler = "g++-12";
#endif

class CppReproducer : public testing::TestWithParam<const char*> {
 protected:
  /// Compiles a program, without a single warning. \return its path; empty if it does not compile
  std::string compile(const std::string& text, bool loads_the_plugin) {
    const std::string source = folder_.file("reproducer.cpp", text);
    const std::string program = folder_.path("reproducer");
    const bool in_two_steps = loads_the_plugin && !sanitizer_flag().empty();
    std::vector<std::string> command{GetParam(), "-std=c++17", "-isystem", "/usr/include/wsl/stubs", source};
    if (in_two_steps) {
      command.insert(command.end(), {"-c", "-o", program + ".o"});
    } else {
      command.insert(command.end(), {"-o", program, "-ldl"});
    }
    const Ended compiled = run_program(command);
    EXPECT_EQ(compiled.status, 0) << compiled.err << text;
    EXPECT_EQ(compiled.err, "");
    if (in_two_steps) {
      const Ended linked = run_program({kOwnCompiler, sanitizer_flag(), program + ".o", "-o", program, "-ldl"});
      EXPECT_EQ(linked.status, 0) << linked.err;
    }
    return program;
  }

  /// Emits the program of a finding, which must show the fault where it is and nothing where it is not.
  void check(std::string_view fault, std::string_view signature, std::string_view case_text) {
    const Finding finding = found(fault, signature, case_text);
    const std::string program = compile(cpp_reproducer(parse_case(finding_json(finding), "finding")), true);
    const auto run = [&](const std::string& options) {
      // The program leaves the candidate to its own end.
      return run_program({"env", "ASAN_OPTIONS=detect_leaks=0", program, D3D12FUZZ_BUILTIN_PLUGIN, options});
    };
    const Ended with_fault = run("fault=" + std::string(fault));
    EXPECT_EQ(with_fault.status, 1) << with_fault.out << with_fault.err;
    EXPECT_NE(with_fault.out.find("expected"), std::string::npos) << with_fault.out;
    const Ended without_fault = run("");
    EXPECT_EQ(without_fault.status, 0) << without_fault.out << without_fault.err;
    EXPECT_EQ(run("fault=no-such").status, 2);
    EXPECT_EQ(run_program({program}).status, 2) << "it needs to be told which candidate";
  }

  TemporaryFolder folder_;
};

TEST_P(CppReproducer, of_an_illegal_case_that_is_accepted) {
  check("zero-count-accepted", "accepts-illegal DT-002 at serialize", "T[ALL](R(SRV,0,0,0,A))");
}

TEST_P(CppReproducer, of_a_legal_case_that_is_rejected) {
  check("slot-aliasing-rejected", "rejects-legal at serialize", "T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,1,0))");
}

TEST_P(CppReproducer, of_a_wrong_offset) {
  check("append-from-highest-slot", "wrong-value parameters[].descriptor_ranges[].offset at create",
        "T[ALL](R(CBV,1,0,0,A)); T[ALL](R(SRV,1,0,0,1),R(SRV,1,0,1,0),R(SRV,1,0,2,A))");
}

TEST_P(CppReproducer, of_a_lookup_that_finds_a_wrong_slot) {
  check("lookup-keeps-base", "wrong-value lookups[].slot at create", "T[ALL](R(SRV,1,1,0,A)); L(t,1,0,VERTEX)");
}

TEST_P(CppReproducer, of_wrong_flags_after_deserialization) {
  check("upgrade-without-flags", "wrong-value description_1_1.parameters[].descriptor_ranges[].flags at deserialize",
        "T[ALL](R(SRV,1,0,0,A))");
}

/// The program for a case without finding, run against a D3D12 library.
class CppOfCase : public CppReproducer {
 protected:
  void check_case(std::string_view case_text, int status) {
    const Domain& domain = root_signature::domain();
    const std::string text = cpp_reproducer(parse_case(case_json(domain, to_tree(test::notation(case_text))), "case"));
    const std::string program = compile(text, false);
    EXPECT_EQ(run_program({program, "no-such-library.so.77"}).status, 2);
    void* library = dlopen("libvkd3d-utils.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) return;  // then there is nothing to run it against
    dlclose(library);
    const Ended ended = run_program({program});
    EXPECT_EQ(ended.status, status) << ended.out << ended.err;
  }
};

TEST_P(CppOfCase, that_is_legal_exits_with_0) { check_case("T[ALL](R(SRV,1,0,0,A))", 0); }

TEST_P(CppOfCase, that_libvkd3d_accepts_although_it_breaks_a_rule_exits_with_1) {
  check_case("T[ALL](R(SRV,U,0,0,A),R(SRV,1,0,1,A))", 1);  // DT-005
}

std::string name_of_compiler(const testing::TestParamInfo<const char*>& info) {
  return std::string(info.param).starts_with("clang") ? "clang" : "gcc";
}

INSTANTIATE_TEST_SUITE_P(Compiled, CppReproducer, testing::Values("clang++-19", "g++-12"), name_of_compiler);
INSTANTIATE_TEST_SUITE_P(Compiled, CppOfCase, testing::Values("clang++-19", "g++-12"), name_of_compiler);

LoadedCase loaded(const Finding& finding) { return parse_case(finding_json(finding), "finding"); }

TEST(CppText, begins_with_what_is_wrong_and_how_to_build_it) {
  const std::string text = cpp_reproducer(loaded(test::accepts_zero_count()));
  EXPECT_TRUE(
      text.starts_with("// d3d12fuzz: builtin accepts-illegal DT-002 at serialize\n"
                       "// DT-002: A count of zero is invalid; native returns E_INVALIDARG.\n"
                       "//\n"
                       "// // root signature version 1.0\n"
                       "// DescriptorTable(SRV(t0, numDescriptors = 0))\n"
                       "//\n"
                       "// Exits with 1 if the fault shows, 0 if not, 2 if it could not be tried. Linux:\n"
                       "//   g++-12 -std=c++17 -isystem /usr/include/wsl/stubs THIS_FILE -ldl\n"))
      << text;
}

TEST(CppText, of_a_finding_in_a_library_calls_that_library) {
  Finding finding = test::accepts_zero_count();
  finding.candidate = {.name = "d3d12:/opt/libfoo.so", .path = "/opt/libfoo.so.1.2", .calling_convention = "sysv_abi"};
  const std::string text = cpp_reproducer(loaded(finding));
  EXPECT_NE(text.find(" : \"/opt/libfoo.so.1.2\";"), std::string::npos) << text;
  EXPECT_NE(text.find("&& 0  // the library's calling convention\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("d3d12fuzz_open_candidate"), std::string::npos);
  // One that the loader found by its name is to be found so again.
  finding.candidate.name = "d3d12:libfoo.so";
  finding.candidate.calling_convention = "ms_abi";
  const std::string by_name = cpp_reproducer(loaded(finding));
  EXPECT_NE(by_name.find(" : \"libfoo.so.1.2\";"), std::string::npos) << by_name;
  EXPECT_NE(by_name.find("&& 1  // the library's calling convention\n"), std::string::npos) << by_name;
}

TEST(CppText, no_text_from_the_file_leaves_its_comment) {
  Finding finding = test::accepts_zero_count();
  finding.candidate.name = "builtin\nint x;\rint y; \\";
  const std::string text = cpp_reproducer(loaded(finding));
  EXPECT_EQ(text.find("\nint x;"), std::string::npos) << text;
  EXPECT_EQ(text.find('\r'), std::string::npos) << text;
  EXPECT_EQ(text.find("\\\n"), std::string::npos) << "it would join the next line to the comment";
}

}  // namespace
}  // namespace d3d12fuzz
