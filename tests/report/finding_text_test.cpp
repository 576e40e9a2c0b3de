#include "report/finding_text.h"

#include "report/found.h"

namespace d3d12fuzz {
namespace {

using test::accepts_zero_count;
using test::found;
using test::rejects_aliasing;
using test::wrong_lookup_slot;

TEST(FindingText, a_rule_that_is_not_enforced) {
  EXPECT_EQ(finding_text(accepts_zero_count(), "found/f.json", "d3d12fuzz"),
            "builtin accepts what DT-002 (" + std::string(rule("DT-002"_rule).subject) +
                ") forbids at serialize and create\n"
                "  rule       DT-002: A count of zero is invalid; native returns E_INVALIDARG.\n"
                "  expected   rejected at serialize and create\n"
                "  got        serialize accepted, deserialize accepted, create accepted\n"
                "  case\n"
                "      // root signature version 1.0\n"
                "      DescriptorTable(SRV(t0, numDescriptors = 0))\n"
                "  found at   seed 7, case 123\n"
                "  replay     d3d12fuzz replay found/f.json --candidate builtin --fault zero-count-accepted\n"
                "  as C++     d3d12fuzz show found/f.json --as cpp\n");
}

TEST(FindingText, a_command_line_stands_as_one_word_of_a_shell) {
  Finding finding = accepts_zero_count();
  finding.candidate = {.name = "command:cc -D'x y' {hlsl} {blob}"};
  const std::string text = finding_text(finding, "f.json", "d3d12fuzz");
  EXPECT_TRUE(
      text.ends_with("  replay     d3d12fuzz replay f.json --candidate 'command:cc -D'\\''x y'\\'' {hlsl} {blob}'\n"
                     "  as source  d3d12fuzz show f.json --as hlsl-source\n"))
      << text;
}

TEST(FindingText, a_legal_case_that_is_rejected) {
  const std::string text = finding_text(rejects_aliasing(), "", "d3d12fuzz");
  EXPECT_TRUE(
      text.starts_with("builtin rejects a legal case at serialize\n"
                       "  expected   accepted at serialize\n"
                       "  got        serialize rejected (E_INVALIDARG)\n"
                       "  case\n"))
      << text;
}

TEST(FindingText, a_wrong_value) {
  EXPECT_EQ(finding_text(wrong_lookup_slot(), "", "d3d12fuzz"),
            "builtin reports a wrong value for lookups[].slot at create\n"
            "  expected   lookups[0].slot = 0\n"
            "  got        lookups[0].slot = 1\n"
            "  case\n"
            "      // root signature version 1.0\n"
            "      DescriptorTable(SRV(t1))\n"
            "      // a VERTEX shader looks up register t1, space 0\n"
            "  found at   seed 7, case 123\n");
}

TEST(FindingText, a_value_has_its_name_and_its_number) {
  const std::string text = finding_text(found("upgrade-without-flags",
                                              "wrong-value description_1_1.parameters[].descriptor_ranges[].flags "
                                              "at deserialize",
                                              "T[ALL](R(SRV,1,0,0,A))"),
                                        "", "d3d12fuzz");
  EXPECT_NE(text.find("  expected   description_1_1.parameters[0].descriptor_ranges[0].flags = DESCRIPTORS_VOLATILE | "
                      "DATA_VOLATILE (0x3)\n"
                      "  got        description_1_1.parameters[0].descriptor_ranges[0].flags = NONE (0x0)\n"),
            std::string::npos)
      << text;
}

TEST(FindingText, a_crash_says_which_rules_the_case_breaks_up_to_there) {
  Finding finding = rejects_aliasing();
  finding.signature = {.kind = DifferenceKind::crash, .stage = Stage::deserialize, .subject = "libfoo.so.1+0x1234"};
  finding.difference.kind = DifferenceKind::crash;
  finding.difference.stage = Stage::deserialize;
  finding.stages = {Stage::deserialize};
  finding.outcome = {};
  finding.outcome.at(Stage::deserialize).status = Status::crashed;
  finding.outcome.crash = Crash{.what = "SIGSEGV"};
  finding.expectation.clear();
  finding.expectation.broken = {{"DT-002"_rule, Stage::create}, {"DT-091"_rule, Stage::deserialize}};
  finding.expectation.at(Stage::deserialize) = Expected::rejected;
  EXPECT_TRUE(finding_text(finding, "", "d3d12fuzz")
                  .starts_with("builtin crashes at deserialize: libfoo.so.1+0x1234\n"
                               "  rule       DT-091: " +
                               std::string(rule("DT-091"_rule).text).substr(0, 40)))
      << finding_text(finding, "", "d3d12fuzz");
  EXPECT_NE(finding_text(finding, "", "d3d12fuzz").find("\n  expected   rejected at deserialize\n"), std::string::npos);
  EXPECT_EQ(finding_text(finding, "", "d3d12fuzz").find("DT-002"), std::string::npos) << "that is for later";
}

TEST(FindingText, a_crash_says_where_and_what_was_said_last) {
  Finding finding = rejects_aliasing();
  finding.signature = {.kind = DifferenceKind::crash, .stage = Stage::create, .subject = "libfoo.so.1+0x1234"};
  finding.difference.kind = DifferenceKind::crash;
  finding.stages = {Stage::create};
  finding.outcome = {};
  finding.outcome.at(Stage::serialize).status = Status::accepted;
  finding.outcome.at(Stage::create).status = Status::crashed;
  finding.outcome.crash = Crash{.what = "SIGABRT",
                                .message = "libfoo: assertion failed",
                                .frames = {"libfoo.so.1+0x1234", "libfoo.so.1+0x20", "d3d12fuzz+0x7"}};
  const std::string text = finding_text(finding, "", "d3d12fuzz");
  EXPECT_TRUE(
      text.starts_with("builtin crashes at create: libfoo.so.1+0x1234\n"
                       "  expected   an answer, whatever it is\n"
                       "  got        serialize accepted, create crashed: SIGABRT\n"
                       "  it said    libfoo: assertion failed\n"
                       "  frames     libfoo.so.1+0x1234\n"
                       "             libfoo.so.1+0x20\n"
                       "  case\n"))
      << text;
  EXPECT_EQ(text.find("d3d12fuzz+0x7"), std::string::npos) << "the harness's own frames say nothing";
  finding.outcome.crash->frames = {"fill foo.c:12",
                                   "d3d12fuzz::InProcessCandidate::evaluate_one(int) in_process.cpp:39"};
  const std::string sanitized = finding_text(finding, "", "d3d12fuzz");
  EXPECT_NE(sanitized.find("  frames     fill foo.c:12\n  case\n"), std::string::npos) << sanitized;
}

TEST(FindingText, misconduct_says_what_the_call_did_and_how_it_should_have_been) {
  EXPECT_EQ(finding_text(test::misconduct(Conduct::wrote_outside), "f.json", "d3d12fuzz"),
            "plugin:libmine.so writes outside its buffers at serialize\n"
            "  expected   every buffer of the result written within its capacity alone\n"
            "  got        serialize accepted; writes outside its buffers\n"
            "  case\n"
            "      // root signature version 1.0\n"
            "      DescriptorTable(SRV(t0))\n"
            "  found at   seed 7, case 123\n"
            "  replay     d3d12fuzz replay f.json --candidate plugin:libmine.so\n"
            "  as C++     d3d12fuzz show f.json --as cpp\n");
}

TEST(FindingText, says_if_it_is_not_minimal) {
  Finding finding = accepts_zero_count();
  finding.minimal = false;
  EXPECT_NE(finding_text(finding, "", "d3d12fuzz").find("  not proved minimal: the budget ran out while shrinking\n"),
            std::string::npos);
}

TEST(FindingText, what_comes_and_goes_has_both_outcomes) {
  EXPECT_EQ(finding_text(test::unstable(rejects_aliasing()), "", "d3d12fuzz"),
            "builtin sometimes rejects a legal case at serialize\n"
            "  expected   accepted at serialize\n"
            "  got        serialize rejected (E_INVALIDARG)\n"
            "  but also   serialize accepted\n"
            "  case\n"
            "      // root signature version 1.0\n"
            "      DescriptorTable(SRV(t0),\n"
            "                      SRV(t0, space = 1, offset = 0))\n"
            "  unstable   shown 2 times in 5; not shrunk\n"
            "  found at   seed 7, case 123\n");
}

TEST(FindingText, a_value_that_comes_and_goes_has_both_values) {
  Finding finding = test::unstable(wrong_lookup_slot());
  finding.other_outcome->observables = {{finding.difference.key, 0}};
  const std::string text = finding_text(finding, "", "d3d12fuzz");
  EXPECT_TRUE(
      text.starts_with("builtin sometimes reports a wrong value for lookups[].slot at create\n"
                       "  expected   lookups[0].slot = 0\n"
                       "  got        lookups[0].slot = 1\n"
                       "  but also   lookups[0].slot = 0\n"))
      << text;
  finding.other_outcome->observables.clear();
  EXPECT_NE(finding_text(finding, "", "d3d12fuzz").find("  but also   serialize accepted\n"), std::string::npos);
}

TEST(FindingText, what_showed_once_is_told_by_what_it_was) {
  Finding finding = test::unstable(rejects_aliasing());
  finding.outcome.clear();
  finding.reproduced = 0;
  const std::string text = finding_text(finding, "", "d3d12fuzz");
  EXPECT_TRUE(
      text.starts_with("builtin sometimes rejects a legal case at serialize\n"
                       "  expected   the same answer each time\n"
                       "  got        rejects-legal at serialize, once, before these tries\n"
                       "  but also   serialize accepted\n"))
      << text;
  EXPECT_NE(text.find("  unstable   shown 0 times in 5; not shrunk\n"), std::string::npos) << text;
}

TEST(FindingText, what_could_not_be_tried_is_told_as_the_run_saw_it) {
  const auto text_of = [](Finding finding) {
    finding.signature.unstable = true;
    finding.outcome.clear();
    finding.reproduced = finding.attempts = 0;
    return finding_text(finding, "", "d3d12fuzz");
  };
  const std::string text = text_of(rejects_aliasing());
  EXPECT_TRUE(
      text.starts_with("builtin rejects a legal case at serialize\n"
                       "  expected   accepted at serialize\n"
                       "  got        rejects-legal at serialize, once\n"))
      << text;
  EXPECT_NE(text.find("  untried    the candidate could not be asked again; not shrunk\n"), std::string::npos) << text;
  EXPECT_NE(text_of(wrong_lookup_slot()).find("  expected   another value of lookups[].slot\n"), std::string::npos);
}

TEST(FindingText, what_may_not_be_the_candidate_s_fault_is_said) {
  Finding finding = test::unstable(rejects_aliasing());
  EXPECT_EQ(finding_text(finding, "", "d3d12fuzz").find("  note "), std::string::npos);
  finding.reference.name = "d3d12:libfoo.so";
  EXPECT_NE(finding_text(finding, "", "d3d12fuzz")
                .find("  note       d3d12:libfoo.so, the reference, may be what answers now so, now otherwise\n"),
            std::string::npos);
  finding.reference.name = "model";
  finding.signature.kind = finding.difference.kind = DifferenceKind::hang;
  EXPECT_NE(finding_text(finding, "", "d3d12fuzz")
                .find("  note       a limit of time decides this: a machine under load may be at fault, and not the "
                      "candidate\n"),
            std::string::npos);
}

TEST(FindingText, without_file_there_is_nothing_to_replay) {
  const std::string text = finding_text(accepts_zero_count(), "", "d3d12fuzz");
  EXPECT_EQ(text.find("replay"), std::string::npos) << text;
  EXPECT_EQ(text.find("as C++"), std::string::npos) << text;
}

TEST(FindingText, the_commands_call_the_program_as_it_was_called) {
  const std::string text = finding_text(accepts_zero_count(), "f.json", "./build/release/d3d12fuzz");
  EXPECT_NE(text.find("  replay     ./build/release/d3d12fuzz replay f.json "), std::string::npos) << text;
  EXPECT_NE(text.find("  as C++     ./build/release/d3d12fuzz show f.json --as cpp\n"), std::string::npos) << text;
}

TEST(FindingText, no_line_of_a_rule_is_longer_than_a_screen) {
  Finding finding = accepts_zero_count();
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const auto id = static_cast<RuleId>(i);
    finding.rules = {id};
    const std::string text = finding_text(finding, "", "d3d12fuzz");
    const std::size_t begin = text.find("  rule  ");
    ASSERT_NE(begin, std::string::npos);
    std::size_t length = 0;
    for (const char c : text.substr(begin, text.find("\n  expected") - begin)) {
      length = c == '\n' ? 0 : length + 1;
      ASSERT_LE(length, 130u) << rule(id).id;
    }
  }
}

TEST(OutcomeLine, has_each_stage_that_was_reached) {
  Outcome outcome;
  EXPECT_EQ(outcome_line(outcome), "no stage was reached");
  outcome.at(Stage::serialize).status = Status::accepted;
  outcome.at(Stage::create) = {.status = Status::unsupported, .hresult = static_cast<std::int32_t>(0x80004001)};
  EXPECT_EQ(outcome_line(outcome), "serialize accepted, create unsupported (E_NOTIMPL)");
  outcome.at(Stage::create) = {.status = Status::rejected, .hresult = static_cast<std::int32_t>(0x8007ABCD)};
  EXPECT_EQ(outcome_line(outcome), "serialize accepted, create rejected (0x8007ABCD)");
}

TEST(OutcomeLine, has_each_fault_of_conduct) {
  Outcome outcome;
  outcome.conduct = bit_of(Conduct::leak);
  EXPECT_EQ(outcome_line(outcome), "no stage was reached; leaks memory");
  outcome.at(Stage::serialize).status = Status::crashed;
  outcome.crash = Crash{.what = "SIGABRT"};
  outcome.conduct |= bit_of(Conduct::wrote_input);
  EXPECT_EQ(outcome_line(outcome), "serialize crashed: SIGABRT; writes into its input; leaks memory");
}

std::string value_text_of(std::string_view path, std::uint64_t value) {
  const auto fields = root_signature::domain().observable_fields();
  return value_text(fields[key_of(fields, path).value().field], value);
}

TEST(ValueText, has_words_for_what_has_no_number) {
  EXPECT_EQ(value_text_of("parameters[0].table_size", kNoValue), "unbounded");
  EXPECT_EQ(value_text_of("lookups[0].parameter", kNoValue), "none");
  EXPECT_EQ(value_text_of("lookups[0].static_sampler", kNoValue), "none");
  EXPECT_EQ(value_text_of("cost", 64), "64");
  EXPECT_EQ(value_text_of("cost", 0xFFFF), "65535");
  EXPECT_EQ(value_text_of("cost", 0x10000), "0x10000");
}

TEST(ValueText, has_the_bits_of_a_float_once) {
  EXPECT_EQ(value_text_of("description_1_2.static_samplers[0].mip_lod_bias", 0x417FD70A), "15.99 (0x417FD70A)");
  EXPECT_EQ(value_text_of("description_1_2.static_samplers[0].min_lod", 0), "0 (0x0)");
  EXPECT_EQ(value_text_of("description_1_2.static_samplers[0].max_lod", 0x7FC00000), "NaN (0x7FC00000)");
}

TEST(Slug, is_stable_and_tells_findings_apart) {
  EXPECT_EQ(accepts_zero_count().slug(), "accepts-illegal-DT-002");
  const std::string aliasing = rejects_aliasing().slug();
  EXPECT_EQ(aliasing, rejects_aliasing().slug());
  EXPECT_TRUE(aliasing.starts_with("rejects-legal-serialize-")) << aliasing;
  EXPECT_TRUE(wrong_lookup_slot().slug().starts_with("wrong-value-create-"));
  Finding other = rejects_aliasing();
  other.shape += " and more";
  EXPECT_NE(other.slug(), aliasing);
  EXPECT_EQ(test::unstable(accepts_zero_count()).slug(), "unstable-accepts-illegal-DT-002");
  EXPECT_TRUE(test::unstable(rejects_aliasing()).slug().starts_with("unstable-rejects-legal-serialize-"));
  EXPECT_TRUE(test::misconduct(Conduct::leak).slug().starts_with("misconduct-serialize-"));
  EXPECT_NE(test::misconduct(Conduct::leak).slug(), test::misconduct(Conduct::locale).slug());
}

}  // namespace
}  // namespace d3d12fuzz
