#include "domains/domain.h"

#include "domains/root_signature/domain.h"
#include "domains/root_signature_blob/domain.h"

namespace d3d12fuzz {

std::span<const Domain* const> all_domains() {
  static const Domain* const domains[] = {&root_signature::domain(), &root_signature_blob::domain()};
  return domains;
}

const Domain* find_domain(std::string_view name) {
  for (const Domain* domain : all_domains()) {
    if (domain->name() == name) return domain;
  }
  return nullptr;
}

std::unique_ptr<Case> copy_case(const Domain& domain, const Case& value) {
  return case_from_tree(domain, domain.tree(value));
}

std::unique_ptr<Case> case_from_tree(const Domain& domain, const Node& tree) {
  std::unique_ptr<Case> made = domain.make_case();
  domain.assign(*made, tree);
  return made;
}

std::optional<std::string> unsound_field(const Domain& domain, const Node& tree) {
  return first_difference(tree, domain.tree(*case_from_tree(domain, tree)));
}

}  // namespace d3d12fuzz
