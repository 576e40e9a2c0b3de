#include "oracle/conduct.h"

#include <gtest/gtest.h>

#include <vector>

namespace d3d12fuzz {
namespace {

TEST(Conduct, has_a_name_a_deed_and_a_demand) {
  EXPECT_EQ(name_of(Conduct::wrote_outside), "writes-outside-its-buffers");
  EXPECT_EQ(deed_of(Conduct::wrote_outside), "writes outside its buffers");
  EXPECT_EQ(demand_on(Conduct::wrote_outside), "every buffer of the result written within its capacity alone");
  EXPECT_EQ(name_of(Conduct::wrote_input), "writes-into-its-input");
  EXPECT_EQ(deed_of(Conduct::wrote_input), "writes into its input");
  EXPECT_EQ(demand_on(Conduct::wrote_input), "the input as before the call");
  EXPECT_EQ(name_of(Conduct::floating_point), "changes-floating-point-control");
  EXPECT_EQ(deed_of(Conduct::floating_point), "changes floating-point control");
  EXPECT_EQ(demand_on(Conduct::floating_point), "rounding, exception masks and denormal handling as before the call");
  EXPECT_EQ(name_of(Conduct::locale), "changes-the-locale");
  EXPECT_EQ(deed_of(Conduct::locale), "changes the locale");
  EXPECT_EQ(demand_on(Conduct::locale), "the locale as before the call");
  EXPECT_EQ(name_of(Conduct::signal_handlers), "changes-signal-handlers");
  EXPECT_EQ(deed_of(Conduct::signal_handlers), "changes signal handlers");
  EXPECT_EQ(demand_on(Conduct::signal_handlers), "signal handlers and blocked signals as before the call");
  EXPECT_EQ(name_of(Conduct::descriptors), "closes-descriptors");
  EXPECT_EQ(deed_of(Conduct::descriptors), "closes descriptors");
  EXPECT_EQ(demand_on(Conduct::descriptors), "all descriptors open that were open before the call");
  EXPECT_EQ(name_of(Conduct::leak), "leaks-memory");
  EXPECT_EQ(deed_of(Conduct::leak), "leaks memory");
  EXPECT_EQ(demand_on(Conduct::leak), "no more memory in use after each such call");
}

TEST(Conduct, is_found_by_its_name_alone) {
  for (std::size_t i = 0; i < kConductCount; ++i) {
    const auto conduct = static_cast<Conduct>(i);
    EXPECT_EQ(find_conduct(name_of(conduct)), conduct);
  }
  EXPECT_EQ(find_conduct(""), std::nullopt);
  EXPECT_EQ(find_conduct("leaks memory"), std::nullopt);
  EXPECT_EQ(find_conduct("leaks-memory "), std::nullopt);
}

TEST(Conduct, a_set_of_bits_is_gone_through_in_order) {
  std::vector<Conduct> seen;
  for_each_conduct(bit_of(Conduct::leak) | bit_of(Conduct::locale) | 1u << 31,
                   [&](Conduct conduct) { seen.push_back(conduct); });
  EXPECT_EQ(seen, (std::vector<Conduct>{Conduct::locale, Conduct::leak}));
}

TEST(Conduct, all_names_are_listed_for_messages) {
  EXPECT_EQ(conduct_names(),
            "writes-outside-its-buffers, writes-into-its-input, changes-floating-point-control, changes-the-locale, "
            "changes-signal-handlers, closes-descriptors, leaks-memory");
}

}  // namespace
}  // namespace d3d12fuzz
