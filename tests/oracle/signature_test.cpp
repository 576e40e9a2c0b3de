#include "oracle/signature.h"

#include <gtest/gtest.h>

#include "oracle/provenance.h"

namespace d3d12fuzz {
namespace {

constexpr ObservableField kFields[] = {{"cost", Stage::create}, {"parameters[].ranges[].offset", Stage::create}};

// ---- Signatures

TEST(Signature, is_one_line_of_kind_subject_and_stage) {
  EXPECT_EQ((Signature{DifferenceKind::rule_not_enforced, Stage::serialize, "DT-005"}.text()),
            "accepts-illegal DT-005 at serialize");
  EXPECT_EQ((Signature{DifferenceKind::legal_rejected, Stage::create, ""}.text()), "rejects-legal at create");
  EXPECT_EQ((Signature{DifferenceKind::wrong_value, Stage::deserialize, "parameters[].size"}.text()),
            "wrong-value parameters[].size at deserialize");
  EXPECT_EQ((Signature{DifferenceKind::crash, Stage::build, "libfoo.so.1+0x12"}.text()),
            "crash libfoo.so.1+0x12 at build");
  EXPECT_EQ((Signature{DifferenceKind::hang, Stage::execute, "no answer within 5 s"}.text()),
            "hang no answer within 5 s at execute");
  EXPECT_EQ((Signature{DifferenceKind::misconduct, Stage::create, "leaks-memory"}.text()),
            "misconduct leaks-memory at create");
}

TEST(Signature, is_read_back_from_its_text) {
  for (const DifferenceKind kind :
       {DifferenceKind::rule_not_enforced, DifferenceKind::legal_rejected, DifferenceKind::wrong_value,
        DifferenceKind::crash, DifferenceKind::hang, DifferenceKind::misconduct}) {
    for (const Stage stage : kStages) {
      for (const std::string subject : {"", "DT-005", "no answer within 5 s", "x at serialize", " at create"}) {
        const Signature signature{kind, stage, subject};
        EXPECT_EQ(parse_signature(signature.text()), signature) << signature.text();
      }
    }
  }
}

TEST(Signature, of_what_comes_and_goes_says_so_first) {
  const Signature unstable{DifferenceKind::rule_not_enforced, Stage::serialize, "DT-005", true};
  EXPECT_EQ(unstable.text(), "unstable accepts-illegal DT-005 at serialize");
  EXPECT_EQ(parse_signature(unstable.text()), unstable);
  EXPECT_EQ(unstable.as_shown().text(), "accepts-illegal DT-005 at serialize");
  EXPECT_NE(unstable.as_shown(), unstable);
  EXPECT_EQ(parse_signature("unstable"), std::nullopt);
  EXPECT_EQ(parse_signature("unstable unstable crash at create"), std::nullopt);
  EXPECT_EQ(parse_signature("unstable accepts-illegal"), std::nullopt);
}

TEST(Signature, other_text_is_none) {
  EXPECT_EQ(parse_signature(""), std::nullopt);
  EXPECT_EQ(parse_signature("crash"), std::nullopt);
  EXPECT_EQ(parse_signature("crash at"), std::nullopt);
  EXPECT_EQ(parse_signature("crash at nowhere"), std::nullopt);
  EXPECT_EQ(parse_signature("differs DT-005 at serialize"), std::nullopt);
  EXPECT_EQ(parse_signature(" crash at create"), std::nullopt);
  EXPECT_EQ(parse_signature("crash at create "), std::nullopt);
}

TEST(Signature, a_word_that_only_begins_as_a_kind_is_none) {
  EXPECT_EQ(parse_signature("crashed at create"), std::nullopt);
  EXPECT_EQ(parse_signature("hangs libfoo.so.1+0x12 at create"), std::nullopt);
}

TEST(Signature, of_a_rule_that_is_not_enforced_has_its_id) {
  const Difference difference{.kind = DifferenceKind::rule_not_enforced, .stage = Stage::create, .rule = "DT-050"_rule};
  EXPECT_EQ(signature_of(difference, {}, kFields).text(), "accepts-illegal DT-050 at create");
  EXPECT_EQ(signature_of({.kind = DifferenceKind::rule_not_enforced}, {}, kFields).text(),
            "accepts-illegal at serialize");
}

TEST(Signature, of_a_wrong_value_has_its_path_without_indices_and_values) {
  const Difference difference{
      .kind = DifferenceKind::wrong_value, .stage = Stage::create, .key = {1, 2, 3}, .expected = 4, .got = 5};
  EXPECT_EQ(signature_of(difference, {}, kFields).text(), "wrong-value parameters[].ranges[].offset at create");
}

TEST(Signature, of_a_refused_legal_case_has_no_subject) {
  const Difference difference{.kind = DifferenceKind::legal_rejected, .stage = Stage::serialize, .hresult = -1};
  EXPECT_EQ(signature_of(difference, {}, kFields).text(), "rejects-legal at serialize");
}

TEST(Signature, of_a_crash_or_a_hang_has_its_key) {
  Outcome outcome;
  outcome.crash = {.what = "SIGSEGV", .message = "boom", .frames = {"libfoo.so.1+0x12"}};
  EXPECT_EQ(signature_of({.kind = DifferenceKind::crash, .stage = Stage::create}, outcome, kFields).text(),
            "crash libfoo.so.1+0x12 at create");
  outcome.crash = {.what = "no answer within 5 s"};
  EXPECT_EQ(signature_of({.kind = DifferenceKind::hang, .stage = Stage::create}, outcome, kFields).text(),
            "hang no answer at create");
}

TEST(Signature, of_misconduct_has_its_name) {
  const Difference difference{
      .kind = DifferenceKind::misconduct, .stage = Stage::serialize, .conduct = Conduct::wrote_input};
  EXPECT_EQ(signature_of(difference, {}, kFields).text(), "misconduct writes-into-its-input at serialize");
}

TEST(Difference, of_a_crash_a_hang_or_conduct_is_one_whatever_the_case) {
  for (const DifferenceKind kind : {DifferenceKind::crash, DifferenceKind::hang, DifferenceKind::misconduct}) {
    EXPECT_TRUE(is_unconditional(kind));
  }
  for (const DifferenceKind kind :
       {DifferenceKind::rule_not_enforced, DifferenceKind::legal_rejected, DifferenceKind::wrong_value}) {
    EXPECT_FALSE(is_unconditional(kind));
  }
}

// ---- Crashes

TEST(Crash, is_named_by_the_innermost_frame_outside_the_c_library) {
  const Crash crash{
      .what = "SIGABRT",
      .frames = {"libc.so.6+0x8aeec", "libc.so.6+0x25472", "ld-linux-x86-64.so.2+0x1", "libfoo.so.1+0x12", "bar+0x3"}};
  EXPECT_EQ(crash.key(), "libfoo.so.1+0x12");
}

TEST(Crash, is_named_past_the_libraries_of_windows_in_whatever_case) {
  const Crash crash{.what = "SIGABRT",
                    .frames = {"msvcrt.dll+0x14a19", "ucrtbase.dll+0x1", "ntdll.dll+0x5dca8", "KERNELBASE.dll+0x2",
                               "KERNEL32.DLL+0x3", "d3d12.dll+0x4f00", "d3d12fuzz-worker.exe+0x1"}};
  EXPECT_EQ(crash.key(), "d3d12.dll+0x4f00");
}

TEST(Crash, the_signal_is_no_part_of_its_name) {
  EXPECT_EQ((Crash{.what = "SIGSEGV", .frames = {"foo+0x1"}}.key()),
            (Crash{.what = "SIGBUS", .frames = {"foo+0x1"}}.key()));
}

TEST(Crash, without_such_a_frame_is_named_by_what_happened) {
  EXPECT_EQ((Crash{.what = "exit status 3"}.key()), "exit status 3");
  EXPECT_EQ((Crash{.what = "SIGABRT", .frames = {"libc.so.6+0x8aeec", "libpthread.so.0+0x1"}}.key()), "SIGABRT");
}

TEST(Crash, libraries_whose_name_only_resembles_are_not_the_c_library) {
  EXPECT_EQ((Crash{.what = "SIGABRT", .frames = {"libc++.so.1+0x1"}}.key()), "libc++.so.1+0x1");
}

// ---- Outcomes and observables

TEST(Outcome, is_cleared_of_everything) {
  Outcome outcome;
  outcome.at(Stage::create) = {Status::crashed, -1};
  outcome.observables = {{{0, 0, 0}, 1}};
  outcome.crash.emplace();
  outcome.conduct = 1;
  outcome.clear();
  EXPECT_EQ(outcome.at(Stage::create), StageOutcome{});
  EXPECT_TRUE(outcome.observables.empty());
  EXPECT_FALSE(outcome.crash.has_value());
  EXPECT_EQ(outcome.conduct, 0u);
}

TEST(Crash, a_bad_address_that_was_called_names_no_fault) {
  EXPECT_EQ((Crash{.what = "SIGSEGV", .frames = {"0x10", "libfoo.so.1+0x12"}}.key()), "libfoo.so.1+0x12");
  EXPECT_EQ((Crash{.what = "SIGSEGV", .frames = {"0x10"}}.key()), "SIGSEGV");
}

TEST(Signature, misconduct_is_the_same_fault_whatever_the_last_stage_was) {
  const auto of = [](DifferenceKind kind, Stage stage, std::string subject) {
    return Signature{.kind = kind, .stage = stage, .subject = std::move(subject)};
  };
  const Signature leak = of(DifferenceKind::misconduct, Stage::create, "leaks-memory");
  EXPECT_TRUE(name_same_fault(leak, of(DifferenceKind::misconduct, Stage::serialize, "leaks-memory")));
  EXPECT_FALSE(name_same_fault(leak, of(DifferenceKind::misconduct, Stage::create, "changes-the-locale")));
  const Signature crash = of(DifferenceKind::crash, Stage::create, "SIGABRT");
  EXPECT_TRUE(name_same_fault(crash, crash));
  EXPECT_FALSE(name_same_fault(crash, of(DifferenceKind::crash, Stage::serialize, "SIGABRT")));
}

TEST(Outcome, the_last_stage_is_the_last_that_was_reached) {
  Outcome outcome;
  EXPECT_EQ(outcome.last_stage(), Stage::serialize);
  outcome.at(Stage::serialize).status = Status::accepted;
  outcome.at(Stage::create).status = Status::unsupported;
  EXPECT_EQ(outcome.last_stage(), Stage::create);
}

TEST(Observable, a_path_has_the_indices_of_its_key) {
  EXPECT_EQ(path_of(kFields[0], {0, 0, 0}), "cost");
  EXPECT_EQ(path_of(kFields[1], {1, 2, 65535}), "parameters[2].ranges[65535].offset");
}

TEST(Observable, keys_are_ordered_by_field_then_by_indices) {
  EXPECT_LT((ObservableKey{0, 9, 9}.packed()), (ObservableKey{1, 0, 0}.packed()));
  EXPECT_LT((ObservableKey{1, 0, 65535}.packed()), (ObservableKey{1, 1, 0}.packed()));
  EXPECT_EQ((ObservableKey{0xFFFF, 0xFFFF, 0xFFFF}.packed()), 0xFFFFFFFFFFFFu);
}

TEST(Stage, stages_and_statuses_have_names) {
  EXPECT_EQ(name_of(Stage::serialize), "serialize");
  EXPECT_EQ(name_of(Stage::execute), "execute");
  EXPECT_EQ(name_of(Status::not_reached), "not reached");
  EXPECT_EQ(name_of(Status::timed_out), "timed out");
}

TEST(Provenance, is_one_line_of_what_is_known) {
  EXPECT_EQ((Provenance{.name = "builtin"}.line()), "builtin");
  EXPECT_EQ((Provenance{.name = "d3d12:libfoo.so.1",
                        .path = "/usr/lib/libfoo.so.1.2",
                        .version = "1.2",
                        .build_id = "ab12",
                        .calling_convention = "ms_abi"}
                 .line()),
            "d3d12:libfoo.so.1, /usr/lib/libfoo.so.1.2, version 1.2, build id ab12, ms_abi");
}

}  // namespace
}  // namespace d3d12fuzz
