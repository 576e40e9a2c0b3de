#include "candidates/plugin/plugin.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "domains/root_signature/domain.h"

namespace d3d12fuzz {
namespace {

const std::string kBuiltin = D3D12FUZZ_BUILTIN_PLUGIN;
const std::string kOdd = D3D12FUZZ_ODD_CANDIDATE;

std::string error_of(const std::string& text) {
  try {
    plugin::opener(text)();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Plugin, opens_what_exports_a_candidate) {
  const std::unique_ptr<InProcessCandidate> candidate = plugin::opener(kBuiltin + ",fault=cost-limit-65")();
  EXPECT_TRUE(candidate->supports(root_signature::domain()));
  EXPECT_EQ(candidate->provenance().name, "plugin:" + kBuiltin + ",fault=cost-limit-65");
  EXPECT_EQ(candidate->provenance().path, kBuiltin);
}

TEST(Plugin, can_be_opened_again) {
  const auto open = plugin::opener(kBuiltin);
  open();
  EXPECT_TRUE(open()->supports(root_signature::domain()));
}

TEST(Plugin, of_no_name_is_refused) {
  EXPECT_EQ(error_of(""), "candidate 'plugin:': expected plugin:PATH or plugin:PATH,OPTIONS");
  EXPECT_EQ(error_of(",x"), "candidate 'plugin:,x': expected plugin:PATH or plugin:PATH,OPTIONS");
}

TEST(Plugin, that_cannot_be_loaded_is_refused) {
  const std::string error = error_of("/no/such/file.so");
  EXPECT_TRUE(error.starts_with("candidate 'plugin:/no/such/file.so': plug-in '/no/such/file.so' ")) << error;
  EXPECT_EQ(error.find('\n'), std::string::npos);
}

TEST(Plugin, that_exports_no_candidate_is_refused) {
  EXPECT_EQ(error_of("libm.so.6"),
            "candidate 'plugin:libm.so.6': plug-in 'libm.so.6' does not export d3d12fuzz_open_candidate");
}

TEST(Plugin, of_another_version_is_refused) {
  EXPECT_EQ(
      error_of(kOdd + ",is-of-version-2"),
      "candidate 'plugin:" + kOdd +
          ",is-of-version-2': the candidate was built with version 2 of d3d12fuzz_candidate.h; expected version 4");
}

TEST(Plugin, that_does_not_understand_its_options_is_refused) {
  EXPECT_EQ(
      error_of(kBuiltin + ",colour=red"),
      "candidate 'plugin:" + kBuiltin + ",colour=red': the candidate does not understand its options \"colour=red\"");
}

TEST(Plugin, that_cannot_open_its_candidate_is_refused_in_its_own_words) {
  EXPECT_EQ(error_of(kOdd + ",has-no-device"), "candidate 'plugin:" + kOdd + ",has-no-device': there is no device");
}

}  // namespace
}  // namespace d3d12fuzz
