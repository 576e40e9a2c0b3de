#include "fuzzing/serialized_target.h"

#include <gtest/gtest.h>

#include "candidates/builtin/builtin.h"
#include "candidates/in_process.h"
#include "domains/root_signature_blob/assemble.h"
#include "support/serialized_case.h"

namespace d3d12fuzz {
namespace {

using builtin::Fault;
using namespace root_signature_blob;

class Target {
 public:
  explicit Target(Fault fault)
      : target_(std::make_unique<InProcessCandidate>(builtin::make_builtin(fault), Provenance{.name = "builtin"}), {},
                counters_) {}

  void test(const RootSignatureBlobCase& value) { target_.test(assemble(value.content)); }
  void test(const std::vector<std::uint8_t>& bytes) { target_.test(bytes); }

  int run_into(RuleId id) const { return counters_[2 * static_cast<std::size_t>(id) + 1]; }

 private:
  std::array<std::uint8_t, kRuleCounters> counters_{};
  SerializedTarget target_;
};

RootSignatureBlobCase with_wrapping_parameters() {
  return test::serialized("V=1.0 T[ALL](R(SRV,1,0,0,A))", {test::set(Word::num_parameters, 0x55555556)});
}

TEST(SerializedTarget, returns_where_nothing_differs) {
  Target target(Fault::none);
  target.test(test::serialized("V=1.1 T[ALL](R(SRV,1,0,0,A,0))"));
  target.test(std::vector<std::uint8_t>{});
  target.test(std::vector<std::uint8_t>(513));
}

TEST(SerializedTarget, counts_the_rules_that_bytes_run_into) {
  Target target(Fault::none);
  EXPECT_EQ(target.run_into("DT-096"_rule), 0);
  target.test(with_wrapping_parameters());
  EXPECT_EQ(target.run_into("DT-096"_rule), 1);
}

TEST(SerializedTargetDeathTest, aborts_with_the_signature_of_a_difference) {
  const RootSignatureBlobCase no_container = test::serialized("V=1.0", {test::set(Word::magic, 0)});
  Target(Fault::none).test(no_container);
  EXPECT_DEATH(Target(Fault::read_magic_unchecked).test(no_container),
               "Assertion failure: accepts-illegal DT-088 at deserialize\n");
}

}  // namespace
}  // namespace d3d12fuzz
