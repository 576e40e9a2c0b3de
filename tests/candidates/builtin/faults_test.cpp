#include "candidates/builtin/builtin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "support/notation.h"

namespace d3d12fuzz::builtin {
namespace {

TEST(Faults, have_ids_of_their_own_by_which_they_are_found) {
  std::set<std::string_view> ids;
  for (const FaultInfo& fault : faults()) {
    EXPECT_TRUE(ids.insert(fault.id).second) << fault.id;
    EXPECT_EQ(fault_by_id(fault.id), fault.fault);
  }
  EXPECT_EQ(ids.size(), 229u);
  EXPECT_EQ(fault_by_id("none"), Fault::none);
  EXPECT_EQ(fault_by_id("no-such-fault"), std::nullopt);
}

TEST(Faults, have_ids_in_kebab_case) {
  for (const FaultInfo& fault : faults()) {
    EXPECT_THAT(std::string(fault.id), testing::MatchesRegex("[a-z]+(-[a-z0-9]+)*"));
  }
}

TEST(Faults, belong_to_a_domain_each) {
  std::map<std::string_view, int> count;
  for (const FaultInfo& fault : faults()) ++count[fault.domain];
  EXPECT_THAT(count, testing::UnorderedElementsAre(testing::Pair("root_signature", 170),
                                                   testing::Pair("root_signature_blob", 59)));
}

TEST(Faults, are_fatal_where_a_legal_shape_ends_the_process) {
  std::set<std::string_view> fatal;
  for (const FaultInfo& fault : faults_of("root_signature")) {
    if (is_fatal(fault.fault)) fatal.insert(fault.id);
  }
  EXPECT_THAT(fatal, testing::UnorderedElementsAre("crash-on-fifth-range", "hang-on-range-after-unbounded",
                                                   "crash-on-33-parameters", "exit-on-table-with-static-sampler"));
  EXPECT_FALSE(is_fatal(Fault::none));
}

TEST(Faults, say_what_they_do_and_have_a_smallest_case_in_the_notation_of_the_catalogue) {
  for (const FaultInfo& fault : faults()) {
    EXPECT_FALSE(fault.summary.empty()) << fault.id;
    EXPECT_FALSE(fault.modelled_on.empty()) << fault.id;
  }
  for (const FaultInfo& fault : faults_of("root_signature")) {
    EXPECT_TRUE(test::parse_notation(fault.smallest_case).has_value()) << fault.id;
  }
}

}  // namespace
}  // namespace d3d12fuzz::builtin
