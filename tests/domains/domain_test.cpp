#include "domains/domain.h"

#include <gtest/gtest.h>

namespace d3d12fuzz {
namespace {

TEST(Domains, are_those_that_the_build_knows) {
  std::string names;
  for (const Domain* domain : all_domains()) {
    names += (names.empty() ? "" : ",") + std::string(domain->name());
    EXPECT_EQ(find_domain(domain->name()), domain);
  }
  EXPECT_EQ(names, D3D12FUZZ_DOMAINS);
  EXPECT_EQ(find_domain("no_domain"), nullptr);
}

}  // namespace
}  // namespace d3d12fuzz
