// Emitted programs, compiled by both compilers as their first comment says, and run.

#include "report/cpp_reproducer.h"

#include <dlfcn.h>

#include "base/error.h"
#include "cli/program.h"
#include "domains/root_signature/observables.h"
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

TEST_P(CppReproducer, of_an_illegal_static_sampler_that_is_accepted) {
  check("bias-16-accepted", "accepts-illegal DT-068 at serialize", "S(0,0,ALL,MipLODBias=16)");
}

TEST_P(CppReproducer, of_a_float_that_is_no_number) {
  check("bias-nan-accepted", "accepts-illegal DT-068 at serialize", "S(0,0,ALL,MipLODBias=NaN)");
}

TEST_P(CppReproducer, of_a_parameter_of_an_unknown_type) {
  check("unknown-parameter-type-accepted", "accepts-illegal DT-034 at serialize", "X(5,ALL)");
}

TEST_P(CppReproducer, of_a_legal_root_signature_of_version_1_2) {
  check("version-1-2-rejected", "rejects-legal at serialize", "V=1.2");
}

TEST_P(CppReproducer, of_the_legacy_serializer) {
  check("legacy-version-2-accepted", "accepts-illegal DT-079 at serialize", "Z=legacy:2");
}

TEST_P(CppReproducer, of_a_blob_written_on_refusal) {
  check("legacy-blob-written-on-refusal", "wrong-value serialize.blob_written at serialize", "Z=legacy:0");
}

TEST_P(CppReproducer, of_an_error_blob_after_success) {
  check("error-blob-set-on-success", "wrong-value serialize.error_blob_set at serialize", "V=1.0");
}

TEST_P(CppReproducer, of_a_blob_of_another_size) {
  check("blob-payloads-padded", "wrong-value blob.size at serialize", "K(1,0,0,ALL) B");
}

TEST_P(CppReproducer, of_a_blob_with_another_digest) {
  check("blob-digest-plain-md5", "wrong-value blob.digest[] at serialize", "B");
}

TEST_P(CppReproducer, of_a_blob_with_another_word) {
  check("blob-append-resolved", "wrong-value blob.words[] at serialize", "T[ALL](R(SRV,1,0,0,A)) B");
}

TEST_P(CppReproducer, of_wrong_members_of_root_constants) {
  check("root-register-and-space-swapped", "wrong-value description_1_0.parameters[].register_space at deserialize",
        "K(1,0,1,ALL)");
}

TEST_P(CppReproducer, of_wrong_flags_of_a_root_descriptor) {
  check("upgrade-to-1-2-without-flags", "wrong-value description_1_2.parameters[].flags at deserialize",
        "D(CBV,0,0,ALL)");
}

TEST_P(CppReproducer, of_a_float_that_changes) {
  check("sampler-negative-zero-lost", "wrong-value description_1_0.static_samplers[].mip_lod_bias at deserialize",
        "S(0,0,ALL,MipLODBias=-0.0)");
}

TEST_P(CppReproducer, of_a_member_that_version_1_2_alone_has) {
  check("sampler-flag-from-border", "wrong-value description_1_2.static_samplers[].flags at deserialize",
        "S(0,0,ALL,Border=3)");
}

TEST_P(CppReproducer, of_a_lookup_that_finds_another_static_sampler) {
  check("lookup-static-sampler-index-after-parameters", "wrong-value lookups[].static_sampler at create",
        "K(1,0,0,ALL); S(0,0,ALL); L(s,0,0,VERTEX)");
}

/// The program of a case, run against a D3D12 library.
class CppOfCase : public CppReproducer {
 protected:
  void check_case(std::string_view case_text, int status) {
    const Domain& domain = root_signature::domain();
    check_text(cpp_reproducer(parse_case(case_json(domain, to_tree(test::notation(case_text))), "case")), status);
  }

  /// The program compares a value of a description or of the blob with one that is expected.
  void check_value(std::string_view case_text, std::string_view path, ObservableKey key, std::uint64_t expected,
                   int status) {
    const Domain& domain = root_signature::domain();
    const std::unique_ptr<Case> value = case_from_tree(domain, to_tree(test::notation(case_text)));
    const ObservableField& field = domain.observable_fields()[key.field];
    ASSERT_EQ(path_of(field, key), path);
    const Difference difference = {
        .kind = DifferenceKind::wrong_value, .stage = field.stage, .key = key, .expected = expected};
    check_text(domain.cpp_program(*value,
                                  {.difference = difference, .default_library = "libvkd3d-utils.so.1", .ms_abi = true}),
               status);
  }

 private:
  void check_text(const std::string& text, int status) {
    const std::string program = compile(text, false);
    EXPECT_EQ(run_program({program, "no-such-library.so.77"}).status, 2);
    void* library = dlopen("libvkd3d-utils.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) return;  // then there is nothing to run it against
    dlclose(library);
    const Ended ended = run_program({program});
    EXPECT_EQ(ended.status, status) << ended.out << ended.err;
  }
};

using root_signature::DescriptionField;
using root_signature::Field;
using root_signature::key;

TEST_P(CppOfCase, that_is_legal_exits_with_0) { check_case("T[ALL](R(SRV,1,0,0,A))", 0); }

TEST_P(CppOfCase, with_all_legal_kinds_of_entries_exits_with_0) {
  check_case("V=1.1 T[ALL](R(SRV,1,0,0,A,0x1)) K(4,0,0,PIXEL) D(UAV,3,1,ALL,0x2) S(0,0,ALL,MipLODBias=15.99)", 0);
}

TEST_P(CppOfCase, with_lookups_exits_with_0) { check_case("D(SRV,0,0,ALL); L(t,0,0,PIXEL) TIER=1 P=xbox B", 0); }

TEST_P(CppOfCase, of_the_legacy_serializer_exits_with_0) {
  check_case("Z=legacy:1 K(4,0,0,ALL)", 0);
  check_case("Z=legacy:2 K(4,0,0,ALL)", 0);
}

TEST_P(CppOfCase, that_libvkd3d_accepts_although_it_breaks_a_rule_exits_with_1) {
  check_case("T[ALL](R(SRV,U,0,0,A),R(SRV,1,0,1,A))", 1);  // DT-005
}

TEST_P(CppOfCase, compares_what_the_serializer_gives) {
  check_value("K(1,0,0,ALL) B", "blob.words[0]", key(Field::blob_word, 0), 0x43425844, 0);  // "DXBC"
  check_value("K(1,0,0,ALL) B", "blob.words[0]", key(Field::blob_word, 0), 0, 1);
  check_value("B", "blob.size", key(Field::blob_size), 1, 1);
  check_value("Z=legacy:2", "serialize.blob_written", key(Field::blob_written), 0, 0);
  check_value("Z=legacy:1", "serialize.blob_written", key(Field::blob_written), 0, 2);
  check_value("K(1,0,0,ALL)", "serialize.error_blob_set", key(Field::error_blob_set), 0, 0);
}

TEST_P(CppOfCase, compares_what_the_deserializer_gives) {
  constexpr std::string_view text = "V=1.1 K(7,3,1,ALL) D(SRV,4,2,PIXEL,0x8) S(0,0,ALL,MipLODBias=15.99)";
  const auto at = [](Field description, DescriptionField field, std::size_t index) {
    return key(description, field, index);
  };
  check_value(text, "description_1_0.parameters[0].num_32bit_values",
              at(Field::description_1_0, DescriptionField::num_32bit_values, 0), 7, 0);
  check_value(text, "description_1_0.parameters[0].shader_register",
              at(Field::description_1_0, DescriptionField::shader_register, 0), 3, 0);
  check_value(text, "description_1_1.parameters[1].register_space",
              at(Field::description_1_1, DescriptionField::register_space, 1), 2, 0);
  check_value(text, "description_1_1.parameters[1].flags",
              at(Field::description_1_1, DescriptionField::root_descriptor_flags, 1), 8, 0);
  check_value(text, "description_1_1.static_samplers[0].mip_lod_bias",
              at(Field::description_1_1, DescriptionField::mip_lod_bias, 0), 0x417FD70A, 0);
  check_value(text, "description_1_1.static_samplers[0].mip_lod_bias",
              at(Field::description_1_1, DescriptionField::mip_lod_bias, 0), 0x417FD70B, 1);
}

/// The program of a fault of conduct, run against a candidate that misbehaves as it is told.
class CppOfMisconduct : public CppReproducer {
 protected:
  void check_misconduct(Conduct conduct, std::vector<std::string> deeds,
                        std::string_view case_text = "K(1,0,0,ALL); T[ALL](R(SRV,1,0,0,A)); S(0,0,ALL)") {
    const Finding finding = test::misconduct(conduct, case_text);
    const std::string program = compile(cpp_reproducer(parse_case(finding_json(finding), "finding")), false);
    const auto run = [&](const std::string& deed) {
      return run_program({program, D3D12FUZZ_MISBEHAVING_CANDIDATE, deed});
    };
    for (const std::string& deed : deeds) {
      const Ended ended = run(deed);
      EXPECT_EQ(ended.status, 1) << deed << ended.out << ended.err;
      EXPECT_NE(ended.out.find("expected"), std::string::npos) << ended.out;
    }
    const Ended without = run("");
    EXPECT_EQ(without.status, 0) << without.out << without.err;
    EXPECT_EQ(run_program({program}).status, 2) << "it needs to be told which candidate";
  }
};

TEST_P(CppOfMisconduct, that_writes_outside_its_buffers) {
  check_misconduct(Conduct::wrote_outside, {"writes-outside-its-buffers", "writes-before-its-buffers"});
  check_misconduct(Conduct::wrote_outside, {"writes-outside-its-buffers"}, "L(t,0,0,PIXEL) B");
}

TEST_P(CppOfMisconduct, that_writes_into_its_input) {
  check_misconduct(Conduct::wrote_input, {"writes-into-its-input"});
  check_misconduct(Conduct::wrote_input, {"writes-into-its-input"}, "L(t,0,0,PIXEL)");
}

TEST_P(CppOfMisconduct, that_changes_floating_point_control) {
  check_misconduct(Conduct::floating_point, {"changes-floating-point-control"});
}

TEST_P(CppOfMisconduct, that_changes_the_locale) { check_misconduct(Conduct::locale, {"changes-the-locale"}); }

TEST_P(CppOfMisconduct, that_changes_signal_handlers) {
  check_misconduct(Conduct::signal_handlers, {"changes-signal-handlers", "blocks-signals"});
}

TEST_P(CppOfMisconduct, that_closes_descriptors) { check_misconduct(Conduct::descriptors, {"closes-descriptors"}); }

TEST_P(CppOfMisconduct, that_leaks_memory) { check_misconduct(Conduct::leak, {"leaks-memory"}); }

TEST_P(CppOfMisconduct, of_a_library_watches_the_process_and_the_input) {
  void* library = dlopen("libvkd3d-utils.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) GTEST_SKIP() << "there is no libvkd3d-utils.so.1 to run it against";
  dlclose(library);
  for (const Conduct conduct : {Conduct::wrote_input, Conduct::floating_point, Conduct::locale,
                                Conduct::signal_handlers, Conduct::descriptors}) {
    for (const Stage stage : {Stage::serialize, Stage::deserialize}) {
      Finding finding = test::misconduct(conduct);
      finding.signature.stage = stage;
      finding.candidate = {.name = "d3d12:libvkd3d-utils.so.1", .calling_convention = "ms_abi"};
      const std::string program = compile(cpp_reproducer(parse_case(finding_json(finding), "finding")), false);
      const Ended ended = run_program({program});
      EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
      EXPECT_EQ(ended.out, "expected " + std::string(demand_on(conduct)) + ": so it is\n");
      EXPECT_EQ(run_program({program, "no-such-library.so.77"}).status, 2);
    }
  }
}

std::string name_of_compiler(const testing::TestParamInfo<const char*>& info) {
  return std::string(info.param).starts_with("clang") ? "clang" : "gcc";
}

INSTANTIATE_TEST_SUITE_P(Compiled, CppReproducer, testing::Values("clang++-19", "g++-12"), name_of_compiler);
INSTANTIATE_TEST_SUITE_P(Compiled, CppOfMisconduct, testing::Values("clang++-19", "g++-12"), name_of_compiler);
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

TEST(CppText, is_refused_where_no_program_shows_the_fault) {
  const auto refusal = [](Conduct conduct) -> std::string {
    Finding finding = test::misconduct(conduct);
    finding.candidate.name = "d3d12:libfoo.so";
    try {
      cpp_reproducer(loaded(finding));
    } catch (const InputError& error) {
      return error.what();
    }
    return "not refused";
  };
  EXPECT_EQ(refusal(Conduct::leak),
            "no C++ program of D3D12's own functions shows that a library leaks memory; replay the finding with "
            "d3d12fuzz instead");
  EXPECT_EQ(refusal(Conduct::wrote_outside),
            "no C++ program of D3D12's own functions shows that a library writes outside its buffers; replay the "
            "finding with d3d12fuzz instead");
  EXPECT_EQ(refusal(Conduct::locale), "not refused");
}

TEST(CppText, says_what_the_program_cannot_say) {
  const auto text_of = [](std::string_view case_text) {
    return cpp_reproducer(parse_case(case_json(root_signature::domain(), to_tree(test::notation(case_text))), "case"));
  };
  const std::string text = text_of("TIER=1 P=xbox L(t,0,0,PIXEL)");
  EXPECT_NE(text.find("\n// D3D12 has no function that looks registers up"), std::string::npos) << text;
  EXPECT_NE(text.find("\n// The platform is that of the library"), std::string::npos) << text;
  EXPECT_NE(text.find("\n// The binding tier is that of the library's default device"), std::string::npos) << text;
  const std::string usual = text_of("K(1,0,0,ALL)");
  EXPECT_EQ(usual.find("whatever the case says"), std::string::npos) << usual;
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
